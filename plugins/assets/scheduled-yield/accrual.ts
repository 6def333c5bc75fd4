import { daysBetween, daysInMonth } from '#src/shared/date.ts'
import { add, type Decimal, divide, multiply, multiplyDivide, ONE, whole } from '#src/shared/decimal.ts'

/** ACT/ACT is that of ISDA (each calendar year by its own length); 30/360 the US bond basis. */
export const DAY_COUNTS = ['ACT/365', 'ACT/360', 'ACT/ACT', '30/360'] as const
export const COMPOUNDING = ['simple', 'annual', 'semiannual', 'quarterly', 'monthly'] as const
const MONTHS = { simple: 0, annual: 12, semiannual: 6, quarterly: 3, monthly: 1 } as const

export type Schedule = {
  /** Per year: 0.05 = 5 %. */
  readonly rate: Decimal
  readonly principal: Decimal
  readonly start: string
  readonly maturity: string | undefined
  readonly dayCount: (typeof DAY_COUNTS)[number]
  readonly compounding: (typeof COMPOUNDING)[number]
}

/**
 * The value at the end of a day. Compound interest is added at the end of each whole period (rate / periods a year) and grows simply, by the day
 * count, in a period that is not over. Rounded half to even to 12 places at each step. The principal before the start; after maturity it stays.
 */
export function valueOn(schedule: Schedule, day: string): Decimal {
  const { rate, principal, start, maturity, dayCount, compounding } = schedule
  const until = maturity !== undefined && day > maturity ? maturity : day
  if (until <= start) return principal
  const months = MONTHS[compounding]
  const periods = months === 0 ? 0 : wholePeriods(start, until, months)
  const growth = months === 0 ? ONE : add(ONE, divide(multiply(rate, whole(months)), whole(12)))
  let value = principal
  for (let period = 0; period < periods; period++) value = multiply(value, growth)
  const since = months === 0 ? start : addMonths(start, periods * months)
  return add(value, interest(multiply(value, rate), since, until, dayCount))
}

/** A year's interest x the fraction of a year between two days. */
function interest(yearly: Decimal, from: string, to: string, dayCount: Schedule['dayCount']): Decimal {
  if (dayCount === '30/360') return multiplyDivide(yearly, whole(days30(from, to)), whole(360))
  if (dayCount !== 'ACT/ACT')
    return multiplyDivide(yearly, whole(daysBetween(from, to)), whole(dayCount === 'ACT/365' ? 365 : 360))
  const [first, last] = [yearOf(from), yearOf(to)]
  let common = 0
  let leap = 0
  for (let year = first; year <= last; year++) {
    const begin = year === first ? from : `${String(year).padStart(4, '0')}-01-01`
    const end = year === last ? to : `${String(year + 1).padStart(4, '0')}-01-01`
    if (daysInMonth(year, 2) === 29) leap += daysBetween(begin, end)
    else common += daysBetween(begin, end)
  }
  return multiplyDivide(yearly, whole(common * 366 + leap * 365), whole(365 * 366))
}

/** Days of the US 30/360 bond basis: the 31st is the 30th; on the second day only when the first is the 30th or 31st. */
function days30(from: string, to: string): number {
  const firstDay = Math.min(dayOfMonth(from), 30)
  const lastDay = dayOfMonth(to) === 31 && firstDay === 30 ? 30 : dayOfMonth(to)
  return (yearOf(to) - yearOf(from)) * 360 + (monthOf(to) - monthOf(from)) * 30 + lastDay - firstDay
}

function wholePeriods(start: string, until: string, months: number): number {
  const total = (yearOf(until) - yearOf(start)) * 12 + monthOf(until) - monthOf(start)
  const periods = Math.floor(total / months)
  return addMonths(start, periods * months) > until ? periods - 1 : periods
}

/** The same day so many months later, or the last one of a month that is shorter. */
function addMonths(day: string, months: number): string {
  const total = yearOf(day) * 12 + monthOf(day) - 1 + months
  const [year, month] = [Math.floor(total / 12), (total % 12) + 1]
  const date = Math.min(dayOfMonth(day), daysInMonth(year, month))
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}
function monthOf(day: string): number {
  return Number(day.slice(5, 7))
}
function dayOfMonth(day: string): number {
  return Number(day.slice(8, 10))
}
