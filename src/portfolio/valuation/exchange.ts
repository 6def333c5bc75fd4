import { convertAmount, type FoundRate } from '../../fx/service.ts'
import { type Decimal, divide, ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { Warnings } from './warnings.ts'

/** What one unit of a currency is worth in the report's currency, and the day that the rate is of; `null` when nobody published one. */
export type RateLookup = (currency: string, day: string) => Pick<FoundRate, 'ratio' | 'date' | 'isStale' | 'steps'> | null

export type Ratio = FoundRate['ratio']

/** The ratio of the report's own currency. */
export const SAME: Ratio = { numerator: 1n, denominator: 1n }

/** Conversion into the currency of a report. Every rate that is missing or stale becomes a warning. */
export type Exchange = {
  readonly currency: string
  /** `null` without a rate. */
  readonly convert: (amount: Decimal, from: string, day: string) => Decimal | null
  /** The other way: report currency into that of an asset, to tell what prices did from what currencies did; no figure lacks anything without it. */
  readonly fromReport: (amount: Decimal, to: string, day: string) => Decimal | null
  /** What came from `fromReport`, at the rate of another day. */
  readonly convertAt: (amount: Decimal, from: string, day: string) => Decimal | null
  /** What one unit is worth, exactly; `null` without a rate. */
  readonly rate: (from: string, day: string) => Ratio | null
  /** An amount of a ledger line, at the rate that the broker booked where that leads to the report's currency. */
  readonly atBookedRate: (amount: Decimal, line: Line) => Decimal | null
  /** What a rate is made of; `null` without one and for the report's own currency. */
  readonly source: (
    from: string,
    day: string,
  ) => { readonly rate: Ratio; readonly date: string; readonly steps: FoundRate['steps'] } | null
}

export function createExchange(currency: string, lookup: RateLookup, warnings: Warnings): Exchange {
  /** Most questions are of the currency and day of the one before. */
  let [lastFrom, lastDay, last]: [string, string, ReturnType<RateLookup>] = ['', '', null]
  const lookUp = (from: string, day: string) => {
    if (from === lastFrom && day === lastDay) return last
    last = lookup(from, day)
    lastFrom = from
    lastDay = day
    return last
  }
  const find = (from: string, day: string, missing: typeof missingRate | typeof unknownEffect = missingRate) => {
    const found = lookUp(from, day)
    if (found === null) warnings.add(missing(from, currency), day)
    else if (found.isStale) warnings.add(staleRate(from, currency, found.date), day)
    return found
  }
  const convert = (amount: Decimal, from: string, day: string) => {
    if (from === currency || amount === ZERO) return amount
    const found = find(from, day)
    return found === null ? null : convertAmount(amount, found.ratio)
  }
  return {
    currency,
    convert,
    fromReport(amount, to, day) {
      if (to === currency || amount === ZERO) return amount
      const found = find(to, day, unknownEffect)
      return found === null
        ? null
        : convertAmount(amount, { numerator: found.ratio.denominator, denominator: found.ratio.numerator })
    },
    convertAt(amount, from, day) {
      if (from === currency || amount === ZERO) return amount
      const found = find(from, day, unknownEffect)
      return found === null ? null : convertAmount(amount, found.ratio)
    },
    rate(from, day) {
      if (from === currency) return SAME
      return find(from, day)?.ratio ?? null
    },
    atBookedRate(amount, line) {
      if (line.currency === null || line.currency === currency || amount === ZERO) return amount
      if (line.fxRate !== null && line.priceCurrency === currency) return divide(amount, line.fxRate)
      return convert(amount, line.currency, line.date)
    },
    source(from, day) {
      if (from === currency) return null
      const found = lookUp(from, day)
      return found && { rate: found.ratio, date: found.date, steps: found.steps }
    },
  }
}

/** What is said of a pair without a rate. */
export function missingRate(from: string, to: string) {
  const detail = `There is no exchange rate from ${from} to ${to} on or before this day; amounts in ${from} are left out of the totals.`
  return { code: 'rate-missing' as const, pair: `${from}/${to}`, detail }
}

/** What is said where a rate lacks only to tell prices from currencies. */
export function unknownEffect(from: string, to: string) {
  const detail = `There is no exchange rate from ${from} to ${to} on or before this day: what prices and what currencies did to assets in ${from} cannot be told apart. Values, costs and gains are complete.`
  return { code: 'currency-gain-unknown' as const, pair: `${from}/${to}`, detail }
}

function staleRate(from: string, to: string, date: string) {
  return {
    code: 'rate-stale' as const,
    pair: `${from}/${to}`,
    detail: `The last exchange rate from ${from} to ${to} is of ${date}.`,
  }
}

/** A rate as a binary number, for series of returns only. */
export function ratioNumber({ numerator, denominator }: Ratio): number {
  const direct = Number(numerator) / Number(denominator)
  return Number.isFinite(direct) ? direct : Number((numerator * 10n ** 20n) / denominator) / 1e20
}
