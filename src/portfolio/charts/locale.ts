import { absolute, type Decimal, formatDecimal, whole } from '../../shared/decimal.ts'
import { formatsOf } from '../../shared/region.ts'
import { type Words, wordsIn } from './translations.ts'

/** Everything that is written in a picture, in one language and currency. Amounts keep every digit until they are rounded for the eye. */
export type Locale = {
  readonly language: string
  readonly currency: string
  readonly words: Words
  /** To the last digit that the currency has. */
  readonly money: (amount: Decimal) => string
  /** From a thousand on three digits that count, such as `€1.23M`. */
  readonly shortMoney: (amount: Decimal) => string
  readonly ratio: (value: number) => string
  /** With a sign. */
  readonly change: (value: number) => string
  readonly count: (value: number) => string
  /** The marks of an axis, none of them rounded. */
  readonly amountMarks: (values: readonly number[]) => string[]
  readonly ratioMarks: (values: readonly number[]) => string[]
  readonly day: (day: string) => string
  readonly shortDay: (day: string) => string
  /** `YYYY-MM` or a day. */
  readonly month: (month: string) => string
  readonly year: (year: string) => string
  readonly range: (from: string, to: string) => string
}

const FULL_UNTIL = 1e6
const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr'])

/** `region`: see `formatsOf`. Compact amounts have a word in them, so they are always written as in the language. */
export function createLocale(language: string, currency: string, region: string | null = null): Locale {
  const formats = formatsOf(language, region)
  const number = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(options.notation === 'compact' ? formats.days : formats.numbers, options)
    return (value: number | Decimal) =>
      format.format(typeof value === 'number' ? value : (formatDecimal(value) as Intl.StringNumericLiteral))
  }
  const money = { style: 'currency', currency } as const
  const [full, compact] = [number(money), number({ ...money, notation: 'compact', maximumSignificantDigits: 3 })]
  const ratio = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
  return {
    language,
    currency,
    words: wordsIn(language),
    money: full,
    shortMoney: (amount) => (absolute(amount) < whole(1000) ? full(amount) : compact(amount)),
    ratio: number(ratio),
    change: number({ ...ratio, signDisplay: 'exceptZero' }),
    count: number({}),
    amountMarks: (values) => amountMarks(values, number),
    ratioMarks: (values) => values.map(number({ style: 'percent', maximumFractionDigits: 6 })),
    ...dates(formats.days),
  }
}

type NumberMaker = (options: Intl.NumberFormatOptions) => (value: number) => string

function amountMarks(values: readonly number[], number: NumberMaker): string[] {
  const largest = Math.max(...values.map(Math.abs))
  if (largest < FULL_UNTIL) return values.map(number({ maximumFractionDigits: 12 }))
  const digits = Math.max(...values.map(significantDigits))
  return values.map(number({ notation: 'compact', maximumSignificantDigits: Math.min(digits, 21) }))
}

/** 1,250,000 has three. */
function significantDigits(value: number): number {
  const [digits = ''] = Math.abs(value).toExponential().split('e')
  return digits.replace('.', '').length
}

/** In the Gregorian calendar: the axis is divided by its months and years. Each way of writing is made when it is first used: that takes longer than to draw. */
function dates(language: string): Pick<Locale, 'day' | 'shortDay' | 'month' | 'year' | 'range'> {
  const date = (options: Intl.DateTimeFormatOptions) => {
    let format: Intl.DateTimeFormat | undefined
    return () => (format ??= new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC', calendar: 'gregory' }))
  }
  const [full, short] = [date({ day: 'numeric', month: 'short', year: 'numeric' }), date({ day: 'numeric', month: 'short' })]
  const [month, year] = [date({ month: 'short', year: 'numeric' }), date({ year: 'numeric' })]
  return {
    day: (day) => full().format(instantOf(day)),
    shortDay: (day) => short().format(instantOf(day)),
    month: (text) => month().format(instantOf(text)),
    year: (text) => year().format(instantOf(text)),
    range: (from, to) => isolated(full().formatRange(instantOf(from), instantOf(to)), language),
  }
}

/** Keeps what is written from right to left together in a line that is not. */
function isolated(text: string, language: string): string {
  return RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? '') ? `\u2067${text}\u2069` : text
}

/** The start of a day, month or year in UTC. */
export function instantOf(text: string): Date {
  return new Date(`${text}${'-01-01'.slice(text.length - 4)}T00:00:00Z`)
}

/** A sentence with what belongs into it. */
export function fill(sentence: string, value: string): string {
  return sentence.replace(/\{(?:n|name)\}/, () => value)
}
