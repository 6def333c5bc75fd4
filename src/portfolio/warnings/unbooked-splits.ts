import { add, formatDecimal, ZERO } from '../../shared/decimal.ts'
import { assetTitle, brokerTitle } from '../../shared/titles.ts'
import type { ReportRequest } from '../ledger/request.ts'
import type { UnbookedSplit } from '../unbooked/unbooked.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import type { Cause } from './causes.ts'

/** The splits that are counted though their brokers have not booked them, where the report is about a day on which that mattered. */
export function unbookedSplits(inputs: ReportInputs, request: ReportRequest): Cause[] {
  return inputs.unbooked.flatMap((split) => (matters(inputs, request, split) ? [causeOf(inputs, request, split)] : []))
}

function causeOf(inputs: ReportInputs, { to }: ReportRequest, split: UnbookedSplit): Cause {
  const { assetId, brokerId, listedOn, ratio, held, change } = split
  const [title, broker] = [
    assetTitle(inputs.assetOf(assetId)),
    brokerTitle({ name: inputs.facts.brokers.get(brokerId)?.name ?? '' }),
  ]
  const units = `${formatDecimal(held)} units count as ${formatDecimal(add(held, change))}`
  return {
    code: 'split-not-booked',
    detail: `${title} was split ${ratio} on ${listedOn}, which ${broker} has not booked: its ${units} from then on. Book it; or, if they are the units after it already, with the ratio 1:1.`,
    ...{ assetIds: [assetId], pair: null, brokerIds: [brokerId], isSourced: false, from: listedOn, to, split },
  }
}

/** Whether the split is in the range, or what it made of units is. */
function matters({ lines }: ReportInputs, { from, to }: ReportRequest, split: UnbookedSplit): boolean {
  if (split.listedOn > to) return false
  if (split.listedOn >= from) return true
  let held = ZERO
  for (const { brokerId, assetId, quantity, date } of lines) {
    if (brokerId !== split.brokerId || assetId !== split.assetId || date > to) continue
    if (date >= from) return true
    held = add(held, quantity)
  }
  return held !== ZERO
}
