/** Calendar days are `YYYY-MM-DD` texts: they sort, compare and travel as they are. */
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/
const MILLISECONDS_PER_DAY = 86_400_000
const ISO_LENGTH = '2026-01-31T00:00:00.000Z'.length

/** Whether the text is a day that exists (leap years counted). */
export function isDay(text: string): boolean {
  if (text.length !== 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return false
  const year = digitsAt(text, 0, 4)
  const month = digitsAt(text, 5, 7)
  const day = digitsAt(text, 8, 10)
  return year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

function digitsAt(text: string, from: number, to: number): number {
  let value = 0
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 48
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}

/** `HH:MM`, `HH:MM:SS` or with milliseconds. */
export function isTimeOfDay(text: string): boolean {
  return TIME.test(text)
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** The UTC day of an instant. Throws RangeError outside the years 0000 to 9999, which a day cannot be written for. */
export function dayOf(instant: Date): string {
  const text = instant.toISOString()
  if (text.length !== ISO_LENGTH) throw new RangeError(`no four-digit year: ${text}`)
  return text.slice(0, 10)
}

/** The day `count` days later (earlier when negative). Throws RangeError for a text that is no day and outside the years 0000 to 9999. */
export function addDays(day: string, count: number): string {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + count * MILLISECONDS_PER_DAY))
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MILLISECONDS_PER_DAY)
}

/** `YYYY-MM` of a day. */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}
