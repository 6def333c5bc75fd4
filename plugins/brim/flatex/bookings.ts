/** What the rows of the two files are booked as. */
import { add, type Book, decimal, formatDecimal, type Line, refuse } from '#plugins/kit/index.ts'
import { bookNetIncome } from '../money-side.ts'
import { bookNetTrade } from '../net-trade.ts'
import type { accountColumns, depotColumns } from './columns.ts'
import { ORDER } from './orders.ts'

type Units = Line<typeof depotColumns>
type Booking = Line<typeof accountColumns>

const ZERO = decimal('0')
const ISIN = /\b[A-Z]{2}[A-Z0-9]{9}\d\b/
const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP' }
/** What to do about a file that came alone. */
export const HALF = 'Export both for the same days, and upload them together or in one ZIP.'

/** "Ausführung ORDER Kauf" of "Ausführung ORDER Kauf US0000000000 123". */
export function kindOf(info: string): string {
  return info
    .replace(/^(Zinsabschluss|Verwahrentgelt|Vorabpauschale|Steuerkorrektur)\b.*$/, '$1')
    .replace(/\s+[A-Z]{2}[A-Z0-9]{9}\d\b.*$/, '')
}

/** The net amount is in the account. Throws RowRefusal where its row is not there. */
export function trade(line: Units, book: Book, direction: 'BUY' | 'SELL'): void {
  const { paidUnit, paidRow, price, priceUnit, quantity } = line
  if (!ORDER.test(line.info)) refuse('unknown-type', `"${line.info}" is no booking that this importer knows. Enter it by hand.`)
  const paid = line.paid ?? refuse('other-half-missing', `What was paid is in the bookings of the account. ${HALF}`)
  const money = { amount: paid, unit: currencyOf(paidUnit), also: [{ row: Number(paidRow), cells: [] }] }
  bookNetTrade(book, { quantity, price, quoted: currencyOf(priceUnit), ...money }, direction)
}

const MOVED = /^(Lagerstellenwechsel|Thesaurierung|Erträgnisausschüttung) /

/** Rows that make sense only together: what goes out and comes in again, mergers, splits. */
export function keyOf({ info, date }: { readonly info: string; readonly date: string }): string | undefined {
  const [, moved] = MOVED.exec(info) ?? []
  if (moved !== undefined) return `${moved} ${ISIN.exec(info)?.[0]} ${date}`
  return /^(?:Fusion in|Split im) /.test(info) ? `${info} ${date}` : undefined
}

type Lines = readonly [Units, ...Units[]]

/** Rows that take units out and in again change nothing; mergers and splits do. */
export function change(lines: Lines, book: Book): void {
  const [line, second] = lines
  if (MOVED.test(line.info)) {
    const left = lines.reduce((sum, { quantity }) => add(sum, decimal(quantity ?? '0')), ZERO)
    if (left !== ZERO) refuse('no-pair', 'Units go out, or come in, without their counterpart. Enter by hand what changed.')
    book.skip('out and in again')
  } else if (second === undefined) split(line, book)
  else book.exchange(...book.pairOf(lines))
}

/** "Split im Verhältnis 1:4" with the units that come in. */
function split(line: Units, book: Book): void {
  const [, found, later = ''] = /^Split im Verhältnis (\d+):(\d+) /.exec(line.info) ?? []
  const before = found ?? refuse('no-pair', 'The other row of this event is missing.')
  const change = decimal(line.quantity ?? '0')
  if (change === ZERO || decimal(later) > decimal(before) !== change > ZERO)
    refuse('unclear-split', 'The units of this row do not go with its ratio. Enter it by hand.')
  book.add({
    type: 'SPLIT',
    asset: book.asset({ ...assetIn(line), name: line.name }),
    quantity: formatDecimal(change),
    ratio: `${later}:${before}`,
  })
}

function assetIn({ info }: { readonly info: string }) {
  return { isin: ISIN.exec(info)?.[0] ?? refuse('no-asset', 'The row names no security.') }
}

/** The security that the text names, if any. */
export function assetOf({ info }: Booking) {
  const code = ISIN.exec(info)?.[0]
  return { asset: code === undefined ? undefined : { isin: code } }
}

/** The currency of the amount. Throws RowRefusal for what is none. */
export function moneyOf({ amountUnit }: Booking) {
  return { unit: currencyOf(amountUnit) }
}

/** Money from or to an account elsewhere. */
export function move(line: Booking, book: Book): void {
  book.cash('MOVE', moneyOf(line))
}

/** Dividends and distributions, which stand in the account after taxes. Throws RowRefusal for those that were taken back. */
export function income(line: Booking, book: Book): void {
  if (line.amount?.startsWith('-')) refuse('correction', 'Income that was taken back: enter by hand which it was.')
  bookNetIncome(book, assetIn(line), moneyOf(line))
}

function currencyOf(unit: string): string {
  const code = SIGNS[unit] ?? unit
  return /^[A-Z]{3}$/.test(code) ? code : refuse('unknown-currency', `"${unit}" is no currency.`)
}
