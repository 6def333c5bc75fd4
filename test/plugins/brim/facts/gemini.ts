import type { BrokerFacts } from '../facts.ts'
import { figure, type RawRow } from '../recount.ts'

const COSTS = ['USD Amount USD', 'Fee (USD) USD'] as const
const inDollars = (row: RawRow, title: string) => figure((row[title] || '0').replace(/^\((.*)\)$/, '-$1'))

export default {
  // Fees are beside the amounts, as the balances prove; the last row has these only.
  'own:gemini/history.csv': {
    rows: 9,
    cash: { USD: '500' },
    held: { BTC: '0.002896', ETH: '0.04', MATIC: '3.5' },
    kinds: { BUY: 1, DEPOSIT: 1, EXCHANGE: 2, FEE: 1, SELL: 1, TRANSFER: 2, WITHDRAWAL: 1 },
    ignored: 1,
    refused: {},
    recount: (rows) => {
      const dated = rows.filter((row) => row['Date'] !== '')
      return {
        USD: dated
          .reduce((sum, row) => COSTS.reduce((all, title) => all.plus(inDollars(row, title)), sum), figure('0'))
          .toFixed(),
      }
    },
  },
  // Titles of before 2019; a sale that buys, a future, a withdrawal that brings money, and a kind that nobody knows.
  'own:gemini/odd.csv': {
    rows: 7,
    cash: { USD: '49.5' },
    held: { ZEC: '1' },
    kinds: { BUY: 1, DEPOSIT: 1 },
    ignored: 0,
    refused: { 4: 'unclear-swap', 5: 'unclear-swap', 6: 'unexpected-sign', 7: 'unknown-type' },
    balances: 'rows that are refused are missing from them',
  },
} satisfies BrokerFacts
