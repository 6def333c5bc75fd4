import { formatDecimal } from '../shared/decimal.ts'
import { AppError } from '../shared/errors.ts'
import { assetOfUnit } from './balances.ts'
import type { Shortfall } from './ledger.ts'

/** Throws `transaction/overdraft` or `transaction/short` (409) for the first day among the shortfalls, if there is one. */
export function refuseShortfalls(shortfalls: readonly Shortfall[]): void {
  const [first] = [...shortfalls].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  if (first) throw shortfallError(first)
}

/** The refusal of a write that would leave a balance below zero at the end of a day. */
function shortfallError(shortfall: Shortfall): AppError {
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
