import type { FxProvider, FxSeries } from '#plugins/fx/contract.ts'
import type { Deps } from '../context.ts'
import { memoryKey } from '../memory.ts'
import { isCurrency } from '../shared/currency.ts'
import { normalisePair } from './convert.ts'
import { buildGraph, hasPair, type RouteGraph } from './graph.ts'

export const MANUAL = 'MANUAL'

/** A pair of currencies at a provider, `base` < `quote`: what rates are stored under. */
export type Leg = { readonly base: string; readonly quote: string; readonly provider: string }

/** What is known of the providers; constant while the service runs. */
export type Catalogue = {
  readonly providers: readonly FxProvider[]
  readonly byCode: ReadonlyMap<string, FxProvider>
  readonly graph: RouteGraph
  /** Every currency that some provider has or had, by code, each with the codes of its providers. */
  readonly currencies: readonly { readonly code: string; readonly providers: readonly string[] }[]
}

const catalogues = memoryKey('fx/catalogues', () => new Map<readonly FxProvider[], Catalogue>())

/** The catalogue of the providers that are loaded, made once. */
export function catalogueOf(deps: Pick<Deps, 'plugins' | 'memory'>): Catalogue {
  const made = deps.memory.of(catalogues)
  const known = made.get(deps.plugins.fx)
  if (known) return known
  const providers = deps.plugins.fx
  const catalogue = createCatalogue(providers)
  made.set(providers, catalogue)
  return catalogue
}

/** Reports convert without graph and currencies: making those takes longer than finding the rates. */
function createCatalogue(providers: readonly FxProvider[]): Catalogue {
  let [graph, currencies]: [RouteGraph?, Catalogue['currencies']?] = []
  return {
    providers,
    byCode: new Map(providers.map((provider) => [provider.code, provider])),
    get graph() {
      graph ??= buildGraph(providers)
      return graph
    },
    get currencies() {
      currencies ??= currenciesOf(providers)
      return currencies
    },
  }
}

/** `AAA/BBB` of a leg. */
export function pairOf(leg: { readonly base: string; readonly quote: string }): string {
  return `${leg.base}/${leg.quote}`
}

/** The leg that serves a step in either direction. */
export function legOf(step: { readonly from: string; readonly to: string; readonly provider: string }): Leg {
  const { base, quote } = normalisePair(step.from, step.to)
  return { base, quote, provider: step.provider }
}

/** Whether the provider publishes the pair, in either direction, or did so before one of the currencies ended. */
export function publishes(catalogue: Catalogue, leg: Leg): boolean {
  if (hasPair(catalogue.graph, leg.provider, leg.base, leg.quote)) return true
  const provider = catalogue.byCode.get(leg.provider)
  return provider !== undefined && seriesOf(provider, leg).length > 0
}

/** The published series of a pair, whatever their direction. */
export function seriesOf(provider: FxProvider, pair: { readonly base: string; readonly quote: string }): FxSeries[] {
  return provider.series.filter((one) => {
    const { base, quote } = normalisePair(one.base, one.quote)
    return base === pair.base && quote === pair.quote
  })
}

/** The currency of a pair that a request to the provider must name; `undefined` when the provider has no such pair. */
export function foreignOf(provider: FxProvider, pair: { readonly base: string; readonly quote: string }): string | undefined {
  const series = seriesOf(provider, pair)[0]
  if (series) return series.currency
  const { baseCurrencies: home, targetCurrencies: foreign } = provider
  if (home.includes(pair.base) && foreign.includes(pair.quote)) return pair.quote
  return home.includes(pair.quote) && foreign.includes(pair.base) ? pair.base : undefined
}

/** The pairs that a provider publishes today, by `base` and `quote`. */
export function legsOf(provider: FxProvider): Leg[] {
  const legs = new Map<string, Leg>()
  for (const base of provider.baseCurrencies)
    for (const target of provider.targetCurrencies) {
      if (base === target) continue
      const leg = legOf({ from: base, to: target, provider: provider.code })
      legs.set(pairOf(leg), leg)
    }
  return [...legs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, leg]) => leg)
}

/** Currencies that the provider has history of only. */
export function historicCurrenciesOf(provider: FxProvider): string[] {
  const live = new Set([...provider.baseCurrencies, ...provider.targetCurrencies])
  return [...new Set(provider.series.flatMap((one) => [one.base, one.quote]))].filter((code) => !live.has(code)).sort()
}

function currenciesOf(providers: readonly FxProvider[]): Catalogue['currencies'] {
  const found = new Map<string, Set<string>>()
  for (const provider of providers)
    for (const code of [...provider.baseCurrencies, ...provider.targetCurrencies, ...historicCurrenciesOf(provider)])
      if (isCurrency(code)) found.set(code, (found.get(code) ?? new Set()).add(provider.code))
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, codes]) => ({ code, providers: [...codes].sort() }))
}
