import type { BrokerFacts } from '../facts.ts'

export default {
  'own:bondora/statement.csv': {
    rows: 6,
    cash: { EUR: '60.0123906' },
    held: {},
    kinds: { DEPOSIT: 1, INTEREST: 2, TRANSFER: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Amount', by: 'Currency', decimal: 'comma' },
  },
  'bondora/bondora.csv': {
    rows: 6,
    cash: { EUR: '100.0068626675' },
    held: {},
    kinds: { DEPOSIT: 2, INTEREST: 2, TRANSFER: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Amount', by: 'Currency', decimal: 'comma' },
  },
} satisfies BrokerFacts
