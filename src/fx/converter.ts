import type { Deps, SessionUser } from '../context.ts'
import { daysBetween } from '../shared/date.ts'
import { type Candidate, type CandidateFinder, createCandidateFinder } from './candidates.ts'
import { catalogueOf, freshDays } from './catalogue.ts'
import { createChainRates, type FoundRate, type RatedStep, stepRates } from './chain-rates.ts'
import { FIXED } from './fixed.ts'
import type { ChainStep } from './graph.ts'
import { EVERYBODY } from './rate.repository.ts'
import { createShelf } from './series.ts'

export type { FoundRate, RatedStep }

/** Where rates are looked up, and for whom: rates by hand and routes of `user` count with those for all; without a user only the latter. */
export type RateContext = Pick<Deps, 'reader' | 'plugins'> & { readonly user?: Pick<SessionUser, 'id'> }

/** `null` when no chain has a rate for every step on or before the day. */
export type FindRate = (currency: string, date: string) => FoundRate | null

/**
 * Looks up what one unit of a currency is worth in `to`, on days from `from` to `until`; rates are read in bulk, each series once.
 * The first chain whose rates are all fresh is taken, else the least stale one, flagged. Throws RangeError for other days.
 */
export function createConverter(
  ctx: RateContext,
  input: { to: string; currencies?: readonly string[] | undefined; from: string; until: string },
): FindRate {
  const find = createRateFinder(ctx, input)
  for (const currency of input.currencies ?? []) find.candidates(currency, input.to)
  return (currency, date) => find.rate(currency, input.to, date)
}

export type RateFinder = {
  readonly candidates: CandidateFinder
  readonly rate: (from: string, to: string, date: string) => FoundRate | null
  /** What stands in the way of a chain on a day: its first step without a usable rate. */
  readonly obstacle: (steps: readonly ChainStep[], date: string) => Obstacle | null
}

export type Obstacle = { readonly step: ChainStep; readonly latest: string | null }

/** The same for any pair. */
export function createRateFinder(ctx: RateContext, days: { from: string; until: string }): RateFinder {
  const catalogue = catalogueOf(ctx)
  const viewer = ctx.user?.id ?? EVERYBODY
  const shelf = createShelf(ctx.reader, days.from, days.until, viewer)
  const candidates = createCandidateFinder(ctx.reader, catalogue, viewer)
  const rateOf = createChainRates(catalogue, shelf)
  return {
    candidates,
    rate(from, to, date) {
      if (date < days.from || date > days.until) throw new RangeError(`${date} is not from ${days.from} to ${days.until}`)
      if (from === to)
        return { ratio: { numerator: 1n, denominator: 1n }, date, staleDays: 0, isStale: false, routeId: null, steps: [] }
      return bestOf(candidates(from, to), (candidate) => rateOf(candidate, date))
    },
    obstacle(steps, date) {
      for (const step of steps) {
        const found = stepRates(shelf, step)(date)
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
