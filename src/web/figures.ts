import type { Reader } from './reader.ts'

type Formats = Pick<Reader, 'formats'>

/** What writes numbers and days for one reader, made once for each way of writing: making them takes longer than using them. */
export type Formatters = {
  readonly number: (options: Intl.NumberFormatOptions) => Intl.NumberFormat
  readonly day: (options: Intl.DateTimeFormatOptions) => Intl.DateTimeFormat
}

/** `numbers` and `days` are BCP 47 tags. */
export function createFormatters({ numbers, days }: { numbers: string; days: string }): Formatters {
  const made = new Map<string, Intl.NumberFormat>()
  const madeDays = new Map<string, Intl.DateTimeFormat>()
  return {
    number: (options) => cached(made, options, () => new Intl.NumberFormat(numbers, options)),
    day: (options) => cached(madeDays, options, () => new Intl.DateTimeFormat(days, { ...options, calendar: 'gregory' })),
  }
}

function cached<T>(made: Map<string, T>, options: object, make: () => T): T {
  const key = JSON.stringify(options)
  const found = made.get(key) ?? make()
  made.set(key, found)
  return found
}

/** Text that is a decimal number, as the interface writes it; formatted without going through floating point. */
type Numeric = Intl.StringNumericLiteral

const MINUS = '\u2212'
const withMinus = (text: string) => text.replace('-', MINUS)

/** An amount in a currency, to the digits that the currency has. `amount` is a decimal text of any length. */
export function money(r: Formats, amount: string, currency: string, options: Intl.NumberFormatOptions = {}): string {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...options } as const
  return withMinus(r.formats.number(style).format(amount as Numeric))
}

/** A plain number such as a quantity, to at most `digits` after the decimal sign. */
export function quantity(r: Formats, value: string, digits = 12): string {
  return withMinus(r.formats.number({ maximumFractionDigits: digits }).format(value as Numeric))
}

/** A whole number of things. */
export function count(r: Formats, value: number): string {
  return r.formats.number({}).format(value)
}

/** `0.123` as 12.3 %. */
export function ratio(r: Formats, value: number, options: Intl.NumberFormatOptions = {}): string {
  const style = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1, ...options } as const
  return withMinus(r.formats.number(style).format(value))
}

/** A size in bytes. */
export function bytes(r: Formats, value: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3))
  const style = { style: 'unit', unit: units[step] ?? 'byte', unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return r.formats.number(style).format(value / 1000 ** step)
}

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }

/** A day, month (`YYYY-MM`) or year as the reader writes it. */
export function day(r: Formats, date: string, options: Intl.DateTimeFormatOptions = DAY): string {
  const whole = `${date}${'-01-01'.slice(date.length - 4)}`.slice(0, 10)
  return r.formats.day({ ...options, timeZone: 'UTC' }).format(new Date(`${whole}T00:00:00Z`))
}

/** An instant (RFC 3339), in UTC. */
export function instant(r: Formats, at: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${r.formats.day(options).format(new Date(at))} UTC`
}

/** -1, 0 or 1: the sign of a decimal text. */
export function signOf(amount: string): -1 | 0 | 1 {
  if (!/[1-9]/.test(amount)) return 0
  return amount.startsWith('-') ? -1 : 1
}
