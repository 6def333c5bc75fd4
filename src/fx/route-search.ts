/** The search of route discovery: every edge by the rules of the interface, in pieces between which others get their turn. Pure, bounded in time and memory. */
import { type ChainStep, edgeKey, legKey, type RouteGraph } from './graph.ts'
import { addRow, createRows, type RouteRows } from './route-rows.ts'

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
  /** The route that is being followed: two numbers a step. */
  readonly path: number[]
  /** What was found, best first: by length, within a length by rank. */
  readonly found: RouteRows[]
  readonly limit: number
  /** What was found of the present length, by rank; within a rank in the order of the keys. */
  readonly ranks: Map<number, RouteRows>
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
    found: [],
    limit: request.limit,
    ranks: new Map(),
    wanted: 0,
    work: 0,
  }
}

/** `walk` from the source, with a pause after each edge. */
function* firstSteps(search: Search, left: number): Generator<void> {
  const { source, visited } = search
  for (const to of search.graph.neighbours[source] ?? []) {
    if (!isNext(search, to, left)) continue
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
  for (const to of left === 1 ? [search.target] : (search.graph.neighbours[at] ?? [])) {
    if (!isNext(search, to, left)) continue
    search.visited[to] = 1
    followAll(search, at, to, left, registered)
    search.visited[to] = 0
    if (isOver(search)) return
  }
}

function followAll(search: Search, at: number, to: number, left: number, registered: number): void {
  for (const provider of edgesOf(search, at, to)) {
    follow(search, { at, to, provider }, left, registered)
    if (search.wanted === 0) return
  }
}

function isOver({ work, wanted }: Search): boolean {
  return work >= MAX_WORK || wanted === 0
}

/** Whether the currency can come next with `left` steps to go, this one among them: the target is the last and no other. */
function isNext({ target, distance, visited }: Search, to: number, left: number): boolean {
  return (to === target) === (left === 1) && visited[to] === 0 && (distance[to] ?? left) < left
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
  const { path, ranks } = search
  const distinct = distinctOf(path)
  const base = search.maxSteps + 1
  const rank = search.presentation ? ((search.maxSteps - legs) * base + distinct) * base + lastResortsOf(search) : 0
  const rows = ranks.get(rank) ?? createRows(path.length / 2)
  if (rows.count === 0) ranks.set(rank, rows)
  if (rows.count < search.wanted) addRow(rows, path, legs, distinct)
  if (!search.presentation && rows.count === search.wanted) search.wanted = 0
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
  const { found, limit, ranks } = search
  let room = limit
  for (let length = 1; length <= search.maxSteps && room > 0 && search.work < MAX_WORK; length++) {
    ranks.clear()
    search.wanted = room
    yield* firstSteps(search, length)
    for (const [, rows] of [...ranks].sort(([a], [b]) => a - b)) {
      rows.count = Math.min(rows.count, room)
      room -= rows.count
      if (rows.count > 0) found.push(rows)
    }
  }
}

/** Whether every route was looked at. */
export function isComplete({ work }: Search): boolean {
  return work < MAX_WORK
}
