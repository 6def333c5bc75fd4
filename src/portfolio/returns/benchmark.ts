import { addDays } from '../../shared/date.ts'
import { dayNumber } from '../../shared/day-number.ts'
import { toNumber } from '../../shared/decimal.ts'
import { invalid } from '../../shared/errors.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { ratioNumber } from '../valuation/exchange.ts'
import type { ReportInputs } from '../valuation/inputs.ts'

/** The quotient of two worths stays below the largest binary number. */
const MOST = 1e150

/**
 * What one unit held at the end of the day before the range is worth on a day of it, in the currency of the report and without income: after a
 * split it is several units, or a part of one. `null` without a price or rate; a binary number, for ratios only. Throws
 * `portfolio/return-too-large` (422), with the day, for what is beyond such numbers.
 */
export function worthOfUnit(inputs: ReportInputs, request: ReportRequest, assetId: number): (day: string) => number | null {
  const start = dayNumber(request.from) - 1
  return (day) => {
    const quote = inputs.prices.on(assetId, day)
    const rate = quote === null ? null : inputs.exchange.rate(quote.currency, day)
    if (quote === null || rate === null) return null
    const until = dayNumber(day)
    const worth = inputs.prices
      .splitsOf(assetId, quote.source)
      .filter((split) => split.day > start && split.day <= until)
      .reduce(
        (worth, { before, after }) => (worth * toNumber(after)) / toNumber(before),
        toNumber(quote.price) * ratioNumber(rate),
      )
    if (worth === 0 || (Math.abs(worth) > 1 / MOST && Math.abs(worth) < MOST)) return worth
    const detail = `On ${day} a unit of ${inputs.assetOf(assetId).symbol} is worth more or less than a number can hold: correct its closes, its splits or the rates of ${quote.currency}, or ask for other days.`
    throw invalid('portfolio/return-too-large', '/query/benchmark', detail)
  }
}

/** The change of that worth over the range; `null` without a worth above 0 at its start, or one at its end. */
export function benchmarkReturn(inputs: ReportInputs, request: ReportRequest, assetId: number): number | null {
  const worth = worthOfUnit(inputs, request, assetId)
  const [start, end] = [worth(addDays(request.from, -1)), worth(request.to)]
  return start === null || end === null || start <= 0 ? null : end / start - 1
}
