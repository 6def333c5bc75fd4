import type { BrokerFacts } from '../facts.ts'

export default {
  'own:etrade/benefits.csv': {
    rows: 7,
    cash: {},
    held: { HLTP: '30' },
    kinds: { TRANSFER: 2 },
    ignored: 2,
    refused: {},
  },
  'etrade/benefit-history-2024.xlsx': {
    rows: 7,
    cash: {},
    held: { FOO: '150' },
    kinds: { TRANSFER: 2 },
    ignored: 2,
    refused: {},
  },
} satisfies BrokerFacts
