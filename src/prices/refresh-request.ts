import { inTransaction } from '#db/transaction.ts'
import { isByStake, knownAssetIds, noteChange, requireWritable } from '../assets/service.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { listRefreshable, listRefreshStates, type RefreshState } from './refresh.repository.ts'
import { type RefreshedAsset, type RefreshOptions, type RefreshRequest, refreshPrices } from './refresh.ts'

/**
 * A refresh that a user asks for: without ids of all assets that they know (superusers: of all). Throws what `refreshPrices` throws, also for ids that they do not
 * know, and what `requireWritable` throws for decisions.
 */
export async function requestRefresh(ctx: Ctx, request: RefreshRequest, options: RefreshOptions): Promise<RefreshedAsset[]> {
  const assetIds = await refreshedIds(ctx, request)
  if (isDecision(request)) for (const id of assetIds ?? []) if (id !== UNKNOWN) await requireWritable(ctx, id)
  const mayChoose = await choosable(ctx, assetIds)
  const refreshed = await refreshPrices(ctx, { ...request, assetIds, mayChoose }, options)
  if (request.acceptJumps === true || request.rewritten === 'accept') await noteAccepted(ctx, refreshed)
  return refreshed
}

/** Those among assets without a source that the caller may write. */
async function choosable(ctx: Ctx, ids: readonly number[] | undefined): Promise<ReadonlySet<number>> {
  const bare = ids === undefined ? [] : (await listRefreshable(ctx.reader, ids)).filter(({ source }) => source === null)
  const found = new Set<number>()
  for (const { id } of bare) {
    const may = await requireWritable(ctx, id).catch((error: unknown) => {
      if (error instanceof AppError) return undefined
      throw error
    })
    if (may?.right === 'all') found.add(id)
  }
  return found
}

/** Whether it says what to do with closes that are held back or differ: for whoever may enter closes. */
function isDecision({ acceptJumps, rewritten }: RefreshRequest): boolean {
  return acceptJumps === true || rewritten !== undefined
}

function noteAccepted(ctx: Ctx, refreshed: readonly RefreshedAsset[]): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    for (const { assetId, added, updated, provider } of refreshed)
      if (added + updated > 0)
        await noteChange(ctx, assetId, { action: 'prices-accepted', new: provider, count: added + updated })
  })
}

/** The id of no asset. */
const UNKNOWN = 0
const STATES_A_STEP = 1000

/** Strangers' assets are treated as ones that do not exist. */
async function refreshedIds(ctx: Ctx, { assetIds, ...request }: RefreshRequest): Promise<readonly number[] | undefined> {
  if (ctx.user.isSuperuser || (!(await isByStake(ctx)) && !isDecision(request))) return assetIds
  const ids = assetIds ?? (await listRefreshable(ctx.reader, undefined)).map(({ id }) => id)
  const known = await knownAssetIds(ctx, ids)
  return assetIds === undefined ? ids.filter((id) => known.has(id)) : ids.map((id) => (known.has(id) ? id : UNKNOWN))
}

export type { RefreshState }

/** How the last refresh of each asset with a price source ended that the caller knows, whoever or whatever started it; by asset. */
export async function listRefreshes(
  ctx: Ctx,
  { failed, count }: { readonly failed: boolean; readonly count: boolean },
  page: { readonly after: number; readonly limit: number },
): Promise<{ states: readonly RefreshState[]; next: number | null; total: number | null }> {
  const found = await knownStates(ctx, failed, { ...page, limit: page.limit + 1 })
  const states = found.slice(0, page.limit)
  return {
    states,
    next: found.length > states.length ? (states.at(-1)?.assetId ?? null) : null,
    total: count ? (await knownStates(ctx, failed, { after: 0, limit: Number.POSITIVE_INFINITY })).length : null,
  }
}

/** Reads on until there are so many that the caller knows. */
async function knownStates(ctx: Ctx, failed: boolean, page: { readonly after: number; readonly limit: number }) {
  const states: RefreshState[] = []
  for (let after = page.after; states.length < page.limit; ) {
    const found = await listRefreshStates(ctx.reader, failed, { after, limit: STATES_A_STEP })
    const known = await onlyKnown(
      ctx,
      found.map(({ assetId }) => assetId),
    )
    states.push(...found.filter(({ assetId }) => known.has(assetId)))
    after = found.at(-1)?.assetId ?? after
    if (found.length < STATES_A_STEP) break
  }
  return states.slice(0, page.limit)
}

async function onlyKnown(ctx: Ctx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  return ctx.user.isSuperuser ? new Set(ids) : await knownAssetIds(ctx, ids)
}
