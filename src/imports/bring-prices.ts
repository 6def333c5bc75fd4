import type { Tx } from '#db/connection.ts'
import type { Ctx } from '../context.ts'
import { type PricesBrought, type ReportClose, storeReportPrices } from '../prices/service.ts'
import { createYielder } from '../shared/event-loop.ts'
import type { Prepared } from './prepare.ts'
import type { Report } from './report.ts'

/** What became of the closes that a report carries: `given` = the sum of the others. */
export type BroughtPrices = PricesBrought & { readonly given: number }

export const NO_PRICES: BroughtPrices = { given: 0, added: 0, present: 0, leftOut: 0 }

/**
 * Offers the closes that a report carries to the price store, in the transaction of its import: those of assets that it matched or made. With
 * `isWanted` false all are left out.
 */
export async function bringPrices(
  ctx: Ctx & { readonly db: Tx },
  report: Report,
  { read, resolve }: Pick<Prepared, 'read' | 'resolve'>,
  { isWanted, created }: { readonly isWanted: boolean; readonly created: ReadonlyMap<number, number> },
): Promise<BroughtPrices> {
  const prices = read.stated?.prices ?? []
  if (!isWanted || prices.length === 0) return { given: prices.length, added: 0, present: 0, leftOut: prices.length }
  const closes = new Map<number, ReportClose[]>()
  let unused = 0
  const yieldWhenDue = createYielder()
  for (const { asset, ...close } of prices) {
    const found = resolve(asset)
    const id = found === undefined || found === 'skip' ? undefined : found.assetId
    const assetId = id === undefined || id > 0 ? id : created.get(id)
    if (assetId === undefined) unused++
    else
      closes
        .set(assetId, closes.get(assetId) ?? [])
        .get(assetId)
        ?.push(close)
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
  }
  const { added, present, leftOut } = await storeReportPrices(ctx, report.id, closes)
  return { given: prices.length, added, present, leftOut: leftOut + unused }
}
