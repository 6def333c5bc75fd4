import { isDay } from '../shared/date.ts'
import { formatDecimal, tryDecimal } from '../shared/decimal.ts'
import { fold } from '../shared/fold.ts'

/** A word of what is looked for, and what else it may mean. */
export type Term = {
  readonly text: string
  /** Days, months or years, as days begin with them: `2024-03-01`, `2024-03`, `2024`. */
  readonly days: readonly string[]
  /** Amounts without their sign, as decimals are stored. */
  readonly amounts: readonly string[]
}

/** What is looked for, folded. `terms` is empty where nothing is left of it. */
export type Terms = { readonly phrase: string; readonly words: readonly string[]; readonly terms: readonly Term[] }

const MAX_WORDS = 8
const SIGN = /^[-+\u2212]?\p{Sc}?[-+\u2212]?|\p{Sc}$/gu
const GROUPED = /^\d[\d.,'\u2019 ]*$/
const CONTROL = /[\p{Cc}\p{Cf}\p{Cs}]+/gu

/** Reads what somebody typed: words, days in the usual ways of writing them, amounts with either decimal sign. Never throws. */
export function readTerms(q: string): Terms {
  const phrase = fold(q.replace(CONTROL, ' '))
  const words = phrase.split(' ').filter((word) => word !== '')
  const whole = amountsOf(phrase)
  const texts = words.length > 1 && whole.length > 0 ? [phrase] : words.slice(0, MAX_WORDS)
  return { phrase, words: texts, terms: texts.map((text) => ({ text, days: daysOf(text), amounts: amountsOf(text) })) }
}

/** What days begin with that may be meant; of `3/4/2024` both readings. */
export function daysOf(text: string): string[] {
  const year = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/.exec(text)
  if (year) return [dayFrom(year[1] ?? '', year[2], year[3])].filter((day) => day !== undefined)
  const other = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text)
  if (!other) return []
  const [, a = '', sign, b = '', y = ''] = other
  const days = sign === '.' ? [dayFrom(y, b, a)] : [dayFrom(y, b, a), dayFrom(y, a, b)]
  return [...new Set(days.filter((day) => day !== undefined))]
}

function dayFrom(year: string, month?: string, day?: string): string | undefined {
  const parts = [year, ...[month, day].flatMap((part) => part?.padStart(2, '0') ?? [])]
  return isDay([...parts, '01', '01'].slice(0, 3).join('-')) ? parts.join('-') : undefined
}

/** The amounts that may be meant, canonical and without sign; of `1,234` both readings. */
export function amountsOf(text: string): string[] {
  const bare = text.replace(SIGN, '').trim()
  if (!GROUPED.test(bare)) return []
  const digits = bare.replace(/['\u2019 ]/g, '')
  const readings = [readingOf(digits, '.', ','), readingOf(digits, ',', '.')].filter((reading) => reading !== undefined)
  return [
    ...new Set(
      readings.flatMap((reading) => {
        const value = tryDecimal(reading)
        return typeof value === 'bigint' ? formatDecimal(value) : []
      }),
    ),
  ]
}

/** The plain decimal where `point` is the decimal sign and `group` stands between thousands. */
function readingOf(text: string, point: string, group: string): string | undefined {
  const [whole = '', fraction, ...rest] = text.split(point)
  if (rest.length > 0 || fraction?.includes(group) === true || fraction === '') return undefined
  const [first = '', ...groups] = whole.split(group)
  if (first === '' || groups.some((part) => part.length !== 3)) return undefined
  return `${first}${groups.join('')}${fraction === undefined ? '' : `.${fraction}`}`
}
