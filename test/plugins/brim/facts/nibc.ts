import type { BrokerFacts } from '../facts.ts'

const RECOUNT = { amount: 'Bedrag v/d verrichting', by: 'Munt', decimal: 'comma', header: 1 } as const

export default {
  'own:nibc/bonus-with-the-reference-of-the-interest.csv': {
    rows: 6,
    cash: { EUR: '2104.95' },
    held: {},
    kinds: { DEPOSIT: 1, INTEREST: 2, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    recount: RECOUNT,
  },
  'nibc/sk-single-deposit.csv': {
    rows: 3,
    cash: { EUR: '250' },
    held: {},
    kinds: { DEPOSIT: 1 },
    ignored: 0,
    refused: {},
    recount: RECOUNT,
  },
  'nibc/sk-single-interest.csv': {
    rows: 3,
    cash: { EUR: '0.51' },
    held: {},
    kinds: { INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: RECOUNT,
  },
  'nibc/sk-invalid-dir-invalid-description.csv': {
    rows: 3,
    cash: {},
    held: {},
    kinds: {},
    ignored: 0,
    refused: { 3: 'unknown-type' },
  },
} satisfies BrokerFacts
