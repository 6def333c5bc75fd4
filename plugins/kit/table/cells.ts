/** Rows of a table as lines: each cell is read on first use. */
import { fromMinorUnit, isCurrency, normaliseCurrency } from '#src/shared/currency.ts'
import type { Row } from '../../brim/contract.ts'
import { type DayOrder, openDays, parseTime } from '../date.ts'
import { roundedText } from '../figures.ts'
import { isIsin } from '../isin.ts'
import { type NumberStyle, parseNumber } from '../number.ts'
import { refuse } from '../refuse.ts'
import { remembered } from '../remembered.ts'
import { trimmed } from '../text.ts'
import type { Column, Columns } from './columns.ts'
import type { Line } from './layout.ts'

export type CellFormat = {
  readonly dates: DayOrder
  readonly numbers: NumberStyle
  /** Codes that are money; with it, other codes are coins. */
  readonly money: ReadonlySet<string> | undefined
}

/** A line, and the texts of its numbers that were rounded to 12 places. */
export type RawLine = Line<Columns> & {
  readonly cut: readonly string[]
}

type Reader = (line: BaseLine) => unknown

const NOTHING = /^(?:|-+|–|—|n\/?a\.?|null|none)$/i
const NO_CLOCK = /^(?:|-+|–|—|n\/?a\.?|null|none|\d{4}-\d\d-\d\d)$/i
const LONGEST_TEXT = 200
const NONE_CUT: readonly string[] = []

type BaseLine = { readonly cells: readonly string[]; readonly readers: readonly Reader[]; cut: readonly string[] }
type LineClass = new (row: number, cells: readonly string[], readers: readonly Reader[]) => BaseLine

/** One class for all lines of a layout, in all its files: code that met another kind of object in each would stay slow. */
const classes = new WeakMap<Columns, LineClass>()

function classOf(columns: Columns): LineClass {
  const known = classes.get(columns)
  if (known !== undefined) return known
  class TableLine implements BaseLine {
    readonly row: number
    readonly cells: readonly string[]
    readonly readers: readonly Reader[]
    cut: readonly string[]

    constructor(row: number, cells: readonly string[], readers: readonly Reader[]) {
      this.row = row
      this.cells = cells
      this.readers = readers
      this.cut = NONE_CUT
    }
  }
  for (const [index, name] of Object.keys(columns).entries()) {
    const get = function (this: BaseLine) {
      return this.readers[index]?.(this)
    }
    Object.defineProperty(TableLine.prototype, name, { get, enumerable: true })
  }
  classes.set(columns, TableLine)
  return TableLine
}

/** Makes lines of the rows below a header. `places`: where the columns stand, those that are not there left out; `offset` is added to row numbers. */
export function createLines(
  columns: Columns,
  places: ReadonlyMap<string, number>,
  format: CellFormat,
  offset: number,
): (row: Row) => RawLine {
  const TableLine = classOf(columns)
  const readers = Object.entries(columns).map(([name, column]) => readerOf(column, places.get(name), format))
  // The columns are getters that were put on the class one by one: the compiler cannot see them.
  return (row) => new TableLine(row.number + offset, row.cells, readers) as unknown as RawLine
}

/** Cells are looked up each time, which costs less than to remember them a line. */
function readerOf(column: Column<unknown>, place: number | undefined, format: CellFormat): Reader {
  const make = column.make && remembered(column.make, LONGEST_TEXT)
  if (make !== undefined) return place === undefined ? () => make('') : ({ cells }) => make(trimmed(cells[place]))
  if (place === undefined) return column.kind === 'text' ? () => '' : () => undefined
  if (column.kind === 'text') return ({ cells }) => trimmed(cells[place])
  const read = parserOf(column, format)
  return column.kind === 'number' ? numberReader(read, place) : ({ cells }) => read(trimmed(cells[place]))
}

/** Numbers do not repeat, but that of the row at hand is needed again: it is read once, and rounded where it has more places than the ledger. */
function numberReader(read: (cell: string) => unknown, place: number): Reader {
  let [last, lastValue]: [BaseLine | undefined, string | undefined] = [undefined, undefined]
  return (line) => {
    if (line === last) return lastValue
    const value = read(trimmed(line.cells[place])) as string | undefined
    lastValue = value === undefined ? undefined : roundedText(value)
    if (value !== undefined && lastValue !== value && !line.cut.includes(value)) line.cut = [...line.cut, value]
    last = line
    return lastValue
  }
}

/** How a trimmed cell is read; what it cannot be read as refuses the row. */
function parserOf({ kind, titles: [heading], required }: Column<unknown>, format: CellFormat): (cell: string) => unknown {
  const { parse, code, what, nothing = NOTHING } = waysOf(format)[kind as Exclude<typeof kind, 'text'>]
  const mayBeEmpty = kind !== 'day' || !required
  return (cell) => {
    const value = parse(cell)
    if (value !== undefined || (mayBeEmpty && (cell === '' || nothing.test(cell)))) return value
    return refuse(code, `${heading?.title}: "${cell}" is no ${what}.`)
  }
}

type Way = { readonly parse: (cell: string) => unknown; readonly code: string; readonly what: string; readonly nothing?: RegExp }

/** Days, currencies and the like repeat: each is read once. */
function waysOf({ dates, numbers, money }: CellFormat): Record<'number' | 'day' | 'clock' | 'unit' | 'isin', Way> {
  const sign = numbers === 'dot' ? 'point' : 'comma'
  const unitIn = (cell: string) => {
    if (NOTHING.test(cell)) return undefined
    const code = normaliseCurrency(cell)
    return fromMinorUnit(cell) ?? (isCurrency(code) || money !== undefined ? { currency: code, divisor: 1 } : undefined)
  }
  const isinIn = (cell: string) => (isIsin(cell.toUpperCase()) ? cell.toUpperCase() : undefined)
  return {
    number: { parse: (cell) => parseNumber(cell, numbers), code: 'invalid-number', what: `number with a decimal ${sign}` },
    day: { parse: openDays(dates), code: 'invalid-date', what: 'day' },
    clock: { parse: remembered(parseTime), code: 'invalid-time', what: 'time of day', nothing: NO_CLOCK },
    unit: { parse: remembered(unitIn), code: 'unknown-currency', what: 'currency' },
    isin: { parse: remembered(isinIn), code: 'invalid-isin', what: 'ISIN' },
  }
}
