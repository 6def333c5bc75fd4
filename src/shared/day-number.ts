/** Days as numbers, for columns and arithmetic: days since 1970-01-01. */
const texts = new Map<number, string>()
const MOST_TEXTS = 50_000
const MILLISECONDS_PER_DAY = 86_400_000

/** The number of a `YYYY-MM-DD` day, proleptic Gregorian; `at` = where it begins in the text. Source: H. Hinnant, chrono-compatible low-level date algorithms, days_from_civil. */
export function dayNumber(text: string, at = 0): number {
  const month = twoDigits(text, at + 5)
  const year = twoDigits(text, at) * 100 + twoDigits(text, at + 2) - (month <= 2 ? 1 : 0)
  const era = Math.floor(year / 400)
  const yearOfEra = year - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + twoDigits(text, at + 8) - 1
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

function twoDigits(text: string, at: number): number {
  return text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528
}

/** The index of the last of ascending days on or before `day`, -1 without one; quick when that is `guess` or the one after it. */
export function lastIndexOn(days: Int32Array, day: number, guess = -1): number {
  const isLast = (index: number) => (days[index] ?? Infinity) <= day && (days[index + 1] ?? Infinity) > day
  if (guess >= 0 && isLast(guess)) return guess
  if (guess >= 0 && isLast(guess + 1)) return guess + 1
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((days[middle] ?? 0) <= day) low = middle + 1
    else high = middle
  }
  return low - 1
}
