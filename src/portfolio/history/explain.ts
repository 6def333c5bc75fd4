import { subtract } from '../../shared/decimal.ts'
import { type Explainer, type Explanation, figureTerm, minus, type Term } from '../explain/explainer.ts'
import { flowTerms } from '../explain/lines.ts'
import type { ReportRequest } from '../ledger/request.ts'
import type { Evidence } from '../performance/evidence.ts'
import { balanceTerms } from '../performance/explain.ts'
import { balancesOn } from '../valuation/balances.ts'
import type { Point } from './report.ts'

/** A history of more points is not explained. */
export const MOST_EXPLAINED_POINTS = 31

/** How the figures of a point came about. */
export function explainPoint(explainer: Explainer, { bookings }: Evidence, point: Point, request: ReportRequest): Explanation[] {
  const terms = balanceTerms(explainer, balancesOn(explainer.inputs.lines, point.date), request, point.date)
  const isCash = (term: Term) => term.assetId === undefined
  const flows = bookings.filter(({ line }) => line.date <= point.date)
  return [
    {
      figure: 'value',
      formula: 'cash + invested',
      terms: [figureTerm('cash', point.cash), figureTerm('invested', point.invested)],
    },
    { figure: 'cash', formula: 'sum of balances x rate', terms: terms.filter(isCash) },
    {
      figure: 'invested',
      formula: 'sum of quantity x price / price_quantity x rate',
      terms: terms.filter((term) => !isCash(term)),
    },
    {
      figure: 'net_flows',
      formula: 'sum of what came in and went out since the start of the range',
      terms: flows.flatMap((booking) => flowTerms(explainer, booking, request.scope)),
    },
    {
      figure: 'put_in',
      formula: 'value at the start of the range + net_flows',
      terms: [figureTerm('value at the start', subtract(point.putIn, point.netFlows)), figureTerm('net_flows', point.netFlows)],
    },
    {
      figure: 'gain',
      formula: 'value - put_in',
      terms: [figureTerm('value', point.value), minus(figureTerm('put_in', point.putIn))],
    },
    {
      figure: 'twr',
      formula:
        'product of (value at the end of a day + outflows) / (value at its begin + inflows) since the start of the range, less 1; with scope assets a day is cut at each trade',
      terms: [],
    },
  ]
}
