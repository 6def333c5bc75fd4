/** Route discovery (interface specification, "Route discovery rules" 1 to 9). Pure, bounded in time and memory. */
import { type ChainStep, edgeKey, legKey, type RouteGraph } from './graph.ts'

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

export type DiscoveryRequest = {
  readonly from: string
  readonly to: string
  /** Default 4. */
  readonly maxSteps?: number | undefined
  /** Default 200. */
  readonly limit?: number | undefined
  /** `steps`: shortest first, then by key. `presentation` (default): rule 9, and before the key fewer legs that are a last resort. */
  readonly order?: 'steps' | 'presentation' | undefined
  /** Legs of the routes that are already registered. */
  readonly registered?: Iterable<ChainStep> | undefined
}

const DEFAULT_STEPS = 4
const DEFAULT_LIMIT = 200
/** Rule B. */
const MAX_USES = 2
/** Edges looked at before the search is stopped: some hundred milliseconds at most, whatever the providers announce. */
const MAX_WORK = 5_000_000

/** The route as one text; see `DiscoveredRoute.key`. */
export function routeKey(steps: readonly ChainStep[]): string {
  return steps.map(stepKey).join('/')
}

/** Every route from one currency to another, best first, at most `limit`; none for unknown currencies and from a currency to itself. */
export function discoverRoutes(graph: RouteGraph, request: DiscoveryRequest): Discovery {
  const [source, target] = [graph.numbers.get(request.from), graph.numbers.get(request.to)]
  const limit = request.limit ?? DEFAULT_LIMIT
  if (source === undefined || target === undefined || source === target || limit < 1) return { routes: [], complete: true }
  const search = createSearch(graph, source, target, request)
  const paths: Path[] = []
  for (let length = 1; length <= search.maxSteps && paths.length < limit && search.work < MAX_WORK; length++) {
    search.ranks.clear()
    search.wanted = limit - paths.length
    walk(search, source, length, 0)
    for (const rank of [...search.ranks.keys()].sort((a, b) => a - b)) {
      const found = search.ranks.get(rank) ?? []
      for (let i = 0; i < found.length && paths.length < limit; i++) paths.push(found[i] as Path)
    }
  }
  return { routes: describe(graph, search, paths), complete: search.work < MAX_WORK }
}

/** Currency numbers after the source, then provider numbers: two entries a step, then registered legs and distinct providers. */
type Path = readonly number[]

type Search = {
  readonly graph: RouteGraph
  readonly source: number
  readonly target: number
  readonly maxSteps: number
  readonly presentation: boolean
  readonly registered: ReadonlySet<number>
  readonly distance: readonly number[]
  readonly visited: Uint8Array
  readonly uses: Uint8Array
  readonly path: number[]
  /** What was found of one length, by rank; within a rank in the order of the keys. */
  readonly ranks: Map<number, Path[]>
  wanted: number
  work: number
}

function createSearch(graph: RouteGraph, source: number, target: number, request: DiscoveryRequest): Search {
  const registered = new Set<number>()
  for (const { from, to, provider } of request.registered ?? []) {
    const [a, b, p] = [graph.numbers.get(from), graph.numbers.get(to), graph.providerNumbers.get(provider)]
    if (a !== undefined && b !== undefined && p !== undefined) registered.add(legKey(graph, a, b, p))
  }
  const visited = new Uint8Array(graph.currencies.length)
  visited[source] = 1
  return {
    ...{ graph, source, target, registered, visited },
    maxSteps: request.maxSteps ?? DEFAULT_STEPS,
    presentation: request.order !== 'steps',
    distance: distancesTo(graph, target),
    uses: new Uint8Array(graph.providers.length),
    path: [],
    ranks: new Map(),
    wanted: 0,
    work: 0,
  }
}

/** Follows every edge that can still end at the target in exactly `left` steps; in alphabetical order, so that keys come out sorted. */
function walk(search: Search, at: number, left: number, registered: number): void {
  const { graph, target, distance, visited } = search
  for (const to of left === 1 ? [target] : (graph.neighbours[at] ?? []))
    if ((to === target) === (left === 1) && visited[to] === 0 && (distance[to] ?? left) < left) {
      visited[to] = 1
      step(search, at, to, left, registered)
      visited[to] = 0
      if (search.work >= MAX_WORK || search.wanted === 0) return
    }
}

function step(search: Search, at: number, to: number, left: number, registered: number): void {
  const { graph, uses, path } = search
  for (const provider of graph.edges.get(edgeKey(graph.currencies.length, at, to)) ?? []) {
    search.work += 1
    const used = uses[provider] ?? 0
    if (used >= MAX_USES) continue
    const legs = registered + (search.registered.size > 0 && search.registered.has(legKey(graph, at, to, provider)) ? 1 : 0)
    uses[provider] = used + 1
    path.push(to, provider)
    if (left === 1) keep(search, legs)
    else walk(search, to, left - 1, legs)
    path.length -= 2
    uses[provider] = used
    if (search.wanted === 0) return
  }
}

/**
 * Ranks of rule 9: more registered legs first, then fewer distinct providers, then fewer legs that are a last resort. By steps there is one rank, and
 * enough is enough.
 */
function keep(search: Search, legs: number): void {
  const distinct = distinctOf(search.path)
  const base = search.maxSteps + 1
  const rank = search.presentation ? ((search.maxSteps - legs) * base + distinct) * base + lastResortsOf(search) : 0
  const found = search.ranks.get(rank) ?? []
  if (found.length === 0) search.ranks.set(rank, found)
  if (found.length < search.wanted) found.push([...search.path, legs, distinct])
  if (!search.presentation && found.length === search.wanted) search.wanted = 0
}

function lastResortsOf({ graph, source, path }: Search): number {
  if (graph.lastResorts.size === 0) return 0
  let count = 0
  for (let i = 0; i < path.length; i += 2)
    if (graph.lastResorts.has(legKey(graph, i === 0 ? source : (path[i - 2] ?? 0), path[i] ?? 0, path[i + 1] ?? 0))) count++
  return count
}

function distinctOf(path: readonly number[]): number {
  let count = 0
  for (let i = 1; i < path.length; i += 2) {
    let first = true
    for (let j = 1; j < i; j += 2) if (path[j] === path[i]) first = false
    if (first) count++
  }
  return count
}

function describe(graph: RouteGraph, search: Search, paths: readonly Path[]): DiscoveredRoute[] {
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
  return paths.map((path) => {
    const steps: ChainStep[] = []
    let key = ''
    for (let i = 0; i < path.length - 2; i += 2) {
      const leg = legOf(i === 0 ? search.source : (path[i - 2] ?? 0), path[i] ?? 0, path[i + 1] ?? 0)
      steps.push(leg.step)
      key = i === 0 ? leg.key : `${key}/${leg.key}`
    }
    return { key, steps, registeredLegs: path.at(-2) ?? 0, distinctProviders: path.at(-1) ?? 0 }
  })
}

/** Steps from each currency to the target, whatever the providers; unreachable ones are far away. */
function distancesTo(graph: RouteGraph, target: number): number[] {
  const distance = graph.currencies.map(() => Number.MAX_SAFE_INTEGER)
  distance[target] = 0
  for (const queue = [target]; queue.length > 0; ) {
    const at = queue.shift() ?? target
    for (const to of graph.neighbours[at] ?? [])
      if ((distance[to] ?? 0) > (distance[at] ?? 0) + 1) {
        distance[to] = (distance[at] ?? 0) + 1
        queue.push(to)
      }
  }
  return distance
}

function stepKey({ from, to, provider }: ChainStep): string {
  return `${from}-${to}:${provider}`
}
