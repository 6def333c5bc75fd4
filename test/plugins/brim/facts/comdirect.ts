import type { BrokerFacts } from '../facts.ts'

export default {
  // Two trades of the depot have their money in the account; of two it is not in the file, and of one the money alone is there.
  'own:comdirect/sections.csv': {
    rows: 26,
    cash: { EUR: '967' },
    held: { '900001': '3.5' },
    kinds: { BUY: 2, DEPOSIT: 1, FEE: 1, SELL: 1, WITHDRAWAL: 2 },
    ignored: 8,
    refused: { 11: 'no-quantity', 12: 'no-asset', 14: 'unknown-type', 35: 'unclear-direction' },
    fixedColumns: 'sections have different columns',
    undivided: 'sections have rows of the same days',
  },
} satisfies BrokerFacts
