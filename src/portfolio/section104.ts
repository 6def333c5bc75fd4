/**
 * UK share matching: disposals are matched with acquisitions of the same day, then with those of the next 30 days, earliest first, then with
 * the pool. Source: TCGA 1992 sections 104, 105 and 106A; HMRC helpsheet HS284.
 */
import { dayNumber, dayText } from '../shared/day-number.ts'
import { absolute, add, type Decimal, minimum, multiplyDivide, negate, ONE, subtract, ZERO } from '../shared/decimal.ts'
import { lotDays, withJointSplits } from './lot-days.ts'
import type { Disposal, Entry, Matching } from './lot-entry.ts'
import { disposalsOf, newLot } from './lot-trade.ts'
import { type Matched, matchEntries } from './lots.ts'
import { shareOfWorth, subtractWorth } from './worth.ts'

/** Purchases of so many days after a sale count for it. */
export const REPURCHASE_DAYS = 30

type Open = { entry: Entry; quantity: Decimal; readonly index: number }
type Change = { readonly date: string; readonly before: Decimal; readonly after: Decimal }
type Group = { readonly trades: Open[]; readonly splits: Change[] }

/** Entries of any number of assets, in ledger order, matched by the rules of section 104: one pool an asset over all brokers. Sales that name their lots take these. */
export function matchSection104(given: readonly Entry[], matching: Pick<Matching, 'relocate' | 'lotMissing'>): Matched {
  const entries = withJointSplits(given)
  const early: Disposal[] = []
  const rest = [...entries]
  const changes = splitChanges(entries)
  for (const group of byAsset(rest, changes).values()) matchEarly(group, rest, early)
  const left = withSplitsOfRest(
    rest.filter((entry) => entry.kind !== 'trade' || entry.quantity !== ZERO),
    changes,
  )
  const pool = matchEntries(left, { ...matching, order: 'AVERAGE', pooled: true, rule: 'pool' })
  return { open: pool.open, disposals: byDay([...early, ...pool.disposals]) }
}

/** By day, then by id: sorted day by day, which is quicker than all at once. */
function byDay(disposals: readonly Disposal[]): Disposal[] {
  const days = Map.groupBy(disposals, (one) => one.date)
  return [...days.keys()].sort().flatMap((day) => (days.get(day) ?? []).sort((a, b) => a.transactionId - b.transactionId))
}

/** The holding over all brokers before and after each split. */
function splitChanges(entries: readonly Entry[]): Map<Entry, Change> {
  const changes = new Map<Entry, Change>()
  if (!entries.some((entry) => entry.kind === 'split')) return changes
  const held = new Map<number, Decimal>()
  for (const day of lotDays(entries)) {
    for (const entry of day) {
      const before = held.get(entry.assetId) ?? ZERO
      const after = add(before, entry.quantity)
      held.set(entry.assetId, after)
      if (entry.kind === 'split') changes.set(entry, { date: entry.date, before, after })
    }
  }
  return changes
}

/** Splits of what is left after early matching, in the same proportion as of the whole holding. */
function withSplitsOfRest(entries: readonly Entry[], changes: ReadonlyMap<Entry, Change>): Entry[] {
  if (changes.size === 0) return [...entries]
  const held = new Map<number, Decimal>()
  const result = new Map<Entry, Entry>()
  for (const day of lotDays(entries)) {
    for (const entry of day) {
      const total = held.get(entry.assetId) ?? ZERO
      const change = changes.get(entry)
      const scales = change !== undefined && change.before !== ZERO && change.before !== total
      const quantity = scales ? subtract(multiplyDivide(total, change.after, change.before), total) : entry.quantity
      if (scales) result.set(entry, { ...entry, quantity })
      held.set(entry.assetId, add(total, quantity))
    }
  }
  return entries.map((entry) => result.get(entry) ?? entry).filter((entry) => entry.quantity !== ZERO)
}

function byAsset(entries: readonly Entry[], changes: ReadonlyMap<Entry, Change>): Map<number, Group> {
  const groups = new Map<number, Group>()
  entries.forEach((entry, index) => {
    const group = groups.get(entry.assetId) ?? { trades: [], splits: [] }
    groups.set(entry.assetId, group)
    const change = changes.get(entry)
    if (change !== undefined) group.splits.push(change)
    else if (entry.kind === 'trade') group.trades.push({ entry, quantity: absolute(entry.quantity), index })
  })
  return groups
}

function daysAfter(day: string, days: number): string {
  return dayText(dayNumber(day) + days)
}

function matchEarly({ trades, splits }: Group, rest: Entry[], disposals: Disposal[]): void {
  const sales = trades.filter(({ entry }) => entry.quantity < ZERO && entry.realises && entry.named === null)
  if (sales.length === 0) return
  const purchases = purchasesFrom(trades.filter(({ entry }) => entry.quantity > ZERO))
  const match = (sale: Open, purchase: Open, rule: Disposal['rule']) => {
    const factor = splitFactor(splits, sale.entry.date, purchase.entry.date)
    const sold = minimum(sale.quantity, multiplyDivide(purchase.quantity, factor.before, factor.after))
    if (sold === ZERO) return
    const bought = minimum(purchase.quantity, multiplyDivide(sold, factor.after, factor.before))
    disposals.push(...closeTogether(sale, purchase, sold, bought, rule))
    rest[sale.index] = sale.entry
    rest[purchase.index] = purchase.entry
  }
  const matchAll = (sale: Open, from: string, to: string, rule: Disposal['rule']) => {
    for (let at = purchases.next(purchases.since(from)); sale.quantity > ZERO; at = purchases.next(at + 1)) {
      const purchase = purchases.list[at]
      if (purchase === undefined || purchase.entry.date > to) return
      match(sale, purchase, rule)
    }
  }
  for (const sale of sales) matchAll(sale, sale.entry.date, sale.entry.date, 'same-day')
  for (const sale of sales) {
    if (sale.quantity > ZERO)
      matchAll(sale, daysAfter(sale.entry.date, 1), daysAfter(sale.entry.date, REPURCHASE_DAYS), '30-days')
  }
}

/** Purchases by day; `since` = the first on or after a day, quickest for days in ascending order; `next` passes over those that are used up, however many there are. */
function purchasesFrom(list: readonly Open[]) {
  const later = list.map((_, index) => index)
  const next = (from: number): number => {
    let at = from
    while (at < list.length) {
      const to = list[at]?.quantity === ZERO ? at + 1 : (later[at] ?? at)
      if (to === at) break
      later[at] = later[to] ?? to
      at = to
    }
    return at
  }
  let place = 0
  const since = (day: string): number => {
    if ((list[place - 1]?.entry.date ?? '') >= day) place = 0
    while ((list[place]?.entry.date ?? day) < day) place++
    return place
  }
  return { list, next, since }
}

/** What one unit of the day of a sale became by the day of a purchase. */
function splitFactor(splits: readonly Change[], from: string, to: string): { before: Decimal; after: Decimal } {
  let [before, after] = [ONE, ONE]
  for (const split of splits) {
    if (split.date <= from || split.date > to || split.before === ZERO) continue
    after = multiplyDivide(after, split.after, split.before)
  }
  if (after === ZERO) before = after = ONE
  return { before, after }
}

function closeTogether(sale: Open, purchase: Open, sold: Decimal, bought: Decimal, rule: Disposal['rule']): Disposal[] {
  const cost = shareOfWorth(purchase.entry.worth, bought, purchase.quantity)
  const closing = shareOfWorth(sale.entry.worth, sold, sale.quantity)
  const result = disposalsOf(sale.entry, [newLot(purchase.entry, sold, cost)], closing, sold, rule)
  shrink(sale, sold, closing)
  shrink(purchase, bought, cost)
  return result
}

function shrink(open: Open, quantity: Decimal, worth: Entry['worth']): void {
  const change = open.entry.quantity < ZERO ? quantity : negate(quantity)
  open.quantity = subtract(open.quantity, quantity)
  open.entry = { ...open.entry, quantity: add(open.entry.quantity, change), worth: subtractWorth(open.entry.worth, worth) }
}
