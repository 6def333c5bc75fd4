import type { BrokerFacts } from '../facts.ts'

export default {
  'own:bitstamp/older.csv': {
    rows: 4,
    cash: { EUR: '149.25' },
    held: { ETH: '0.06' },
    kinds: { BUY: 1, DEPOSIT: 1, TRANSFER: 1 },
    ignored: 0,
    refused: {},
  },
  'own:bitstamp/transactions.csv': {
    rows: 6,
    cash: { EUR: '111.15' },
    held: { ETH: '0.0301' },
    kinds: { BUY: 1, DEPOSIT: 1, INTEREST: 1, SELL: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
  },
} satisfies BrokerFacts
