/** Splits, symbol changes and mergers of the old statement: the old units (negative) and the new ones in two rows of a day. */
import { openQueues } from '#plugins/kit/index.ts'
import { add, type Decimal, formatDecimal, negate } from '#src/shared/decimal.ts'
import { assetRef, type Book, refuse } from './book.ts'
import type { Activity } from './statement.ts'

/** Pairs rows of one code and day, the same symbol first; a row without counterpart becomes an error of the book. */
export function addSwaps(book: Book, activities: readonly Activity[]): void {
  const open = new Set(activities.filter(({ symbol, quantity }) => symbol !== '' && quantity !== 0n))
  const isOpen = (activity: Activity) => open.has(activity)
  const dayOf = ({ code, date }: Activity) => `${code} ${date}`
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
      refuse(book, activity, 'half-corporate-action', detail)
}

function addSwap(book: Book, old: Activity, fresh: Activity): void {
  const { date, time } = fresh
  const asset = (activity: Activity) => assetRef(book, activity.symbol, { currency: activity.currency, name: activity.company })
  if (old.symbol === fresh.symbol) {
    const quantity = formatDecimal(add(fresh.quantity, old.quantity))
    const ratio = `${formatDecimal(fresh.quantity)}:${formatDecimal(negate(old.quantity))}`
    const rows = [old.number, fresh.number] as const
    if (quantity === '0') book.ignored.push(...rows.map((row) => ({ row, reason: 'the same units went and came again' })))
    else
      book.transactions.push({
        rows,
        type: 'SPLIT',
        date,
        time,
        asset: asset(fresh),
        quantity,
        ratio: shorten(ratio, fresh, old),
        description: fresh.code,
      })
    return
  }
  const group = `exchange-${Math.min(old.number, fresh.number)}`
  for (const activity of [old, fresh])
    book.transactions.push({
      rows: [activity.number],
      type: 'EXCHANGE',
      date,
      time,
      asset: asset(activity),
      quantity: formatDecimal(activity.quantity),
      costShare: activity === fresh ? '1' : undefined,
      group,
      description: activity.code,
    })
}

/** The ratio in lowest terms where that is short. */
function shorten(ratio: string, fresh: Activity, old: Activity): string {
  let [a, b]: [bigint, bigint] = [fresh.quantity, negate(old.quantity as Decimal)]
  while (b !== 0n) [a, b] = [b, a % b]
  const [to, from] = [fresh.quantity / a, negate(old.quantity) / a]
  return to < 1_000_000n && from < 1_000_000n ? `${to}:${from}` : ratio
}
