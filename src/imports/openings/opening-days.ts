import { add, type Decimal, subtract, ZERO } from '../../shared/decimal.ts'
import { changeByRatio, type Opening, type RatioSplit } from '../../transactions/service.ts'
import type { UnitDay } from './opening-size.ts'

/** What lines do to a unit: the net of a day, and splits by ratio of a day. */
export type Flows = {
  readonly changes: ReadonlyMap<string, Decimal>
  readonly ratios: ReadonlyMap<string, readonly string[]>
  /** The first day on which the unit occurs at all. */
  readonly first: string | undefined
}

export const NO_FLOWS: Flows = { changes: new Map(), ratios: new Map(), first: undefined }

/** The ledger of a unit without its openings, and the splits whose quantity is what was held by their ratio. */
export type StoredUnit = { readonly flows: Flows; readonly splits: readonly RatioSplit[] }

/** Takes apart what stands in the ledger: `days` in order, with everything in them. */
export function takeApart(
  days: readonly { readonly date: string; readonly change: Decimal }[],
  { openings, splits, first }: { openings: readonly Opening[]; splits: readonly RatioSplit[]; first: string | undefined },
): StoredUnit {
  const changes = new Map(days.map(({ date, change }) => [date, change]))
  const ratios = new Map<string, string[]>()
  const counted: RatioSplit[] = []
  const take = (date: string, size: Decimal) => changes.set(date, subtract(changes.get(date) ?? ZERO, size))
  let [held, next]: [Decimal, number] = [ZERO, 0]
  for (const split of splits) {
    for (let day = days[next]; day !== undefined && day.date < split.date; day = days[++next]) held = add(held, day.change)
    if (changeByRatio(split.ratio, held) !== split.quantity) continue
    counted.push(split)
    take(split.date, split.quantity)
    ratios.set(split.date, [...(ratios.get(split.date) ?? []), split.ratio])
  }
  for (const { date, size } of openings) take(date, size)
  return { flows: { changes, ratios, first }, splits: counted }
}

/** Lines together, as days in order; of `taken` as much less. */
export function joinDays(flows: readonly Flows[], taken: Flows = NO_FLOWS): UnitDay[] {
  const days = new Map<string, { ratios: string[]; change: Decimal }>()
  const dayOf = (date: string) => {
    const day = days.get(date) ?? { ratios: [], change: ZERO }
    days.set(date, day)
    return day
  }
  for (const { changes, ratios } of flows) {
    for (const [date, change] of changes) dayOf(date).change = add(dayOf(date).change, change)
    for (const [date, list] of ratios) dayOf(date).ratios.push(...list)
  }
  for (const [date, change] of taken.changes) dayOf(date).change = subtract(dayOf(date).change, change)
  return [...days]
    .map(([date, day]) => ({ date, ...day }))
    .filter(({ ratios, change }) => ratios.length > 0 || change !== ZERO)
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Days with openings on top. */
export function withOpenings(days: readonly UnitDay[], openings: readonly { date: string; size: Decimal }[]): UnitDay[] {
  const own = new Map<string, Decimal>()
  for (const { date, size } of openings) own.set(date, add(own.get(date) ?? ZERO, size))
  return joinDays([...days.map(flowsOf), { ...NO_FLOWS, changes: own }])
}

function flowsOf({ date, ratios, change }: UnitDay): Flows {
  return { first: date, changes: new Map([[date, change]]), ratios: new Map([[date, ratios]]) }
}

/** The earlier of two days, of which either may be none. */
export function earlier(a: string | undefined, b: string | undefined): string | undefined {
  return a === undefined || (b !== undefined && b < a) ? b : a
}
