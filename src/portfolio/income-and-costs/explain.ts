import type { Decimal } from '../../shared/decimal.ts'
import { convertedTerm, type Explainer, type Explanation, figureTerm, minus, type Term } from '../explain/explainer.ts'
import { feeTerms, flowTerms, incomeTerms, taxTerms } from '../explain/lines.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportScope } from '../ledger/request.ts'
import type { Booking } from '../returns/flows.ts'
import type { Cost, Expected, Payment } from './report.ts'

/** How the figures of a dividend or interest came about. */
export function explainPayment(explainer: Explainer, payment: Payment): Explanation[] {
  const { line } = payment
  return [
    {
      figure: 'gross',
      formula: 'amount + fees + taxes, or the market value of what came in kind',
      terms: incomeTerms(explainer, line),
    },
    { figure: 'tax', formula: 'taxes x rate', terms: taxTerms(explainer, line) },
    { figure: 'fees', formula: 'fees x rate', terms: feeTerms(explainer, line) },
    {
      figure: 'net',
      formula: 'gross - tax - fees',
      terms: [figureTerm('gross', payment.gross), minus(figureTerm('tax', payment.tax)), minus(figureTerm('fees', payment.fees))],
    },
  ]
}

/** How an expected month came about: payments of the last year by the units held now and the rates of now. */
export function explainForecast({ inputs }: Explainer, expected: readonly Expected[], day: string): Explanation[] {
  const terms = expected.map(({ line, gross, now, then, value }): Term => {
    const part = now === null || then === null ? {} : { quantity: now, ofQuantity: then }
    const term = convertedTerm(inputs, 'payment of a year before', gross, line.currency ?? inputs.currency, day)
    return { ...term, ...part, amount: value, transactionId: line.id, date: line.date }
  })
  return [{ figure: 'gross', formula: 'sum of gross x units now / units then, as later splits made them, x rate of now', terms }]
}

/** How a flow came about. */
export function explainFlow(explainer: Explainer, booking: Booking, scope: ReportScope): Explanation[] {
  return [
    {
      figure: 'value',
      formula: 'amount + fees + taxes, or the market value of the units',
      terms: flowTerms(explainer, booking, scope),
    },
  ]
}

/** How the costs of a line came about. */
export function explainCost(explainer: Explainer, cost: Cost): Explanation[] {
  const { line } = cost
  return [
    { figure: 'fees', formula: 'fees x rate', terms: feeTerms(explainer, line) },
    { figure: 'taxes', formula: 'taxes x rate', terms: taxTerms(explainer, line) },
    { figure: 'total', formula: 'fees + taxes', terms: [figureTerm('fees', cost.fees), figureTerm('taxes', cost.taxes)] },
  ]
}

/** One figure of the rows that a sum is made of. */
export function explainSums<R extends { readonly line: Line }>(
  rows: readonly R[],
  names: readonly (keyof R & string)[],
): Explanation[] {
  return names.map((figure) => ({
    figure,
    formula: 'sum of the rows',
    terms: rows.map((row) =>
      figureTerm(row.line.type, row[figure] as Decimal, {
        date: row.line.date,
        transactionId: row.line.id,
      }),
    ),
  }))
}
