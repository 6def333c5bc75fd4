/** Which sources to ask for a pair that lacks rates. */
import type { Ctx } from '../context.ts'
import { type Catalogue, catalogueOf, foreignOf, legOf, MANUAL } from './catalogue.ts'
import { normalisePair } from './convert.ts'
import { discoverRoutes } from './discovery.ts'
import type { ChainStep } from './graph.ts'
import { listAllRoutes } from './repository.ts'

/** What a sync is to fetch; without `providers` the legs of the registered route. */
export type RateSource = { readonly providers: readonly string[] | null; readonly currencies: readonly string[] }

/** For a pair from a day on; `null` where nobody publishes it. Reads nothing. */
export type RateSources = (from: string, to: string, since: string) => RateSource | null

/** Steps of a chain that is proposed; more take long to find and are rarely what is wanted. */
const MOST_STEPS = 2
/** Chains that are compared by how far back they go. */
const MOST_CHAINS = 100

/** The sources of pairs for the caller: those of the registered route, else of the shortest chain that goes back far enough. */
export async function loadRateSources(ctx: Pick<Ctx, 'reader' | 'user' | 'plugins' | 'memory'>): Promise<RateSources> {
  const routes = await listAllRoutes(ctx.reader, ctx.user.id)
  const catalogue = catalogueOf(ctx)
  return (from, to, since) => {
    const { base, quote } = normalisePair(from, to)
    const route = routes.find((one) => one.base === base && one.quote === quote)
    const steps = route?.steps ?? chainOf(catalogue, { from, to, since })
    if (steps === undefined || steps.some((step) => step.provider === MANUAL)) return null
    return {
      providers: route === undefined ? distinct(steps.map((step) => step.provider)) : null,
      currencies: foreignOnes(catalogue, steps),
    }
  }
}

function chainOf(catalogue: Catalogue, wish: { from: string; to: string; since: string }): readonly ChainStep[] | undefined {
  for (let maxSteps = 1; maxSteps <= MOST_STEPS; maxSteps++) {
    const { routes } = discoverRoutes(catalogue.graph, { from: wish.from, to: wish.to, maxSteps, limit: MOST_CHAINS })
    const ranked = routes.map(({ steps }) => ({
      steps,
      order: Math.max(...steps.map((step) => orderOf(catalogue, step, wish.since))),
    }))
    const [best] = ranked.sort((a, b) => a.order - b.order)
    if (best !== undefined) return best.steps
  }
  return undefined
}

/** In the order in which the providers are listed, those behind that do not go back to the day. */
function orderOf({ providers }: Catalogue, { provider: code }: ChainStep, since: string): number {
  const place = providers.findIndex((one) => one.code === code)
  return (providers[place]?.historyFrom ?? '') <= since ? place : providers.length + place
}

/** The currencies that requests to the providers name. */
function foreignOnes({ byCode }: Catalogue, steps: readonly ChainStep[]): string[] {
  return distinct(
    steps.map((step) => {
      const provider = byCode.get(step.provider)
      return (provider && foreignOf(provider, legOf(step))) ?? step.to
    }),
  )
}

function distinct(all: readonly string[]): string[] {
  return [...new Set(all)]
}
