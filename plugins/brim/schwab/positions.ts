/** Schwab: reports of what is held and of what was gained, which are refused with the report to take instead; positions open a portfolio. */
import { day, layout, number, optional, text, unused } from '#plugins/kit/index.ts'
import { otherReport } from '../other-report.ts'
import { heldBy } from '../per-unit.ts'
import { isText, REPORT_DAY, withReportDay } from '../report-day.ts'
import { securityOf } from './line.ts'

const INSTEAD = 'Take the history instead: Accounts > History > Export > CSV.'

export const realized = otherReport(
  'Realized Gain/Loss',
  INSTEAD,
  ['Symbol', 'Name', 'Closed Date', 'Opened Date', 'Quantity', 'Proceeds', 'Cost Basis (CB)|Cost Basis', 'Gain/Loss ($)'],
  {
    varying:
      /gain\/loss|(?:proceeds|cost) per share|^term$|^unadjusted cost basis|^wash sale|^disallowed loss|^transaction (?:closed date|cost basis)/,
  },
)

export const positions = layout({
  name: 'Positions',
  holds: 'positions',
  instead: INSTEAD,
  dates: 'mdy',
  numbers: 'dot',
  currency: 'USD',
  columns: {
    symbol: text('Symbol'),
    name: text('Description'),
    quantity: number('Qty (Quantity)', 'Quantity'),
    worth: text('Mkt Val (Market Value)', 'Market Value'),
    basis: text('Cost Basis'),
    share: text('% of Acct (% of Account)', '% Of Account'),
    date: optional(day(REPORT_DAY)),
    price: optional(text('Price')),
    ...unused('Price Chng % (Price Change %)', 'Price Chng $ (Price Change $)', 'Price Change %', 'Price Change $'),
    ...unused('Day Chng % (Day Change %)', 'Day Chng $ (Day Change $)', 'Day Change %', 'Day Change $'),
    ...unused('Gain % (Gain/Loss %)', 'Gain $ (Gain/Loss $)', 'Gain/Loss %', 'Gain/Loss $', 'Ratings', 'Security Type'),
    ...unused('Reinvest?', 'Reinvest Capital Gains?', 'Reinvest Dividends?', 'Capital Gains?', 'Asset Type'),
  },
  skip: (line) => {
    if (isText(line)) return 'text'
    if (/^(account|positions) total$/i.test(line.symbol)) return 'total'
    return /^cash\b/i.test(line.symbol) ? 'cash' : undefined
  },
  rows: { '*': heldBy(securityOf) },
})

/** "Positions for account Individual ...123 as of 04:17 PM ET, 2024/01/15" stands above the titles. */
export const preparePositions = withReportDay({
  titles: ['% of Acct (% of Account)', '% Of Account'],
  day: /^positions for .*\bas of\b.*?(\d{4}\/\d{2}\/\d{2})/i,
  dates: 'ymd',
})
