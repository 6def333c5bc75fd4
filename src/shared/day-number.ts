/** Days as numbers, for columns and arithmetic: days since 1970-01-01. */
const texts = new Map<number, string>()
const MOST_TEXTS = 50_000
const MILLISECONDS_PER_DAY = 86_400_000

/** The number of a `YYYY-MM-DD` day, proleptic Gregorian; `at` = where it begins in the text. Source: H. Hinnant, chrono-compatible low-level date algorithms, days_from_civil. */
export function dayNumber(text: string, at = 0): number {
  const month = digits(text, at + 5, at + 7)
  const year = digits(text, at, at + 4) - (month <= 2 ? 1 : 0)
  const era = Math.floor(year / 400)
  const yearOfEra = year - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + digits(text, at + 8, at + 10) - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

/** The `YYYY-MM-DD` of a day number; the same text object for the same day. */
export function dayText(day: number): string {
  const known = texts.get(day)
  if (known !== undefined) return known
  const text = new Date(day * MILLISECONDS_PER_DAY).toISOString().slice(0, 10)
  if (texts.size >= MOST_TEXTS) texts.clear()
  texts.set(day, text)
  return text
}

function digits(text: string, from: number, to: number): number {
  let value = 0
  for (let index = from; index < to; index++) value = value * 10 + text.charCodeAt(index) - 48
  return value
}
