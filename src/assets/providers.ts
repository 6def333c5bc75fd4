import type { PriceProvider, SearchHit } from '#plugins/assets/contract.ts'
import * as kit from '#plugins/assets/kit.ts'
import type { Ctx, Deps } from '../context.ts'
import { AppError, type Fault } from '../shared/errors.ts'
import type { PriceSource } from './asset.ts'
import { noteCall, requireClosedCircuit } from './breaker.ts'
import { inTurn, requireOnline, toolsFor } from './price-tools.ts'
import { listProviderStates, type ProviderState } from './refresh.repository.ts'

export type ListedProvider = { readonly provider: PriceProvider; readonly state: ProviderState | null; readonly hasKey: boolean }

/** The price providers with how each fares. */
export function listPriceProviders(ctx: Ctx): ListedProvider[] {
  const states = new Map(listProviderStates(ctx.reader).map((state) => [state.code, state]))
  return ctx.plugins.assets.map((provider) => ({
    provider,
    state: states.get(provider.code) ?? null,
    hasKey: provider.key !== undefined && ctx.config.sourceKeys[provider.key.setting] !== undefined,
  }))
}

/** Throws `asset/price-source` (422) with every fault of a configuration. */
export function requireSource(deps: Pick<Deps, 'plugins'>, source: PriceSource, currency: string): void {
  const provider = deps.plugins.assets.find((one) => one.code === source.provider)
  const faults: readonly Fault[] = provider
    ? provider.check({ identifier: source.identifier, options: source.options, currency })
    : [{ pointer: '/provider', detail: 'There is no such provider; GET /assets/providers lists them.' }]
  if (faults.length === 0) return
  const errors = faults.map(({ pointer, detail }) => ({ pointer: `/price_source${pointer}`, detail }))
  throw new AppError('invalid', 'asset/price-source', 'The price source cannot work like this.', { errors })
}

export type FoundAsset = SearchHit & { readonly provider: string }
export type SearchAnswer = {
  readonly found: readonly FoundAsset[]
  readonly failed: readonly { provider: string; detail: string }[]
}

const KEPT_MILLISECONDS = 3_600_000
const MAX_KEPT = 500
const MAX_HITS = 20
const SEARCH_SECONDS = 12
const kept = new WeakMap<Deps['folders'], Map<string, { at: number; hits: readonly FoundAsset[] }>>()

/** Asks every provider that can search; answers are kept for an hour. One that fails is named and stops no other. Throws `asset/offline`. */
export async function searchProviders(ctx: Ctx, query: string, only: string | undefined): Promise<SearchAnswer> {
  requireOnline(ctx)
  const providers = ctx.plugins.assets.filter((one) => one.search && (only === undefined || one.code === only))
  const failed: { provider: string; detail: string }[] = []
  const answers = await Promise.all(
    providers.map(async (provider) => {
      try {
        return await searchOne(ctx, provider, query)
      } catch (error) {
        if (!(error instanceof AppError)) ctx.log.error('a price provider failed', { provider: provider.code, error })
        failed.push({ provider: provider.code, detail: error instanceof AppError ? error.detail : `${provider.name} failed.` })
        return []
      }
    }),
  )
  return { found: answers.flat(), failed }
}

async function searchOne(ctx: Ctx, provider: PriceProvider, query: string): Promise<readonly FoundAsset[]> {
  const cache = kept.get(ctx.folders) ?? new Map<string, { at: number; hits: readonly FoundAsset[] }>()
  kept.set(ctx.folders, cache)
  const key = `${provider.code} ${query.toLowerCase()}`
  const time = ctx.clock().getTime()
  const known = cache.get(key)
  if (known && time - known.at < KEPT_MILLISECONDS) return known.hits
  requireClosedCircuit(ctx, provider.code)
  const tools = toolsFor(ctx, provider, AbortSignal.timeout(SEARCH_SECONDS * 1000))
  try {
    const found = await inTurn(ctx, `search ${provider.code}`, async () => (await provider.search?.(query, tools, kit)) ?? [])
    const hits = found.slice(0, MAX_HITS).map((hit) => ({ ...hit, provider: provider.code }))
    if (cache.size >= MAX_KEPT) cache.delete(cache.keys().next().value ?? '')
    cache.set(key, { at: time, hits })
    await noteCall(ctx, provider.code, undefined)
    return hits
  } catch (error) {
    if (error instanceof AppError) await noteCall(ctx, provider.code, error)
    throw error
  }
}
