import { absolute, add, type Decimal, subtract, sum, ZERO } from '../shared/decimal.ts'
import { costsOf, NO_COST, subtractCost } from './cost.ts'
import { lotDays } from './days.ts'
import { isTransferLeg, type LotEntry } from './entry.ts'
import { scaleEach } from './lot.ts'

/** Trades of one asset, one day and one sign, which count as one trade (section 105), with what is left of each; `units` = of all, without sign. */
export type DayTrade = { readonly date: string; readonly left: LotEntry[]; units: Decimal }

/** What is left is in an order that says nothing of when it was entered, so that no rounding depends on that. */
export function dayTrade(entries: readonly LotEntry[]): DayTrade {
  const left = [...entries].sort(bySize)
  return { date: left[0]?.date ?? '', left, units: absolute(sum(left.map((entry) => entry.quantity))) }
}

/** Takes `units` (> 0, at most all), an even part of every trade; what is taken and what is left of each add up exactly. */
export function takePart(trade: DayTrade, units: Decimal): LotEntry[] {
  const quantities = scaleEach(
    trade.left.map((entry) => entry.quantity),
    units,
    trade.units,
  )
  const costs = costsOf(
    trade.left.map((entry) => entry.worth),
    (sums) => scaleEach(sums, units, trade.units),
  )
  const taken: LotEntry[] = []
  trade.left.forEach((entry, index) => {
    const quantity = quantities[index] ?? ZERO
    if (quantity === ZERO) return
    const worth = quantity === entry.quantity ? entry.worth : (costs[index] ?? NO_COST)
    taken.push({ ...entry, quantity, worth })
    trade.left[index] = { ...entry, quantity: subtract(entry.quantity, quantity), worth: subtractCost(entry.worth, worth) }
  })
  trade.units = subtract(trade.units, units)
  return taken
}

/** Larger first; twins, of which it does not matter who comes first, by id. */
function bySize(a: LotEntry, b: LotEntry): number {
  const order =
    compare(absolute(b.quantity), absolute(a.quantity)) ||
    compare(a.worth.inReport, b.worth.inReport) ||
    compare(a.worth.inAsset, b.worth.inAsset) ||
    Number(a.known) - Number(b.known) ||
    Number(b.costShare !== null) - Number(a.costShare !== null)
  return order || a.brokerId - b.brokerId || a.transactionId - b.transactionId
}

function compare<T extends bigint | string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Its place among those of its day: what comes in before what goes out, lots by name before others, changes of cost last. */
function rankOf(entry: LotEntry): number {
  const isIncoming = entry.quantity > ZERO
  if (entry.kind === 'split') return 0
  if (entry.kind === 'cost') return 7
  if (isTransferLeg(entry)) return isIncoming ? 3 : 2
  if (isIncoming) return 1
  return entry.specificLots !== null ? 4 : entry.realises ? 5 : 6
}

/** Entries by day, within each in an order that is not that of entry. */
export function inOrderOfLaw(entries: readonly LotEntry[]): LotEntry[] {
  return lotDays(entries).flatMap((day) =>
    day.length === 1
      ? day
      : day
          .map((entry) => ({ entry, rank: rankOf(entry) }))
          .sort((a, b) => a.rank - b.rank || a.entry.assetId - b.entry.assetId || bySize(a.entry, b.entry))
          .map(({ entry }) => entry),
  )
}

/** Ordered entries; where trades of one day close more than there is, each closes an even part of that, and opens with the rest. */
export function evenAtZero(ordered: readonly LotEntry[]): LotEntry[] {
  const held = new Map<number, Decimal>()
  const result: LotEntry[] = []
  for (let at = 0; at < ordered.length; ) {
    const end = endOfTrade(ordered, at)
    const same = ordered.slice(at, end)
    const { assetId = 0 } = same[0] ?? {}
    const [before, change] = [held.get(assetId) ?? ZERO, sum(same.map((entry) => entry.quantity))]
    const crosses = before !== ZERO && before > ZERO !== change > ZERO && absolute(change) > absolute(before)
    if (same.length > 1 && crosses) result.push(...inTwo(dayTrade(same), absolute(before)))
    else result.push(...same)
    held.set(assetId, add(before, change))
    at = end
  }
  return result
}

function inTwo(trade: DayTrade, units: Decimal): LotEntry[] {
  const closing = takePart(trade, units)
  return [...closing, ...trade.left.filter((entry) => entry.quantity !== ZERO)]
}

/** The first place after those that make one trade with the one at `from`. */
function endOfTrade(ordered: readonly LotEntry[], from: number): number {
  const first = ordered[from]
  const rank = first === undefined ? 0 : rankOf(first)
  let end = from + 1
  if (rank !== 1 && rank !== 5 && rank !== 6) return end
  while (first !== undefined && isSameTrade(first, rank, ordered[end])) end++
  return end
}

function isSameTrade(first: LotEntry, rank: number, other: LotEntry | undefined): boolean {
  return other !== undefined && other.date === first.date && other.assetId === first.assetId && rankOf(other) === rank
}

/** Both legs of a transfer between brokers move nothing in or out of a pool over all of them; left out but where a split comes in between. */
export function withoutTransfers(entries: readonly LotEntry[]): readonly LotEntry[] {
  const legs = Map.groupBy(
    entries.filter((entry) => entry.kind === 'transfer' && isTransferLeg(entry)),
    (entry) => `${entry.groupId} ${entry.assetId}`,
  )
  if (legs.size === 0) return entries
  const splits = entries.filter((entry) => entry.kind === 'split')
  const gone = new Set<LotEntry>()
  for (const [first, ...others] of legs.values()) {
    const last = others.at(-1)
    if (first === undefined || last === undefined) continue
    const isWhole = add(first.quantity, sum(others.map((leg) => leg.quantity))) === ZERO
    const isBetween = (one: LotEntry) => one.assetId === first.assetId && one.date > first.date && one.date <= last.date
    if (isWhole && !splits.some(isBetween)) for (const leg of [first, ...others]) gone.add(leg)
  }
  return entries.filter((entry) => !gone.has(entry))
}
