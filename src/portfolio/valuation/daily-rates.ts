import { type CachePolicy, cached } from '../cache/cache.ts'
import type { ReportInputs } from './inputs.ts'

/** Rates of the days of a range as binary numbers, for series of returns only; 0 without one. */
export type DailyRates = {
  readonly at: (index: number) => number
  /** Whether a rate that was answered is missing or stale. */
  readonly isDoubtful: (index: number) => boolean
}

type Column = { readonly values: Float64Array; readonly doubtful: Uint8Array }

const columns: CachePolicy<Column> = { name: 'daily rates', most: 40, sizeOf: () => 1 }

const ALWAYS_ONE: DailyRates = { at: () => 1, isDoubtful: () => false }

type RatesOf = (currency: string) => DailyRates

/** The parts of a report look the same rates up. */
const ofReport: CachePolicy<RatesOf> = { name: 'daily rates of a report', most: 4, sizeOf: () => 1 }

/** Remembered as long as no rate changes; what is missing or stale is warned of once in each report. */
export function dailyRates(inputs: ReportInputs, days: readonly string[]): RatesOf {
  return cached(inputs.ofReport, ofReport, `${days[0]} ${days.length}`, [], () => ratesByCurrency(inputs, days))
}

function ratesByCurrency(inputs: ReportInputs, days: readonly string[]): RatesOf {
  const known = new Map<string, DailyRates>([[inputs.currency, ALWAYS_ONE]])
  return (currency) => {
    const found = known.get(currency) ?? ratesOf(inputs, days, currency)
    known.set(currency, found)
    return found
  }
}

function ratesOf(inputs: ReportInputs, days: readonly string[], currency: string): DailyRates {
  const { values, doubtful } = columnOf(inputs, days, currency)
  const isWarned = new Uint8Array(days.length)
  return {
    at(index) {
      const known = values[index] ?? Number.NaN
      if (!Number.isNaN(known) && (doubtful[index] === 0 || isWarned[index] === 1)) return known
      const before = inputs.warnings.count()
      const rate = inputs.exchange.rate(currency, days[index] ?? '') ?? 0
      values[index] = rate
      doubtful[index] = inputs.warnings.count() === before ? 0 : 1
      isWarned[index] = 1
      return rate
    },
    isDoubtful: (index) => doubtful[index] === 1,
  }
}

function columnOf({ generation, caches, currency: to }: ReportInputs, days: readonly string[], currency: string): Column {
  const make = () => ({ values: new Float64Array(days.length).fill(Number.NaN), doubtful: new Uint8Array(days.length) })
  if (generation === null) return make()
  return cached(caches, columns, `${currency}/${to} ${days[0]} ${days.length}`, [generation], make)
}
