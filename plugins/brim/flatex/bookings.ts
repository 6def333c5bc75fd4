/** What rows of the two files are booked as. An order stands in both: its units in the one of the depot, its money in the one of the account. */
import type { IgnoredRow, ReportFile, Table } from '#plugins/brim/contract.ts'
import { type AnyLine, type Book, decimal, findHeader, plus, product, readRecords, refuse, sizeOf } from '#plugins/kit/index.ts'
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
    if (plus(...units.map(({ quantity }) => quantity)) !== '0')
      refuse('no-pair', 'Units go out, or come in, without their counterpart. Enter by hand what changed.')
    book.skip('out and in again')
  } else if (units.length > 1) book.exchange(...book.pairOf(units))
  else for (const line of units) split(line, book)
}

/** Executions of one order go together by day and size; where one is missing, none does. */
function settle(units: readonly Units[], money: readonly Money[], book: Book): void {
  if (units.length === 0) refuse('other-half-missing', `How many units this was is in the bookings of the depot. ${HALF}`)
  if (units.length !== money.length) refuse('other-half-missing', `What was paid is in the bookings of the account. ${HALF}`)
  const worth = ({ quantity = '0', price = '0' }: Units) => decimal(sizeOf(product(quantity, price)))
  const paid = bySize(money, ({ amount = '0' }) => decimal(sizeOf(amount)))
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
export const moneyOf = ({ amountUnit }: Money) => ({ unit: currencyOf(amountUnit) })

/** The same with the security that the text names, if any. */
export function withAsset(line: Money) {
  const isin = ISIN.exec(line.info)?.[0]
  return { ...moneyOf(line), asset: isin === undefined ? undefined : { isin } }
}

function currencyOf(unit: string): string {
  const code = SIGNS[unit] ?? unit
  return /^[A-Z]{3}$/.test(code) ? code : refuse('unknown-currency', `"${unit}" is no currency.`)
}

/** The files without rows whose number an earlier one has already: their days overlap. Account and depot have numbers of their own. */
export function withoutRepeated(files: readonly ReportFile[]) {
  const [seen, repeated] = [new Set<string>(), new Set<number>()]
  for (const file of files) {
    const numbered = file.tables.flatMap((table) => {
      const header = findHeader<'id' | 'isin'>(table, { id: ID_TITLES, isin: ['ISIN'] }, ['id'])
      const records = header === undefined ? [] : readRecords(table, header).filter(({ get }) => get('id') !== '')
      return records.map(({ number, get }) => ({ number, key: `${header?.columns.isin === undefined} ${get('id')}` }))
    })
    for (const { number, key } of numbered) if (seen.has(key)) repeated.add(number)
    for (const { key } of numbered) seen.add(key)
  }
  const leave = ({ rows, ...table }: Table) => ({ ...table, rows: rows.filter(({ number }) => !repeated.has(number)) })
  const left = files.map((file): ReportFile => ({ ...file, tables: file.tables.map(leave) }))
  return { left, repeated: [...repeated].map((row): IgnoredRow => ({ row, reason: 'in another file' })) }
}
