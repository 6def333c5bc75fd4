/** Fidelity: reports of positions, which are refused with the report to take instead, or open a portfolio. */
import type { ReportFile } from '#plugins/brim/contract.ts'
import {
  type AssetTerms,
  type Book,
  day,
  layout,
  number,
  optional,
  optionOf,
  parseNumber,
  text,
  unused,
} from '#plugins/kit/index.ts'
import { bookHeld } from '../per-unit.ts'
import { dayOfPosition, isText, REPORT_DAY, withReportDay } from '../report-day.ts'

type Held = Parameters<typeof bookHeld>[2] &
  Parameters<typeof dayOfPosition>[0] & { readonly symbol: string; readonly name: string; readonly basis: string }

const shared = {
  holds: 'positions',
  instead: 'Take the history instead: Activity & Orders > History > Download (CSV).',
  dates: 'mdy',
  numbers: 'dot',
  currency: 'USD',
} as const

const rows = {
  cash: { skip: 'cash' },
  total: { skip: 'total' },
  text: { skip: 'disclaimer' },
  position: (line: Held, book: Book) => {
    const terms = { date: dayOfPosition(line, book.options), asset: assetOf(line), cost: parseNumber(line.basis, 'dot') }
    bookHeld(book, terms, line)
  },
} as const

function assetOf({ symbol, name }: Held): AssetTerms {
  const option = optionOf(symbol)
  if (option !== undefined) return { ...option, name }
  // SPAXX** is the fund of the core account.
  const plain = symbol.replace(/\*+$/, '')
  return plain === '' ? { name } : { symbol: plain, name }
}

export const statement = layout({
  ...shared,
  name: 'Statement',
  columns: {
    symbol: text('Symbol/CUSIP'),
    name: text('Description'),
    quantity: number('Quantity'),
    price: number('Price'),
    before: number('Beginning Value'),
    worth: number('Ending Value'),
    basis: text('Cost Basis'),
    date: optional(day(REPORT_DAY)),
  },
  kind: (line) => {
    if (isText(line)) return 'text'
    if (/^(sub)?total of /i.test(line.symbol)) return 'total'
    // The core account: each of its dollars is a unit, and none of them had a cost.
    return parseNumber(line.basis, 'dot') === undefined && line.price === '1' ? 'cash' : 'position'
  },
  rows,
})

export const positions = layout({
  ...shared,
  name: 'Portfolio Positions',
  columns: {
    account: text('Account Number'),
    accountName: text('Account Name'),
    symbol: text('Symbol'),
    name: text('Description'),
    quantity: number('Quantity'),
    price: text('Last Price'),
    worth: text('Current Value'),
    ...unused('Last Price Change', "Today's Gain/Loss Dollar", "Today's Gain/Loss Percent", 'Total Gain/Loss Dollar'),
    ...unused('Total Gain/Loss Percent', 'Percent Of Account', 'Average Cost Basis', 'Type'),
    basis: optional(text('Cost Basis Total')),
    date: optional(day(REPORT_DAY)),
  },
  // Money and what is pending have a value, but no quantity.
  kind: (line) => (isText(line) ? 'text' : line.quantity === undefined ? 'cash' : 'position'),
  rows,
})

/** "Date downloaded Nov-23-2024 3:14 p.m ET" stands below the positions; statements do not name their day. */
export function preparePositions(file: ReportFile): ReportFile {
  const facts = { day: /^date downloaded\s+(\S+)/i, dates: 'mdy' } as const
  const named = withReportDay(file, { ...facts, titles: ['Account Number', 'Last Price'] })
  return withReportDay(named, { ...facts, titles: ['Symbol/CUSIP', 'Ending Value'] })
}
