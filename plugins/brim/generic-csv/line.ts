/** One row, read by field: what stands in it, not yet what it means. */
import type { Row } from '#plugins/brim/contract.ts'
import { type DayOrder, type NumberStyle, parseDay, parseTime, rowText } from '#plugins/kit/index.ts'
import type { Decimal } from '#src/shared/decimal.ts'
import { type Field, type Layout, type NumberField, titleKey } from './columns.ts'
import { isoDay } from './evidence.ts'
import { inUnit, RowRefusal, readFigure, readUnit, type Unit } from './figures.ts'
import { type Kind, kindNamed } from './kinds.ts'
import type { Mapping } from './mapping.ts'

/** How the rows of this file are to be read. */
export type Reading = {
  readonly layout: Layout
  readonly mapping: Mapping
  readonly dayOrder: DayOrder | undefined
  readonly style: NumberStyle | undefined
  /** Costs, taxes or withdrawals carry a minus somewhere in the file. */
  readonly signed: boolean
}

/** Something worth a look in a row that became a transaction. */
export type Note = { readonly severity: 'warning' | 'info'; readonly code: string; readonly detail: string }

export type Line = {
  readonly row: Row
  readonly kind: Kind
  readonly date: string
  readonly time: string | undefined
  readonly settledOn: string | undefined
  readonly quantity: Decimal | undefined
  /** In whole units of `priceUnit`. */
  readonly price: Decimal | undefined
  readonly priceUnit: Unit | undefined
  readonly fxRate: Decimal | undefined
  /** This and the following in whole units of `unit`. */
  readonly amount: Decimal | undefined
  readonly fees: Decimal
  readonly taxes: Decimal
  readonly costBasis: Decimal | undefined
  readonly unit: Unit | undefined
  readonly costShare: Decimal | undefined
  readonly notes: Note[]
  /** The cell of a text field; `''` when there is none. */
  readonly text: (field: Field) => string
}

/** A cell of a row by field, trimmed; the default of the mapping when it is empty. */
export function cellOf(row: Row, field: Field, { layout, mapping }: Reading): string {
  const place = layout.places.get(field)
  const cell = place === undefined ? '' : (row.cells[place] ?? '').trim()
  return cell === '' ? (mapping.defaults.get(field) ?? '') : cell
}

/** The type of a row. Throws RowRefusal when it has none that is known. */
export function readKind(row: Row, reading: Reading): Kind | 'ignore' {
  const { layout, mapping } = reading
  const place = layout.places.get('type')
  const name = place === undefined ? '' : (row.cells[place] ?? '').trim()
  const kind =
    name === '' ? kindNamed(mapping.defaults.get('type') ?? '') : (mapping.types.get(titleKey(name)) ?? kindNamed(name))
  if (kind !== undefined) return name === '' && kind !== 'ignore' ? { ...kind, assumed: true } : kind
  if (name === '') throw new RowRefusal('missing-type', `The row has no type of transaction. It says: ${rowText(row)}`)
  throw new RowRefusal('unknown-type', `"${name}" is no type of transaction. Map it with options.mapping.types, or to IGNORE.`)
}

/** Reads a row that has a known type. Throws RowRefusal. */
export function readLine(row: Row, kind: Kind, reading: Reading): Line {
  const notes: Note[] = []
  const figure = (field: NumberField) => readNumber(row, field, reading, notes)
  const currency = cellOf(row, 'currency', reading)
  const unit = currency === '' ? undefined : readUnit(currency, 'currency')
  const priceCurrency = cellOf(row, 'price_currency', reading)
  const priceUnit = priceCurrency === '' ? unit : readUnit(priceCurrency, 'price_currency')
  const money = (field: NumberField) => {
    const value = figure(field)
    return value === undefined ? undefined : inUnit(value, unit)
  }
  const price = figure('price')
  return {
    row,
    kind,
    ...readMoment(row, reading, notes),
    quantity: figure('quantity'),
    price: price === undefined ? undefined : inUnit(price, priceUnit),
    priceUnit,
    fxRate: figure('fx_rate'),
    amount: money('amount'),
    fees: cost(money('fees')),
    taxes: cost(money('taxes')),
    costBasis: money('cost_basis'),
    unit,
    costShare: figure('cost_share'),
    notes,
    text: (field) => plainText(cellOf(row, field, reading)),
  }
}

function readNumber(row: Row, field: NumberField, reading: Reading, notes: Note[]): Decimal | undefined {
  const cell = cellOf(row, field, reading)
  if (cell === '') return undefined
  const figure = readFigure(cell, field, reading.style)
  if (figure?.rounded) notes.push({ severity: 'warning', code: 'rounded', detail: `${field} ${cell} was rounded to 12 places.` })
  return figure?.value
}

/** Many exports write a cost with a minus; it is the same cost. */
function cost(value: Decimal | undefined): Decimal {
  if (value === undefined) return 0n as Decimal
  return (value < 0n ? -value : value) as Decimal
}

function readMoment(row: Row, reading: Reading, notes: Note[]): Pick<Line, 'date' | 'time' | 'settledOn'> {
  const cell = cellOf(row, 'date', reading)
  if (cell === '') throw new RowRefusal('missing-date', 'The row has no date.')
  const date = readDay(cell, reading)
  const timeCell = cellOf(row, 'time', reading)
  const time = parseTime(timeCell === '' && cell.length > 10 ? cell : timeCell)
  if (timeCell !== '' && time === undefined)
    notes.push({ severity: 'warning', code: 'invalid-time', detail: `time "${timeCell}" is no time of day; it was left out.` })
  const settled = cellOf(row, 'settled_on', reading)
  return { date, time, settledOn: settled === '' ? undefined : readDay(settled, reading) }
}

function readDay(cell: string, { dayOrder, mapping }: Reading): string {
  const stated = mapping.dayOrder
  const day = stated === undefined ? (isoDay(cell) ?? (dayOrder && parseDay(cell, dayOrder))) : parseDay(cell, stated)
  if (day === undefined && stated === undefined && (parseDay(cell, 'dmy') ?? parseDay(cell, 'mdy')) !== undefined)
    throw new RowRefusal('ambiguous-date', `"${cell}" is no ISO day and the file does not tell day from month. ${ORDER_HINT}`)
  if (day === undefined || day < '1900') throw new RowRefusal('invalid-date', `"${cell}" is no day that exists. ${ORDER_HINT}`)
  return day
}

const ORDER_HINT = 'State options.mapping.date_format: "ymd", "dmy" or "mdy".'

/** Our own export writes an apostrophe before a text that a spreadsheet would take for a formula. */
function plainText(cell: string): string {
  return cell.charCodeAt(0) === 39 && /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}
