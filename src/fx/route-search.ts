/** The search of route discovery: every edge by the rules of the interface, in pieces between which others get their turn. Pure, bounded in time and memory. */
import { type ChainStep, edgeKey, legKey, type RouteGraph } from './graph.ts'

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
/** Rule B. */
const MAX_USES = 2
/** Edges looked at before the search is stopped: some hundred milliseconds at most, whatever the providers announce. */
const MAX_WORK = 5_000_000

/** Currency numbers after the source, then provider numbers: two entries a step, then registered legs and distinct providers. */
export type Path = readonly number[]

export type Search = {
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
  readonly paths: Path[]
  readonly limit: number
  /** What was found of one length, by rank; within a rank in the order of the keys. */
  readonly ranks: Map<number, Path[]>
  wanted: number
  work: number
}

export function createSearch(
  graph: RouteGraph,
  source: number,
  target: number,
  request: DiscoveryRequest & { readonly limit: number },
): Search {
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
    paths: [],
    limit: request.limit,
    ranks: new Map(),
    wanted: 0,
    work: 0,
  }
}

/** `walk` from the source, with a pause after each edge. */
function* firstSteps(search: Search, left: number): Generator<void> {
  const { source, visited } = search
  for (const to of nextOf(search, source, left)) {
    visited[to] = 1
    for (const provider of edgesOf(search, source, to)) {
      follow(search, { at: source, to, provider }, left, 0)
      yield
      if (isOver(search)) break
    }
    visited[to] = 0
    if (isOver(search)) return
  }
}

/** Follows every edge that can still end at the target in exactly `left` steps; in alphabetical order, so that keys come out sorted. */
function walk(search: Search, at: number, left: number, registered: number): void {
  const { visited } = search
  for (const to of nextOf(search, at, left)) {
    visited[to] = 1
    for (const provider of edgesOf(search, at, to)) {
      follow(search, { at, to, provider }, left, registered)
      if (search.wanted === 0) break
    }
    visited[to] = 0
    if (isOver(search)) return
  }
}

function isOver({ work, wanted }: Search): boolean {
  return work >= MAX_WORK || wanted === 0
}

function nextOf({ graph, target, distance, visited }: Search, at: number, left: number): readonly number[] {
  const all = left === 1 ? [target] : (graph.neighbours[at] ?? [])
  return all.filter((to) => (to === target) === (left === 1) && visited[to] === 0 && (distance[to] ?? left) < left)
}

function edgesOf({ graph }: Search, at: number, to: number): readonly number[] {
  return graph.edges.get(edgeKey(graph.currencies.length, at, to)) ?? []
}

type Edge = { readonly at: number; readonly to: number; readonly provider: number }

function follow(search: Search, { at, to, provider }: Edge, left: number, registered: number): void {
  const { graph, uses, path } = search
  search.work += 1
  const used = uses[provider] ?? 0
  if (used >= MAX_USES) return
  const legs = registered + (search.registered.size > 0 && search.registered.has(legKey(graph, at, to, provider)) ? 1 : 0)
  uses[provider] = used + 1
  path.push(to, provider)
  if (left === 1) keep(search, legs)
  else walk(search, to, left - 1, legs)
  path.length -= 2
  uses[provider] = used
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

/** Length by length; pauses after each first step. */
export function* searching(search: Search): Generator<void> {
  const { paths, limit, ranks } = search
  for (let length = 1; length <= search.maxSteps && paths.length < limit && search.work < MAX_WORK; length++) {
    ranks.clear()
    search.wanted = limit - paths.length
    yield* firstSteps(search, length)
    for (const rank of [...ranks.keys()].sort((a, b) => a - b)) {
      const found = ranks.get(rank) ?? []
      for (let i = 0; i < found.length && paths.length < limit; i++) paths.push(found[i] as Path)
      yield
    }
  }
}

/** Whether every route was looked at. */
export function isComplete({ work }: Search): boolean {
  return work < MAX_WORK
}
