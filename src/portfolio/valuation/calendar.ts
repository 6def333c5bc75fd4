import { dayNumber, dayText } from '../../shared/day-number.ts'

/** Every day of a range, both ends included, made once for all that is computed over it. */
export type Calendar = {
  readonly days: readonly string[]
  /** Day number of the first. */
  readonly first: number
  /** Where months begin: the index of their first day in the range. */
  readonly months: readonly number[]
}

const MOST = 4
const known = new Map<string, Calendar>()

export function calendarOf(from: string, to: string): Calendar {
  const key = `${from} ${to}`
  const found = known.get(key)
  if (found !== undefined) return found
  const first = dayNumber(from)
  const days = Array.from({ length: dayNumber(to) - first + 1 }, (_, index) => dayText(first + index))
  const months = days.flatMap((day, index) => (index === 0 || day.endsWith('-01') ? [index] : []))
  const made = { days, first, months }
  for (const oldest of known.keys()) if (known.size >= MOST) known.delete(oldest)
  known.set(key, made)
  return made
}
