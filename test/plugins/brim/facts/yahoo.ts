import type { BrokerFacts } from '../facts.ts'

export default {
  // - 157.50 + 51.50 dollars, 800 pence for each of 10, 170 and 800 euros; a symbol that is only watched, one of an unknown place.
  'own:yahoo/portfolio.csv': {
    rows: 8,
    cash: { EUR: '-970', GBP: '-80', USD: '-106' },
    held: { BTC: '0.01', 'COLL.PA': '5', 'HARB.L': '10', PRR: '2' },
    kinds: { BUY: 4, SELL: 1 },
    ignored: 1,
    refused: { 8: 'no-currency' },
  },
} satisfies BrokerFacts
