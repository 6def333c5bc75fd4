import type { BrokerFacts } from '../facts.ts'

export default {
  // 900 - 19.94 + 18 - 150 - 200 - 0.11
  'own:wise/balance.csv': {
    rows: 7,
    cash: { EUR: '547.95' },
    held: {},
    kinds: { DEPOSIT: 2, FEE: 1, TRANSFER: 1, WITHDRAWAL: 2 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Amount', by: 'Currency' },
  },
  'wise/personal-eur-new.csv': {
    rows: 5,
    cash: { EUR: '-290.5' },
    held: {},
    kinds: { DEPOSIT: 1, WITHDRAWAL: 3 },
    ignored: 0,
    refused: {},
    balances: 'each balance is the one before its row',
    recount: { amount: 'Amount', by: 'Currency' },
  },
} satisfies BrokerFacts
