import { formatDecimal, sum } from '../../shared/decimal.ts'
import type { Explainer } from '../explain/explainer.ts'
import { explainField, explainRow } from '../explain/wire.ts'
import type { ReportRequest } from '../ledger/request.ts'
import type { Answer } from '../rows.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { echo } from '../wire.ts'
import { explainSlice, explainSlices } from './explain.ts'
import { type AllocationKey, allocationOf, type PartsOf } from './report.ts'

/** The allocation as it leaves. */
export function allocationAnswer(
  inputs: ReportInputs,
  request: ReportRequest,
  how: { by: AllocationKey; partsOf: PartsOf; brokerNameOf: (id: number) => string },
  explainer: Explainer | null = null,
): Answer {
  const found = allocationOf(inputs, request, how.by, how.partsOf, how.brokerNameOf)
  const slices = found.map((slice) => ({
    key: slice.key,
    label: slice.label,
    value: formatDecimal(slice.value),
    weight: slice.weight,
    ...explainRow(explainer, (explainer) => explainSlice(explainer, slice, request.to)),
  }))
  const explain = explainField(explainer, () => explainSlices(found))
  const total = formatDecimal(sum(found.map((slice) => slice.value)))
  return {
    body: {
      as_of: request.to,
      ...echo(inputs, request, { cash: true }),
      scope: request.scope,
      by: how.by,
      slices,
      total,
      ...explain,
    },
    table: () => ({ columns: ['key', 'label', 'value', 'weight'], rows: slices, texts: ['label'] }),
  }
}
