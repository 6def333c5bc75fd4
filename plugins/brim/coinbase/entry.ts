/** One row of the history, read and checked; whatever cannot be read stops the row with a reason, never with a guess. */
import type { Row } from '#plugins/brim/contract.ts'
import { instantOf, parseDay, parseTime } from '#plugins/kit/date.ts'
import { parseNumber, refuse, remembered, roundedText, type Spot, squeeze, trimmed } from '#plugins/kit/index.ts'
import { isCurrency } from '#src/shared/currency.ts'
import { absolute, DECIMAL_PLACES, type Decimal, decimal, tryDecimal } from '#src/shared/decimal.ts'
import type { Layout } from './layout.ts'

export type Entry = Spot & {
  readonly id: string
  readonly date: string
  readonly time: string
  /** Milliseconds since 1970. */
  readonly instant: number
  /** As written, and in lower case for comparing. */
  readonly label: string
  readonly type: string
  readonly asset: string
  /** As signed in the file: older exports sign nothing, so a positive number may be on its way out. */
  readonly quantity: Decimal
  /** The text of a quantity that has more places than can be stored; the rest was cut off. */
  readonly cutOff: string | undefined
  readonly currency: string
  /** Without sign, in `currency`: the signs of these columns changed over the years. */
  readonly price: Decimal | undefined
  readonly subtotal: Decimal | undefined
  readonly total: Decimal | undefined
  readonly fees: Decimal | undefined
  readonly notes: string
}

const UTC_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z| ?UTC|\+00:?00)?$/
const GROUPED = /^\D*\d{1,3}(?:,\d{3})+(?:\.\d+)?\D*$/

/** Reads a row. Throws RowRefusal for a time that is not UTC, a number that is none, a missing asset or an unknown currency. */
export function readEntry(row: Row, layout: Layout): Entry {
  const { cells } = row
  const { columns } = layout
  const get = (column: number | undefined) => (column === undefined ? '' : trimmed(cells[column]))
  const asset = get(columns.asset).toUpperCase()
  const { label, type } = layout.typeOf(get(columns.type))
  const quantity = readNumber(get(columns.quantity))
  if (asset === '') refuse('no-asset', `"${label}" needs an asset, but the row names none.`)
  if (!quantity || quantity.value === 0n) return refuse('no-quantity', `"${get(columns.quantity)}" is no quantity above zero.`)
  const currency = get(columns.currency) || (layout.currency ?? '')
  if (currency !== '' && !isCurrency(currency)) refuse('unknown-currency', `"${currency}" is no currency.`)
  const { date, time, instant } = timeOf(get(columns.timestamp))
  return {
    row: row.number,
    cells,
    id: get(columns.id),
    date,
    time,
    instant,
    label,
    type,
    asset,
    quantity: quantity.value,
    cutOff: quantity.cut ? get(columns.quantity) : undefined,
    currency,
    price: unsigned(get(columns.price)),
    subtotal: unsigned(get(columns.subtotal)),
    total: unsigned(get(columns.total)),
    fees: unsigned(get(columns.fees)),
    notes: squeeze(get(columns.notes)),
  }
}

/** Rows of one event have the same time. */
const timeOf = remembered(readTime)

function readTime(stamp: string): Pick<Entry, 'date' | 'time' | 'instant'> {
  const date = UTC_TIME.test(stamp) ? parseDay(stamp, 'ymd') : undefined
  const time = parseTime(stamp)
  if (date === undefined || time === undefined)
    return refuse('bad-date', `The time "${stamp}" is not written as YYYY-MM-DD HH:MM:SS UTC.`)
  return { date, time, instant: instantOf(date, time) }
}

/** A number with or without a currency sign and thousands commas; `cut` when it had more than 12 places, `undefined` for an empty cell. */
function readNumber(cell: string): { value: Decimal; cut: boolean } | undefined {
  if (cell === '') return undefined
  return tryNumber(cell) ?? refuse('bad-number', `"${cell}" cannot be read as an exact number.`)
}

/** The same, `undefined` for whatever is no number. */
export function tryNumber(cell: string): { value: Decimal; cut: boolean } | undefined {
  const exact = tryDecimal(cell)
  if (typeof exact !== 'string') return { value: exact, cut: false }
  const plain = cell.includes(',') && !GROUPED.test(cell) ? undefined : parseNumber(cell, 'dot')
  if (plain === undefined) return undefined
  const point = plain.indexOf('.')
  const end = point < 0 ? plain.length : point + 1 + DECIMAL_PLACES
  const shortened = tryDecimal(plain.length > end ? plain.slice(0, end) : plain)
  return typeof shortened === 'string'
    ? undefined
    : { value: shortened, cut: plain.length > end && /[1-9]/.test(plain.slice(end)) }
}

/** A price or an amount, rounded half to even to 12 places where the file has more. */
function unsigned(cell: string): Decimal | undefined {
  if (cell === '') return undefined
  const exact = tryDecimal(cell)
  if (typeof exact !== 'string') return absolute(exact)
  const read = readNumber(cell)
  return read?.cut ? absolute(decimal(roundedText(parseNumber(cell, 'dot') ?? ''))) : read && absolute(read.value)
}
