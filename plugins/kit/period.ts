/** Ranges of days, both ends included. */
import { addDays } from '#src/shared/date.ts'

export type Period = { readonly from: string; readonly to: string }

/** The part of `period` that lies in calendar years, one after another, oldest first; nothing when `from` is after `to`. */
export function* yearsOf(period: Period): Generator<Period> {
  for (let from = period.from; from <= period.to; ) {
    const end = `${from.slice(0, 4)}-12-31`
    yield { from, to: earlier(end, period.to) }
    from = addDays(end, 1)
  }
}

/** The same by calendar months. */
export function* monthsOf(period: Period): Generator<Period> {
  for (let from = period.from; from <= period.to; ) {
    const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))]
    const end = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
    yield { from, to: earlier(end, period.to) }
    from = addDays(end, 1)
  }
}

/** Pieces of at most `days` days. */
export function* spansOf(period: Period, days: number): Generator<Period> {
  for (let from = period.from; from <= period.to; ) {
    const end = addDays(from, days - 1)
    yield { from, to: earlier(end, period.to) }
    from = addDays(end, 1)
  }
}

/** Each day; with `weekdays` only Monday to Friday. */
export function* daysOf(period: Period, weekdays = false): Generator<string> {
  for (let day = period.from; day <= period.to; day = addDays(day, 1)) {
    const number = new Date(`${day}T00:00:00Z`).getUTCDay()
    if (!weekdays || (number !== 0 && number !== 6)) yield day
  }
}

/** The earlier of two days. */
export function earlier(a: string, b: string): string {
  return [a, b].toSorted()[0] ?? a
}

/** The later of two days. */
export function later(a: string, b: string): string {
  return [a, b].toSorted()[1] ?? b
}
