import { convertedTerm, type Explainer, type Explanation, figureTerm, type Term, valueTerm } from '../explain/explainer.ts'
import type { Slice } from './report.ts'

/** How a slice came about. */
export function explainSlice(explainer: Explainer, slice: Slice, day: string): Explanation[] {
  const terms = slice.parts.map((part): Term => {
    const whole =
      part.assetId === null
        ? convertedTerm(explainer.inputs, `cash ${part.currency}`, part.quantity, part.currency, day)
        : valueTerm(explainer, explainer.inputs.assetOf(part.assetId).symbol, part.assetId, part.quantity, day)
    const share = part.share === null ? {} : { share: part.share }
    return { ...whole, ...share, amount: part.value, brokerId: part.brokerId }
  })
  return [
    { figure: 'value', formula: 'sum of quantity x price / price_quantity x rate x share, and of cash x rate', terms },
    { figure: 'weight', formula: 'value / total', terms: [] },
  ]
}

/** The total of all slices. */
export function explainSlices(slices: readonly Slice[]): Explanation[] {
  return [{ figure: 'total', formula: 'sum of the slices', terms: slices.map((slice) => figureTerm(slice.label, slice.value)) }]
}
