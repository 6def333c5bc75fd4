import type { Book } from './book.ts'
import type { WarningBook } from './warnings.ts'

/** Rates of the days of a range as binary numbers, for series of returns only; 0 without one. */
export type DailyRates = {
  readonly at: (index: number) => number
  /** Whether a rate that was answered is missing or stale. */
  readonly isDoubtful: (index: number) => boolean
}

type Column = { readonly values: Float64Array; readonly doubtful: Uint8Array }

const kept = new WeakMap<object, Map<string, Column>>()
const MOST_COLUMNS = 40

const ALWAYS_ONE: DailyRates = { at: () => 1, isDoubtful: () => false }

type RatesOf = (currency: string) => DailyRates

/** By what a report warns of, and the days: the parts of a report look the same rates up. */
const ofReport = new WeakMap<WarningBook, Map<readonly string[], RatesOf>>()

/** Kept as long as no rate changes; what is missing or stale is warned of once in each report. */
export function dailyRates(book: Book, days: readonly string[]): RatesOf {
  const byDays = ofReport.get(book.warnings) ?? new Map<readonly string[], RatesOf>()
  ofReport.set(book.warnings, byDays)
  const found = byDays.get(days)
  if (found !== undefined) return found
  const known = new Map<string, DailyRates>([[book.currency, ALWAYS_ONE]])
  const made = (currency: string) => {
    const found = known.get(currency) ?? ratesOf(book, days, currency)
    known.set(currency, found)
    return found
  }
  byDays.set(days, made)
  return made
}

function ratesOf(book: Book, days: readonly string[], currency: string): DailyRates {
  const { values, doubtful } = columnOf(book, days, currency)
  const told = new Uint8Array(days.length)
  return {
    at(index) {
      const known = values[index] ?? Number.NaN
      if (!Number.isNaN(known) && (doubtful[index] === 0 || told[index] === 1)) return known
      const before = book.warnings.count()
      const rate = book.exchange.rate(currency, days[index] ?? '') ?? 0
      values[index] = rate
      doubtful[index] = book.warnings.count() === before ? 0 : 1
      told[index] = 1
      return rate
    },
    isDoubtful: (index) => doubtful[index] === 1,
  }
}

function columnOf({ generation, currency: to }: Book, days: readonly string[], currency: string): Column {
  const made = { values: new Float64Array(days.length).fill(Number.NaN), doubtful: new Uint8Array(days.length) }
  if (generation === null) return made
  const columns = kept.get(generation) ?? new Map<string, Column>()
  kept.set(generation, columns)
  const key = `${currency}/${to} ${days[0]} ${days.length}`
  const known = columns.get(key)
  if (known !== undefined) return known
  if (columns.size >= MOST_COLUMNS) columns.clear()
  columns.set(key, made)
  return made
}
