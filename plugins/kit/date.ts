/** Days and times as reports write them, to `YYYY-MM-DD` and `HH:MM[:SS]`. A format is stated, never guessed from the value. */
import { isDay } from '#src/shared/date.ts'
import { remembered } from './remembered.ts'
import { fold } from './text.ts'

export type DayOrder = 'ymd' | 'dmy' | 'mdy'

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl']
const MAX_LENGTH = 64
const ISO_DAY = /^\d{4}-\d\d-\d\d/
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)(?:s?|nes|rs|ur)(?:day)?[.,]* +/i

/** Short forms that reports use beside those that `Intl` knows. */
const OTHER_NAMES: Readonly<Record<string, number>> = {
  marz: 3,
  mrz: 3,
  mrt: 3,
  okt: 10,
  dez: 12,
  mai: 5,
  fev: 2,
  avr: 4,
  aout: 8,
  ene: 1,
  abr: 4,
  ago: 8,
  sept: 9,
  dic: 12,
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

let months: ReadonlyMap<string, number> | undefined

/**
 * A day from a text that starts with it, in the given order of parts, where no month is named; any separator (`-`, `/`, `.`, blank, Spanish `de`) or none
 * for `ymd`; month names in English, German, French, Spanish, Portuguese, Italian and Dutch; years have four digits, or two for
 * 1980-2079. An English weekday may stand before it (`Fri Nov 24 2023`). `undefined` when it is no day that exists.
 */
export function parseDay(text: string | undefined, order: DayOrder): string | undefined {
  if (text === undefined) return undefined
  const known = goesOn(text) ? undefined : tenCharacters(text.length === 10 ? text : text.slice(0, 10), order)
  if (known !== undefined) return known
  const trimmed = text.slice(0, MAX_LENGTH).trim().replace(WEEKDAY, '')
  const packed = order === 'ymd' ? /^(\d{4})(\d{2})(\d{2})(?!\d)/.exec(trimmed) : null
  const parts = packed ?? /^(\d{1,4}|\p{L}+\.?)[-/. ,]+(?:de )?(\d{1,2}|\p{L}+\.?)[-/. ,]+(?:de )?(\d{1,4})(?!\d)/u.exec(trimmed)
  if (!parts) return undefined
  const [a, b, c] = [parts[1] as string, parts[2] as string, parts[3] as string]
  const [year, month, day] = order === 'ymd' ? [a, b, c] : isMonthSecond(order, a, b) ? [c, b, a] : [c, a, b]
  const fullYear = yearOf(year)
  const monthNumber = /^\d{1,2}$/.test(month) ? Number(month) : monthNamed(month)
  if (fullYear === undefined || monthNumber === undefined || !/^\d{1,2}$/.test(day)) return undefined
  const result = `${fullYear}-${String(monthNumber).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(result) ? result : undefined
}

/**
 * `parseDay` for the cells of a file, which repeat their days; sheets give them as `YYYY-MM-DD` whatever the order. What stands before a clock, where
 * no digits are parted, says the day of the cell if it says one at all: that repeats, too.
 */
export function openDays(order: DayOrder): (cell: string) => string | undefined {
  const read = remembered((cell) => parseDay(cell, order) ?? (ISO_DAY.test(cell) ? parseDay(cell, 'ymd') : undefined))
  let [last, lastDay]: [string, string | undefined] = ['', undefined]
  if (order === 'ymd')
    return (cell) => {
      if (lastDay !== undefined && cell.startsWith(lastDay) && !goesOn(cell)) return lastDay
      lastDay = read(cell)
      return lastDay
    }
  return remembered((cell) => {
    const end = cell.indexOf(':') - 2
    if (end < 6 || (isDigit(cell.charCodeAt(end)) && isDigit(cell.charCodeAt(end - 1)))) return read(cell)
    const { length } = last
    const isEnded = end === length || (end === length + 1 && cell.charCodeAt(length) === 32)
    if (lastDay !== undefined && isEnded && cell.startsWith(last)) return lastDay
    last = cell.slice(0, end).trimEnd()
    lastDay = read(last)
    return lastDay ?? read(cell)
  })
}

/** Whether more digits stand behind ten characters. */
function goesOn(text: string): boolean {
  return text.length > 10 && isDigit(text.charCodeAt(10))
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** `2024-12-31`, `31.12.2024` and the like, which most files hold, without a regular expression; `undefined` for everything else. */
function tenCharacters(text: string, order: DayOrder): string | undefined {
  if (order === 'ymd') return isDay(text) ? text : undefined
  const separator = text.charCodeAt(2)
  if (text.length !== 10 || separator !== text.charCodeAt(5) || separator < 45 || separator > 47) return undefined
  const [first, second] = [text.slice(0, 2), text.slice(3, 5)]
  const result = order === 'dmy' ? `${text.slice(6)}-${second}-${first}` : `${text.slice(6)}-${first}-${second}`
  return isDay(result) ? result : undefined
}

/** A name is the month wherever it stands: `10-Jan-22` in a file that has `1/6/2022`. */
function isMonthSecond(order: DayOrder, first: string, second: string): boolean {
  if (isDigit(first.charCodeAt(0)) === isDigit(second.charCodeAt(0))) return order === 'dmy'
  return isDigit(first.charCodeAt(0))
}

function yearOf(text: string): string | undefined {
  if (/^\d{4}$/.test(text)) return text
  if (!/^\d{2}$/.test(text)) return undefined
  return Number(text) >= 80 ? `19${text}` : `20${text}`
}

/** The time of day in a text (`2024-05-02 14:03:05`, `2:03 PM`, `20240502;140305`), as `HH:MM:SS` or `HH:MM`; else `undefined`. */
export function parseTime(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  const twelve = twelveHours(text)
  if (twelve !== undefined) return twelve
  const start = text.length === 8 || text.length === 5 ? 0 : isMoment(text) ? 11 : isInWords(text) ? 16 : -1
  if (start >= 0 && isClock(text, start, text.length === 5 ? 5 : start + 8)) return text.slice(start, start + 8)
  const head = text.slice(0, MAX_LENGTH)
  const packed = /^\d{8}[;, T](\d{2})(\d{2})(\d{2})/.exec(head)
  const match = packed ?? /(?:^|[^\d:])(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([AaPp]\.?[Mm])?/.exec(head)
  if (!match) return undefined
  const half = match[4]?.toLowerCase().replace('.', '')
  if (half === 'am' && Number(match[1]) > 12) return undefined
  const hour = half === undefined ? Number(match[1]) : (Number(match[1]) % 12) + (half === 'pm' ? 12 : 0)
  if (hour > 23 || Number(match[2]) > 59 || Number(match[3] ?? 0) > 59) return undefined
  const clock = `${String(hour).padStart(2, '0')}:${match[2]}`
  return match[3] === undefined ? clock : `${clock}:${match[3]}`
}

/** Milliseconds since 1970 of a day and a time of it in UTC, as `parseDay` and `parseTime` answer. */
export function instantOf(day: string, time = '00:00'): number {
  const moment = Date.UTC(
    digitsAt(day, 0, 4),
    digitsAt(day, 5, 7) - 1,
    digitsAt(day, 8, 10),
    digitsAt(time, 0, 2),
    digitsAt(time, 3, 5),
  )
  return time.length === 8 ? moment + digitsAt(time, 6, 8) * 1000 : moment
}

function digitsAt(text: string, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at++) value = value * 10 + text.charCodeAt(at) - 48
  return value
}

/** `4/2/2018 8:00:00 AM` and `08:00:00 PM`, without a regular expression; `undefined` for everything else. */
function twelveHours(text: string): string | undefined {
  const end = text.length - 3
  if (end < 7 || text.charCodeAt(end) !== 32 || (text.charCodeAt(end + 2) | 32) !== 109 || text.indexOf(':') !== end - 6)
    return undefined
  // `20240502;140305` before it is the time.
  if (isDigit(text.charCodeAt(1)) && isDigit(text.charCodeAt(2)) && isDigit(text.charCodeAt(4))) return undefined
  const half = text.charCodeAt(end + 1) | 32
  const [tens, ones] = [text.charCodeAt(end - 8), text.charCodeAt(end - 7)]
  if ((half !== 97 && half !== 112) || text.length > MAX_LENGTH) return undefined
  if (!isDigit(ones) || (isDigit(tens) ? isDigit(text.charCodeAt(end - 9)) : tens !== 32)) return undefined
  const hour = (isDigit(tens) ? (tens - 48) * 10 : 0) + ones - 48
  if (hour > 12) return undefined
  if (!isPairBelow(text, end - 5, 60) || text.charCodeAt(end - 3) !== 58 || !isPairBelow(text, end - 2, 60)) return undefined
  return `${HOURS[(hour % 12) + (half === 112 ? 12 : 0)]}${text.slice(end - 6, end)}`
}

/** Whether `14:03:05` or `14:03` stands there. */
function isClock(text: string, start: number, end: number): boolean {
  if (!isPairBelow(text, start, 24) || text.charCodeAt(start + 2) !== 58 || !isPairBelow(text, start + 3, 60)) return false
  return end === start + 5 || (text.charCodeAt(start + 5) === 58 && isPairBelow(text, start + 6, 60))
}

function isPairBelow(text: string, at: number, bound: number): boolean {
  const [tens, ones] = [text.charCodeAt(at), text.charCodeAt(at + 1)]
  return isDigit(tens) && isDigit(ones) && tens * 10 + ones - 528 < bound
}

/** `2024-05-02 14:03:05`, `2024-05-02 14:03:05 UTC`, `2024-05-02T14:03:05`, `2024-05-02T14:03:05Z` and `2024-05-02T14:03:05.123Z`, whatever the order of the day's parts. */
function isMoment(text: string): boolean {
  const { length } = text
  const separator = text.charCodeAt(10)
  if ((separator >= 48 && separator !== 84) || text.indexOf(':') !== 13) return false
  if (length === 19) return true
  if (length === 23) return text.endsWith(' UTC')
  return (
    text.charCodeAt(length - 1) === 90 &&
    (length === 20 || (length === 24 && text.charCodeAt(19) === 46 && isDigit(text.charCodeAt(22))))
  )
}

/** `Fri Nov 24 2023 10:12:03 GMT+0000`. */
function isInWords(text: string): boolean {
  return text.startsWith(' GMT', 24) && text.charCodeAt(15) === 32 && text.indexOf(':') === 18 && !isDigit(text.charCodeAt(0))
}

/** The day of a spreadsheet serial number (1900 system); `undefined` when it is none. */
export function daySerial(serial: number): string | undefined {
  if (!Number.isFinite(serial) || serial < 61 || serial >= 2_958_466) return undefined
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10)
}

function monthNamed(name: string): number | undefined {
  months ??= monthNames()
  return months.get(fold(name).replace('.', ''))
}

/** Made on first use: it costs more than the start of the whole program would like. */
function monthNames(): ReadonlyMap<string, number> {
  const names = new Map(Object.entries(OTHER_NAMES))
  for (const language of LANGUAGES) {
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
      for (let i = 0; i < 12; i++) {
        const name = fold(format.format(Date.UTC(2024, i, 1))).replace('.', '')
        if (!names.has(name)) names.set(name, i + 1)
      }
    }
  }
  return names
}
