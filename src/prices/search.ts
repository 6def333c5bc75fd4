import type { PriceProvider, SearchHit } from '#plugins/assets/contract.ts'
import * as kit from '#plugins/assets/kit.ts'
import { sleep } from '#plugins/kit/http.ts'
import { type Asset, findHits, searchCatalogue } from '../assets/service.ts'
import type { Ctx } from '../context.ts'
import { memoryKey } from '../memory.ts'
import { AppError, invalid } from '../shared/errors.ts'
import { sourceKey } from '../sources/outgoing.service.ts'
import { serialise } from '../sources/running.service.ts'
import { noteCall, requireClosedCircuit } from './breaker.ts'
import { requireOnline, toolsFor } from './outgoing.ts'

/** `assetId` = the asset, of those that the caller knows, whose price source it is, or that has its ISIN. */
export type FoundAsset = SearchHit & { readonly provider: string; readonly assetId: number | null }
export type SearchAnswer = {
  readonly assets: readonly Asset[]
  readonly found: readonly FoundAsset[]
  readonly failed: readonly { provider: string; detail: string }[]
}

type Hit = SearchHit & { readonly provider: string }
type Searches = {
  readonly answers: Map<string, { at: number; hits: readonly Hit[] }>
  readonly lastCalls: Map<string, number>
  waiting: number
}

const CACHE_MILLISECONDS = 3_600_000
const MAX_CACHED = 500
const MAX_HITS = 20
const MAX_WAITING = 16
const MAX_PAUSE_MILLISECONDS = 2000
const SEARCH_SECONDS = 12

/** The answers of providers, when each was called last, and how many searches wait. */
const searches = memoryKey('prices/searches', (): Searches => ({ answers: new Map(), lastCalls: new Map(), waiting: 0 }))

/**
 * Looks in the catalogue, then asks every provider that can search, has its key and calls to spare (or only the named one), one question after another; their answers are cached for an hour. One that
 * fails is named and stops no other. Throws `asset/offline` (503), and `asset/search-provider` (422) for one that cannot search.
 */
export async function searchAssets(ctx: Ctx, query: string, only: string | undefined): Promise<SearchAnswer> {
  if (only !== undefined && !ctx.plugins.assets.some((one) => one.code === only && one.search))
    throw invalid(
      'asset/search-provider',
      '/query/provider',
      'No provider of this code can search; GET /assets/providers lists them.',
    )
  requireOnline(ctx)
  const assets = await searchCatalogue(ctx, query, MAX_HITS)
  const providers = ctx.plugins.assets.filter((one) => one.search && (only === undefined ? isReady(ctx, one) : one.code === only))
  const failed: { provider: string; detail: string }[] = []
  const answers = await Promise.all(
    providers.map(async (provider) => {
      try {
        return await askProvider(ctx, provider, query)
      } catch (error) {
        if (!(error instanceof AppError)) ctx.log.error('a price provider failed', { provider: provider.code, error })
        failed.push({ provider: provider.code, detail: error instanceof AppError ? error.detail : `${provider.name} failed.` })
        return []
      }
    }),
  )
  const hits = answers.flat()
  const ids = await findHits(ctx, hits)
  return { assets, found: hits.map((hit, index) => ({ ...hit, assetId: ids[index] ?? null })), failed }
}

/** Whether it takes part without being named: it has the key that it needs, and calls to spare. */
function isReady(ctx: Ctx, provider: PriceProvider): boolean {
  return !provider.searchedByName && (!provider.key?.required || sourceKey(ctx, provider) !== undefined)
}

async function askProvider(ctx: Ctx, provider: PriceProvider, query: string): Promise<readonly Hit[]> {
  const memory = ctx.memory.of(searches)
  const key = `${provider.code} ${query.toLowerCase()}`
  const known = cachedAnswer(memory, key, ctx)
  if (known) return known
  await requireClosedCircuit(ctx, provider.code)
  if (memory.waiting >= MAX_WAITING)
    throw new AppError(
      'unavailable',
      'asset/search-busy',
      `${provider.name} gets too many searches at once; try again in a moment.`,
    )
  memory.waiting += 1
  try {
    return await serialise(
      ctx,
      `prices search ${provider.code}`,
      async () => cachedAnswer(memory, key, ctx) ?? (await ask(ctx, provider, query, memory)),
    )
  } finally {
    memory.waiting -= 1
  }
}

async function ask(ctx: Ctx, provider: PriceProvider, query: string, memory: Searches): Promise<readonly Hit[]> {
  const since = performance.now() - (memory.lastCalls.get(provider.code) ?? Number.NEGATIVE_INFINITY)
  const pause = Math.min(provider.pauseMilliseconds, MAX_PAUSE_MILLISECONDS) - since
  if (pause > 0) await sleep(pause)
  const timeout = AbortSignal.timeout(SEARCH_SECONDS * 1000)
  try {
    const found = (await provider.search?.(query, toolsFor(ctx, provider, timeout), kit)) ?? []
    const hits = found.slice(0, MAX_HITS).map((hit) => ({ ...hit, provider: provider.code }))
    if (memory.answers.size >= MAX_CACHED) memory.answers.delete(memory.answers.keys().next().value ?? '')
    memory.answers.set(`${provider.code} ${query.toLowerCase()}`, { at: ctx.clock().getTime(), hits })
    await noteCall(ctx, provider.code, undefined)
    return hits
  } catch (error) {
    const late = `${provider.name} did not answer within ${SEARCH_SECONDS} s.`
    const fault = timeout.aborted ? new AppError('bad-gateway', 'source/timeout', late, { cause: error }) : error
    if (fault instanceof AppError) await noteCall(ctx, provider.code, fault)
    throw fault
  } finally {
    memory.lastCalls.set(provider.code, performance.now())
  }
}

function cachedAnswer(memory: Searches, key: string, ctx: Ctx): readonly Hit[] | undefined {
  const known = memory.answers.get(key)
  return known && ctx.clock().getTime() - known.at < CACHE_MILLISECONDS ? known.hits : undefined
}
