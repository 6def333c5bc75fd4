import { dayNumber } from '../shared/day-number.ts'
import type { Candidate } from './candidates.ts'
import { type Leg, legOf } from './catalogue.ts'
import { chainRatio, type PairRate, type Ratio } from './convert.ts'
import type { StepFreshness } from './freshness.ts'
import type { ChainStep } from './graph.ts'
import { FIXED, fixedRate } from './legacy-currencies.ts'
import type { Series } from './series.ts'

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

/** The rate that serves a step on a day: the same object while the same one serves it. */
export type StepRate = { readonly rate: string; readonly date: string; readonly pair: PairRate }

/** The rate of one step on a day; `undefined` without one. */
export type StepRates = (date: string) => StepRate | undefined

/** `freshFor` = days for which a rate of a day may stand in; those that are fixed for good do not age. */
type Source = { readonly step: ChainStep; readonly on: StepRates; readonly freshFor: (date: string) => number }

/** What a chain came to with the rates that served it last. */
type Made = { readonly rates: readonly StepRate[]; readonly ratio: Ratio; readonly steps: readonly RatedStep[] }

type Chain = { readonly sources: readonly Source[]; made: Made | null }

/** The stored rates of a leg. */
export type SeriesOf = (leg: Leg) => Series

/** Rates along chains, day by day; what a chain comes to is computed once for all days in a row that the same stored rates serve. */
export function createChainRates(
  seriesOf: SeriesOf,
  freshForStep: StepFreshness,
): (candidate: Candidate, date: string) => FoundRate | null {
  const chains = new Map<Candidate, Chain>()
  const chainOf = (candidate: Candidate): Chain => {
    const known = chains.get(candidate)
    if (known !== undefined) return known
    const sources = candidate.steps.map((step) => ({
      step,
      on: stepRates(seriesOf, step),
      freshFor: freshForStep(step),
    }))
    const made: Chain = { sources, made: null }
    chains.set(candidate, made)
    return made
  }
  return (candidate, date) => {
    const chain = chainOf(candidate)
    const made = madeOn(chain, date)
    return made && dated(made, chain.sources, candidate.routeId, date)
  }
}

/** The stored or fixed rates of one step. */
export function stepRates(seriesOf: SeriesOf, step: ChainStep): StepRates {
  if (step.provider === FIXED) return fixedRates(step)
  const leg = legOf(step)
  const { base, quote } = leg
  let series: Series | undefined
  let last: StepRate | undefined
  return (date) => {
    series ??= seriesOf(leg)
    const found = series(date)
    if (found === undefined) return undefined
    if (last === undefined || last.date !== found.date)
      last = { rate: found.rate, date: found.date, pair: { base, quote, rate: found.rate } }
    return last
  }
}

function fixedRates(step: ChainStep): StepRates {
  let known: StepRate | undefined
  return (date) => {
    if (known !== undefined && date >= known.date) return known
    const fixed = fixedRate(step, date)
    known = fixed && { rate: fixed.rate, date: fixed.since, pair: fixed.exact }
    return known
  }
}

function madeOn(chain: Chain, date: string): Made | null {
  const rates: StepRate[] = []
  for (const { on } of chain.sources) {
    const found = on(date)
    if (found === undefined) return null
    rates.push(found)
  }
  const { made } = chain
  if (made?.rates.every((rate, index) => rate === rates[index])) return made
  chain.made = { rates, ...computed(chain.sources, rates) }
  return chain.made
}

function computed(sources: readonly Source[], rates: readonly StepRate[]): Pick<Made, 'ratio' | 'steps'> {
  const each = sources.flatMap(({ step }, index) => {
    const rate = rates[index]
    return rate === undefined ? [] : [{ step, rate }]
  })
  return {
    ratio: chainRatio(each.map(({ step: { from, to }, rate }) => ({ from, to, rate: rate.pair }))),
    steps: each.map(({ step: { from, to, provider }, rate }) => {
      return { from, to, provider, rate: rate.rate, rateDate: rate.date, inverted: from > to }
    }),
  }
}

function dated({ rates, ratio, steps }: Made, sources: readonly Source[], routeId: number | null, date: string): FoundRate {
  let [oldest, isStale] = [date, false]
  sources.forEach(({ step, freshFor }, index) => {
    const of = rates[index]?.date ?? date
    if (step.provider === FIXED || of === date) return
    if (of < oldest) oldest = of
    isStale ||= dayNumber(date) - dayNumber(of) > freshFor(of)
  })
  const staleDays = oldest === date ? 0 : dayNumber(date) - dayNumber(oldest)
  return { ratio, date: oldest, staleDays, isStale, routeId, steps }
}
