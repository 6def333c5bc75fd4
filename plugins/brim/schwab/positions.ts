/** Schwab: reports of what is held and of what was gained, which are refused with the report to take instead; positions open a portfolio. */
import { day, layout, number, optional, text, unused } from '#plugins/kit/index.ts'
import { heldBy } from '../per-unit.ts'
import { isText, REPORT_DAY, withReportDay } from '../report-day.ts'
import { securityOf } from './line.ts'

const INSTEAD = 'Take the history instead: Accounts > History > Export > CSV.'

export const realized = layout({
  name: 'Realized Gain/Loss',
  holds: 'other',
  instead: INSTEAD,
  dates: 'mdy',
  numbers: 'dot',
  columns: {
    symbol: text('Symbol'),
    name: text('Name'),
    closed: text('Closed Date'),
    opened: text('Opened Date'),
    quantity: number('Quantity'),
    proceeds: text('Proceeds'),
    basis: text('Cost Basis (CB)', 'Cost Basis'),
    gain: text('Gain/Loss ($)'),
    ...unused('Proceeds Per Share', 'Cost Per Share', 'Gain/Loss (%)', 'Long Term Gain/Loss', 'Short Term Gain/Loss', 'Term'),
    ...unused('Unadjusted Cost Basis', 'Wash Sale?', 'Disallowed Loss', 'Transaction Closed Date', 'Transaction Cost Basis'),
    ...unused('Total Transaction Gain/Loss ($)', 'Total Transaction Gain/Loss (%)', 'LT Transaction Gain/Loss ($)'),
    ...unused('LT Transaction Gain/Loss (%)', 'ST Transaction Gain/Loss ($)', 'ST Transaction Gain/Loss (%)'),
  },
})

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
