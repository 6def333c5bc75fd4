import pLimit from 'p-limit'
import { inTransaction } from '#db/transaction.ts'
import { sleep } from '#plugins/kit/http.ts'
import { type Deps, now } from '../context.ts'
import { dayOf } from '../shared/date.ts'
import { AppError, type Fault, invalid } from '../shared/errors.ts'
import { serialise } from '../sources/running.service.ts'
import { fetchAsset, type Job, rewriteIn, type Source } from './fetch-asset.ts'
import { fetchFallback } from './fetch-fallback.ts'
import type { Refused } from './intake.ts'
import { watchFailures } from './notices.ts'
import { requireOnline } from './outgoing.ts'
import {
  type Ending,
  findNotedRewrite,
  listRefreshable,
  noteAsset,
  type Refreshable,
  writeNotedRewrite,
} from './refresh.repository.ts'
import { isSameRewrite, type NotedRewrite, type Rewrite } from './rewritten.ts'

export type RefreshRequest = {
  readonly assetIds?: readonly number[] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Takes prices that are far from their neighbours too: somebody has looked at them. */
  readonly acceptJumps?: boolean | undefined
  /** Where a source has rewritten its history: `accept` takes all of it again, `keep` says that the stored closes are right. */
  readonly rewritten?: 'accept' | 'keep' | undefined
  /** The assets for which another source may be requested although they have none; default: all. That is a choice for whoever may write them. */
  readonly mayChoose?: ReadonlySet<number> | undefined
}

export type RefreshedAsset = {
  readonly assetId: number
  readonly provider: string | null
  readonly state: 'added' | 'updated' | 'unchanged' | 'failed'
  readonly added: number
  readonly updated: number
  readonly refused: readonly Refused[]
  /** Why it failed, or why another source was requested. */
  readonly detail: string | null
  /** The source whose closes came: its own, or another that has them. */
  readonly answeredBy: string | null
  /** What its source has rewritten of the closes that are stored, as long as nobody has settled it. */
  readonly rewrite: NotedRewrite | null
}

export type RefreshOptions = {
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((done: number, total: number) => void) | undefined
}

const PARALLEL = 4
const MAX_REFUSED = 50

/**
 * Fetches prices and stores what is new or corrected, each asset for itself: one that fails stops no other. Without ids all assets that have a source and are not
 * archived; without `from` since a week before the newest stored price, or ten years. Throws `price/refresh-invalid` (422), and `asset/offline` (503) where
 * the service must not reach out and all of them would have to. Whoever has an asset that fails from now on hears of it (`prices.failed`).
 */
export async function refreshPrices(
  deps: Deps,
  request: RefreshRequest,
  options: RefreshOptions = {},
): Promise<RefreshedAsset[]> {
  const today = dayOf(deps.clock())
  const to = request.to === undefined || request.to > today ? today : request.to
  if (request.from !== undefined && request.from > to)
    throw invalid('price/refresh-invalid', '/from', `Must be ${to} or earlier.`)
  const assets = await listRefreshable(deps.reader, request.assetIds)
  requireKnown(request.assetIds, assets)
  requireReach(deps, assets)
  const noticeFailures = await watchFailures(deps)
  const refreshed = await refreshEach(deps, assets, { ...request, to, today }, options)
  await noticeFailures(refreshed)
  return refreshed
}

async function refreshEach(
  deps: Deps,
  assets: readonly Refreshable[],
  job: Job,
  options: RefreshOptions,
): Promise<RefreshedAsset[]> {
  const groups = Map.groupBy(assets, (asset) => asset.source?.provider ?? '')
  const limit = pLimit(PARALLEL)
  let done = 0
  options.progress?.(done, assets.length)
  const results = [...groups].map(([code, group]) =>
    limit(() =>
      serialise(deps, `prices ${code}`, async () => {
        const refreshed: RefreshedAsset[] = []
        for (const asset of group) {
          options.signal?.throwIfAborted()
          if (refreshed.length > 0) await pauseOf(deps, code, options.signal)
          refreshed.push(await refreshAsset(deps, asset, job, options.signal))
          options.progress?.(++done, assets.length)
        }
        return refreshed
      }),
    ),
  )
  return (await Promise.all(results)).flat().sort((a, b) => a.assetId - b.assetId)
}

async function refreshAsset(deps: Deps, asset: Refreshable, job: Job, signal: AbortSignal | undefined): Promise<RefreshedAsset> {
  const base = { assetId: asset.id, provider: asset.source?.provider ?? null }
  try {
    const { added, updated, refused, rewrite } = await fetchAsset(deps, asset, sourceOf(deps, asset), job, signal)
    const noted = await noteEnding(deps, asset.id, { error: null, isFetched: true }, rewrite, job)
    const state = added > 0 ? 'added' : updated > 0 ? 'updated' : 'unchanged'
    return {
      ...base,
      state,
      added,
      updated,
      refused: refused.slice(0, MAX_REFUSED),
      detail: null,
      answeredBy: base.provider,
      rewrite: noted,
    }
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    const answer = await fetchFallback(deps, asset, job, error, signal)
    const own = describe(deps, asset, error)
    const detail = answer === undefined ? own : `${own} ${answer.name} answered in its place.`
    const noted = await noteEnding(deps, asset.id, { error: detail, isFetched: answer !== undefined }, rewriteIn(error), job)
    const state = answer === undefined ? 'failed' : answer.added > 0 ? 'added' : 'unchanged'
    const counts = { added: answer?.added ?? 0, updated: 0, refused: [] }
    return { ...base, state, ...counts, detail, answeredBy: answer?.provider ?? null, rewrite: noted }
  }
}

/** Notes how the refresh of an asset ended, and what its source has rewritten; answers what of that nobody has settled. */
function noteEnding(
  deps: Deps,
  id: number,
  ending: Ending,
  rewrite: Rewrite | undefined,
  job: Job,
): Promise<NotedRewrite | null> {
  return inTransaction(deps, async ({ db }) => {
    const at = now(deps)
    await noteAsset(db, id, at, ending)
    const before = await findNotedRewrite(db, id)
    const isKnown = before !== null && rewrite !== undefined && isSameRewrite(before, rewrite)
    const found =
      rewrite === undefined || (isKnown && before.isSettled)
        ? before
        : { ...rewrite, noticedAt: isKnown ? before.noticedAt : at, isSettled: false }
    const settled = found !== null && job.rewritten === 'keep' ? { ...found, isSettled: true } : found
    const noted = job.rewritten === 'accept' && ending.isFetched ? null : settled
    if (noted !== before) await writeNotedRewrite(db, id, noted)
    return noted?.isSettled === true ? null : noted
  })
}

/** The circuit of a source at an address that users give is that of its host. */
function sourceOf(deps: Deps, asset: Refreshable): Source {
  if (asset.source === null)
    throw new AppError(
      'conflict',
      'price/no-source',
      'This asset has no price source: set `price_source`, or enter prices by hand.',
    )
  const { provider: code, identifier } = asset.source
  const provider = deps.plugins.assets.find((one) => one.code === code)
  if (!provider) throw new AppError('conflict', 'price/provider-gone', `There is no price provider ${code} any more.`)
  const config = { identifier, options: asset.source.options, currency: asset.currency }
  return { provider, config, key: URL.canParse(identifier) ? `${code} ${new URL(identifier).host}` : code }
}

async function pauseOf(deps: Deps, code: string, signal: AbortSignal | undefined): Promise<void> {
  const pause = deps.plugins.assets.find((one) => one.code === code)?.pauseMilliseconds ?? 0
  if (pause > 0 && !deps.config.offline) await sleep(pause, signal)
}

function requireReach(deps: Deps, assets: readonly Refreshable[]): void {
  const reachesOut = (asset: Refreshable) => deps.plugins.assets.some((one) => one.code === asset.source?.provider && one.network)
  if (assets.length > 0 && assets.every(reachesOut)) requireOnline(deps)
}

function requireKnown(ids: readonly number[] | undefined, assets: readonly Refreshable[]): void {
  const known = new Set(assets.map((asset) => asset.id))
  const errors: Fault[] = (ids ?? []).flatMap((id, index) =>
    known.has(id) ? [] : [{ pointer: `/asset_ids/${index}`, detail: `There is no asset ${id}.` }],
  )
  if (errors.length > 0)
    throw new AppError('invalid', 'price/refresh-invalid', 'Some of these assets do not exist; nothing was fetched.', { errors })
}

function describe(deps: Deps, asset: Refreshable, error: unknown): string {
  const context = { asset_id: asset.id, provider: asset.source?.provider }
  if (error instanceof AppError) {
    deps.log.warn('prices could not be fetched', { ...context, code: error.code, detail: error.detail })
    return error.detail
  }
  deps.log.error('a price provider failed', { ...context, error })
  return `${asset.source?.provider} failed in an unexpected way; the log has the details.`
}
