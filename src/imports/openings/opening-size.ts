import { add, type Decimal, decimal, maximum, subtract, ZERO } from '../../shared/decimal.ts'
import { changeByRatio } from '../../transactions/service.ts'

/** What happens to one unit on a day: splits by ratio of what was there before it, then the net of everything else. */
export type UnitDay = { readonly date: string; readonly ratios: readonly string[]; readonly change: Decimal }

/** More doublings than ratios that can be written need. */
const MOST_DOUBLINGS = 200
const SMALLEST = decimal('0.000000000001')

/**
 * The least quantity before the first of these days (in order) with which none of them ends below zero; a share of the smallest unit more where a split
 * by ratio cannot come out even; with `claim` at least so much is there at the end of its day. Zero also where no quantity would do.
 */
export function leastOpening(
  days: readonly UnitDay[],
  claim?: { readonly date: string; readonly size: Decimal } | undefined,
): Decimal {
  let needed: Decimal = ZERO
  for (const { date, ratios, change } of claim === undefined ? days.toReversed() : withDay(days, claim.date).reverse()) {
    if (date === claim?.date) needed = maximum(needed, claim.size)
    const wanted = subtract(needed, change)
    needed = wanted <= ZERO ? ZERO : beforeSplits(ratios, wanted)
  }
  return needed
}

/** Days in order with one on which nothing need happen. */
function withDay(days: readonly UnitDay[], date: string): UnitDay[] {
  if (days.some((day) => day.date === date)) return [...days]
  return [...days, { date, ratios: [], change: ZERO }].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** What is there at the end of a day, with an opening before the first. */
export function heldAt(days: readonly UnitDay[], opening: Decimal, date: string): Decimal {
  return walk(days, opening, date).held
}

/** What splits by ratio change, by day in the order of their ratios. */
export function splitChanges(days: readonly UnitDay[], opening: Decimal): Map<string, readonly Decimal[]> {
  return walk(days, opening, undefined).splits
}

function walk(days: readonly UnitDay[], opening: Decimal, until: string | undefined) {
  let held: Decimal = opening
  const splits = new Map<string, readonly Decimal[]>()
  for (const { date, ratios, change } of days) {
    if (until !== undefined && date > until) break
    const before = held
    const changes = ratios.map((ratio) => changeByRatio(ratio, before))
    if (changes.length > 0) splits.set(date, changes)
    held = add(changes.reduce(add, held), change)
  }
  return { held, splits }
}

/** The least that is at least `wanted` after splits of one day. */
function beforeSplits(ratios: readonly string[], wanted: Decimal): Decimal {
  if (ratios.length === 0) return wanted
  const after = (held: Decimal) => ratios.reduce((sum, ratio) => add(sum, changeByRatio(ratio, held)), held)
  let high = wanted
  for (let n = 0; after(high) < wanted; n++) {
    if (n > MOST_DOUBLINGS) return ZERO
    high = add(high, high)
  }
  let low: Decimal = ZERO
  while (subtract(high, low) > SMALLEST) {
    const middle = half(add(low, high))
    if (after(middle) < wanted) low = middle
    else high = middle
  }
  return high
}

function half(value: Decimal): Decimal {
  return (value / 2n) as Decimal // of a bigint nobody knows any more that it is a decimal
}
