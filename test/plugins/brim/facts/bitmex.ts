import type { BrokerFacts } from '../facts.ts'

export default {
  'own:bitmex/wallet.csv': {
    rows: 6,
    cash: {},
    held: { BTC: '0.024985' },
    kinds: { FEE: 2, INTEREST: 1, TRANSFER: 2 },
    ignored: 1,
    refused: {},
  },
  'bitmex/wallet-history-rotki.csv': {
    rows: 10,
    cash: {},
    held: { BTC: '0.05085304' },
    kinds: { FEE: 4, INTEREST: 3, TRANSFER: 1 },
    ignored: 1,
    refused: {},
  },
} satisfies BrokerFacts
