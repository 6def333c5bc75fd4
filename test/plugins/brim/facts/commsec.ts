import type { BrokerFacts } from '../facts.ts'

export default {
  // - 4539.95 + 970
  'own:commsec/confirmations.csv': {
    rows: 3,
    cash: { AUD: '-3569.95' },
    held: { WOM: '800' },
    kinds: { BUY: 1, SELL: 1 },
    ignored: 0,
    refused: {},
  },
  // - 1234.95 + 1234.95 + 490: number, code and price stand in the text.
  'own:commsec/transactions.csv': {
    rows: 4,
    cash: { AUD: '490' },
    held: { QUO: '60' },
    kinds: { BUY: 1, SELL: 1, DEPOSIT: 1 },
    ignored: 0,
    refused: {},
  },
} satisfies BrokerFacts
