import type { BrokerFacts } from '../facts.ts'

export default {
  'own:bittrex/orders-2018.csv': {
    rows: 4,
    cash: { USD: '-98.245' },
    held: { ADA: '300', BTC: '0.01506975' },
    kinds: { BUY: 1, EXCHANGE: 4 },
    ignored: 0,
    refused: {},
  },
  'own:bittrex/orders.csv': {
    rows: 7,
    cash: { USD: '-98.245' },
    held: { ADA: '300', BTC: '0.01506975' },
    kinds: { BUY: 2, EXCHANGE: 2, SELL: 1 },
    ignored: 0,
    refused: {},
  },
  'own:bittrex/transfers.csv': {
    rows: 3,
    cash: {},
    held: { ADA: '49.75' },
    kinds: { TRANSFER: 2 },
    ignored: 0,
    refused: {},
  },
  'bittrex/order-history-old.csv': {
    rows: 2,
    cash: {},
    held: { BTC: '0.01', USDT: '-12' },
    kinds: { EXCHANGE: 2 },
    ignored: 0,
    refused: {},
    partial: 'it begins in the middle of a history',
  },
  'bittrex/order-history.csv': {
    rows: 6,
    cash: {},
    held: { BTC: '-0.09513653', EDGELESS: '-857.78221905', SWT: '731.28354007' },
    kinds: { EXCHANGE: 4 },
    ignored: 0,
    refused: {},
    partial: 'it begins in the middle of a history',
  },
} satisfies BrokerFacts
