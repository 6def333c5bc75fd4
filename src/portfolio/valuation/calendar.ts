import { type CachePolicy, cached } from '../../cache.ts'
import { dayNumber, dayText } from '../../shared/day-number.ts'
import type { ReportRequest } from '../ledger/request.ts'
import type { ReportInputs } from './inputs.ts'

/** Every day of a range, both ends included, made once for all that is computed over it. */
export type Calendar = {
  readonly days: readonly string[]
  /** The same as day numbers. */
  readonly numbers: Int32Array
  /** Day number of the first. */
  readonly first: number
  /** Where months begin: the index of their first day in the range. */
  readonly months: readonly number[]
}

const calendars: CachePolicy<Calendar> = { name: 'calendars', most: 4, sizeOf: () => 1 }

/** The days of a report. */
export function calendarOfReport(
  { caches }: Pick<ReportInputs, 'caches'>,
  { from, to }: Pick<ReportRequest, 'from' | 'to'>,
): Calendar {
  return cached(caches, calendars, `${from} ${to}`, [], () => calendarOf(from, to))
}

export function calendarOf(from: string, to: string): Calendar {
  const first = dayNumber(from)
  const days = Array.from({ length: dayNumber(to) - first + 1 }, (_, index) => dayText(first + index))
  const months = days.flatMap((day, index) => (index === 0 || day.endsWith('-01') ? [index] : []))
  return { days, numbers: Int32Array.from(days, (_, index) => first + index), first, months }
}
