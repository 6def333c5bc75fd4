/** Cancelled trades stand in a report next to what they cancel. */
import { ignore, openQueues, warn } from '#plugins/kit/index.ts'
import { negate } from '#src/shared/decimal.ts'
import type { Book } from './book.ts'
import { type Entry, tryFigure, value } from './entry.ts'

/** Whether the record takes back another one (note `Ca`). */
export function isCancellation(entry: Entry): boolean {
  const type = value(entry, 'transactiontype')
  if (type === 'TradeCancel' || type === 'FracShareCancel') return true
  const [notes, side] = [value(entry, 'notes', 'code'), value(entry, 'buysell')]
  if (notes.includes('Ca') && /(?:^|[;, ])Ca(?:[;, ]|$)/.test(notes)) return true
  return side.includes('(Ca') && /\(Ca\.?\)/.test(side)
}

/**
 * The trades without those that are cancelled and their cancellations. A cancellation of a trade that is not in the file stays and
 * takes back what an earlier report brought; one of a conversion is booked the other way round.
 */
export function withoutCancelled(book: Book, entries: readonly Entry[]): readonly Entry[] {
  const gone = new Set<Entry>()
  const cancelling = new Set(entries.filter(isCancellation))
  if (cancelling.size === 0) return entries
  const securities = new Set([...cancelling].map(securityIn))
  const likely = entries.filter((entry) => securities.has(securityIn(entry)))
  const original = openOriginals(entries, likely, (entry) => !cancelling.has(entry) && !gone.has(entry))
  for (const entry of cancelling) {
    const found = original(entry)
    if (found === undefined) {
      const isMoney = value(entry, 'assetcategory').toUpperCase() === 'CASH'
      const money = 'The conversion that this cancels is not in the file; it is booked as the reverse of it.'
      const trade = 'The trade that this cancels is not in the file; what another report brought of it is taken back.'
      warn(book, entry, 'cancels-earlier-trade', isMoney ? money : trade)
      continue
    }
    gone.add(entry)
    gone.add(found)
    ignore(book, found, `cancelled by row ${entry.row}`)
    ignore(book, entry, `cancels row ${found.row}`)
  }
  return entries.filter((entry) => !gone.has(entry))
}

/** Finds what a cancellation takes back among the trades that are free: by the broker's number of it, else the first `likely` one that is its opposite. */
function openOriginals(
  entries: readonly Entry[],
  likely: readonly Entry[],
  isFree: (entry: Entry) => boolean,
): (entry: Entry) => Entry | undefined {
  const byNumber = openQueues(entries, (entry) => value(entry, 'transactionid'), isFree)
  const alike = openQueues(likely, (entry) => likeness(entry), isFree)
  const alikeByTrade = openQueues(likely, (entry) => `${value(entry, 'tradeid')} ${likeness(entry)}`, isFree)
  return (entry) => {
    const booking = value(entry, 'origtransactionid').replace(/^0$/, '')
    const trade = value(entry, 'origtradeid').replace(/^0$/, '')
    const named = booking === '' ? undefined : byNumber.first(booking)
    if (named) return named
    const quantity = tryFigure(entry, 'quantity')
    if (quantity === undefined) return undefined
    const keys = [likeness(entry, negate(quantity)), ...(quantity > 0n ? [likeness(entry)] : [])]
    const found = keys.flatMap((key) => (trade === '' ? alike.first(key) : alikeByTrade.first(`${trade} ${key}`)) ?? [])
    return found.toSorted((a, b) => a.row - b.row)[0]
  }
}

/** Account, security, day, price and quantity as one text, between signs that no cell has. */
function likeness(entry: Entry, quantity = tryFigure(entry, 'quantity')): string {
  const [price, day] = [value(entry, 'tradeprice', 'price'), value(entry, 'tradedate', 'datetime')]
  return `${entry.account}\0${price}\0${securityIn(entry)}\0${day}\0${quantity}`
}

function securityIn(entry: Entry): string {
  return value(entry, 'conid', 'isin', 'symbol')
}
