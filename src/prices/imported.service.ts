import type { Tx } from '#db/connection.ts'
import { noteChange, requireWritable } from '../assets/service.ts'
import type { Ctx } from '../context.ts'
import { fromMinorUnit, isCurrency } from '../shared/currency.ts'
import { addDays, dayOf } from '../shared/date.ts'
import { decimal, divide, formatDecimal, whole, ZERO } from '../shared/decimal.ts'
import { AppError } from '../shared/errors.ts'
import { createYielder } from '../shared/event-loop.ts'
import { listSplits } from './event.repository.ts'
import { addPricesOfReport, deletePricesOfReport, keepPricesOfReport, listAssetsPricedByReport } from './imported.repository.ts'
import type { PriceRow } from './repository.ts'
import { FIRST_PRICE_DAY } from './rows.ts'
import type { Split } from './splits.ts'

/** The source of closes that a report brought. */
const IMPORT = 'IMPORT'
const ROWS_A_STEP = 500
const LAST_DAY = '9999-12-31'

/** A close as a report states it; the currency may be pence or the like. */
export type ReportClose = { readonly date: string; readonly close: string; readonly currency: string }
/** `present`: of days that have a close already. `leftOut`: what the caller may not write, or what is no close. */
export type PricesBrought = { readonly added: number; readonly present: number; readonly leftOut: number }

/**
 * Stores closes that a report carries, by asset, where the day has none yet: a provider or a user goes before them. Left out: those of assets that the
 * caller may not write (see `requireWritable`), not above 0, of days to come or before 1700, in no currency, and of before a split of the asset, for nobody
 * knows whether they are adjusted for it. In the caller's transaction; gives the event loop back between pieces.
 */
export async function storeReportPrices(
  ctx: Ctx & { readonly db: Tx },
  reportId: string,
  closes: ReadonlyMap<number, readonly ReportClose[]>,
): Promise<PricesBrought> {
  const splits = await listSplits(ctx.db, [...closes.keys()], LAST_DAY)
  const yieldWhenDue = createYielder()
  let [added, present, leftOut] = [0, 0, 0]
  for (const [assetId, given] of closes) {
    const rows = (await mayWrite(ctx, assetId)) ? rowsOf(ctx, given, splits.get(assetId)) : []
    let own = 0
    for (let start = 0; start < rows.length; start += ROWS_A_STEP) {
      own += await addPricesOfReport(ctx.db, assetId, reportId, rows.slice(start, start + ROWS_A_STEP))
      await yieldWhenDue()
    }
    if (own > 0)
      await noteChange(ctx, assetId, {
        action: 'prices-entered',
        ...{ count: own, firstDay: rows[0]?.date, lastDay: rows.at(-1)?.date },
      })
    added += own
    present += rows.length - own
    leftOut += given.length - rows.length
  }
  return { added, present, leftOut }
}

/**
 * Removes the closes that a report brought and that neither a user nor a provider has replaced; where the caller may no longer write the asset they
 * stay. In the caller's transaction. Returns how many went.
 */
export async function removeReportPrices(ctx: Ctx & { readonly db: Tx }, reportId: string): Promise<number> {
  let count = 0
  for (const assetId of await listAssetsPricedByReport(ctx.db, reportId)) {
    if (!(await mayWrite(ctx, assetId))) {
      await keepPricesOfReport(ctx.db, assetId, reportId)
      continue
    }
    const gone = await deletePricesOfReport(ctx.db, assetId, reportId)
    await noteChange(ctx, assetId, { action: 'prices-removed', count: gone })
    count += gone
  }
  return count
}

async function mayWrite(ctx: Ctx, assetId: number): Promise<boolean> {
  try {
    await requireWritable(ctx, assetId)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Sound closes by day, the last of a day, oldest first. */
function rowsOf(ctx: Ctx, given: readonly ReportClose[], splits: readonly Split[] = []): PriceRow[] {
  const lastSplit =
    splits
      .map(({ date }) => date)
      .sort()
      .at(-1) ?? FIRST_PRICE_DAY
  const tomorrow = addDays(dayOf(ctx.clock()), 1)
  const rows = new Map<string, PriceRow>()
  for (const { date, close, currency } of given) {
    const unit = fromMinorUnit(currency) ?? { currency, divisor: 1 }
    const value = divide(decimal(close), whole(unit.divisor))
    if (value <= ZERO || date < FIRST_PRICE_DAY || date > tomorrow || date < lastSplit || !isCurrency(unit.currency)) continue
    rows.set(date, { date, close: formatDecimal(value), currency: unit.currency, source: IMPORT, createdBy: ctx.user.id })
  }
  return [...rows.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}
