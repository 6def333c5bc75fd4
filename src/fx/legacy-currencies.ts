/** Rates that are set for good: what a currency that has ended is worth in the one that took its place. Pure. */
import { isOlder, SUCCESSIONS, type Succession } from '../shared/currency-successions.ts'
import { decimal, formatDecimal } from '../shared/decimal.ts'
import { normaliseRate, type PairRate } from './convert.ts'
import type { ChainStep } from './graph.ts'

/** Stands in place of a provider in the steps of a conversion; no route is registered with it. */
export const FIXED = 'FIXED'

const ENDED: ReadonlyMap<string, Succession> = new Map(SUCCESSIONS.map((one) => [one.code, one]))

/** The currency that took the place of one that has ended (HRK: EUR), else the currency itself. */
export function successorOf(currency: string): string {
  return ENDED.get(currency)?.successor ?? currency
}

/** What took the place of a currency that has ended, and the first day of it; `undefined` for a currency in force. */
export function successionOf(currency: string): { readonly successor: string; readonly since: string } | undefined {
  return ENDED.get(currency)
}

/** A step between an ended currency and its successor, in the direction of the step. */
export function fixedStep(from: string, to: string): ChainStep {
  return { from, to, provider: FIXED }
}

/**
 * The rate that serves such a step: `exact` as it was laid down, `rate` in alphabetical order as conversions show it. `undefined` on days
 * before the succession, when the currency still had a market of its own.
 */
export function fixedRate(
  step: { readonly from: string; readonly to: string },
  date: string,
): { readonly exact: PairRate; readonly rate: string; readonly since: string } | undefined {
  const one = ENDED.get(step.from)?.successor === step.to ? ENDED.get(step.from) : ENDED.get(step.to)
  if (one === undefined || date < one.since) return undefined
  const exact = { base: one.successor, quote: one.code, rate: formatDecimal(decimal(one.units)) }
  return { exact, rate: normaliseRate(exact).rate, since: one.since }
}

/** Why a currency has no rates on a day: it came later. For the user; `undefined` where that is not so. */
export function notYet(currency: string, date: string): string | undefined {
  const one = SUCCESSIONS.find((known) => known.successor === currency && !isOlder(known) && date < known.since)
  return one && `${currency} came on ${one.since}, one for ${one.units} ${one.code}: convert ${one.code} for days before.`
}
