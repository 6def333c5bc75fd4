import type { BrokerFacts } from '../facts.ts'

export default {
  // -202.5 - 4.5, 110 - 4.5, 3 and -12
  'own:ghostfolio/export.json': {
    rows: 5,
    cash: { CHF: '-110.5' },
    held: { 'LAUB.SW': '5' },
    kinds: { BUY: 1, DIVIDEND: 1, FEE: 1, SELL: 1 },
    ignored: 1,
    refused: {},
  },
  'ghostfolio/ok-sample.json': {
    rows: 5,
    cash: { USD: '-501557.8' },
    held: { '7e91b7d4-1430-4212-8380-289a06c9bbc1': '1', MSFT: '5' },
    kinds: { BUY: 2, DIVIDEND: 1, FEE: 1 },
    ignored: 0,
    refused: { 5: 'no-quantity' },
  },
  'ghostfolio/ok-derived-currency.json': {
    rows: 1,
    cash: { ZAR: '-543.75' },
    held: { 'JSE.JO': '5' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
  },
  'ghostfolio/not-ok-invalid-type.json': { rows: 1, cash: {}, held: {}, kinds: {}, ignored: 0, refused: { 1: 'unknown-type' } },
  'ghostfolio/not-ok-invalid-date.json': { rows: 1, cash: {}, held: {}, kinds: {}, ignored: 0, refused: { 1: 'invalid-date' } },
} satisfies BrokerFacts
