/** Days and times as reports write them, to `YYYY-MM-DD` and `HH:MM[:SS]`. A format is stated, never guessed from the value. */
import { isDay } from '#src/shared/date.ts'
import { fold } from './text.ts'

export type DayOrder = 'ymd' | 'dmy' | 'mdy'

const MONTHS: Readonly<Record<string, number>> = monthNames()

/**
 * A day from a text that starts with it, in the given order of parts; any separator (`-`, `/`, `.`, blank) or none for `ymd`;
 * month names in English, German, French, Spanish, Portuguese, Italian and Dutch; two-digit years are 2000-2079.
 * `undefined` when it is no day that exists.
 */
export function parseDay(text: string | undefined, order: DayOrder): string | undefined {
  const trimmed = (text ?? '').trim()
  const packed = order === 'ymd' ? /^(\d{4})(\d{2})(\d{2})(?!\d)/.exec(trimmed) : null
  const parts = packed ?? /^(\d{1,4}|\p{L}+\.?)[-/. ,]+(\d{1,2}|\p{L}+\.?)[-/. ,]+(\d{1,4})(?!\d)/u.exec(trimmed)
  if (!parts) return undefined
  const [a, b, c] = [parts[1] as string, parts[2] as string, parts[3] as string]
  const [year, month, day] = order === 'ymd' ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b]
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year)
  const monthNumber = /^\d+$/.test(month) ? Number(month) : MONTHS[fold(month).replace('.', '')]
  if (monthNumber === undefined || !/^\d{1,2}$/.test(day)) return undefined
  const result = `${String(fullYear).padStart(4, '0')}-${String(monthNumber).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(result) ? result : undefined
}

/** The time of day in a text (`2024-05-02 14:03:05`, `2:03 PM`, `20240502;140305`), as `HH:MM:SS` or `HH:MM`; else `undefined`. */
export function parseTime(text: string | undefined): string | undefined {
  const packed = /^\d{8}[;, T](\d{2})(\d{2})(\d{2})/.exec(text ?? '')
  const match = packed ?? /(?:^|[^\d:])(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([AaPp][Mm])?/.exec(text ?? '')
  if (!match) return undefined
  const half = match[4]?.toLowerCase()
  const hour = half === undefined ? Number(match[1]) : (Number(match[1]) % 12) + (half === 'pm' ? 12 : 0)
  if (hour > 23 || Number(match[2]) > 59 || Number(match[3] ?? 0) > 59) return undefined
  const start = `${String(hour).padStart(2, '0')}:${match[2]}`
  return match[3] === undefined ? start : `${start}:${match[3]}`
}

/** The day of a spreadsheet serial number (1900 system); `undefined` when it is none. */
export function daySerial(serial: number): string | undefined {
  if (!Number.isFinite(serial) || serial < 61 || serial > 2_958_465) return undefined
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10)
}

function monthNames(): Record<string, number> {
  const names: Record<string, number> = {
    marz: 3,
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
  for (const language of ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl']) {
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })
      for (let i = 0; i < 12; i++) names[fold(format.format(Date.UTC(2024, i, 1))).replace('.', '')] ??= i + 1
    }
  }
  return names
}
