import type { BrokerFacts } from '../facts.ts'

export default {
  // - 453 + 197 and - 159: the GST is beside the fees at the first, inside them at the second; the fourth contradicts itself.
  'own:stake/activity.csv': {
    rows: 5,
    cash: { AUD: '-256', USD: '-159' },
    held: { PRR: '3', WOMBAT: '60' },
    kinds: { BUY: 2, SELL: 1 },
    ignored: 0,
    refused: { 5: 'costs-contradicted' },
  },
  'own:stake/income.csv': { rows: 2, cash: {}, held: {}, kinds: {}, ignored: 1, refused: 'other-report' },
} satisfies BrokerFacts
