/** Which sources to ask for a pair that lacks rates. */
import type { FxProvider } from '#plugins/fx/contract.ts'
import type { Ctx } from '../context.ts'
import { lacksKey } from '../sources/outgoing.service.ts'
import { type Catalogue, catalogueOf, foreignOf, legOf, MANUAL } from './catalogue.ts'
import { normalisePair } from './convert.ts'
import type { ChainStep } from './graph.ts'
import { listAllRoutes } from './repository.ts'
import { chooseShortRoute } from './route-choice.ts'

/** What a sync is to fetch; without `providers` the legs of the registered route. */
export type RateSource = { readonly providers: readonly string[] | null; readonly currencies: readonly string[] }

/** For a pair from a day on; `null` where nobody publishes it. Reads nothing. */
export type RateSources = (from: string, to: string, since: string) => RateSource | null

/** The sources of pairs for the caller: those of the registered route, else of the route that automatic ones are chosen by, where it is short. */
export async function loadRateSources(ctx: Pick<Ctx, 'reader' | 'user' | 'plugins' | 'memory' | 'config'>): Promise<RateSources> {
  const routes = await listAllRoutes(ctx.reader, ctx.user.id)
  const catalogue = catalogueOf(ctx)
  const registered = routes.flatMap(({ steps }) => steps)
  const rules = { catalogue, registered, isUsable: (provider: FxProvider) => !lacksKey(ctx, provider) }
  return (from, to, since) => {
    const { base, quote } = normalisePair(from, to)
    const route = routes.find((one) => one.base === base && one.quote === quote)
    const steps = route?.steps ?? chooseShortRoute({ from, to, since }, rules)
    if (steps === undefined || steps.some((step) => step.provider === MANUAL)) return null
    return {
      providers: route === undefined ? distinct(steps.map((step) => step.provider)) : null,
      currencies: foreignOnes(catalogue, steps),
    }
  }
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
