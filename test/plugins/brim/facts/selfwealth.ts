import type { BrokerFacts } from '../facts.ts'

export default {
  // - 1978.70 + 790.50; shares that came in have no cost here.
  'own:selfwealth/movements.csv': {
    rows: 4,
    cash: { AUD: '-1188.2' },
    held: { WOM: '6' },
    kinds: { BUY: 1, SELL: 1 },
    ignored: 0,
    refused: { 3: 'unknown-type' },
    options: { currency: 'AUD' },
  },
} satisfies BrokerFacts
