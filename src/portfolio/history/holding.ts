import { add, type Decimal, ZERO } from '../../shared/decimal.ts'
import type { ReportRequest } from '../ledger/request.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import type { Quote } from '../valuation/prices.ts'

/** Units of the one asset of a history at the end of a day, and what it is valued at; `null` while none are held, or without a price. */
export type HeldThen = { readonly assetId: number; readonly quantity: Decimal; readonly quote: Quote | null }

/** What is held of the one asset that was requested, at the end of days in order; `null` where none was, or several. */
export function heldOn(inputs: ReportInputs, { assetIds }: Pick<ReportRequest, 'assetIds'>): (date: string) => HeldThen | null {
  const [assetId] = assetIds ?? []
  if (assetId === undefined || assetIds?.length !== 1) return () => null
  let [place, quantity] = [0, ZERO]
  return (date) => {
    for (let line = inputs.lines[place]; line !== undefined && line.date <= date; line = inputs.lines[++place])
      quantity = add(quantity, line.quantity)
    return { assetId, quantity, quote: quantity === ZERO ? null : inputs.prices.on(assetId, date) }
  }
}
