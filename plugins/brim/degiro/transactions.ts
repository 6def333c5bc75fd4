/** The transactions report: one row per fill, and rows without order id for corporate actions. */
import type { ParsedReport, Row, Table } from '#plugins/brim/contract.ts'
import {
  alikeTo,
  commonStyle,
  createRepeats,
  type EventMarks,
  fail,
  headerRows,
  ignore,
  info,
  inUnit,
  marksBy,
  type NumberStyle,
  parseTime,
  squeeze,
  type Unit,
  unitOfCode,
  warn,
  wholeEvents,
} from '#plugins/kit/index.ts'
import { absolute, add, type Decimal, divide, negate, sum, whole, ZERO } from '#src/shared/decimal.ts'
import { assetRef, type Book, closeBook, openBook, type Source } from './book.ts'
import { addPair, adjustmentOf, cancelsOut, type Half } from './corporate.ts'
import { readFigure } from './figures.ts'
import { bodyOf, readDay, type TradeColumns } from './layout.ts'
import { marketOf } from './markets.ts'
import { addTrade, openIds } from './trades.ts'

/** Of corporate actions of one minute so many are compared: a bound, not a limit that real reports reach. */
const MOST_NEIGHBOURS = 100

type Fill = Source & {
  readonly date: string
  readonly time: string | undefined
  readonly isin: string
  readonly product: string
  readonly exchange: string | undefined
  readonly quantity: Decimal
  readonly price: Decimal | undefined
  readonly unit: Unit | undefined
  /** Units of the account currency for one of the price currency, as booked. */
  readonly rate: Decimal | undefined
  /** Below zero: what was paid; above: refunded. */
  readonly fees: Decimal
  readonly total: Decimal
  readonly currency: string
  readonly order: string
}

export function parseTransactions(table: Table, header: Row, columns: TradeColumns): ParsedReport {
  const book = openBook(headerRows(table, { row: header, columns: {} }))
  const rows = bodyOf(table, header)
  const figures = [columns.price, columns.local, columns.value, columns.rate, ...columns.fees, columns.total]
  const style = commonStyle(rows.flatMap((row) => figures.map((index) => row.cells[index] ?? '')))
  const fills = rows.flatMap((row) => readFill(row, columns, style, book) ?? [])
  const isEvent = (fill: Fill) => fill.order === '' && fill.fees === 0n
  const idOf = openIds(fills)
  const trades = [...addEvents(book, fills.filter(isEvent)), ...fills.filter((fill) => !isEvent(fill))]
  const find = createRepeats()
  for (const fill of trades) {
    addFill(book, fill, idOf(fill))
    const first = find(fill.order, { number: fill.row, cells: fill.cells })
    if (first !== undefined) info(book, fill, 'row-alike', alikeTo(first))
  }
  const marks = marksBy(
    rows,
    (row) => row.number,
    ({ cells }) => fillMarks(cells, columns),
  )
  return wholeEvents(closeBook(book), marks)
}

/** Rows without an order make corporate actions of their day. */
function fillMarks(cells: readonly string[], { order }: TradeColumns): EventMarks {
  if (order.some((index) => squeeze(cells[index] ?? '') !== '')) return { of: [], perhapsOf: [] }
  const [day, security, time] = [cells[0], cells[3], cells[1]].map((cell) => squeeze(cell ?? ''))
  const marks = [`day ${day}`, `security ${security}`, `time ${time}`]
  return { of: marks, perhapsOf: readDay(squeeze(cells[0] ?? '')) === undefined ? marks : marks.slice(0, 1) }
}

function readFill(row: Row, columns: TradeColumns, style: NumberStyle | undefined, book: Book): Fill | undefined {
  const source: Source = { row: row.number, rows: [row.number], cells: row.cells }
  const cell = (index: number) => squeeze(row.cells[index] ?? '')
  const figure = (index: number) => readFigure(cell(index), style)
  const [date, quantity, total] = [readDay(cell(0)), figure(columns.quantity), figure(columns.total)]
  const currency = typeof columns.currency === 'string' ? columns.currency : cell(columns.currency)
  const unreadable = columns.fees.some((index) => cell(index) !== '' && figure(index) === undefined)
  if (date === undefined || quantity === undefined || total === undefined || unreadable || !unitOfCode(currency)) {
    const detail = 'Date, quantity, fee or total of this row cannot be read. Correct it in the file or enter it by hand.'
    fail(book, source, 'unreadable-row', detail)
    return undefined
  }
  return {
    ...source,
    date,
    time: parseTime(cell(1)),
    isin: cell(3).toUpperCase(),
    product: cell(2),
    exchange: marketOf(cell(4)),
    quantity,
    ...quotation(figure, unitOfCode(cell(columns.localCurrency)) ?? unitOfCode(cell(columns.priceCurrency)), columns, currency),
    fees: sum(columns.fees.map((index) => figure(index) ?? ZERO)),
    total,
    currency,
    order: columns.order.map(cell).find((text) => text !== '') ?? '',
  }
}

/** Price and rate in whole units of the price currency; the rate is what value and local value give, else the column's (foreign for one). */
function quotation(
  figure: (index: number) => Decimal | undefined,
  unit: Unit | undefined,
  columns: TradeColumns,
  currency: string,
): Pick<Fill, 'price' | 'unit' | 'rate'> {
  const perUnit = figure(columns.price)
  if (!unit || perUnit === undefined) return { price: undefined, unit, rate: undefined }
  const price = inUnit(perUnit, unit)
  if (unit.currency === currency) return { price, unit, rate: undefined }
  const [local, value, quoted] = [figure(columns.local) ?? ZERO, figure(columns.value) ?? ZERO, figure(columns.rate) ?? ZERO]
  if (local !== 0n && value !== 0n) return { price, unit, rate: absolute(divide(value, inUnit(local, unit))) }
  return { price, unit, rate: quoted > 0n ? divide(whole(unit.divisor), quoted) : undefined }
}

function refOf(book: Book, fill: Fill): string | undefined {
  return assetRef(book, { isin: fill.isin, name: fill.product, currency: fill.unit?.currency, exchange: fill.exchange })
}

function addFill(book: Book, fill: Fill, externalId: string | undefined): void {
  const asset = refOf(book, fill)
  if (fill.quantity === 0n && fill.total === 0n) {
    ignore(book, fill, 'neither units nor money moved')
    return
  }
  const fees = fill.fees < 0n ? negate(fill.fees) : ZERO
  const isContrary = fill.quantity > 0n ? fill.total > 0n : add(fill.total, fees) < 0n
  if (asset === undefined || fill.quantity === 0n || isContrary) {
    const detail =
      'The row is no trade: it names no security or no quantity, a purchase brought money in, or a sale took some. Enter it by hand.'
    fail(book, fill, 'bad-trade', detail)
    return
  }
  const { rows, quantity, currency, unit, rate } = fill
  const price = rate === undefined && unit?.currency !== currency ? undefined : fill.price
  const [gross, costs, priceCurrency] = [add(fill.total, fees), { fee: fees, tax: ZERO }, unit?.currency]
  addTrade(book, fill, { rows, asset, quantity, gross, costs, currency, price, priceCurrency, rate, externalId }, 'total')
}

/** Rows without order and fee: splits, exchanges, rights. Answers those that moved money and have no counterpart. */
function addEvents(book: Book, fills: readonly Fill[]): Fill[] {
  const trades: Fill[] = []
  for (const day of Map.groupBy(fills, (fill) => fill.date).values()) {
    const halves = new Map<Fill, Half>()
    for (const fill of day) {
      const asset = refOf(book, fill)
      if (asset === undefined) trades.push(fill)
      else halves.set(fill, { ...fill, asset, amount: fill.total, description: undefined })
    }
    const free = [...halves.values()].filter((half) => half.amount === 0n)
    const paid = [...halves].filter(([, half]) => half.amount !== 0n)
    addFree(book, free)
    trades.push(...addPaid(book, paid))
  }
  return trades
}

/** Units without money, net per asset: one asset for another in the same quantity is an exchange, the rest came or went. */
function addFree(book: Book, halves: readonly Half[]): void {
  const nets = [...Map.groupBy(halves, (half) => half.asset).values()].flatMap((group) => netOf(book, group) ?? [])
  const [a, b] = nets
  if (a && b && nets.length === 2 && a.quantity === negate(b.quantity)) {
    const [out, into] = a.quantity < 0n ? [a, b] : [b, a]
    addPair(book, out, into)
    return
  }
  for (const half of nets) {
    book.transactions.push(adjustmentOf(half))
    const detail =
      'Units came or went without money and without an order; they are imported at a cost of zero. Check what happened.'
    warn(book, half, 'cost-unknown', detail)
  }
}

function netOf(book: Book, group: readonly Half[]): Half | undefined {
  const [first] = group
  if (!first) return undefined
  const quantity = sum(group.map((half) => half.quantity))
  const [row = first.rows[0], ...rest] = group.flatMap((half) => half.rows)
  const net: Half = { ...first, rows: [row, ...rest], quantity }
  if (quantity !== 0n) return net
  ignore(book, net, 'the same units came and went on one day, without money')
  return undefined
}

function addPaid(book: Book, entries: readonly (readonly [Fill, Half])[]): Fill[] {
  const open = new Map(entries)
  const incoming = Map.groupBy(
    entries.filter(([, half]) => half.quantity > 0n),
    ([, { date, time }]) => `${date} ${time}`,
  )
  for (const [outFill, out] of entries) {
    if (out.quantity > 0n || !open.has(outFill)) continue
    const near = incoming.get(`${out.date} ${out.time}`) ?? []
    const place = near.slice(0, MOST_NEIGHBOURS).findIndex(([, into]) => cancelsOut(out, into))
    const [found] = place < 0 ? [] : near.splice(place, 1)
    if (!found) continue
    open.delete(outFill)
    open.delete(found[0])
    addPair(book, out, found[1])
  }
  return [...open.keys()]
}
