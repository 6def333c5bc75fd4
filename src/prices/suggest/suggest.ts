import pLimit, { type LimitFunction } from 'p-limit'
import { sightOf } from '#db/sight.ts'
import { type Asset, getAsset } from '../../assets/service.ts'
import type { Ctx } from '../../context.ts'
import type { JobControls } from '../../jobs/service.ts'
import { untilAborted } from '../../shared/abort.ts'
import { dayOf } from '../../shared/date.ts'
import { AppError, type Fault } from '../../shared/errors.ts'
import { createYielder, yieldToEventLoop } from '../../shared/event-loop.ts'
import { listSplits } from '../event.repository.ts'
import { requireOnline } from '../outgoing.ts'
import { refreshPrices } from '../refresh.ts'
import { type Calls, createCalls, type SourceFailure } from './calls.ts'
import type { Candidate, Trade } from './candidate.ts'
import { completeAsset } from './complete.ts'
import { findCandidates, type Subject } from './find.ts'
import { type Listings, lookUpListings } from './listings.ts'
import { listToLookUp, storeProposal } from './proposals.ts'
import { findLastTrades } from './trades.repository.ts'

export type SuggestRequest = {
  readonly assetIds?: readonly number[] | undefined
  /** Assets whose best candidate is certain get it, and their prices are fetched. */
  readonly assign?: boolean | undefined
}

/** How an asset fared. `assigned`: it has the first of the candidates now. */
export type Suggestion = {
  readonly asset: Asset
  readonly state: 'assigned' | 'proposed' | 'none'
  readonly filled: readonly string[]
  readonly candidates: readonly Candidate[]
}

export type Suggestions = {
  readonly assets: readonly Suggestion[]
  /** How many there are, when they are more than one call looks up. */
  readonly total: number
  readonly failed: readonly SourceFailure[]
}

const MAX_ASSETS = 1000
const AT_ONCE = 16

/**
 * Looks price sources up for assets: those that are named, else those that the caller holds without one and whose proposals they have not declined. Each result is stored as it comes, as a proposal
 * to the caller or, with `assign`, as the price source where it is certain and the caller may change the asset. A source that fails stops no other. Throws
 * `asset/offline` (503), and `asset/not-found` (404) with every id that the caller does not know.
 */
export async function suggestPriceSources(ctx: Ctx, request: SuggestRequest, job: JobControls): Promise<Suggestions> {
  requireOnline(ctx)
  const ids = request.assetIds ?? (await listToLookUp(ctx))
  const assets = await requireAssets(ctx, ids.slice(0, MAX_ASSETS))
  job.progress(0, { total: assets.length, note: 'looking price sources up' })
  const calls = createCalls(ctx, job.signal)
  const listings = lookUpListings(ctx, assets, job.signal)
  const trades = await findLastTrades(ctx.reader, sightOf(ctx.user), ids)
  for (const { brokerId } of trades.values()) ctx.concerned?.add(brokerId)
  const [limit, storing] = [pLimit(AT_ONCE), pLimit(1)]
  let done = 0
  const work = assets.map((asset) =>
    limit(async () => {
      job.signal.throwIfAborted()
      const trade = trades.get(asset.id)
      const suggestion = await suggestFor(ctx, {
        asset,
        trade,
        calls,
        listings,
        storing,
        signal: job.signal,
        assign: request.assign === true,
      })
      job.progress(++done)
      return suggestion
    }),
  )
  const suggestions = await untilAborted(Promise.all(work), job.signal)
  await fetchAssigned(ctx, suggestions, job)
  return { assets: suggestions, total: ids.length, failed: [...listings.failed(), ...calls.failed()] }
}

async function requireAssets(ctx: Ctx, ids: readonly number[]): Promise<Asset[]> {
  const assets: Asset[] = []
  const errors: Fault[] = []
  const yieldWhenDue = createYielder()
  for (const [index, id] of ids.entries()) {
    await yieldWhenDue()
    const asset = await getAsset(ctx, id).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.kind !== 'not-found') throw error
      errors.push({ pointer: `/asset_ids/${index}`, detail: `There is no asset ${id}, or only strangers use it.` })
    })
    if (asset !== undefined) assets.push(asset)
  }
  if (errors.length > 0)
    throw new AppError('not-found', 'asset/not-found', 'Some of these assets do not exist; nothing was looked up.', { errors })
  return assets
}

type Looking = {
  readonly asset: Asset
  readonly trade: Trade | undefined
  readonly calls: Calls
  readonly listings: Listings
  /** One after another, with turns for other requests in between. */
  readonly storing: LimitFunction
  readonly signal: AbortSignal
  readonly assign: boolean
}

async function suggestFor(ctx: Ctx, { asset, trade, ...job }: Looking): Promise<Suggestion> {
  const { calls, listings, storing, signal, assign } = job
  const today = dayOf(ctx.clock())
  const splits = (await listSplits(ctx.reader, [asset.id], today)).get(asset.id) ?? []
  const subject: Subject = { asset, trade, splits, listings: await listings.of(asset), today }
  const candidates = await findCandidates(ctx, calls, subject)
  signal.throwIfAborted()
  const [best] = candidates
  const isAssigned = assign && asset.priceSource === null && best?.certainty === 'certain'
  const completed = await storing(async () => {
    await yieldToEventLoop()
    const completed = await completeAsset(ctx, asset.id, { candidates, listings: subject.listings, isAssigned })
    const proposed = completed.isAssigned ? [] : candidates
    await storeProposal(ctx, { assetId: asset.id, candidates: proposed, brokerIds: trade === undefined ? [] : [trade.brokerId] })
    return completed
  })
  const state = completed.isAssigned ? 'assigned' : candidates.length > 0 ? 'proposed' : 'none'
  return { asset, state, filled: completed.filled, candidates }
}

async function fetchAssigned(ctx: Ctx, suggestions: readonly Suggestion[], job: JobControls): Promise<void> {
  const assetIds = suggestions.flatMap(({ asset, state }) => (state === 'assigned' ? [asset.id] : []))
  if (assetIds.length === 0) return
  job.progress(suggestions.length, { note: 'fetching prices' })
  await refreshPrices(ctx, { assetIds }, { signal: job.signal })
}
