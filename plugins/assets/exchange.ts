/** What sources that are exchanges share: identifiers by ISIN, sessions that are not over, and answers without a price. */
import { sourceError } from '#plugins/kit/http.ts'
import { earlier } from '#plugins/kit/period.ts'
import { addDays, daysBetween } from '#src/shared/date.ts'
import { identifierFault } from '#src/shared/identifier.ts'
import type { PriceFault } from './contract.ts'

/** `sessionEnd` = `HH:MM` in that zone, from which on a close of the day is final. */
export type Exchange = { readonly timeZone: string; readonly sessionEnd: string }

/** So many days without a row are no holiday, where days without trade have one; where they have none, many may pass. */
const [LONGEST_HOLIDAY, LONGEST_SILENCE] = [7, 31]

/** `to`, or the last day before it whose session is over at `now`: the close of a running session is no close. */
export function lastFinished(to: string, now: Date, { timeZone, sessionEnd }: Exchange): string {
  const local = now.toLocaleString('sv-SE', { timeZone })
  const today = local.slice(0, 10)
  return earlier(to, local.slice(11, 16) >= sessionEnd ? today : addDays(today, -1))
}

/**
 * Throws AppError `source/unknown` with `detail` where nothing came of days longer than any holiday, or than the silence of a rarely traded paper: such
 * sources answer alike for an unknown identifier.
 */
export function requireAny(
  found: readonly unknown[],
  { from, to, isEveryDay }: { readonly from: string; readonly to: string; readonly isEveryDay: boolean },
  detail: string,
): void {
  const longest = isEveryDay ? LONGEST_HOLIDAY : LONGEST_SILENCE
  if (found.length === 0 && daysBetween(from, to) > longest) throw sourceError('unknown', detail)
}

/** Why a text is no ISIN, as faults of `/identifier`. */
export function isinFaults(isin: string): PriceFault[] {
  const detail = identifierFault('ISIN', isin.toUpperCase())
  return detail === undefined ? [] : [{ pointer: '/identifier', detail }]
}
