import type { Tx } from '#db/connection.ts'
import type { Asset } from '../assets/service.ts'
import type { Ctx } from '../context.ts'
import { movePrices as moveRows } from './repository.ts'

/** Gives the closes and events of an asset that is merged to the other, of days where that has none; nothing where they are for other quantities. */
export async function movePrices(ctx: Ctx & { readonly db: Tx }, from: Asset, to: Asset): Promise<void> {
  if (from.priceQuantity === to.priceQuantity) await moveRows(ctx.db, from.id, to.id)
}
