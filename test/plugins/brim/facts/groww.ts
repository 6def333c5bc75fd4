import type { BrokerFacts } from '../facts.ts'

export default {
  // - 3006 + 1310; a cancelled order moves nothing, a pending one is refused.
  'own:groww/orders.csv': {
    rows: 8,
    cash: { INR: '-1696' },
    held: { INE000000019: '7' },
    kinds: { BUY: 1, SELL: 1 },
    ignored: 1,
    refused: { 10: 'unknown-status' },
  },
} satisfies BrokerFacts
