import { type Lot, SEVERAL } from '../../lots/lot.ts'
import { assetTitle } from '../../shared/titles.ts'
import { missingRate, unknownEffect } from './exchange.ts'
import type { ReportInputs } from './inputs.ts'

/** Says why it is not known what lots cost: for want of a rate where money was paid, else because nothing was. */
export function warnOfLots(inputs: ReportInputs, assetId: number, lots: readonly Lot[], day: string): void {
  const unknown = lots.filter((lot) => !lot.known)
  const withoutRate = unknown.filter((lot) => lacksRate(inputs, lot))
  for (const lot of withoutRate) warnOfRate(inputs, lot)
  if (unknown.length === withoutRate.length) return
  const detail = `A part of ${assetTitle(inputs.assetOf(assetId))} came in without a purchase, so what it cost is not known: give the incoming transaction a cost_basis.`
  inputs.warnings.add({ code: 'cost-unknown', assetId, detail }, day)
}

/** Who paid what, and when. */
type Paid = Pick<Lot, 'assetId' | 'acquiredOn' | 'currency'>

/** The same of what was sold. */
export function warnOfSold(inputs: ReportInputs, lot: Paid, day: string): void {
  if (lacksRate(inputs, lot)) {
    warnOfRate(inputs, lot)
    return
  }
  const detail = `What was sold of ${assetTitle(inputs.assetOf(lot.assetId))} has no known cost: give the transaction that brought it a cost_basis.`
  inputs.warnings.add({ code: 'cost-unknown', assetId: lot.assetId, detail }, day)
}

/** Says that the part of a gain that a currency made is not known, where nothing has said so. */
export function warnOfEffect({ warnings, currency }: ReportInputs, from: string, day: string): void {
  if (!warnings.isListed('currency-gain-unknown', from, currency) && !warnings.isListed('rate-missing', from, currency))
    warnings.add(unknownEffect(from, currency), day)
}

function lacksRate({ warnings, currency }: ReportInputs, lot: Paid): boolean {
  if (lot.currency === null || lot.currency === '' || lot.currency === currency) return false
  return lot.currency === SEVERAL ? warnings.hasCode('rate-missing') : warnings.has('rate-missing', lot.currency, currency)
}

function warnOfRate({ warnings, currency }: ReportInputs, { currency: paid, acquiredOn }: Paid): void {
  if (paid !== null && paid !== SEVERAL) warnings.add(missingRate(paid, currency), acquiredOn)
}
