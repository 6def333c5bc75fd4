import type { Ctx } from '../context.ts'
import { requireMayAddPrices } from './prices.ts'
import { countRefreshStates, listRefreshStates, type RefreshState } from './refresh.repository.ts'
import { type RefreshedAsset, type RefreshOptions, type RefreshRequest, refreshPrices } from './refresh.ts'

/** A refresh that a user asks for. Throws what `refreshPrices` throws, and `asset/adding-restricted` (403) for jumps from whom prices are not taken. */
export async function requestRefresh(ctx: Ctx, request: RefreshRequest, options: RefreshOptions): Promise<RefreshedAsset[]> {
  if (request.acceptJumps === true) requireMayAddPrices(ctx)
  return refreshPrices(ctx, request, options)
}

export type { RefreshState }

/** How the last refresh of each asset with a price source ended, whoever or whatever asked for it; by asset. */
export function listRefreshes(
  ctx: Ctx,
  { failed, count }: { readonly failed: boolean; readonly count: boolean },
  page: { readonly after: number; readonly limit: number },
): { states: readonly RefreshState[]; next: number | null; total: number | null } {
  const found = listRefreshStates(ctx.reader, failed, { ...page, limit: page.limit + 1 })
  const states = found.slice(0, page.limit)
  return {
    states,
    next: found.length > states.length ? (states.at(-1)?.assetId ?? null) : null,
    total: count ? countRefreshStates(ctx.reader, failed) : null,
  }
}
