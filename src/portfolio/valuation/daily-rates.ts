import { type CachePolicy, cached } from '../../cache.ts'
import { type Ratio, ratioNumber, SAME } from './exchange.ts'
import type { ReportInputs } from './inputs.ts'

/** Rates of one currency by the place of a day. What is missing or stale is warned of once in each report, when it is first read. */
export type DailyRates = {
  /** Exactly; `null` without one. */
  readonly ratioOn: (place: number) => Ratio | null
  /** As a binary number, for series of returns only; 0 without one. */
  readonly numberOn: (place: number) => number
  /** What `numberOn` has answered; NaN elsewhere. */
  readonly numbers: Float64Array
  /** 1 where a rate that was read is missing or stale. */
  readonly doubtful: Uint8Array
}

type Column = Pick<DailyRates, 'numbers' | 'doubtful'>

const columns: CachePolicy<Column> = { name: 'daily rates', most: 40, sizeOf: () => 1 }

type RatesOf = (currency: string) => DailyRates

/** The parts of a report look the same rates up. */
const ofReport: CachePolicy<RatesOf> = { name: 'daily rates of a report', most: 4, sizeOf: () => 1 }

/** The rates of every day of a range, the numbers remembered as long as no rate changes. */
export function dailyRates(inputs: ReportInputs, days: readonly string[]): RatesOf {
  return cached(inputs.ofReport, ofReport, `${days[0]} ${days.length}`, [], () => ratesByCurrency(inputs, days))
}

function ratesByCurrency(inputs: ReportInputs, days: readonly string[]): RatesOf {
  const known = new Map([[inputs.currency, alwaysOne(days.length)]])
  return (currency) => {
    const found = known.get(currency)
    if (found !== undefined) return found
    const made = ratesOf(inputs, days, currency)
    known.set(currency, made)
    return made
  }
}

function alwaysOne(length: number): DailyRates {
  return { ratioOn: () => SAME, numberOn: () => 1, numbers: new Float64Array(length).fill(1), doubtful: new Uint8Array(length) }
}

function ratesOf({ exchange, warnings, ...inputs }: ReportInputs, days: readonly string[], currency: string): DailyRates {
  const column = columnOf(inputs, days, currency)
  const { doubtful } = column
  const numbers = column.numbers.map((number, place) => (doubtful[place] === 1 ? Number.NaN : number))
  const ratios: (Ratio | null)[] = []
  const ask = (place: number): Ratio | null => {
    const before = warnings.count()
    const ratio = exchange.rate(currency, days[place] ?? '')
    ratios[place] = ratio
    column.numbers[place] = numbers[place] = ratio === null ? 0 : ratioNumber(ratio)
    doubtful[place] = warnings.count() === before ? 0 : 1
    return ratio
  }
  const numberOn = (place: number): number => {
    const known = numbers[place] ?? Number.NaN
    if (!Number.isNaN(known)) return known
    ask(place)
    return numbers[place] ?? 0
  }
  const ratioOn = (place: number): Ratio | null => {
    const known = ratios[place]
    return known === undefined ? ask(place) : known
  }
  return { ratioOn, numberOn, numbers, doubtful }
}

function columnOf(
  { generation, caches, currency: to }: Pick<ReportInputs, 'generation' | 'caches' | 'currency'>,
  days: readonly string[],
  currency: string,
): Column {
  const make = () => ({ numbers: new Float64Array(days.length).fill(Number.NaN), doubtful: new Uint8Array(days.length) })
  if (generation === null) return make()
  return cached(caches, columns, `${currency}/${to} ${days[0]} ${days.length}`, [generation], make)
}
