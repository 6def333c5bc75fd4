import type { MatchResult } from '../../lots/match.ts'
import { addDays } from '../../shared/date.ts'
import { ZERO } from '../../shared/decimal.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { type Booking, internalGroups } from '../returns/flows.ts'
import { matchPeriod, type Opening } from '../returns/period-parts.ts'
import { type Balances, balancesOn, type Valued, valueBalances } from '../valuation/balances.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { marketWorth } from '../valuation/lot-entries.ts'

/** What the figures of a range were made of, line by line. */
export type Evidence = {
  readonly before: Balances
  readonly after: Balances
  readonly opening: Valued
  readonly closing: Valued
  /** Of the lines that count, in ledger order. */
  readonly bookings: readonly Booking[]
  readonly matched: MatchResult
}

/** The same figures as those of `periodOf`, before they are summed: for explaining them. Nothing of it is remembered. */
export function evidenceOf(inputs: ReportInputs, request: ReportRequest): Evidence {
  const start = addDays(request.from, -1)
  const [before, after] = [balancesOn(inputs.lines, start), balancesOn(inputs.lines, request.to)]
  const [opening, closing] = [valueBalances(inputs, before, start), valueBalances(inputs, after, request.to)]
  const openings = [...before.assets].map(
    ([assetId, quantity]): Opening => ({
      assetId,
      quantity,
      worth: marketWorth(inputs, assetId, opening.assets.get(assetId) ?? ZERO, start),
      date: start,
    }),
  )
  const lines = inputs.lines.filter((line) => line.date >= request.from && line.date <= request.to)
  const counted = lines.filter((line) => request.scope === 'total' || line.assetId !== null)
  const { bookings, matched } = matchPeriod(inputs, request, { lines: counted, openings }, internalGroups(lines))
  return { before, after, opening, closing, bookings, matched }
}
