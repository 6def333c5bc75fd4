import type { BrokerFacts } from '../facts.ts'
import { sideOf } from '../recount.ts'

export default {
  'own:relai/transactions.csv': {
    rows: 4,
    cash: {},
    held: { BTC: '0.005' },
    kinds: { BUY: 2, DEPOSIT: 2, SELL: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    units: { amount: 'BTC Amount', by: { currency: 'BTC' }, sign: sideOf('Transaction Type', /^Buy$/, /^Sell$/) },
  },
  'relai/etg.csv': {
    rows: 4,
    cash: {},
    held: { BTC: '-0.02191828' },
    kinds: { BUY: 2, DEPOSIT: 2, SELL: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    partial: 'more is sold than the file buys',
    units: { amount: 'BTC Amount', by: { currency: 'BTC' }, sign: sideOf('Transaction Type', /^Buy$/, /^Sell$/) },
  },
} satisfies BrokerFacts
