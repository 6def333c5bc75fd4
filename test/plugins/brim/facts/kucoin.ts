import type { BrokerFacts } from '../facts.ts'

export default {
  'own:kucoin/filled.csv': {
    rows: 3,
    cash: {},
    held: { KCS: '3', USDT: '-31.069' },
    kinds: { EXCHANGE: 4 },
    ignored: 0,
    refused: {},
    partial: 'what is paid with came in by a transfer, which is in another report',
  },
  'own:kucoin/trades-2022.csv': {
    rows: 3,
    cash: { EUR: '17.982' },
    held: { KCS: '3', USDT: '-50.05' },
    kinds: { EXCHANGE: 2, SELL: 1 },
    ignored: 0,
    refused: {},
    partial: 'what is paid with came in by a transfer, which is in another report',
  },
} satisfies BrokerFacts
