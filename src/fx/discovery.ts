/** Route discovery (interface specification, "Route discovery rules" 1 to 9). Pure, bounded in time and memory. */
import { createYielder } from '../shared/event-loop.ts'
import type { ChainStep, RouteGraph } from './graph.ts'
import { createSearch, type DiscoveryRequest, isComplete, type Path, type Search, searching } from './route-search.ts'

export type DiscoveredRoute = {
  /** `USD-EUR:ECB/EUR-CHF:SNB`: what routes of equal rank are sorted by. */
  readonly key: string
  readonly steps: readonly ChainStep[]
  /** Legs that stand in `registered`, in either direction. */
  readonly registeredLegs: number
  readonly distinctProviders: number
}

export type Discovery = {
  readonly routes: readonly DiscoveredRoute[]
  /** False when the work was stopped before every route of the last step count had been looked at. */
  readonly complete: boolean
}

const DEFAULT_LIMIT = 200

/** The route as one text; see `DiscoveredRoute.key`. */
export function routeKey(steps: readonly ChainStep[]): string {
  return steps.map(stepKey).join('/')
}

/** What was found, as few numbers a route: most callers show some of hundreds of thousands. */
export type FoundRoutes = {
  readonly paths: readonly Path[]
  readonly describe: (path: Path) => DiscoveredRoute
  readonly complete: boolean
}

/** Every route from one currency to another, best first, at most `limit`; none for unknown currencies and from a currency to itself. In one go. */
export function discoverRoutes(graph: RouteGraph, request: DiscoveryRequest): Discovery {
  const search = searchOf(graph, request)
  if (search === undefined) return { routes: [], complete: true }
  for (const _ of searching(search));
  const { paths, describe, complete } = foundBy(search)
  return { routes: paths.map(describe), complete }
}

/** The same for everybody's graph, which has hundreds of thousands of routes: other requests get their turn meanwhile. */
export async function findRoutes(graph: RouteGraph, request: DiscoveryRequest): Promise<FoundRoutes> {
  const search = searchOf(graph, request)
  if (search === undefined) return { paths: [], describe: nothing, complete: true }
  const yieldWhenDue = createYielder()
  for (const _ of searching(search)) await yieldWhenDue()
  return foundBy(search)
}

function nothing(): never {
  throw new Error('there is no route to describe')
}

function searchOf(graph: RouteGraph, request: DiscoveryRequest): Search | undefined {
  const [source, target] = [graph.numbers.get(request.from), graph.numbers.get(request.to)]
  const limit = request.limit ?? DEFAULT_LIMIT
  if (source === undefined || target === undefined || source === target || limit < 1) return undefined
  return createSearch(graph, source, target, { ...request, limit })
}

function foundBy(search: Search): FoundRoutes {
  return { paths: search.paths, describe: describer(search), complete: isComplete(search) }
}

function describer({ graph, source }: Search): FoundRoutes['describe'] {
  const legs = new Map<number, { step: ChainStep; key: string }>()
  const legOf = (from: number, to: number, provider: number) => {
    const id = (from * graph.currencies.length + to) * graph.providers.length + provider
    const known = legs.get(id)
    if (known) return known
    const names = [graph.currencies[from] ?? '', graph.currencies[to] ?? '', graph.providers[provider] ?? ''] as const
    const chain = { from: names[0], to: names[1], provider: names[2] }
    const made = { step: chain, key: stepKey(chain) }
    legs.set(id, made)
    return made
  }
  return (path) => {
    const steps: ChainStep[] = []
    let key = ''
    for (let i = 0; i < path.length - 2; i += 2) {
      const leg = legOf(i === 0 ? source : (path[i - 2] ?? 0), path[i] ?? 0, path[i + 1] ?? 0)
      steps.push(leg.step)
      key = i === 0 ? leg.key : `${key}/${leg.key}`
    }
    return { key, steps, registeredLegs: path.at(-2) ?? 0, distinctProviders: path.at(-1) ?? 0 }
  }
}

function stepKey({ from, to, provider }: ChainStep): string {
  return `${from}-${to}:${provider}`
}
