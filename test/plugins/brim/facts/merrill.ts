import type { BrokerFacts } from '../facts.ts'
import { figure } from '../recount.ts'

/** Brackets make a figure negative. */
const money = (text = '') => (!/\d/.test(text) ? figure('0') : text.startsWith('(') ? figure(text).negated() : figure(text))

export default {
  'own:merrill/activity.csv': {
    rows: 9,
    cash: { USD: '252.1' },
    held: { HLTP: '16' },
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, INTEREST: 1, SELL: 1 },
    ignored: 2,
    refused: {},
    recount: (rows) => ({
      USD: rows
        .filter((row) => row['Pending/Settled'] === 'Settled' && row['Description 1'] !== 'Deposit')
        .reduce((sum, row) => sum.plus(money(row['Amount ($)'])), figure('0'))
        .toFixed(),
    }),
  },
} satisfies BrokerFacts
