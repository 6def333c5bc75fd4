import { dayNumber, dayText } from '../shared/day-number.ts'
import type { DayRange } from './repository.ts'

const DAY_LENGTH = 10

export type PriceGap = DayRange & { readonly days: number }

/** The runs of at least so many days of a range that are not among these days, which are in order. */
export function gapsOf(present: ArrayLike<number>, range: DayRange, days: number): PriceGap[] {
  const gaps: PriceGap[] = []
  const end = dayNumber(range.to) + 1
  let from = dayNumber(range.from)
  for (let index = 0; index <= present.length; index++) {
    const day = present[index] ?? end
    if (day - from >= days) gaps.push({ from: dayText(from), to: dayText(day - 1), days: day - from })
    from = day + 1
  }
  return gaps
}

/** The numbers of days that stand one after the other in a text of ten characters each, in order. */
export function readDays(text: string): Int32Array {
  const days = new Int32Array(text.length / DAY_LENGTH)
  let isSorted = true
  for (let index = 0; index < days.length; index++) {
    days[index] = dayNumber(text, index * DAY_LENGTH)
    if (index > 0 && (days[index] ?? 0) < (days[index - 1] ?? 0)) isSorted = false
  }
  return isSorted ? days : days.sort()
}
