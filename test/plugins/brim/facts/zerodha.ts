import type { BrokerFacts } from '../facts.ts'

export default {
  // - 10 x 250.50 - 5 x 250.45 + 6 x 262; two fills of one second, one number on two exchanges; a future is refused.
  'own:zerodha/tradebook.csv': {
    rows: 5,
    cash: { INR: '-2185.25' },
    held: { INE000000019: '9' },
    kinds: { BUY: 2, SELL: 1 },
    ignored: 0,
    refused: { 4: 'unknown-segment' },
  },
  // 10000 - 15.34 - 88.50 - 1000: what trades settle is theirs; an obligation of futures is refused.
  'own:zerodha/ledger.csv': {
    rows: 9,
    cash: { INR: '8896.16' },
    held: {},
    kinds: { DEPOSIT: 1, FEE: 2, WITHDRAWAL: 1 },
    ignored: 3,
    refused: { 7: 'unknown-type' },
  },
} satisfies BrokerFacts
