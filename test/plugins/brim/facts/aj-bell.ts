import type { BrokerFacts } from '../facts.ts'

export default {
  'own:aj-bell/transactionhistory.csv': {
    rows: 5,
    cash: { GBP: '-1285.6' },
    held: { 'Harbour Income Fund': '1250.5', 'Harbour World ETF': '30' },
    kinds: { BUY: 2, SELL: 1 },
    ignored: 0,
    refused: { '2': 'unknown-type' },
    recount: { amount: 'Amount (GBP)', by: { currency: 'GBP' }, skip: ({ Transaction }) => Transaction === 'Equalisation' },
  },
  'own:aj-bell/portfolio.csv': { rows: 3, cash: {}, held: {}, kinds: {}, ignored: 2, refused: 'positions-report' },
  'own:aj-bell/cash-statement.csv': { rows: 3, cash: {}, held: {}, kinds: {}, ignored: 2, refused: 'other-report' },
  'aj-bell/positions.csv': { rows: 4, cash: {}, held: {}, kinds: {}, ignored: 3, refused: 'positions-report' },
} satisfies BrokerFacts
