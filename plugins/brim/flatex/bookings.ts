/** What rows of the two files are booked as. An order stands in both: its units in the one of the depot, its money in the one of the account. */
import type { IgnoredRow, ReportFile } from '#plugins/brim/contract.ts'
import { type AnyLine, absolute, add, type Book, decimal, findHeader, multiply, refuse } from '#plugins/kit/index.ts'
import { bookNetTrade } from '../net-trade.ts'

type Row = AnyLine & { readonly info: string; readonly date: string }
type Money = Row & { readonly amount: string | undefined; readonly amountUnit: string }
type Units = Row & Readonly<Record<'isin' | 'quantity' | 'price', string | undefined> & Record<'name' | 'priceUnit', string>>

export const ID_TITLES = ['TA-Nr.', 'TA.-Nr.', 'TA.Nr.'] as const
/** Side, security and number. */
const ORDER = /^Ausführung ORDER (Kauf|Verkauf) [A-Z]{2}[A-Z0-9]{9}\d \d+$/
const MOVED = /^(Lagerstellenwechsel|Thesaurierung|Erträgnisausschüttung) /
const ISIN = /\b[A-Z]{2}[A-Z0-9]{9}\d\b/
const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP' }
const HALF = 'Export both for the same days, and upload them together or in one ZIP.'

/** Rows that make sense only together: those of an order, what goes out and comes in again, mergers, splits. */
export function keyOf(line: Row): string | undefined {
  const { info, date } = line
  if (ORDER.test(info)) return info
  const [, moved] = isUnits(line) ? (MOVED.exec(info) ?? []) : []
  if (moved !== undefined) return `${moved} ${ISIN.exec(info)?.[0]} ${date}`
  return isUnits(line) && /^(?:Fusion in|Split im) /.test(info) ? `${info} ${date}` : undefined
}

const isUnits = (line: Row): line is Units => 'priceUnit' in line

export function bookCase(lines: readonly [Row, ...Row[]], book: Book): void {
  const [units, money] = [lines.filter(isUnits), lines.filter((line): line is Money => !isUnits(line))]
  const [{ info }] = lines
  if (ORDER.test(info)) settle(units, money, book)
  else if (MOVED.test(info)) {
    const left = units.map(({ quantity = '0' }) => decimal(quantity)).reduce(add)
    if (left !== 0n) refuse('no-pair', 'Units go out, or come in, without their counterpart. Enter by hand what changed.')
    book.skip('out and in again')
  } else if (units.length > 1) book.exchange(...book.pairOf(units))
  else for (const line of units) split(line, book)
}

/** Executions of one order go together by day and size; where one is missing, none does. */
function settle(units: readonly Units[], money: readonly Money[], book: Book): void {
  if (units.length === 0) refuse('other-half-missing', `How many units this was is in the bookings of the depot. ${HALF}`)
  if (units.length !== money.length) refuse('other-half-missing', `What was paid is in the bookings of the account. ${HALF}`)
  const worth = ({ quantity = '0', price = '0' }: Units) => absolute(multiply(decimal(quantity), decimal(price)))
  const paid = bySize(money, ({ amount = '0' }) => absolute(decimal(amount)))
  for (const [index, line] of bySize(units, worth).entries()) trade(line, paid[index] as Money, book.on(line))
}

function bySize<L extends Row>(lines: readonly L[], sizeOf: (line: L) => bigint): L[] {
  const compare = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)
  return lines.toSorted((a, b) => compare(a.date, b.date) || compare(sizeOf(a), sizeOf(b)))
}

function trade(line: Units, paid: Money, book: Book): void {
  const { quantity, price, priceUnit, info } = line
  const amount = paid.amount ?? refuse('no-amount', 'The row has no amount.')
  const terms = { quantity, price, quoted: currencyOf(priceUnit), amount, ...moneyOf(paid), also: [paid] }
  bookNetTrade(book, terms, /Kauf/.test(info) ? 'BUY' : 'SELL')
}

/** "Split im Verhältnis 1:4" with the units that come in. */
function split(line: Units, book: Book): void {
  const [, found, later = ''] = /^Split im Verhältnis (\d+):(\d+) /.exec(line.info) ?? []
  const before = found ?? refuse('no-pair', 'The other row of this event is missing.')
  const change = decimal(line.quantity ?? '0')
  if (change === 0n || decimal(later) > decimal(before) !== change > 0n)
    refuse('unclear-split', 'The units of this row do not go with its ratio. Enter it by hand.')
  const asset = book.asset({ isin: ISIN.exec(line.info)?.[0], name: line.name })
  book.add({ type: 'SPLIT', asset, quantity: line.quantity, ratio: `${later}:${before}` })
}

/** The currency of the amount. Throws RowRefusal for what is none. */
export function moneyOf({ amountUnit }: Money) {
  return { unit: currencyOf(amountUnit) }
}

/** The same with the security that the text names, if any. */
export function withAsset(line: Money) {
  const isin = ISIN.exec(line.info)?.[0]
  return { ...moneyOf(line), asset: isin === undefined ? undefined : { isin } }
}

function currencyOf(unit: string): string {
  const code = SIGNS[unit] ?? unit
  return /^[A-Z]{3}$/.test(code) ? code : refuse('unknown-currency', `"${unit}" is no currency.`)
}

/** The files without rows whose number an earlier one has already: their days overlap. */
export function withoutRepeated(files: readonly ReportFile[]) {
  const [seen, repeated]: [Set<string>, IgnoredRow[]] = [new Set(), []]
  const left = files.map((file): ReportFile => {
    const before = new Set(seen)
    const tables = file.tables.map((table) => {
      const header = findHeader<'id' | 'isin'>(table, { id: ID_TITLES, isin: ['ISIN'] }, ['id'])
      const rows = table.rows.filter(({ number, cells }) => {
        const id = header === undefined || number <= header.row.number ? '' : (cells[header.columns.id ?? -1] ?? '')
        const key = `${header?.columns.isin === undefined} ${id}`
        if (id !== '' && before.has(key)) repeated.push({ row: number, reason: 'in another file' })
        if (id !== '') seen.add(key)
        return id === '' || !before.has(key)
      })
      return { ...table, rows }
    })
    return { ...file, tables }
  })
  return { left, repeated }
}
