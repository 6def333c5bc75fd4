/** Splits, symbol changes and mergers of the old statement: the old units (negative) and the new ones in two rows of a day. */
import { fail, ignore, openQueues } from '#plugins/kit/index.ts'
import { add, formatDecimal, negate } from '#src/shared/decimal.ts'
import { lowestTerms } from '../lowest-terms.ts'
import { addExchange, assetRef, type Book, beginDraft } from './book.ts'
import type { Activity } from './statement.ts'

/** Pairs rows of one code and day, the same symbol first; a row without counterpart becomes an error of the book. */
export function addSwaps(book: Book, activities: readonly Activity[]): void {
  const open = new Set(activities.filter(({ symbol, quantity }) => symbol !== '' && quantity !== 0n))
  const isOpen = (activity: Activity) => open.has(activity)
  const dayOf = ({ type, date }: Activity) => `${type} ${date}`
  const incoming = [...open].filter(({ quantity }) => quantity > 0n)
  const days = Map.groupBy(open, dayOf)
  const counts = new Map([...days].map(([day, own]) => [day, own.length]))
  const bySymbol = openQueues(incoming, (activity) => `${dayOf(activity)} ${activity.symbol}`, isOpen)
  const byDay = openQueues(incoming, dayOf, isOpen)
  for (const pass of ['same symbol', 'only two'] as const)
    for (const old of activities) {
      if (!open.has(old) || old.quantity > 0n) continue
      const day = dayOf(old)
      const alone = pass === 'only two' && counts.get(day) === 2 ? byDay.first(day) : undefined
      const fresh = bySymbol.first(`${day} ${old.symbol}`) ?? alone
      if (!fresh || old.amount !== 0n || fresh.amount !== 0n) continue
      open.delete(old)
      open.delete(fresh)
      counts.set(day, (counts.get(day) ?? 0) - 2)
      addSwap(book, old, fresh)
    }
  const detail = 'Only one half of this corporate action can be found in the file, or money moved with it. Enter it by hand.'
  for (const activity of activities)
    if (open.has(activity) || activity.symbol === '' || activity.quantity === 0n)
      fail(book, activity, 'half-corporate-action', detail)
}

function addSwap(book: Book, old: Activity, fresh: Activity): void {
  const quantity = formatDecimal(add(fresh.quantity, old.quantity))
  if (old.symbol !== fresh.symbol) addExchange(book, old, fresh, fresh.time)
  else if (quantity === '0') for (const one of [old, fresh]) ignore(book, one, 'the same units went and came again')
  else
    book.transactions.push({
      ...beginDraft(fresh),
      rows: [old.row, fresh.row],
      type: 'SPLIT',
      asset: assetRef(book, fresh),
      quantity,
      ratio: lowestTerms(fresh.quantity, negate(old.quantity)),
    })
}
