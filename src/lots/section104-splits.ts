import { add, type Decimal, multiplyDivide, subtract, ZERO } from '../shared/decimal.ts'
import { lotDays } from './days.ts'
import type { LotEntry } from './entry.ts'

/** The holding of an asset over all brokers before and after a split. */
export type SplitChange = { readonly date: string; readonly before: Decimal; readonly after: Decimal }

/** What each split did. */
export function splitChanges(entries: readonly LotEntry[]): Map<LotEntry, SplitChange> {
  const changes = new Map<LotEntry, SplitChange>()
  if (!entries.some((entry) => entry.kind === 'split')) return changes
  const held = new Map<number, Decimal>()
  for (const entry of lotDays(entries).flat()) {
    const before = held.get(entry.assetId) ?? ZERO
    const after = add(before, entry.quantity)
    held.set(entry.assetId, after)
    if (entry.kind === 'split') changes.set(entry, changeOf(entry, before, after))
  }
  return changes
}

/** By its ratio, where nothing is held at any broker. */
function changeOf({ date, quantity, ratio }: LotEntry, before: Decimal, after: Decimal): SplitChange {
  return quantity === ZERO && before === ZERO && ratio !== undefined ? { date, ...ratio } : { date, before, after }
}

/** Whether what is held became more or less of the same. From or to nothing, and from long to short, there is no ratio: a broker's split is missing. */
function hasRatio({ before, after }: SplitChange): boolean {
  return before !== ZERO && after !== ZERO && before > ZERO === after > ZERO
}

/** Splits of what is left after early matching, in the same proportion as of the whole holding. */
export function withSplitsOfRest(entries: readonly LotEntry[], changes: ReadonlyMap<LotEntry, SplitChange>): LotEntry[] {
  if (changes.size === 0) return [...entries]
  const held = new Map<number, Decimal>()
  const result = new Map<LotEntry, LotEntry>()
  for (const entry of lotDays(entries).flat()) {
    const total = held.get(entry.assetId) ?? ZERO
    const change = changes.get(entry)
    const scales = change !== undefined && hasRatio(change) && change.before !== total
    const quantity = scales ? subtract(multiplyDivide(total, change.after, change.before), total) : entry.quantity
    if (scales) result.set(entry, { ...entry, quantity })
    held.set(entry.assetId, add(total, quantity))
  }
  return entries.map((entry) => result.get(entry) ?? entry).filter(({ quantity, kind }) => quantity !== ZERO || kind === 'cost')
}

/** What units of one day became by another, as an exact ratio. */
export type SplitFactor = { readonly before: Decimal; readonly after: Decimal }

/** Of the splits after `from` until `to`. */
export function splitFactor(splits: readonly SplitChange[], from: string, to: string): SplitFactor {
  let [before, after] = [1n, 1n]
  for (const split of splits) {
    if (split.date <= from || split.date > to || !hasRatio(split)) continue
    before *= split.before
    after *= split.after
  }
  return { before: before as Decimal, after: after as Decimal }
}
