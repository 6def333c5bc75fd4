/** The graph of currencies and providers (interface specification, "Route discovery rules", 1). Pure. */

/** What a provider announces: edges are base x target, followed in both directions. */
export type Coverage = {
  readonly code: string
  readonly baseCurrencies: readonly string[]
  readonly targetCurrencies: readonly string[]
  /** Target currencies that are better taken from another provider. */
  readonly lastResort?: readonly string[] | undefined
}

/** One leg of a route, in its logical direction. */
export type ChainStep = { readonly from: string; readonly to: string; readonly provider: string }

/** Built once, as the providers are constant while the server runs. Currencies and providers are numbered in alphabetical order. */
export type RouteGraph = {
  readonly currencies: readonly string[]
  readonly providers: readonly string[]
  readonly numbers: ReadonlyMap<string, number>
  readonly providerNumbers: ReadonlyMap<string, number>
  readonly neighbours: readonly (readonly number[])[]
  /** The providers between two currencies, by `lower * currencies.length + higher`. */
  readonly edges: ReadonlyMap<number, readonly number[]>
  /** The legs that are a last resort, by `legKey`. */
  readonly lastResorts: ReadonlySet<number>
}

const MANUAL = 'MANUAL'

/** The graph of all providers but MANUAL. */
export function buildGraph(coverages: readonly Coverage[]): RouteGraph {
  const known = coverages.filter((one) => one.code !== MANUAL)
  const currencies = sorted(known.flatMap((one) => [...one.baseCurrencies, ...one.targetCurrencies]))
  const providers = sorted(known.map((one) => one.code))
  const numbers = new Map(currencies.map((code, index) => [code, index]))
  const providerNumbers = new Map(providers.map((code, index) => [code, index]))
  const between = new Map<number, Set<number>>()
  const near = currencies.map(() => new Set<number>())
  for (const { code, baseCurrencies, targetCurrencies } of known)
    for (const base of baseCurrencies)
      for (const target of targetCurrencies) {
        const [a, b] = [numbers.get(base) ?? 0, numbers.get(target) ?? 0]
        if (a === b) continue
        const key = edgeKey(currencies.length, a, b)
        between.set(key, (between.get(key) ?? new Set()).add(providerNumbers.get(code) ?? 0))
        near[a]?.add(b)
        near[b]?.add(a)
      }
  const ascending = (set: ReadonlySet<number>) => [...set].sort((a, b) => a - b)
  const edges = new Map([...between].map(([key, set]) => [key, ascending(set)] as const))
  const graph = { currencies, providers, numbers, providerNumbers, neighbours: near.map(ascending), edges }
  return { ...graph, lastResorts: lastResortsOf(graph, known) }
}

function lastResortsOf(graph: Omit<RouteGraph, 'lastResorts'>, known: readonly Coverage[]): ReadonlySet<number> {
  const legs = new Set<number>()
  for (const { code, baseCurrencies, lastResort = [] } of known)
    for (const target of lastResort)
      for (const base of baseCurrencies) {
        const [a, b, p] = [graph.numbers.get(base), graph.numbers.get(target), graph.providerNumbers.get(code)]
        if (a !== undefined && b !== undefined && p !== undefined) legs.add(legKey(graph, a, b, p))
      }
  return legs
}

/** Whether the provider has the pair, in either direction. */
export function hasPair(graph: RouteGraph, provider: string, a: string, b: string): boolean {
  const [x, y, p] = [graph.numbers.get(a), graph.numbers.get(b), graph.providerNumbers.get(provider)]
  if (x === undefined || y === undefined || p === undefined || x === y) return false
  return graph.edges.get(edgeKey(graph.currencies.length, x, y))?.includes(p) ?? false
}

/** The number under which `edges` has a pair of currency numbers, whatever their order. */
export function edgeKey(count: number, a: number, b: number): number {
  return a < b ? a * count + b : b * count + a
}

/** One number for a provider between a pair of currency numbers, whatever their order. */
export function legKey(graph: Pick<RouteGraph, 'currencies' | 'providers'>, a: number, b: number, provider: number): number {
  return edgeKey(graph.currencies.length, a, b) * graph.providers.length + provider
}

function sorted(codes: readonly string[]): string[] {
  return [...new Set(codes)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}
