import { inTransaction } from '#db/transaction.ts'
import { listUnusedReportAssets, removeUnusedAsset } from '../assets/service.ts'
import type { Ctx } from '../context.ts'
import { createYielder } from '../shared/event-loop.ts'
import { inPieces } from '../shared/pieces.ts'
import { deleteSomePrices } from './repository.ts'

/**
 * Removes the assets that a report made and that nobody has changed or used since, with their closes; returns how many. In the caller's transaction;
 * gives the event loop back between pieces.
 */
export function deleteUnusedReportAssets(ctx: Ctx, reportId: string): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const yieldWhenDue = createYielder()
    const unused = await listUnusedReportAssets(ctx, reportId)
    for (const id of unused) {
      await inPieces(async (limit) => await deleteSomePrices(ctx.db, id, limit))
      await removeUnusedAsset(ctx, id)
      await yieldWhenDue()
    }
    return unused.length
  })
}
