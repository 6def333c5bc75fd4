/** Route discovery (interface specification, "Route discovery rules" 1 to 9). Pure, bounded in time and memory. */
import { createYielder } from '../shared/event-loop.ts'
import type { ChainStep, RouteGraph } from './graph.ts'
import { type RouteRows, widthOf } from './route-rows.ts'
import { createSearch, type DiscoveryRequest, isComplete, type Search, searching } from './route-search.ts'

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

/** What was found, as few numbers a route; `numberOfRoutes`, `describeRoutes` and `routeTexts` read it. */
export type FoundRoutes = {
  readonly graph: RouteGraph
  readonly source: number
  readonly rows: readonly RouteRows[]
  readonly complete: boolean
}

/** Every route from one currency to another, best first, at most `limit`; none for unknown currencies and from a currency to itself. In one go. */
export function discoverRoutes(graph: RouteGraph, request: DiscoveryRequest): Discovery {
  const search = searchOf(graph, request)
  if (search === undefined) return { routes: [], complete: true }
  for (const _ of searching(search));
  const found = foundBy(search)
  return { routes: describeRoutes(found), complete: found.complete }
}

/** The same for everybody's graph, which has hundreds of thousands of routes: other requests get their turn meanwhile. */
export async function findRoutes(graph: RouteGraph, request: DiscoveryRequest): Promise<FoundRoutes> {
  const search = searchOf(graph, request)
  if (search === undefined) return { graph, source: 0, rows: [], complete: true }
  const yieldWhenDue = createYielder()
  for (const _ of searching(search)) await yieldWhenDue()
  return foundBy(search)
}

function searchOf(graph: RouteGraph, request: DiscoveryRequest): Search | undefined {
  const [source, target] = [graph.numbers.get(request.from), graph.numbers.get(request.to)]
  const limit = request.limit ?? DEFAULT_LIMIT
  if (source === undefined || target === undefined || source === target || limit < 1) return undefined
  return createSearch(graph, source, target, { ...request, limit })
}

function foundBy(search: Search): FoundRoutes {
  return { graph: search.graph, source: search.source, rows: search.found, complete: isComplete(search) }
}

/** How many routes there are. */
export function numberOfRoutes({ rows }: FoundRoutes): number {
  return rows.reduce((total, { count }) => total + count, 0)
}

/** Each route with its steps. */
export function describeRoutes(found: FoundRoutes): DiscoveredRoute[] {
  const legOf = legs(found.graph, (step) => ({ step, key: stepKey(step) }))
  return found.rows.flatMap(({ steps, count, numbers }) =>
    Array.from({ length: count }, (_, row) => {
      const at = row * widthOf(steps)
      const chain = Array.from({ length: steps }, (_, i) =>
        legOf(i === 0 ? found.source : (numbers[at + 2 * i - 2] ?? 0), numbers[at + 2 * i] ?? 0, numbers[at + 2 * i + 1] ?? 0),
      )
      return {
        key: chain.map(({ key }) => key).join('/'),
        steps: chain.map(({ step }) => step),
        registeredLegs: numbers[at + 2 * steps] ?? 0,
        distinctProviders: numbers[at + 2 * steps + 1] ?? 0,
      }
    }),
  )
}

/** What is made of a leg, by the numbers of its currencies and its provider: once, for each leg is part of many routes. */
export function legs<T>(graph: RouteGraph, make: (step: ChainStep) => T): (from: number, to: number, provider: number) => T {
  const made = new Map<number, T>()
  return (from, to, provider) => {
    const id = (from * graph.currencies.length + to) * graph.providers.length + provider
    const known = made.get(id)
    if (known !== undefined) return known
    const names = [graph.currencies[from] ?? '', graph.currencies[to] ?? '', graph.providers[provider] ?? ''] as const
    const one = make({ from: names[0], to: names[1], provider: names[2] })
    made.set(id, one)
    return one
  }
}

/** A leg as text: `USD-EUR:ECB`. */
export function stepKey({ from, to, provider }: ChainStep): string {
  return `${from}-${to}:${provider}`
}
