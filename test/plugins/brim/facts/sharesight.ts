import type { BrokerFacts } from '../facts.ts'

const GBP = { options: { currency: 'GBP' } }

export default {
  'own:sharesight/trades.csv': {
    ...GBP,
    rows: 10,
    cash: { GBP: '-2200', USD: '1072' },
    held: { ETH: '1', HLNF: '15', OTHR: '4' },
    kinds: { BUY: 2, FX_CONVERSION: 2, SELL: 2, SPLIT: 1, TRANSFER: 1 },
    ignored: 1,
    refused: {},
  },
  'own:sharesight/income.csv': {
    ...GBP,
    rows: 12,
    cash: { GBP: '8', USD: '17' },
    held: {},
    kinds: { DIVIDEND: 2 },
    ignored: 5,
    refused: {},
  },
  'sharesight/all-trades-report.csv': {
    ...GBP,
    rows: 16,
    // 2,262.49 and 1,819.82 went into coins, 3,532.66 from one coin into the other.
    cash: { GBP: '-17857.31', USD: '-29.948' },
    held: { ETH: '2.585396612', FOO: '5', FUND1: '50' },
    kinds: { BUY: 8, SELL: 5 },
    ignored: 1,
    refused: {},
  },
  'sharesight/taxable-income-report.csv': {
    ...GBP,
    rows: 12,
    cash: { GBP: '3', USD: '4.25' },
    held: {},
    kinds: { DIVIDEND: 2 },
    ignored: 5,
    refused: {},
  },
} satisfies BrokerFacts
