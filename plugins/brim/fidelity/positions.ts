/** Fidelity: reports of positions, which are refused with the report to take instead, or open a portfolio. */
import type { ReportFile } from '#plugins/brim/contract.ts'
import { type AssetTerms, type Book, day, layout, number, optional, optionOf, parseNumber, text } from '#plugins/kit/index.ts'
import { pricePerUnit } from '../per-unit.ts'
import { dayOfPosition, REPORT_DAY, withReportDay } from '../report-day.ts'

type Line = {
  readonly cells: readonly string[]
  readonly date: string | undefined
  readonly symbol: string
  readonly name: string
  readonly quantity: string | undefined
  readonly basis: string
  readonly price?: string | undefined
  readonly lastPrice?: string | undefined
  readonly worth?: string | undefined
  readonly after?: string | undefined
}

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
  position: (line: Line, book: Book) => {
    const [asset, date] = [assetOf(line), dayOfPosition(line, book.options)]
    book.position({ date, asset, cost: parseNumber(line.basis, 'dot') })
    const price = pricePerUnit(line.price ?? line.lastPrice, line.quantity, line.worth ?? line.after)
    if (price !== undefined) book.close({ date, asset, price })
  },
} as const

function assetOf({ symbol, name }: Line): AssetTerms {
  const option = optionOf(symbol)
  if (option !== undefined) return { ...option, name }
  // SPAXX** is the fund of the core account.
  const plain = symbol.replace(/\*+$/, '')
  return plain === '' ? { name } : { symbol: plain, name }
}

function isText({ cells }: Pick<Line, 'cells'>): boolean {
  return cells.filter((cell) => cell.trim() !== '').length < 2
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
    after: number('Ending Value'),
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
    lastPrice: text('Last Price'),
    worth: text('Current Value'),
    change: optional(text('Last Price Change')),
    today: optional(text("Today's Gain/Loss Dollar")),
    todayShare: optional(text("Today's Gain/Loss Percent")),
    gain: optional(text('Total Gain/Loss Dollar')),
    gainShare: optional(text('Total Gain/Loss Percent')),
    share: optional(text('Percent Of Account')),
    basis: optional(text('Cost Basis Total')),
    average: optional(text('Average Cost Basis')),
    type: optional(text('Type')),
    date: optional(day(REPORT_DAY)),
  },
  // Money and what is pending have a value, but no quantity.
  kind: (line) => (isText(line) ? 'text' : line.quantity === undefined ? 'cash' : 'position'),
  rows,
})

/** "Date downloaded Nov-23-2024 3:14 p.m ET" stands below the positions; statements do not name their day. */
export function preparePositions(file: ReportFile): ReportFile {
  const day = /^date downloaded\s+(\S+)/i
  const named = withReportDay(file, { titles: ['Account Number', 'Last Price'], day, dates: 'mdy' })
  return withReportDay(named, { titles: ['Symbol/CUSIP', 'Ending Value'], day, dates: 'mdy' })
}
