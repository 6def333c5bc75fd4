import pLimit from 'p-limit'
import { inTransaction } from '#db/transaction.ts'
import type { PriceChunk, PriceConfig, PriceProvider } from '#plugins/assets/contract.ts'
import * as kit from '#plugins/assets/kit.ts'
import { sleep } from '#plugins/kit/http.ts'
import { type Deps, now } from '../context.ts'
import { addDays, dayOf, isDay } from '../shared/date.ts'
import { decimal } from '../shared/decimal.ts'
import { AppError, type Fault, invalid } from '../shared/errors.ts'
import { serialise } from '../sources/running.service.ts'
import { noteCall, requireClosedCircuit } from './breaker.ts'
import { readCloses } from './close.repository.ts'
import { listSplits } from './event.repository.ts'
import { soundSplits, storeEvents } from './event-store.ts'
import { type CleanPrice, checkPrices, type IntakeRules, type Refused } from './intake.ts'
import { requireOnline, toolsFor } from './outgoing.ts'
import { listRefreshable, noteAsset, type Refreshable } from './refresh.repository.ts'
import { storePrices, storeSuspects } from './store.ts'

export type RefreshRequest = {
  readonly assetIds?: readonly number[] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Takes prices that are far from their neighbours too: somebody has looked at them. */
  readonly acceptJumps?: boolean | undefined
}

export type RefreshedAsset = {
  readonly assetId: number
  readonly provider: string | null
  readonly state: 'added' | 'updated' | 'unchanged' | 'failed'
  readonly added: number
  readonly updated: number
  readonly refused: readonly Refused[]
  /** Why it failed. */
  readonly detail: string | null
}

export type RefreshOptions = {
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((done: number, total: number) => void) | undefined
}

const PARALLEL = 4
const PATIENCE_SECONDS = 120
const OVERLAP_DAYS = 7
const FIRST_HISTORY_DAYS = 3660
const MAX_REFUSED = 50

/**
 * Fetches prices and stores what is new or corrected, each asset for itself: one that fails stops no other. Without ids all assets that have a source and are not
 * archived; without `from` since a week before the newest stored price, or ten years. Throws `price/refresh-invalid` (422), and `asset/offline` (503) where
 * the service must not reach out and all of them would have to.
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
          refreshed.push(await refreshAsset(deps, asset, { ...request, to, today }, options.signal))
          options.progress?.(++done, assets.length)
        }
        return refreshed
      }),
    ),
  )
  return (await Promise.all(results)).flat().sort((a, b) => a.assetId - b.assetId)
}

type Job = RefreshRequest & { readonly to: string; readonly today: string }

async function refreshAsset(deps: Deps, asset: Refreshable, job: Job, signal: AbortSignal | undefined): Promise<RefreshedAsset> {
  const base = { assetId: asset.id, provider: asset.source?.provider ?? null }
  try {
    const { added, updated, refused } = await fetchAsset(deps, asset, job, signal)
    await inTransaction(deps, async ({ db }) => await noteAsset(db, asset.id, now(deps), null))
    const state = added > 0 ? 'added' : updated > 0 ? 'updated' : 'unchanged'
    return { ...base, state, added, updated, refused: refused.slice(0, MAX_REFUSED), detail: null }
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    const detail = describe(deps, asset, error)
    await inTransaction(deps, async ({ db }) => await noteAsset(db, asset.id, now(deps), detail))
    return { ...base, state: 'failed', added: 0, updated: 0, refused: [], detail }
  }
}

async function fetchAsset(deps: Deps, asset: Refreshable, job: Job, stop: AbortSignal | undefined) {
  const { provider, key } = providerOf(deps, asset)
  if (provider.network) requireOnline(deps)
  await requireClosedCircuit(deps, key)
  const from = job.from ?? addDays(asset.last ?? job.today, asset.last === null ? -FIRST_HISTORY_DAYS : -OVERLAP_DAYS)
  const timeout = AbortSignal.timeout(PATIENCE_SECONDS * 1000)
  const signal = stop ? AbortSignal.any([stop, timeout]) : timeout
  const config = { identifier: asset.source?.identifier ?? '', options: asset.source?.options ?? {}, currency: asset.currency }
  requireSound(provider, config)
  const sum = { added: 0, updated: 0, refused: [] as Refused[] }
  try {
    if (from <= job.to)
      for await (const chunk of provider.fetchPrices({ ...config, from, to: job.to }, toolsFor(deps, provider, signal), kit)) {
        const { added, updated, refused } = await storeChunk(deps, asset, provider, chunk, job)
        Object.assign(sum, { added: sum.added + added, updated: sum.updated + updated })
        sum.refused.push(...refused)
      }
    await noteCall(deps, key, undefined, config.identifier)
  } catch (error) {
    const late = timeout.aborted && !stop?.aborted
    const fault = late
      ? new AppError('bad-gateway', 'source/timeout', `${provider.name} gave nothing within ${PATIENCE_SECONDS} s.`)
      : error
    if (fault instanceof AppError) await noteCall(deps, key, fault, config.identifier)
    throw fault
  }
  const isEmpty = sum.added + sum.updated + sum.refused.length === 0
  if (isEmpty && provider.network && !provider.eventsOnly && asset.last === null && job.from === undefined)
    throw new AppError('not-found', 'price/none', `${provider.name} has no prices of "${config.identifier}".`)
  return sum
}

/** A configuration that was fit once need not fit any more: the currency of the asset, or the provider itself, may have changed. */
function requireSound(provider: PriceProvider, config: PriceConfig): void {
  const faults = provider.check(config)
  if (faults.length === 0) return
  const detail = faults.map((fault) => `${fault.pointer}: ${fault.detail}`).join(' ')
  throw new AppError('conflict', 'price/source-unfit', `The price source no longer fits. ${detail}`)
}

async function storeChunk(deps: Deps, asset: Refreshable, from: PriceProvider, chunk: PriceChunk, job: Job) {
  const provider = chunk.adjusted === undefined ? from : { ...from, adjusted: chunk.adjusted }
  const known = (await listSplits(deps.reader, [asset.id], job.today)).get(asset.id) ?? []
  const reported = chunk.splits && soundSplits(chunk.splits)
  const days = chunk.prices.map((one) => one.date).filter((date) => isDay(date))
  const first = days.sort()[0] ?? job.to
  const rules: IntakeRules = {
    provider: provider.name,
    today: job.today,
    undo: provider.adjusted === 'none' ? [] : (reported ?? known).filter((split) => split.date <= job.today),
    splits: reported ?? known,
    before: await lastBefore(deps, asset.id, first),
    acceptJumps: job.acceptJumps ?? false,
  }
  const { accepted, refused } = checkPrices(chunk, rules)
  if ((reported?.length ?? 0) + (chunk.dividends?.length ?? 0) > 0) await storeEvents(deps, asset.id, provider, chunk)
  const how = { reportsSplits: reported !== undefined, acceptJumps: rules.acceptJumps }
  const written = await storePrices(deps, asset.id, provider, accepted, how)
  await storeSuspects(deps, asset.id, provider.code, refused)
  if (refused.length > 0)
    deps.log.warn('prices held back', { asset_id: asset.id, provider: provider.code, count: refused.length, first: refused[0] })
  return { ...written, refused }
}

async function lastBefore(deps: Deps, assetId: number, day: string): Promise<CleanPrice | undefined> {
  const eve = addDays(day, -1)
  const rows = (await readCloses(deps.reader, [assetId], eve, eve)).get(assetId)
  const [date, close, currency] = [rows?.dates[0], rows?.closes[0], rows?.currencies[0]]
  return date === undefined || close === undefined || currency === undefined
    ? undefined
    : { date, close: decimal(close), currency }
}

/** The circuit of a source at an address that users give is that of its host. */
function providerOf(deps: Deps, asset: Refreshable): { provider: PriceProvider; key: string } {
  if (asset.source === null)
    throw new AppError(
      'conflict',
      'price/no-source',
      'This asset has no price source: set `price_source`, or enter prices by hand.',
    )
  const { provider: code, identifier } = asset.source
  const provider = deps.plugins.assets.find((one) => one.code === code)
  if (!provider) throw new AppError('conflict', 'price/provider-gone', `There is no price provider ${code} any more.`)
  return { provider, key: URL.canParse(identifier) ? `${code} ${new URL(identifier).host}` : code }
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
