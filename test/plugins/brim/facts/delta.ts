import type { BrokerFacts } from '../facts.ts'

export default {
  'own:delta/transactions.csv': {
    rows: 10,
    cash: { EUR: '2894.25' },
    held: { BTC: '0.0419', ETH: '0.49', HLNF: '4' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, EXCHANGE: 2, FEE: 2, INTEREST: 1, SELL: 1, TRANSFER: 1 },
    ignored: 1,
    refused: {},
  },
  'delta/etg.csv': {
    rows: 8,
    cash: { USD: '3752' },
    held: { AAPL: '5', BNB: '-0.1', BTC: '-0.599', DOT: '-0.101', ETH: '10.88', SOL: '-100' },
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 1, EXCHANGE: 4, FEE: 2, INTEREST: 1, TRANSFER: 1 },
    ignored: 0,
    refused: {},
    partial: 'it has single examples',
  },
} satisfies BrokerFacts
