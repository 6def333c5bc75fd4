/** What leaves with an export of one user, and comes back in another instance. */
import type { Tx } from '#db/connection.ts'
import { noteChange } from '../assets/service.ts'
import { type Ctx, now } from '../context.ts'
import { type AssetEvent, insertEvent, listEvents } from './event.repository.ts'
import { addPricesOfReport } from './imported.repository.ts'
import { MANUAL, type PriceRow, readPrices } from './repository.ts'

export { readSplitRatio } from './splits.ts'
export type CarriedClose = Pick<PriceRow, 'date' | 'close' | 'currency' | 'source'>
export type CarriedEvent = Pick<AssetEvent, 'type' | 'date' | 'amount' | 'currency' | 'ratio' | 'source'>

const EVER = { from: '0000-01-01', to: '9999-12-31' }
/** The sources of closes that people enter. */
const BY_HAND = new Set([MANUAL, 'IMPORT'])

/** Every close of an asset, oldest first. The caller has checked that they may read it. */
export async function listCarriedCloses(ctx: Pick<Ctx, 'reader'>, assetId: number): Promise<CarriedClose[]> {
  return await readPrices(ctx.reader, assetId, EVER)
}

/** Every event of an asset, newest first. The caller has checked that they may read it. */
export async function listCarriedEvents(ctx: Pick<Ctx, 'reader'>, assetId: number): Promise<CarriedEvent[]> {
  return await listEvents(ctx.reader, assetId)
}

/** Stores closes of days without one, in the caller's transaction; the caller has checked that they may write the asset. Returns how many. */
export async function bringCloses(
  ctx: Ctx & { readonly db: Tx },
  assetId: number,
  closes: readonly CarriedClose[],
): Promise<number> {
  const rows = closes.map((close) => ({ ...close, createdBy: BY_HAND.has(close.source) ? ctx.user.id : null }))
  const count = await addPricesOfReport(ctx.db, assetId, null, rows)
  const days = { firstDay: rows[0]?.date, lastDay: rows.at(-1)?.date }
  if (count > 0) await noteChange(ctx, assetId, { action: 'prices-entered', count, ...days })
  return count
}

/** Stores events that are not there, in the caller's transaction; the caller has checked that they may write the asset. */
export async function bringEvents(
  ctx: Ctx & { readonly db: Tx },
  assetId: number,
  events: readonly CarriedEvent[],
): Promise<void> {
  for (const event of events) {
    const origin = { createdBy: event.source === MANUAL ? ctx.user.id : null, createdAt: now(ctx) }
    await insertEvent(ctx.db, assetId, { ...event, ...origin })
  }
}
