import type { PriceProvider, PriceTools, SearchHit } from '#plugins/assets/contract.ts'
import * as kit from '#plugins/assets/kit.ts'
import { type Asset, findHits, searchCatalogue } from '../assets/service.ts'
import type { Ctx } from '../context.ts'
import { memoryKey } from '../memory.ts'
import { AppError, invalid } from '../shared/errors.ts'
import { lacksKey } from '../sources/outgoing.service.ts'
import { noteCall, requireClosedCircuit } from './breaker.ts'
import { requireOnline, toolsFor } from './outgoing.ts'
import { afterPause, inOrder } from './turns.ts'

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
  waiting: number
}

const CACHE_MILLISECONDS = 3_600_000
const MAX_CACHED = 500
const MAX_HITS = 20
const MAX_WAITING = 16
const MAX_PAUSE_MILLISECONDS = 2000
const SEARCH_SECONDS = 12

/** The answers of providers, and how many searches wait. */
const searches = memoryKey('prices/searches', (): Searches => ({ answers: new Map(), waiting: 0 }))

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
export function isReady(ctx: Ctx, provider: PriceProvider): boolean {
  return !provider.searchedByName && !lacksKey(ctx, provider)
}

async function askProvider(ctx: Ctx, provider: PriceProvider, query: string): Promise<readonly Hit[]> {
  const memory = ctx.memory.of(searches)
  const known = cachedHits(ctx, provider, query)
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
    return await inOrder(ctx, provider.code, async () => cachedHits(ctx, provider, query) ?? (await ask(ctx, provider, query)))
  } finally {
    memory.waiting -= 1
  }
}

async function ask(ctx: Ctx, provider: PriceProvider, query: string): Promise<readonly Hit[]> {
  const pauseMilliseconds = Math.min(provider.pauseMilliseconds, MAX_PAUSE_MILLISECONDS)
  const timeout = AbortSignal.timeout(MAX_PAUSE_MILLISECONDS + SEARCH_SECONDS * 1000)
  try {
    return await afterPause(ctx, { code: provider.code, pauseMilliseconds }, timeout, async () => {
      const hits = await searchHits(ctx, provider, query, toolsFor(ctx, provider, timeout))
      await noteCall(ctx, provider.code, undefined)
      return hits
    })
  } catch (error) {
    const late = `${provider.name} did not answer within ${SEARCH_SECONDS} s.`
    const fault = timeout.aborted ? new AppError('bad-gateway', 'source/timeout', late, { cause: error }) : error
    if (fault instanceof AppError) await noteCall(ctx, provider.code, fault)
    throw fault
  }
}

/** What a provider finds, 20 at most; its answer is cached. Throws what the provider throws. */
export async function searchHits(ctx: Ctx, provider: PriceProvider, query: string, tools: PriceTools): Promise<readonly Hit[]> {
  const { answers } = ctx.memory.of(searches)
  const found = (await provider.search?.(query, tools, kit)) ?? []
  const hits = found.slice(0, MAX_HITS).map((hit) => ({ ...hit, provider: provider.code }))
  if (answers.size >= MAX_CACHED) answers.delete(answers.keys().next().value ?? '')
  answers.set(keyOf(provider, query), { at: ctx.clock().getTime(), hits })
  return hits
}

/** What a provider found within the last hour; `undefined` where it was not called. */
export function cachedHits(ctx: Ctx, provider: PriceProvider, query: string): readonly Hit[] | undefined {
  const known = ctx.memory.of(searches).answers.get(keyOf(provider, query))
  return known && ctx.clock().getTime() - known.at < CACHE_MILLISECONDS ? known.hits : undefined
}

function keyOf({ code }: PriceProvider, query: string): string {
  return `${code} ${query.toLowerCase()}`
}
