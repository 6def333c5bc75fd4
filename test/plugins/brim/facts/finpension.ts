import type { BrokerFacts } from '../facts.ts'

export default {
  'finpension/3a-cvigo.csv': {
    rows: 9,
    cash: { CHF: '167' },
    held: { CH0012345678: '3', CH0098765432: '10' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, INTEREST: 1, SELL: 1, TRANSFER: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Cash Flow', by: { currency: 'CHF' } },
  },
  'finpension/3a-etg.csv': {
    rows: 27,
    cash: { CHF: '1366.561506' },
    held: {
      CH0017844686: '0.003',
      CH0033782431: '0.009',
      CH0110869143: '0.001',
      CH0188772989: '0.001',
      CH0189956813: '0.002',
      CH0217837456: '0.001',
      CH0259132261: '0.001',
      CH0429081620: '-0.004',
      CH0429081638: '-0.004',
    },
    kinds: { BUY: 11, DEPOSIT: 1, DIVIDEND: 7, FEE: 2, INTEREST: 1, SELL: 4 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Cash Flow', by: { currency: 'CHF' } },
    partial: 'it has rows of some days only',
    balances: 'rows between are left out',
  },
  'own:finpension/portfolio.csv': {
    rows: 7,
    cash: { CHF: '107.7655' },
    held: { CH0000000105: '4.5' },
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, SELL: 1, TRANSFER: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Cash Flow', by: { currency: 'CHF' } },
  },
} satisfies BrokerFacts
