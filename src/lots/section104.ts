/**
 * UK share matching: the trades of one kind on one day are one; disposals are matched with acquisitions of the same day, then with those of the
 * next 30 days, earliest first, then with the pool. Source: TCGA 1992 sections 104, 105 and 106A; HMRC helpsheet HS284.
 */
import { dayNumber } from '../shared/day-number.ts'
import { absolute, type Decimal, minimum, multiplyDivide, sum, ZERO } from '../shared/decimal.ts'
import { NO_COST, sumCosts } from './cost.ts'
import { withJointSplits } from './days.ts'
import type { Disposal, LotEntry, MatchOptions } from './entry.ts'
import { costByQuantity, scaleEach } from './lot.ts'
import { type MatchResult, matchEntries } from './match.ts'
import { type DayTrade, dayTrade, evenAtZero, inOrderOfLaw, takePart, withoutTransfers } from './section104-days.ts'
import { type SplitChange, splitChanges, splitFactor, withSplitsOfRest } from './section104-splits.ts'
import { newLot } from './trade.ts'

/** Purchases of so many days after a sale count for it. */
export const REPURCHASE_DAYS = 30

type Rule = Disposal['rule']

/**
 * Entries of any number of assets, in ledger order, matched by the rules of section 104: one pool an asset over all brokers. No sum depends on
 * the order within a day. Sales that name their lots take these.
 */
export function matchSection104(
  given: readonly LotEntry[],
  matching: Pick<MatchOptions, 'relocate' | 'lotMissing'>,
): MatchResult {
  const joint = withJointSplits(given)
  const changes = splitChanges(joint)
  const entries = withoutTransfers(joint)
  const early: Disposal[] = []
  const rest: LotEntry[] = []
  for (const own of Map.groupBy(entries, (entry) => entry.assetId).values()) {
    const { disposals, left } = matchEarly(own, changes)
    for (const one of disposals) early.push(one)
    for (const one of left) rest.push(one)
  }
  const inPool = withSplitsOfRest(byDay(rest), changes)
  const pool = matchEntries(evenAtZero(inOrderOfLaw(inPool)), { ...matching, order: 'AVERAGE', pooled: true, rule: 'pool' })
  return { open: pool.open, disposals: byDay([...early, ...pool.disposals]) }
}

/** By day, then by id: sorted day by day, which is quicker than all at once. */
function byDay<T extends { readonly date: string; readonly transactionId: number }>(list: readonly T[]): T[] {
  const days = Map.groupBy(list, (one) => one.date)
  return [...days.keys()].sort().flatMap((day) => (days.get(day) ?? []).sort((a, b) => a.transactionId - b.transactionId))
}

/** Matches the sales of one asset with what was bought on their day or soon after; what is left of all entries goes to the pool. */
function matchEarly(
  entries: readonly LotEntry[],
  changes: ReadonlyMap<LotEntry, SplitChange>,
): { disposals: readonly Disposal[]; left: readonly LotEntry[] } {
  const isSale = (entry: LotEntry) =>
    entry.kind === 'trade' && entry.quantity < ZERO && entry.realises && entry.specificLots === null
  const isPurchase = (entry: LotEntry) => entry.kind === 'trade' && entry.quantity > ZERO
  const sales = tradesByDay(entries.filter(isSale))
  const purchases = tradesByDay(entries.filter(isPurchase))
  if (sales.size === 0 || purchases.size === 0) return { disposals: [], left: entries }
  const splits = entries.flatMap((entry) => changes.get(entry) ?? [])
  const disposals: Disposal[] = []
  const match = (sale: DayTrade, purchase: DayTrade, rule: Rule) => {
    for (const one of closeTogether(sale, purchase, splits, rule)) disposals.push(one)
  }
  for (const [day, sale] of sales) {
    const purchase = purchases.get(day)
    if (purchase !== undefined) match(sale, purchase, 'same-day')
  }
  matchAhead([...sales.values()], [...purchases.values()], match)
  const untouched = entries.filter((entry) => !isSale(entry) && !isPurchase(entry))
  const left = [...sales.values(), ...purchases.values()].flatMap((trade) => trade.left)
  return { disposals, left: [...untouched, ...left.filter((entry) => entry.quantity !== ZERO)] }
}

/** By ascending day. */
function tradesByDay(entries: readonly LotEntry[]): Map<string, DayTrade> {
  return new Map([...Map.groupBy(entries, (entry) => entry.date)].map(([day, own]) => [day, dayTrade(own)]))
}

/** Purchases of the days after each sale; earlier sales and earlier purchases first. */
function matchAhead(
  sales: readonly DayTrade[],
  purchases: readonly DayTrade[],
  match: (sale: DayTrade, purchase: DayTrade, rule: Rule) => void,
): void {
  let first = 0
  for (const sale of sales) {
    while ((purchases[first]?.date ?? '9999-12-32') <= sale.date) first++
    for (let at = first; sale.units > ZERO; at++) {
      const purchase = purchases[at]
      if (purchase === undefined || dayNumber(purchase.date) - dayNumber(sale.date) > REPURCHASE_DAYS) break
      match(sale, purchase, '30-days')
    }
  }
}

/** Closes as much of a day's sales as a day's purchases can: an even part of each, every sale at the average of the purchases. */
function closeTogether(sale: DayTrade, purchase: DayTrade, splits: readonly SplitChange[], rule: Rule): Disposal[] {
  const { before, after } = splitFactor(splits, sale.date, purchase.date)
  const sold = minimum(sale.units, multiplyDivide(purchase.units, before, after))
  const bought = minimum(purchase.units, multiplyDivide(sold, after, before))
  if (sold === ZERO || bought === ZERO) return []
  const parts = takePart(purchase, bought)
  const kinds = [...Map.groupBy(parts, (part) => part.known).values()]
  const sizes = scaleEach(
    kinds.map((some) => sum(some.map((part) => part.quantity))),
    sold,
    bought,
  )
  if (sizes.includes(ZERO)) return soldFrom(sale, parts, sold, rule)
  return kinds.flatMap((some, index) => soldFrom(sale, some, sizes[index] ?? ZERO, rule))
}

/** The rows of `units` that are sold, one a sale, with their shares of what these purchases cost. */
function soldFrom(sale: DayTrade, purchases: readonly LotEntry[], units: Decimal, rule: Rule): Disposal[] {
  const [first] = purchases
  if (first === undefined) return []
  const opened = purchases.reduce((a, b) => (b.transactionId < a.transactionId ? b : a), first)
  const joined = purchases.some((one) => one.transactionId !== opened.transactionId)
  const isKnown = purchases.every((one) => one.known)
  const sales = takePart(sale, units)
  const sizes = sales.map((one) => absolute(one.quantity))
  const costs = costByQuantity(sumCosts(purchases.map((one) => one.worth)), sizes)
  return sales.map((one, index) => {
    const lot = { ...newLot(opened, sizes[index] ?? ZERO, costs[index] ?? NO_COST), joined, known: isKnown }
    const { transactionId, date, worth } = one
    return { transactionId, date, lot, closing: worth, known: one.known && isKnown, closedBy: null, rule }
  })
}
