import { add, type Decimal, ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'

/** What a broker holds of an asset at the end of each day that moved it, oldest first. */
export type Course = { readonly dates: readonly string[]; readonly ends: readonly Decimal[] }

/** Of the lines of one broker and asset, in ledger order. */
export function courseOf(lines: readonly Line[]): Course {
  const [dates, ends]: [string[], Decimal[]] = [[], []]
  let held = ZERO
  for (const { date, quantity } of lines) {
    held = add(held, quantity)
    if (dates.at(-1) === date) ends.pop()
    else dates.push(date)
    ends.push(held)
  }
  return { dates, ends }
}

/** The place of the first day on or after `day`. */
export function placeFrom({ dates }: Course, day: string): number {
  let [low, high] = [0, dates.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((dates[middle] ?? '') < day) low = middle + 1
    else high = middle
  }
  return low
}

/** What is held at the end of the day before. */
export function heldBefore(course: Course, day: string): Decimal {
  return course.ends[placeFrom(course, day) - 1] ?? ZERO
}

/** Whether a holding of one of these days is so; `until` = the first day that does not count. */
export function isEver(course: Course, from: string, until: string | undefined, isSo: (held: Decimal) => boolean): boolean {
  const { dates, ends } = course
  for (let place = placeFrom(course, from); place < dates.length; place++) {
    const [date = '', held = ZERO] = [dates[place], ends[place]]
    if (until !== undefined && date >= until) return false
    if (isSo(held)) return true
  }
  return false
}
