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
  // - 4999 + 5455
  'own:groww/funds.csv': {
    rows: 8,
    cash: { INR: '456' },
    held: { 'Meadow Gold Fund of Fund Direct Growth': '28.17', 'Meadow Index Fund Direct Growth': '-24.43' },
    kinds: { BUY: 1, SELL: 1 },
    ignored: 0,
    refused: {},
    partial: 'one fund was bought before',
  },
} satisfies BrokerFacts
