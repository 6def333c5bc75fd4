import type { BrokerFacts } from '../facts.ts'

const PARTIAL = 'orders need the file of the account too'
const FIXED = 'units and currencies stand in columns without a title'

// Each half alone: its orders are refused. Both together are in flatex.test.ts.
export default {
  'own:flatex/depot.csv': {
    rows: 10,
    cash: {},
    held: { DE0000000016: '30', IE0000000021: '-3.5', IE0000000039: '6' },
    kinds: { EXCHANGE: 2, SPLIT: 1, TRANSFER: 1 },
    ignored: 2,
    refused: { 2: 'other-half-missing', 9: 'other-half-missing', 10: 'other-half-missing' },
    partial: PARTIAL,
    fixedColumns: FIXED,
  },
  'own:flatex/depot-2025.csv': {
    rows: 5,
    cash: {},
    held: {},
    kinds: {},
    ignored: 2,
    refused: { 2: 'other-half-missing', 5: 'other-half-missing' },
    partial: PARTIAL,
    fixedColumns: FIXED,
  },
  'own:flatex/konto.csv': {
    rows: 10,
    cash: { EUR: '960.85' },
    held: {},
    kinds: { DEPOSIT: 1, DIVIDEND: 2, INTEREST: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {
      4: 'other-half-missing',
      7: 'other-half-missing',
      8: 'other-half-missing',
      9: 'unknown-type',
    },
    fixedColumns: FIXED,
    recount: {
      amount: 'Betrag',
      by: { currency: 'EUR' },
      decimal: 'comma',
      skip: (row) => /ORDER|^Storno/.test(row['Buchungsinformationen'] ?? ''),
    },
  },
  'own:flatex/konto-2025.csv': {
    rows: 4,
    cash: { EUR: '1000' },
    held: {},
    kinds: { DEPOSIT: 1 },
    ignored: 0,
    refused: { 2: 'other-half-missing', 3: 'other-half-missing' },
    fixedColumns: FIXED,
  },
} satisfies BrokerFacts
