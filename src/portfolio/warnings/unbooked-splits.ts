import { add, formatDecimal, ZERO } from '../../shared/decimal.ts'
import { assetTitle, brokerTitle } from '../../shared/titles.ts'
import type { ReportRequest } from '../ledger/request.ts'
import type { SplitState, UnbookedSplit } from '../unbooked/unbooked.ts'
import { assetLinesOf } from '../valuation/asset-lines.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import type { WarningCode } from '../valuation/warning-codes.ts'
import type { Cause } from './causes.ts'

/** The splits that are counted though their brokers have not booked them, or in doubt, where the report is about a day on which that mattered. */
export function unbookedSplits(inputs: ReportInputs, request: ReportRequest): Cause[] {
  return inputs.unbooked.flatMap((split) => {
    const said = matters(inputs, request, split) ? SAID[split.state] : undefined
    return said === undefined ? [] : [causeOf(inputs, request, split, said)]
  })
}

type Said = { readonly code: WarningCode; readonly detail: (split: UnbookedSplit, title: string, broker: string) => string }

/** What a broker confirmed is warned of no more. */
const SAID: Readonly<Record<SplitState, Said | undefined>> = {
  unbooked: { code: 'split-not-booked', detail: notBooked },
  restated: { code: 'units-restated', detail: restated },
  unclear: { code: 'split-unclear', detail: unclear },
  confirmed: undefined,
}

function notBooked({ listedOn, ratio, held, change }: UnbookedSplit, title: string, broker: string): string {
  const units = `${formatDecimal(held)} units count as ${formatDecimal(add(held, change))}`
  return `${title} was split ${ratio} on ${listedOn}, which ${broker} has not booked: its ${units} from then on. Book it; or, if they are the units after it already, with the ratio 1:1.`
}

function restated({ listedOn, ratio }: UnbookedSplit, title: string, broker: string): string {
  return `${title} was split ${ratio} on ${listedOn}, and the trades of ${broker} before it are in units after it already, as files that are exported later have them: until then they count in units before it. Book it with the ratio 1:1 to confirm that.`
}

function unclear({ listedOn, ratio }: UnbookedSplit, title: string, broker: string): string {
  return `${title} was split ${ratio} on ${listedOn}, which ${broker} has not booked, and its trades before it do not agree whether they are in units before or after it: they count as they are. Book the split; or, if they are the units after it already, with the ratio 1:1.`
}

function causeOf(inputs: ReportInputs, { to }: ReportRequest, split: UnbookedSplit, { code, detail }: Said): Cause {
  const { assetId, brokerId, listedOn } = split
  const title = assetTitle(inputs.assetOf(assetId))
  const broker = brokerTitle({ name: inputs.facts.brokers.get(brokerId)?.name ?? '' })
  return {
    ...{ code, detail: detail(split, title, broker) },
    ...{ assetIds: [assetId], pairs: [], brokerIds: [brokerId], isSourced: false, from: listedOn, to, split },
  }
}

/** Whether the split is in the range, or what it made of units is. */
function matters({ lines }: ReportInputs, { from, to }: ReportRequest, split: UnbookedSplit): boolean {
  if (split.listedOn > to) return false
  if (split.listedOn >= from) return true
  let held = ZERO
  for (const { brokerId, quantity, date } of assetLinesOf(lines).get(split.assetId) ?? []) {
    if (brokerId !== split.brokerId || date > to) continue
    if (date >= from) return true
    held = add(held, quantity)
  }
  return held !== ZERO
}
