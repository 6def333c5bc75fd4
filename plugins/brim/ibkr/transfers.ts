/** Securities and cash that came from or went to another account. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { attempt, ignore, refuse, warn } from '#plugins/kit/index.ts'
import { absolute, type Decimal, formatDecimal, negate, ZERO } from '#src/shared/decimal.ts'
import { refOf } from './assets.ts'
import { type Book, externalId, externalIdPart } from './book.ts'
import { currencyOf, dayIn, type Entry, figure, textsOf, tryFigure, value } from './entry.ts'
import { withoutRepeated } from './levels.ts'

/** Of transfers of one day and size so many are compared: a bound, not a limit that real reports reach. */
const MOST_NEIGHBOURS = 100

/** Books transfers; those between two accounts of the file cancel out, and cash that is also a cash transaction counts once. */
export function bookTransfers(book: Book, entries: readonly Entry[], cash: readonly Entry[]): void {
  const booked = new Set(cash.map((entry) => value(entry, 'transactionid')).filter((id) => id !== ''))
  const lots = new Set(entries.filter((entry) => /LOT/i.test(value(entry, 'levelofdetail')) || entry.kind === 'TransferLot'))
  for (const entry of lots) ignore(book, entry, 'a lot of a transfer that is listed')
  const whole = entries.filter((entry) => !lots.has(entry))
  const transfers = withoutRepeated(book, whole)
  const inner = innerTransfers(book, transfers)
  for (const entry of transfers) {
    const other = inner.get(entry)
    if (other) ignore(book, entry, `moves between two accounts of this file (row ${other.row})`)
    else if (booked.has(value(entry, 'transactionid'))) ignore(book, entry, 'also stands among the cash transactions')
    else attempt(book, [entry], () => book.transactions.push(...transferDrafts(book, entry)))
  }
}

function transferDrafts(book: Book, entry: Entry): TransactionDraft[] {
  const date =
    dayIn(entry, book.slashOrder, 'date', 'datetime', 'reportdate') ??
    refuse('date-missing', 'The transfer has no date. Add the field Date to the query.')
  const asset = refOf(book.securities, entry)
  const quantity = asset === undefined ? ZERO : directed(entry, figure(entry, 'quantity') ?? ZERO)
  const money = directed(entry, figure(entry, 'cashtransfer') ?? ZERO)
  if (quantity === 0n && money === 0n) refuse('transfer-empty', 'The transfer names neither a security with a quantity nor cash.')
  const id = externalId('transfer', entry)
  const description = textsOf(entry, 'type', 'direction', 'company').join(' ')
  const common = { rows: [entry.row] as const, type: 'TRANSFER' as const, date, description }
  const detail = 'The report does not say what the transferred shares cost. Give their cost basis in the transaction.'
  if (quantity > 0n) warn(book, entry, 'cost-unknown', detail)
  const shares = { ...common, asset, quantity: formatDecimal(quantity), externalId: id }
  if (money === 0n) return [shares]
  const cashId = quantity === 0n ? id : externalIdPart(id, 'cash')
  const cash = { ...common, amount: formatDecimal(money), currency: currencyOf(entry, 'currency'), externalId: cashId }
  return quantity === 0n ? [cash] : [shares, cash]
}

function directed(entry: Entry, number: Decimal): Decimal {
  const direction = value(entry, 'direction').toUpperCase()
  if (direction === 'OUT') return negate(absolute(number))
  return direction === 'IN' ? absolute(number) : number
}

/** Both sides of what one account of the file sent and another got. */
function innerTransfers(book: Book, entries: readonly Entry[]): Map<Entry, Entry> {
  const pairs = new Map<Entry, Entry>()
  for (const alike of Map.groupBy(entries, (entry) => likeness(book, entry)).values()) {
    const open: Entry[] = []
    for (const entry of alike) {
      const fits = (one: Entry) => one.account !== entry.account && value(one, 'direction') !== value(entry, 'direction')
      const place = open.slice(0, MOST_NEIGHBOURS).findIndex(fits)
      const [other] = place < 0 ? [] : open.splice(place, 1)
      if (other) pairs.set(entry, other).set(other, entry)
      else open.push(entry)
    }
  }
  return pairs
}

/** Day, security and size of a transfer as one text. */
function likeness({ securities }: Book, entry: Entry): string {
  const day = value(entry, 'date', 'datetime', 'reportdate').replace(/\D/g, '').slice(0, 8)
  const sizes = [tryFigure(entry, 'quantity'), tryFigure(entry, 'cashtransfer')].map((size) => size && absolute(size))
  return [day, refOf(securities, entry), value(entry, 'currency'), ...sizes].join('|')
}
