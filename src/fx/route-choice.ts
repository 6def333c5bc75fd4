/** The route that a pair gets where nobody registered one: from official sources that have every day needed, day by day, in as few steps as possible. */
import type { FxProvider } from '#plugins/fx/contract.ts'
import { findCurrency } from '../shared/currency.ts'
import { dayNumber } from '../shared/day-number.ts'
import { type Catalogue, foreignOf, legOf, seriesOf } from './catalogue.ts'
import { type DiscoveredRoute, describeRoutes, discoverRoutes, findRoutes } from './discovery.ts'
import { buildGraph, type ChainStep, type Coverage, type RouteGraph } from './graph.ts'
import type { DiscoveryRequest } from './route-search.ts'

/** A pair, and the first day on which it is needed. */
export type Wish = { readonly from: string; readonly to: string; readonly since: string }

export type ChoiceRules = {
  readonly catalogue: Catalogue
  /** False for providers that want a key that is not set. */
  readonly isUsable: (provider: FxProvider) => boolean
  /** Steps that are registered or fetched already: rather these, so that fewer series are fetched. */
  readonly registered: readonly ChainStep[]
}

/** What is compared, from left to right; less is better. */
type Rank = readonly (number | string)[]
type Ranked = { readonly steps: readonly ChainStep[]; readonly isGood: boolean; readonly rank: Rank }

/** Of one number of steps at most so many are compared. */
const MOST_ROUTES = 2_000
/** Longer ones only where there is no other. */
const USUAL_STEPS = 3
const MOST_STEPS = 4
const SHORT_STEPS = 2
const LAST_DAY = '9999-12-31'

/**
 * The best route of a pair; `undefined` where none leads from one to the other. A step is good when its rate is published day by day, for the days
 * needed, and is no last resort of its source. The shortest route of good steps is taken, by rule 9 of route discovery, then in the order in which
 * the providers are listed; where there is none, the best of the others. Of ended currencies rather the source that went on for longer.
 */
export async function chooseRoute(wish: Wish, rules: ChoiceRules): Promise<readonly ChainStep[] | undefined> {
  const graph = graphFor(rules.catalogue, [wish.from, wish.to])
  const steps = choosing(wish, rules, MOST_STEPS)
  let step = steps.next([])
  while (!step.done) step = steps.next(describeRoutes(await findRoutes(graph, step.value)))
  return step.value
}

/** The same at once, of routes with so few steps that they are found in a millisecond. */
export function chooseShortRoute(wish: Wish, rules: ChoiceRules): readonly ChainStep[] | undefined {
  const graph = graphFor(rules.catalogue, [wish.from, wish.to])
  const steps = choosing(wish, rules, SHORT_STEPS)
  let step = steps.next([])
  while (!step.done) step = steps.next(discoverRoutes(graph, step.value).routes)
  return step.value
}

/** Wants the routes of a request, length by length, until the best is known. */
function* choosing(
  wish: Wish,
  rules: ChoiceRules,
  most: number,
): Generator<DiscoveryRequest, readonly ChainStep[] | undefined, readonly DiscoveredRoute[]> {
  const known: Ranked[] = []
  for (let length = 1; length <= most; length++) {
    if (length > USUAL_STEPS && known.length > 0) break
    const routes = yield {
      ...{ from: wish.from, to: wish.to, registered: rules.registered },
      ...{ maxSteps: length, limit: MOST_ROUTES },
    }
    const ranked = routes.filter((route) => route.steps.length === length).flatMap((route) => rankOf(route, wish, rules) ?? [])
    const good = ranked.filter((one) => one.isGood)
    if (good.length > 0) return bestOf(good)
    known.push(...ranked)
  }
  return bestOf(known)
}

function bestOf(ranked: readonly Ranked[]): readonly ChainStep[] | undefined {
  return ranked.toSorted((a, b) => compare(a.rank, b.rank))[0]?.steps
}

function compare(a: Rank, b: Rank): number {
  const at = a.findIndex((value, index) => value !== b[index])
  const [first, second] = [a[at] ?? 0, b[at] ?? 0]
  return first < second ? -1 : first > second ? 1 : 0
}

function rankOf({ steps, key, registeredLegs, distinctProviders }: DiscoveredRoute, wish: Wish, rules: ChoiceRules) {
  const facts = steps.map((step) => factsOf(step, rules))
  if (facts.some((one) => one === undefined)) return undefined
  const known = facts.filter((one) => one !== undefined)
  const count = (is: (one: StepFacts) => boolean) => known.filter(is).length
  const first =
    known
      .map((one) => one.first)
      .sort()
      .at(-1) ?? ''
  const [late, lastResort, slow] = [first > wish.since ? first : '', count((one) => one.isLastResort), count((one) => one.isSlow)]
  const last = Math.min(...known.map((one) => dayNumber(one.last)))
  const orders = known.map((one) => one.order)
  const rank = [lastResort, slow, late, steps.length, -registeredLegs, distinctProviders, -last, ...orders, key]
  return { steps, isGood: lastResort === 0 && slow === 0 && late === '', rank }
}

type StepFacts = {
  readonly first: string
  readonly last: string
  readonly isLastResort: boolean
  readonly isSlow: boolean
  readonly order: number
}

/** `undefined` for a step that cannot be fetched. */
function factsOf(step: ChainStep, { catalogue, isUsable }: ChoiceRules): StepFacts | undefined {
  const provider = catalogue.byCode.get(step.provider)
  if (!provider?.schedule || !isUsable(provider)) return undefined
  const { schedule, historyFrom } = provider
  const leg = legOf(step)
  const series = seriesOf(provider, leg)
  const firsts = series.map((one) => one.since ?? historyFrom ?? '').sort()
  const lasts = series.map((one) => one.until ?? LAST_DAY).sort()
  const last = lasts.at(-1) ?? LAST_DAY
  if (schedule.released === 'never' && last === LAST_DAY) return undefined
  const first = [firsts[0] ?? '', historyFrom ?? ''].sort().at(-1) ?? ''
  const isLastResort = provider.lastResort?.includes(foreignOf(provider, leg) ?? '') ?? false
  const isSlow = schedule.frequency !== 'daily' || (schedule.released !== undefined && schedule.released !== 'never')
  return { first, last, isLastResort, isSlow, order: catalogue.providers.indexOf(provider) }
}

/** The graph of what is published today, with the history of those of some currencies that have ended. */
function graphFor(catalogue: Catalogue, currencies: readonly string[]): RouteGraph {
  const ended = currencies.filter(isEnded)
  if (ended.length === 0) return catalogue.graph
  const history = catalogue.providers.flatMap((provider) =>
    provider.series.flatMap(({ base, quote }): Coverage[] => {
      const code = ended.find((one) => one === base || one === quote)
      const other = code === base ? quote : base
      if (code === undefined || (isEnded(other) && !ended.includes(other))) return []
      return [{ code: provider.code, baseCurrencies: [other], targetCurrencies: [code] }]
    }),
  )
  return buildGraph([...catalogue.providers, ...history])
}

function isEnded(code: string): boolean {
  return typeof findCurrency(code)?.lastDay === 'string'
}
