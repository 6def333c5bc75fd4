import { nameBrokers } from '../access/service.ts'
import { listAssetLabels } from '../assets/service.ts'
import type { Ctx } from '../context.ts'
import { formatDecimal } from '../shared/decimal.ts'
import { AppError } from '../shared/errors.ts'
import { assetTitle, brokerTitle } from '../shared/titles.ts'
import { assetOfUnit } from './balances.ts'
import type { Shortfall } from './ledger.ts'

/** Throws `transaction/overdraft` or `transaction/short` (409) for the first day among the shortfalls, if there is one. */
export async function refuseShortfalls(ctx: Ctx, shortfalls: readonly Shortfall[]): Promise<void> {
  const [first] = [...shortfalls].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  if (first) throw await shortfallError(ctx, first)
}

/** The refusal of a write that would leave a balance below zero at the end of a day. */
async function shortfallError(ctx: Ctx, shortfall: Shortfall): Promise<AppError> {
  const assetId = assetOfUnit(shortfall.unit)
  const amount = formatDecimal(shortfall.balance)
  const place = { broker_id: shortfall.brokerId, date: shortfall.date, amount }
  const broker = brokerTitle({ name: (await nameBrokers(ctx)).get(shortfall.brokerId)?.name ?? '' })
  if (assetId === undefined) {
    const detail = `At the end of ${shortfall.date} the ${shortfall.unit} balance at ${broker} would be ${amount}, and this broker does not allow an overdraft.`
    return new AppError('conflict', 'transaction/overdraft', detail, { extensions: { ...place, currency: shortfall.unit } })
  }
  const asset = assetTitle((await listAssetLabels(ctx, [assetId])).get(assetId) ?? { symbol: '', name: '' })
  const detail = `At the end of ${shortfall.date} the holding of ${asset} at ${broker} would be ${amount}, and this broker does not allow shorting.`
  return new AppError('conflict', 'transaction/short', detail, { extensions: { ...place, asset_id: assetId } })
}
