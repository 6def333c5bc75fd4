import type { BrokerFacts } from '../facts.ts'
import { figure } from '../recount.ts'

/** Brackets make a figure negative. */
const money = (text = '') => (text === '' ? figure('0') : text.startsWith('(') ? figure(text).negated() : figure(text))

export default {
  'own:robinhood/activity.csv': {
    rows: 11,
    cash: { USD: '682.07' },
    held: { HLTP: '8', HLTP250718C00070000: '1' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, INTEREST: 1, SELL: 1, SPLIT: 1, WITHDRAWAL: 1 },
    ignored: 1,
    refused: { '2': 'unclear-option' },
    recount: (rows) => ({ USD: rows.reduce((sum, row) => sum.plus(money(row['Amount'])), figure('0')).toFixed() }),
  },
  'robinhood/stocks-fixture.csv': {
    rows: 10,
    cash: { USD: '403.1' },
    held: { AAPL: '6', AAPL240315C00200000: '1' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, SELL: 1, SPLIT: 1, WITHDRAWAL: 1 },
    ignored: 1,
    refused: {},
    recount: (rows) => ({ USD: rows.reduce((sum, row) => sum.plus(money(row['Amount'])), figure('0')).toFixed() }),
  },
} satisfies BrokerFacts
