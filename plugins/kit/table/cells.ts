/** Rows of a table as lines: each cell is read on first use. */
import { fromMinorUnit, isCurrency, normaliseCurrency } from '#src/shared/currency.ts'
import { DECIMAL_PLACES, divideHalfEven } from '#src/shared/decimal.ts'
import type { Row } from '../../brim/contract.ts'
import { type DayOrder, parseDay, parseTime } from '../date.ts'
import { isIsin } from '../isin.ts'
import { type NumberStyle, parseNumber } from '../number.ts'
import { RowRefusal, refuse } from '../refuse.ts'
import type { Column, Columns, Unit } from './columns.ts'
import type { Line } from './layout.ts'

export type CellFormat = {
  readonly dates: DayOrder
  readonly numbers: NumberStyle
  /** Codes that are money; with it, other codes are coins. */
  readonly money: ReadonlySet<string> | undefined
}

/** A line, and the texts of its numbers that were rounded to 12 places. `readers`: its columns by name, for those who know the name at run time only. */
export type RawLine = Line<Columns> & {
  readonly cut: readonly string[]
  readonly readers: Readonly<Record<string, ((line: unknown) => unknown) | undefined>>
}

type ReadCell = (cell: string, title: string) => unknown
type Reader = (line: BaseLine) => unknown
/** A column, where it stands in the table, and for numbers where a line remembers it. */
type Placed = {
  readonly column: Column<unknown>
  readonly name: string
  readonly slot: number
  readonly place: number | undefined
}

const NOTHING = /^(?:|-+|–|—|n\/?a\.?|null|none)$/i
const MAX_PLACES = 40
const MAX_REMEMBERED = 10_000
/** `31 Sept. 2024`; an ISIN has 12 characters. */
const LONGEST_DAY = 13
const DAY_LENGTH = 10
const EMPTY = Symbol('empty')

const NONE_CUT: readonly string[] = []

class BaseLine {
  readonly row: number
  readonly cells: readonly string[]
  cut = NONE_CUT
  /** Numbers that were read, by their slots. */
  values: unknown[] | undefined

  constructor(row: number, cells: readonly string[]) {
    this.row = row
    this.cells = cells
    this.values = undefined
  }
}

/** Makes lines of the rows below a header. `places`: where the columns stand, those that are not there left out; `offset` is added to row numbers. */
export function createLines(
  columns: Columns,
  places: ReadonlyMap<string, number>,
  format: CellFormat,
  offset: number,
): (row: Row) => RawLine {
  class TableLine extends BaseLine {}
  const readers: Record<string, Reader> = Object.create(null)
  let numbers = 0
  for (const [name, column] of Object.entries(columns)) {
    const slot = column.kind === 'number' ? numbers++ : 0
    const reader = columnReader({ column, name, slot, place: places.get(name) }, format)
    readers[name] = reader
    const get = function (this: BaseLine): unknown {
      return reader(this)
    }
    Object.defineProperty(TableLine.prototype, name, { get, enumerable: true })
  }
  Object.defineProperty(TableLine.prototype, 'readers', { value: readers })
  // The columns are getters that were put on the class one by one: the compiler cannot see them.
  return (row) => new TableLine(row.number + offset, row.cells) as unknown as RawLine
}

/** Texts are trimmed and other cells looked up each time, which costs less than to remember them a line; numbers are read once. */
function columnReader({ column, name, slot, place }: Placed, format: CellFormat): Reader {
  if (place === undefined) return column.kind === 'text' ? () => '' : () => undefined
  if (column.kind === 'text') return ({ cells }) => trimmed(cells[place])
  const read = readerOf(column, format)
  const title = column.titles[0]?.title ?? name
  if (column.kind !== 'number') return ({ cells }) => read(trimmed(cells[place]), title)
  return (line) => {
    line.values ??= []
    const known = line.values[slot]
    if (known !== undefined) return known === EMPTY ? undefined : known
    const value = read(trimmed(line.cells[place]), title)
    const short = typeof value === 'string' ? atMostPlaces(value, line) : EMPTY
    line.values[slot] = short
    return short === EMPTY ? undefined : short
  }
}

/** Nearly all cells are trimmed: the codes of their first and last characters tell. */
function trimmed(cell = ''): string {
  return isInk(cell.charCodeAt(0)) && isInk(cell.charCodeAt(cell.length - 1)) ? cell : cell.trim()
}

/** A visible character of ASCII. */
function isInk(code: number): boolean {
  return code > 32 && code < 127
}

/** Rounded half to even where there are more places than the ledger has. What lies beyond the forty-first decides only whether there is anything. */
function atMostPlaces(value: string, line: BaseLine): string {
  const point = value.indexOf('.')
  if (point < 0 || value.length - point - 1 <= DECIMAL_PLACES) return value
  line.cut = [...line.cut, value]
  const [whole, places] = [value.slice(0, point), value.slice(point + 1)]
  const near =
    places.length > MAX_PLACES && /[1-9]/.test(places.slice(MAX_PLACES))
      ? `${places.slice(0, MAX_PLACES)}1`
      : places.slice(0, MAX_PLACES)
  if (whole.length > MAX_PLACES) return `${whole}.${places.slice(0, DECIMAL_PLACES)}`
  const divisor = 10n ** BigInt(near.length - DECIMAL_PLACES)
  const digits = String(divideHalfEven(BigInt(`${whole.replace('-', '')}${near}`), divisor)).padStart(DECIMAL_PLACES + 1, '0')
  const short = `${digits.slice(0, -DECIMAL_PLACES)}.${digits.slice(-DECIMAL_PLACES)}`.replace(/\.?0+$/, '')
  return short === '0' ? '0' : `${value.startsWith('-') ? '-' : ''}${short}`
}

function readerOf(column: Column<unknown>, format: CellFormat): ReadCell {
  if (column.kind === 'text') return (cell) => cell
  if (column.kind === 'number') return numberReader(format.numbers)
  if (column.kind === 'clock') return remembered((cell, title) => readClock(cell, title))
  if (column.kind === 'unit') return remembered((cell, title) => readUnit(cell, title, format.money))
  if (column.kind === 'isin') return remembered(readIsin)
  const read = remembered((cell, title) => readDay(cell, title, format.dates, column.required))
  return format.dates === 'ymd' ? read : rememberedDays(read)
}

/**
 * Moments repeat their days: what stands before the clock (else ten characters), where no digits are parted, says the day of the text if it says one at
 * all. In the order `ymd`, to read them costs less than to find them again.
 */
function rememberedDays(read: ReadCell): ReadCell {
  const known = new Map<string, unknown>()
  let areApart = true
  let [last, lastValue]: [string, unknown] = ['', undefined]
  const find: ReadCell = (cell, title) => {
    const colon = cell.indexOf(':')
    const end = colon < 2 ? DAY_LENGTH : colon - 2
    if (!areApart || cell.length <= end || (isDigitAt(cell, end) && isDigitAt(cell, end - 1))) return read(cell, title)
    const day = cell.slice(0, end)
    const found = known.get(day)
    if (found !== undefined) return found
    const value = read(cell, title)
    areApart = value !== undefined && value === dayOrNothing(read, day, title)
    if (areApart && known.size < MAX_REMEMBERED) known.set(day, value)
    return value
  }
  return (cell, title) => {
    if (cell === last && lastValue !== undefined) return lastValue
    const value = find(cell, title)
    ;[last, lastValue] = [cell, value]
    return value
  }
}

function isDigitAt(text: string, place: number): boolean {
  const code = text.charCodeAt(place)
  return code >= 48 && code <= 57
}

function dayOrNothing(read: ReadCell, text: string, title: string): unknown {
  try {
    return read(text, title)
  } catch (error) {
    if (error instanceof RowRefusal) return undefined
    throw error
  }
}

/** Days, currencies and the like repeat: each text is read once. Of longer ones, moments mostly, which do not, the last is remembered. */
function remembered(read: ReadCell): ReadCell {
  const known = new Map<string, unknown>()
  let [last, lastValue]: [string, unknown] = ['', undefined]
  return (cell, title) => {
    const isLong = cell.length > LONGEST_DAY
    const found = !isLong ? known.get(cell) : cell === last ? lastValue : undefined
    if (found !== undefined) return found
    const value = read(cell, title)
    if (isLong) [last, lastValue] = [cell, value]
    else if (value !== undefined && known.size < MAX_REMEMBERED) known.set(cell, value)
    return value
  }
}

function numberReader(style: NumberStyle): ReadCell {
  return (cell, title) => {
    if (cell === '') return undefined
    const value = parseNumber(cell, style)
    if (value !== undefined) return value
    if (NOTHING.test(cell)) return undefined
    const sign = style === 'dot' ? 'point' : 'comma'
    return refuse('invalid-number', `${title}: "${cell}" is no number with a decimal ${sign}.`)
  }
}

function readDay(cell: string, title: string, order: DayOrder, isRequired: boolean): string | undefined {
  const value = parseDay(cell, order) ?? (order === 'ymd' ? undefined : isoDay(cell))
  if (value !== undefined) return value
  if (!isRequired && NOTHING.test(cell)) return undefined
  return refuse('invalid-date', `${title}: "${cell}" is no day.`)
}

/** Sheets give days as `YYYY-MM-DD` whatever the format of the CSV. */
function isoDay(cell: string): string | undefined {
  return /^\d{4}-\d\d-\d\d/.test(cell) ? parseDay(cell, 'ymd') : undefined
}

function readClock(cell: string, title: string): string | undefined {
  const value = parseTime(cell)
  if (value !== undefined || NOTHING.test(cell) || /^\d{4}-\d\d-\d\d$/.test(cell)) return value
  return refuse('invalid-time', `${title}: "${cell}" is no time of day.`)
}

function readUnit(cell: string, title: string, money: ReadonlySet<string> | undefined): Unit | undefined {
  if (NOTHING.test(cell)) return undefined
  const minor = fromMinorUnit(cell)
  if (minor !== undefined) return minor
  const code = normaliseCurrency(cell)
  if (isCurrency(code) || money !== undefined) return { currency: code, divisor: 1 }
  return refuse('unknown-currency', `${title}: "${cell}" is no currency.`)
}

function readIsin(cell: string, title: string): string | undefined {
  const code = cell.toUpperCase()
  if (isIsin(code)) return code
  if (NOTHING.test(cell)) return undefined
  return refuse('invalid-isin', `${title}: "${cell}" is no ISIN.`)
}
