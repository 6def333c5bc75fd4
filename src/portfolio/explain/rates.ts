import type { FoundRate } from '../../fx/service.ts'
import { type Decimal, divideHalfEven, ONE } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportInputs } from '../valuation/inputs.ts'

/** A rate that an amount was converted at. `booked`: by the broker, on the transaction; `implied`: what one sum was worth in the other. */
export type ExplainedRate = {
  readonly kind: 'market' | 'booked' | 'implied'
  readonly from: string
  readonly to: string
  readonly date: string
  /** Units of `to` for one of `from`, to 12 places; exact from the steps. */
  readonly rate: Decimal
  readonly steps: FoundRate['steps']
}

/** The rate that the broker booked with a line; `null` where it says none to the currency of the report. */
export function bookedRate(inputs: ReportInputs, line: Line): ExplainedRate | null {
  if (
    line.currency === null ||
    line.currency === inputs.currency ||
    line.fxRate === null ||
    line.priceCurrency !== inputs.currency
  )
    return null
  const rate = divideHalfEven(ONE * ONE, line.fxRate) as Decimal
  return { kind: 'booked', from: line.currency, to: inputs.currency, date: line.date, rate, steps: [] }
}

/** The rate of a day; `null` where there is none. */
export function marketRate(inputs: ReportInputs, from: string, day: string): ExplainedRate | null {
  const found = inputs.exchange.source(from, day)
  if (found === null) return null
  const rate = divideHalfEven(found.rate.numerator * ONE, found.rate.denominator) as Decimal
  return { kind: 'market', from, to: inputs.currency, date: found.date, rate, steps: found.steps }
}

/** What one sum was worth in another, as a rate. */
export function impliedRate(from: string, to: string, date: string, report: Decimal, local: Decimal): ExplainedRate {
  return { kind: 'implied', from, to, date, rate: divideHalfEven(report * ONE, local) as Decimal, steps: [] }
}
