import type { Ctx } from '../context.ts'
import { requireMayAddPrices } from './prices.ts'
import { type RefreshedAsset, type RefreshOptions, type RefreshRequest, refreshPrices } from './refresh.ts'

/** A refresh that a user asks for. Throws what `refreshPrices` throws, and `asset/adding-restricted` (403) for jumps from whom prices are not taken. */
export async function requestRefresh(ctx: Ctx, request: RefreshRequest, options: RefreshOptions): Promise<RefreshedAsset[]> {
  if (request.acceptJumps === true) requireMayAddPrices(ctx)
  return refreshPrices(ctx, request, options)
}
