import type { BrokerFacts } from '../facts.ts'

export default {
  'own:blockpit/transactions.csv': {
    rows: 8,
    cash: { EUR: '378.3' },
    held: { DOT: '19.88' },
    kinds: { BUY: 1, DEPOSIT: 1, FEE: 2, INTEREST: 1, SELL: 1, TRANSFER: 2 },
    ignored: 0,
    refused: {},
  },
} satisfies BrokerFacts
