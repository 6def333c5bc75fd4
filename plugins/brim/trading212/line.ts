/** One row of an export, read by title; whatever cannot be read stops the row with a reason, never with a guess. */
import type { Row } from '#plugins/brim/contract.ts'
import { parseDay, parseNumber, parseTime, rowText } from '#plugins/kit/index.ts'
import { fromMinorUnit, isCurrency } from '#src/shared/currency.ts'
import { type Decimal, divide, tryDecimal, whole } from '#src/shared/decimal.ts'
import type { Layout } from './layout.ts'

/** Why a row cannot be imported; `code` and `message` go into its issue. */
export class RowRefusal extends Error {
  readonly code: string
  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

/** An amount in an ISO currency. */
export type Money = { readonly value: Decimal; readonly currency: string }

/** `divisor` is 100 for pence and the like: an amount divided by it is in `currency`. */
export type Unit = { readonly currency: string; readonly divisor: Decimal }

export type Line = {
  readonly number: number
  readonly text: string
  readonly action: string
  readonly date: string
  readonly time: string | undefined
  /** Milliseconds since 1970, for pairing rows only. */
  readonly instant: number
  readonly layout: Layout
  readonly cells: readonly string[]
  /** The trimmed cell of a folded title, `''` when there is none. */
  readonly get: (title: string) => string
}

const UTC_TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|\+00:?00| UTC)?)?$/
const NUMBER = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?(?:[eE][+-]?\d{1,3})?$/

/** A row below its header. Throws RowRefusal for a time that is no UTC time `YYYY-MM-DD HH:MM:SS`. */
export function readLine(row: Row, layout: Layout): Line {
  const get = (title: string) => cellAt(row.cells, layout.columns.get(title))
  const stamp = get('time')
  const date = UTC_TIME.test(stamp) ? parseDay(stamp, 'ymd') : undefined
  const time = parseTime(stamp)
  if (date === undefined || (time === undefined && stamp.length > 10))
    throw new RowRefusal('bad-date', `The time "${stamp}" is not written as YYYY-MM-DD HH:MM:SS in UTC.`)
  const instant = Date.parse(`${date}T${time ?? '00:00'}Z`)
  return { number: row.number, text: rowText(row), action: get('action'), date, time, instant, layout, cells: row.cells, get }
}

function cellAt(cells: readonly string[], index: number | undefined): string {
  return index === undefined ? '' : (cells[index] ?? '').trim()
}

/** The number of a column; `undefined` when the cell is empty or says that it is not available. */
export function numberOf(line: Line, title: string): Decimal | undefined {
  const cell = line.get(title)
  if (cell === '' || cell.toLowerCase() === 'not available') return undefined
  const parsed = NUMBER.test(cell) ? tryDecimal(parseNumber(cell, 'dot') ?? '') : 'not-a-number'
  if (typeof parsed === 'string')
    throw new RowRefusal('bad-number', `"${cell}" in the column "${title}" cannot be read as an exact number (${parsed}).`)
  return parsed
}

/** What a column is counted in: named in the header (`Total (GBP)`) or in its `Currency (...)` cell; `undefined` when it says nothing. */
export function unitOf(line: Line, title: string): Unit | undefined {
  const place = line.layout.currencies.get(title)
  const code = typeof place === 'string' ? place : cellAt(line.cells, place)
  if (code === '') return undefined
  const minor = fromMinorUnit(code)
  if (minor) return { currency: minor.currency, divisor: whole(minor.divisor) }
  if (!isCurrency(code)) throw new RowRefusal('unknown-currency', `"${code}" in the column "Currency (${title})" is no currency.`)
  return { currency: code, divisor: whole(1) }
}

/** A column with its currency; `undefined` when the cell is empty. `otherwise` is the currency when the file names none. */
export function moneyAt(line: Line, title: string, otherwise?: string): Money | undefined {
  const value = numberOf(line, title)
  if (value === undefined) return undefined
  const unit = unitOf(line, title)
  if (unit) return { value: divide(value, unit.divisor), currency: unit.currency }
  if (otherwise === undefined) throw new RowRefusal('no-currency', `The column "${title}" has an amount but no currency.`)
  return { value, currency: otherwise }
}

/**
 * What the row did to the cash balance, as the file signs it: `Net Total` where it is filled, else `Total` (`Gross Total` in the newest
 * exports). Both have fees and taxes of a trade in them.
 */
export function totalOf(line: Line): Money | undefined {
  return moneyAt(line, 'net total') ?? moneyAt(line, 'total') ?? moneyAt(line, 'gross total')
}

/** The total, which the row cannot do without. */
export function requireTotal(line: Line): Money {
  const total = totalOf(line)
  if (!total)
    throw new RowRefusal('no-total', 'The row has no amount in its total column, so what it did to the cash balance is unknown.')
  return total
}

/** The number of shares, above zero. */
export function requireShares(line: Line): Decimal {
  const shares = numberOf(line, 'no. of shares')
  if (shares === undefined || shares <= 0n)
    throw new RowRefusal('no-quantity', `"${line.get('no. of shares')}" is no number of shares above zero.`)
  return shares
}
