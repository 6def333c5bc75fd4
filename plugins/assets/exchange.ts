/** What sources that are exchanges share: identifiers by ISIN, sessions that are not over, and answers without a price. */
import { sourceError } from '#plugins/kit/http.ts'
import { earlier } from '#plugins/kit/period.ts'
import { addDays, daysBetween } from '#src/shared/date.ts'
import { identifierFault } from '#src/shared/identifier.ts'
import type { PriceFault } from './contract.ts'

/** `sessionEnd` = `HH:MM` in that zone, from which on a close of the day is final. */
export type Exchange = { readonly timeZone: string; readonly sessionEnd: string }

/** So many days without a close are no holiday. */
const LONGEST_PAUSE_DAYS = 7

/** `to`, or the last day before it whose session is over at `now`: the close of a running session is no close. */
export function lastFinished(to: string, now: Date, { timeZone, sessionEnd }: Exchange): string {
  const local = now.toLocaleString('sv-SE', { timeZone })
  const today = local.slice(0, 10)
  return earlier(to, local.slice(11, 16) >= sessionEnd ? today : addDays(today, -1))
}

/** Throws AppError `source/unknown` with `detail` where days longer than any holiday have nothing: such sources answer alike for an unknown identifier. */
export function requireAny(found: readonly unknown[], from: string, to: string, detail: string): void {
  if (found.length === 0 && daysBetween(from, to) > LONGEST_PAUSE_DAYS) throw sourceError('unknown', detail)
}

/** Why a text is no ISIN, as faults of `/identifier`. */
export function isinFaults(isin: string): PriceFault[] {
  const detail = identifierFault('ISIN', isin.toUpperCase())
  return detail === undefined ? [] : [{ pointer: '/identifier', detail }]
}
