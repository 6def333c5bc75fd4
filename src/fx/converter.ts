import type { Ctx, Deps } from '../context.ts'
import { daysBetween } from '../shared/date.ts'
import { type Candidate, type CandidateFinder, createCandidateFinder } from './candidates.ts'
import { type Catalogue, catalogueOf, freshDays, legOf } from './catalogue.ts'
import { chainRatio, type PricedStep, type Ratio } from './convert.ts'
import { FIXED, fixedRate } from './fixed.ts'
import type { ChainStep } from './graph.ts'
import { createShelf, type SeriesShelf } from './series.ts'

/** One step with the stored rate that serves it: `rate` is units of the alphabetically later currency for one of the earlier. */
export type RatedStep = ChainStep & {
  readonly rate: string
  readonly rateDate: string
  /** The step goes against the alphabet: 1/rate is used. */
  readonly inverted: boolean
}

/** What one unit of a currency is worth in another on a day. */
export type FoundRate = {
  /** Exact; for `convertAmount` and `ratioText` of `convert.ts`. */
  readonly ratio: Ratio
  /** The oldest day of its rates. */
  readonly date: string
  readonly staleDays: number
  /** A step's rate is older than its provider allows: usable for reports, with a warning. */
  readonly isStale: boolean
  readonly routeId: number | null
  readonly steps: readonly RatedStep[]
}

/** `null` when no chain has a rate for every step on or before the day. */
export type FindRate = (currency: string, date: string) => FoundRate | null

/**
 * Looks up what one unit of a currency is worth in `to`, on days from `from` to `until`; rates are read in bulk, each series once.
 * The first chain whose rates are all fresh is taken, else the least stale one, flagged. Throws RangeError for other days.
 */
export function createConverter(
  ctx: Pick<Ctx, 'reader' | 'plugins'>,
  input: { to: string; currencies?: readonly string[] | undefined; from: string; until: string },
): FindRate {
  const find = createRateFinder(ctx, input)
  for (const currency of input.currencies ?? []) find.candidates(currency, input.to)
  const known = new Map<string, FoundRate | null>()
  return (currency, date) => {
    const key = `${currency}${date}`
    const found = known.get(key)
    if (found !== undefined) return found
    const rate = find.rate(currency, input.to, date)
    known.set(key, rate)
    return rate
  }
}

export type RateFinder = {
  readonly candidates: CandidateFinder
  readonly rate: (from: string, to: string, date: string) => FoundRate | null
  /** What stands in the way of a chain on a day: its first step without a usable rate. */
  readonly obstacle: (steps: readonly ChainStep[], date: string) => Obstacle | null
}

export type Obstacle = { readonly step: ChainStep; readonly latest: string | null }

/** The same for any pair. */
export function createRateFinder(ctx: Pick<Deps, 'reader' | 'plugins'>, days: { from: string; until: string }): RateFinder {
  const catalogue = catalogueOf(ctx)
  const shelf = createShelf(ctx.reader, days.from, days.until)
  const candidates = createCandidateFinder(ctx.reader, catalogue)
  return {
    candidates,
    rate(from, to, date) {
      if (date < days.from || date > days.until) throw new RangeError(`${date} is not from ${days.from} to ${days.until}`)
      if (from === to)
        return { ratio: { numerator: 1n, denominator: 1n }, date, staleDays: 0, isStale: false, routeId: null, steps: [] }
      return bestOf(candidates(from, to), (candidate) => rateOf(catalogue, shelf, candidate, date))
    },
    obstacle(steps, date) {
      for (const step of steps) {
        const found = rateOfStep(shelf, step, date)
        if (step.provider === FIXED ? found : found && daysBetween(found.date, date) <= freshDays(catalogue, step.provider))
          continue
        return { step, latest: found?.date ?? null }
      }
      return null
    },
  }
}

function bestOf(candidates: readonly Candidate[], rate: (candidate: Candidate) => FoundRate | null): FoundRate | null {
  let best: FoundRate | null = null
  for (const candidate of candidates) {
    const found = rate(candidate)
    if (found && !found.isStale) return found
    if (found && (best === null || found.staleDays < best.staleDays)) best = found
  }
  return best
}

function rateOf(catalogue: Catalogue, shelf: SeriesShelf, candidate: Candidate, date: string): FoundRate | null {
  const steps: RatedStep[] = []
  const priced: PricedStep[] = []
  let [oldest, isStale] = [date, false]
  for (const step of candidate.steps) {
    const found = rateOfStep(shelf, step, date)
    if (!found) return null
    const { from, to, provider } = step
    steps.push({ from, to, provider, rate: found.rate, rateDate: found.date, inverted: from > to })
    priced.push({ from, to, rate: found.pair })
    if (provider === FIXED) continue
    if (found.date < oldest) oldest = found.date
    isStale ||= found.date !== date && daysBetween(found.date, date) > freshDays(catalogue, provider)
  }
  const staleDays = oldest === date ? 0 : daysBetween(oldest, date)
  return { ratio: chainRatio(priced), date: oldest, staleDays, isStale, routeId: candidate.routeId, steps }
}

type StepRate = { readonly rate: string; readonly date: string; readonly pair: PricedStep['rate'] }

function rateOfStep(shelf: SeriesShelf, step: ChainStep, date: string): StepRate | undefined {
  if (step.provider === FIXED) {
    const fixed = fixedRate(step, date)
    return fixed && { rate: fixed.rate, date: fixed.since, pair: fixed.exact }
  }
  const leg = legOf(step)
  const found = shelf(leg)(date)
  return found && { ...found, pair: { base: leg.base, quote: leg.quote, rate: found.rate } }
}
