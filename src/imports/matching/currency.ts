import type { AssetDraft } from '#plugins/brim/contract.ts'
import { requireRole } from '../../access/service.ts'
import type { Ctx } from '../../context.ts'
import { readSetting } from '../../settings/service.ts'
import { fromMinorUnit } from '../../shared/currency.ts'
import type { ReadReport } from '../report.ts'

/** The trading currency of an asset that the report makes: what the report says, else that of its first price or amount, else the broker's, else the service's. */
export async function currencyForAssets(ctx: Ctx, brokerId: number, read: ReadReport): Promise<(asset: AssetDraft) => string> {
  const seen = currenciesSeen(read.drafts)
  const fallback = (await requireRole(ctx, brokerId, 'VIEWER')).currency ?? (await readSetting(ctx.reader, 'default_currency'))
  return (asset) => {
    const currency = asset.currency ?? seen.get(asset.ref) ?? fallback
    return fromMinorUnit(currency)?.currency ?? currency
  }
}

/** The currency of the first price or amount of each asset, by its ref. */
export function currenciesSeen(drafts: ReadReport['drafts']): ReadonlyMap<string, string> {
  const seen = new Map<string, string>()
  for (const { draft } of drafts) {
    const currency = draft.priceCurrency ?? draft.currency
    if (draft.asset !== undefined && currency !== undefined && !seen.has(draft.asset)) seen.set(draft.asset, currency)
  }
  return seen
}
