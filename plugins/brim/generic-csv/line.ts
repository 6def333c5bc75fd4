/** One row, read by field: what stands in it, not yet what it means. */
import type { Row } from '#plugins/brim/contract.ts'
import { type DayOrder, inUnit, type NumberStyle, parseDay, parseTime, refuse, type Unit } from '#plugins/kit/index.ts'
import { type Decimal, formatDecimal, subtract } from '#src/shared/decimal.ts'
import type { Cells } from './cells.ts'
import { type Field, type Layout, titleKey } from './columns.ts'
import { isoDay } from './evidence.ts'
import { type Figure, readFigure, readUnit } from './figures.ts'
import { type Kind, kindNamed } from './kinds.ts'
import type { Mapping } from './mapping.ts'

/** How the rows of this file are to be read. */
export type Reading = {
  readonly layout: Layout
  readonly mapping: Mapping
  readonly dayOrder: DayOrder | undefined
  readonly style: NumberStyle | undefined
  /** Whether costs, taxes or withdrawals carry a minus somewhere in the file. Most files never need to know. */
  readonly signed: () => boolean
  /** Whether any row has a status: then every row needs one. */
  readonly hasStatus: () => boolean
  readonly memory: Memory
  readonly cellsOf: (row: Row) => Cells
}

/** What cells were found to mean: most days, types, figures and currencies of a file occur many times. */
export type Memory = {
  readonly kinds: Map<string, Kind | 'ignore'>
  readonly days: Map<string, string>
  readonly figures: Map<string, Figure>
  readonly units: Map<string, Unit>
}

const MAX_REMEMBERED = 20_000

export function createMemory(): Memory {
  return { kinds: new Map(), days: new Map(), figures: new Map(), units: new Map() }
}

function remember<K, V>(known: Map<K, V>, key: K, value: V): V {
  if (known.size < MAX_REMEMBERED) known.set(key, value)
  return value
}

/** `formatDecimal`, by the figure that a value is mostly read from: its text is there already. */
export function written(value: Decimal, figure: Figure | undefined): string {
  return figure?.text !== undefined && figure.value === value ? figure.text : formatDecimal(value)
}

/** Something worth a look in a row that became a transaction. */
type Note = { readonly severity: 'warning' | 'info'; readonly code: string; readonly detail: string }

export type Line = {
  readonly row: Row
  readonly cells: Cells
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
  /** Whether the amount is what it was before fees and taxes. */
  readonly isGross: boolean
  readonly fees: Decimal
  readonly taxes: Decimal
  readonly costBasis: Decimal | undefined
  readonly unit: Unit | undefined
  readonly costShare: Decimal | undefined
  /** As they stand in the row, before units and signs. */
  readonly figures: Readonly<Record<'quantity' | 'price' | 'amount' | 'fees' | 'taxes', Figure | undefined>>
  readonly notes: Note[]
}

/** The type that a cell names, or the default for an empty one. Throws RowRefusal when it has none that is known. */
export function readKind(name: string, { mapping, memory }: Reading): Kind | 'ignore' {
  return memory.kinds.get(name) ?? remember(memory.kinds, name, findKind(name, mapping))
}

function findKind(name: string, mapping: Mapping): Kind | 'ignore' {
  const kind =
    name === '' ? kindNamed(mapping.defaults.get('type') ?? '') : (mapping.types.get(titleKey(name)) ?? kindNamed(name))
  if (kind !== undefined) return name === '' && kind !== 'ignore' ? { ...kind, assumed: true } : kind
  if (name === '') refuse('missing-type', 'The row has no type of transaction.')
  refuse('unknown-type', `"${name}" is no type of transaction. Map it with options.mapping.types, or to IGNORE.`)
}

/** Reads a row that has a known type. Throws RowRefusal. */
export function readLine(row: Row, cells: Cells, kind: Kind, reading: Reading): Line {
  const notes: Note[] = []
  const unit = unitOf(cells.currency, 'currency', reading)
  const priceUnit = unitOf(cells.price_currency, 'price_currency', reading) ?? unit
  const date = readDate(cells, reading)
  const time = readTime(cells, notes)
  const settledOn = cells.settled_on === '' ? undefined : readDay(cells.settled_on, reading)
  const quantity = readNumber(cells.quantity, 'quantity', reading, notes)
  const price = readNumber(cells.price, 'price', reading, notes)
  const fxRate = readNumber(cells.fx_rate, 'fx_rate', reading, notes)
  const isGross = cells.amount === '' && cells.gross !== ''
  const amount = isGross ? readNumber(cells.gross, 'gross', reading, notes) : readNumber(cells.amount, 'amount', reading, notes)
  const fees = readNumber(cells.fees, 'fees', reading, notes)
  const taxes = readNumber(cells.taxes, 'taxes', reading, notes)
  requireOwnMoney(cells, fees)
  return {
    row,
    cells,
    kind,
    date,
    time,
    settledOn,
    quantity: quantity?.value,
    price: moneyOf(price, priceUnit),
    priceUnit,
    fxRate: fxRate?.value,
    amount: moneyOf(amount, unit),
    isGross,
    fees: cost(moneyOf(fees, unit)),
    taxes: cost(moneyOf(taxes, unit)),
    costBasis: moneyOf(readNumber(cells.cost_basis, 'cost_basis', reading, notes), unit),
    unit,
    costShare: readNumber(cells.cost_share, 'cost_share', reading, notes)?.value,
    figures: { quantity, price, amount, fees, taxes },
    notes,
  }
}

/** What an amount with its sign comes to, where costs are still to be taken from it. */
export function netOf({ isGross, fees, taxes }: Line, amount: Decimal): Decimal {
  return isGross ? subtract(subtract(amount, fees), taxes) : amount
}

/** Fees are part of the amount, so they are in its currency. */
function requireOwnMoney({ fee_currency: code, currency }: Cells, fees: Figure | undefined): void {
  if (code === '' || fees === undefined || fees.value === 0n || code.toUpperCase() === currency.toUpperCase()) return
  const detail = `The fees are in ${code}, the amount is not. Leave the row out and enter it by hand, with the fees as a FEE of that ${code}.`
  refuse('fee-currency', detail)
}

/** A figure in whole units. */
function moneyOf(figure: Figure | undefined, unit: Unit | undefined): Decimal | undefined {
  return figure === undefined ? undefined : inUnit(figure.value, unit)
}

function unitOf(code: string, field: 'currency' | 'price_currency', { memory: { units } }: Reading): Unit | undefined {
  if (code === '') return undefined
  return units.get(code) ?? remember(units, code, readUnit(code, field))
}

function readNumber(cell: string, field: Field, reading: Reading, notes: Note[]): Figure | undefined {
  if (cell === '') return undefined
  const known = reading.memory.figures.get(cell)
  const figure = known ?? readFigure(cell, field, reading.style)
  if (known === undefined && figure !== undefined) remember(reading.memory.figures, cell, figure)
  if (figure?.rounded) notes.push({ severity: 'warning', code: 'rounded', detail: `${field} ${cell} was rounded to 12 places.` })
  return figure
}

/** Many exports write a cost with a minus; it is the same cost. */
function cost(value: Decimal | undefined): Decimal {
  if (value === undefined) return 0n as Decimal
  return (value < 0n ? -value : value) as Decimal
}

function readDate({ date: cell }: Cells, reading: Reading): string {
  if (cell === '') refuse('missing-date', 'The row has no date.')
  const { days } = reading.memory
  return days.get(cell) ?? remember(days, cell, readDay(cell, reading))
}

/** Of a cell of its own, else of the date where that goes on behind the day. */
function readTime({ time: cell, date }: Cells, notes: Note[]): string | undefined {
  if (cell === '') return date.length > 10 ? parseTime(date) : undefined
  const time = parseTime(cell)
  if (time === undefined)
    notes.push({ severity: 'warning', code: 'invalid-time', detail: `time "${cell}" is no time of day; it was left out.` })
  return time
}

function readDay(cell: string, { dayOrder, mapping }: Reading): string {
  const stated = mapping.dayOrder
  const day =
    stated === undefined ? (isoDay(cell) ?? dayNamed(cell) ?? (dayOrder && parseDay(cell, dayOrder))) : parseDay(cell, stated)
  if (day === undefined && stated === undefined && (parseDay(cell, 'dmy') ?? parseDay(cell, 'mdy')) !== undefined)
    refuse('ambiguous-date', `"${cell}" is no ISO day and the file does not tell day from month. ${ORDER_HINT}`)
  if (day === undefined || day < '1900') refuse('invalid-date', `"${cell}" is no day that exists. ${ORDER_HINT}`)
  return day
}

/** `2 Jan 2024` needs no order. */
function dayNamed(cell: string): string | undefined {
  const day = /\p{L}{3}/u.test(cell) ? parseDay(cell, 'dmy') : undefined
  return day !== undefined && day === parseDay(cell, 'mdy') ? day : undefined
}

const ORDER_HINT = 'State options.mapping.date_format: "ymd", "dmy" or "mdy".'
