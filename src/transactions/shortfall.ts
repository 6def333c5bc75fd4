import { formatDecimal } from '../shared/decimal.ts'
import { AppError } from '../shared/errors.ts'
import { assetOfUnit } from './balances.ts'
import type { Shortfall } from './ledger.ts'

/** The refusal of a write that would leave a balance below zero at the end of a day. */
export function shortfallError(shortfall: Shortfall): AppError {
  const assetId = assetOfUnit(shortfall.unit)
  const amount = formatDecimal(shortfall.balance)
  const place = { broker_id: shortfall.brokerId, date: shortfall.date, amount }
  if (assetId === undefined) {
    const detail = `At the end of ${shortfall.date} the ${shortfall.unit} balance would be ${amount}, and this broker does not allow an overdraft.`
    return new AppError('conflict', 'transaction/overdraft', detail, { extensions: { ...place, currency: shortfall.unit } })
  }
  const detail = `At the end of ${shortfall.date} the holding of asset ${assetId} would be ${amount}, and this broker does not allow shorting.`
  return new AppError('conflict', 'transaction/short', detail, { extensions: { ...place, asset_id: assetId } })
}
