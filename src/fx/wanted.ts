/** Which series a sync is for. */
import type { FxProvider } from '#plugins/fx/contract.ts'
import { isCurrency } from '../shared/currency.ts'
import { replacementOf } from '../shared/currency-notice.ts'
import { AppError, type Fault } from '../shared/errors.ts'
import { type Catalogue, foreignOf, type Leg, legOf, legsOf, MANUAL, pairOf } from './catalogue.ts'
import type { ChainStep } from './graph.ts'

/** Everything is optional; see `chooseLegs`. Days are `YYYY-MM-DD`. */
export type SyncRequest = {
  readonly currencies?: readonly string[] | undefined
  readonly providers?: readonly string[] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly acceptJumps?: boolean | undefined
}

/**
 * The legs to fetch, by provider code: with `providers` all that these publish, else the legs of the registered routes; `currencies` narrows
 * both to series of these currencies (also ended ones, where providers are named). Throws `fx/sync-invalid` with every fault.
 */
export function chooseLegs(catalogue: Catalogue, routes: Iterable<ChainStep>, request: SyncRequest): Map<string, Leg[]> {
  const errors = [...codeFaults(catalogue, request)]
  const chosen = new Map<string, Map<string, Leg>>()
  if (errors.length === 0)
    for (const [code, legs] of offered(catalogue, routes, request))
      for (const leg of narrowed(catalogue.byCode.get(code), legs, request.currencies)) {
        const of = chosen.get(code) ?? new Map<string, Leg>()
        chosen.set(code, of.set(pairOf(leg), leg))
      }
  errors.push(...unusedFaults(chosen, request))
  if (errors.length > 0) throw new AppError('invalid', 'fx/sync-invalid', errors[0]?.detail ?? '', { errors })
  return new Map([...chosen].map(([code, legs]) => [code, [...legs.values()]]))
}

function* codeFaults(catalogue: Catalogue, { currencies = [], providers = [] }: SyncRequest): Generator<Fault> {
  for (const [index, code] of currencies.entries())
    if (!isCurrency(code))
      yield { pointer: `/currencies/${index}`, detail: `${code} is no ISO 4217 currency code such as EUR.${replacementOf(code)}` }
  for (const [index, code] of providers.entries())
    if (code === MANUAL) yield { pointer: `/providers/${index}`, detail: 'Rates entered by hand are not fetched.' }
    else if (!catalogue.byCode.has(code))
      yield { pointer: `/providers/${index}`, detail: `There is no provider ${code}; GET /fx/providers lists them.` }
}

function* unusedFaults(
  chosen: ReadonlyMap<string, ReadonlyMap<string, Leg>>,
  { currencies = [], providers }: SyncRequest,
): Generator<Fault> {
  const used = new Set([...chosen.values()].flatMap((legs) => [...legs.values()].flatMap((leg) => [leg.base, leg.quote])))
  const what = providers === undefined ? 'No registered route uses' : 'None of these providers has'
  const remedy = providers === undefined ? '; register a route, or name the providers to ask.' : '.'
  for (const [index, code] of currencies.entries())
    if (isCurrency(code) && !used.has(code)) yield { pointer: `/currencies/${index}`, detail: `${what} ${code}${remedy}` }
}

function offered(catalogue: Catalogue, routes: Iterable<ChainStep>, request: SyncRequest): Map<string, Leg[]> {
  if (request.providers !== undefined)
    return new Map(
      [...new Set(request.providers)].flatMap((code) => {
        const provider = catalogue.byCode.get(code)
        return provider
          ? [[code, request.currencies ? [...legsOf(provider), ...endedLegsOf(provider)] : legsOf(provider)] as const]
          : []
      }),
    )
  const legs = [...routes].filter((step) => step.provider !== MANUAL).map(legOf)
  return Map.groupBy(legs, (leg) => leg.provider)
}

/** Those of the foreign currencies named; all of them when only the provider's own currency is. */
function narrowed(
  provider: FxProvider | undefined,
  legs: readonly Leg[],
  currencies: readonly string[] | undefined,
): readonly Leg[] {
  if (currencies === undefined) return legs
  const foreign = legs.filter((leg) => currencies.includes((provider && foreignOf(provider, leg)) ?? leg.quote))
  return foreign.length > 0 ? foreign : legs.filter((leg) => currencies.includes(leg.base) || currencies.includes(leg.quote))
}

function endedLegsOf(provider: FxProvider): Leg[] {
  return provider.series
    .filter((one) => one.until !== undefined)
    .map((one) => legOf({ from: one.base, to: one.quote, provider: provider.code }))
}
