import type { BrokerFacts } from '../facts.ts'

const fixedColumns = 'three columns have one title'

export default {
  'own:cointracking/trades.csv': {
    rows: 9,
    cash: { EUR: '615' },
    held: { BTC: '0.0045', ETH: '0.419' },
    kinds: { BUY: 1, DEPOSIT: 1, EXCHANGE: 2, FEE: 1, INTEREST: 2, SELL: 1, TRANSFER: 1 },
    ignored: 0,
    refused: {},
    fixedColumns,
  },
  'cointracking/etg.csv': {
    rows: 7,
    cash: { EUR: '-400' },
    held: { BTC: '0.0054' },
    kinds: { BUY: 2, INTEREST: 1, SELL: 1, TRANSFER: 2 },
    ignored: 0,
    refused: {},
    fixedColumns,
  },
  'cointracking/trades-rotki.csv': {
    rows: 13,
    cash: { EUR: '-10.99' },
    held: { AXS: '2', BTC: '0.33776476', ETH: '4.13865589', XMR: '5' },
    kinds: { BUY: 1, INTEREST: 4, TRANSFER: 6 },
    ignored: 0,
    // It buys 0 BTC.
    refused: { 10: 'unclear-swap' },
    fixedColumns,
  },
} satisfies BrokerFacts
