/** Returns of a series of days, as ratios (0.0734 = 7.34 %). Pure; binary numbers, because nothing here is a ledger figure. */

/**
 * Why there is no time-weighted return: on a day what was invested was nothing or less than nothing (bought without deposits, overdraft, shorts) or all
 * of it and more was lost; nothing was ever invested; a price or rate was missing; or it is beyond what can be believed (`BOUNDS`).
 */
export type NoReturn = 'base-not-positive' | 'no-value' | 'incomplete' | 'out-of-range'

/** One day: value before and after, what came in at its start and went out at its end, in one currency. `owes` = something counts below zero at its end. */
export type ReturnDay = {
  readonly begin: number
  readonly end: number
  readonly inflow: number
  readonly outflow: number
  readonly owes: boolean
}

const DAYS_PER_YEAR = 365

/** What binary sums of values leave where exact ones leave nothing. */
const LEAST = 1e-9

/** No return is below a loss of everything, none above 1,000 % a year is shown; for less than a year that bounds the return itself. */
const BOUNDS = { least: -1, most: 10 }

/** Whether a return over so many days can be shown as a figure. */
export function isBelievable(total: number, days: number): boolean {
  const years = Math.max(days / DAYS_PER_YEAR, 1)
  return total >= BOUNDS.least && Math.log1p(total) <= Math.log1p(BOUNDS.most) * years
}

/** The same of a rate a year. */
export function isBelievableRate(rate: number): boolean {
  return isBelievable(rate, DAYS_PER_YEAR)
}

/**
 * r = (end + outflows) / (begin + inflows) - 1. `null` where nothing was invested and nothing borrowed: there is no return then, and income counts for
 * nothing. Where less than nothing was invested, or nothing but what is owed, or where more than everything is lost, none is defined.
 */
export function dailyReturn({ begin, end, inflow, outflow, owes }: ReturnDay): number | null | 'base-not-positive' {
  const [invested, result] = [begin + inflow, end + outflow]
  if (invested > LEAST) return result < -LEAST ? 'base-not-positive' : Math.max(result, 0) / invested - 1
  if (invested < -LEAST) return 'base-not-positive'
  return owes && Math.abs(result) > LEAST ? 'base-not-positive' : null
}

/** The returns of consecutive periods as one: the product of 1 + r, less 1. A missing return (NaN) counts as none. */
export function linkReturns(returns: ArrayLike<number>): number {
  let product = 1
  for (let index = 0; index < returns.length; index++) product *= 1 + (returns[index] || 0)
  return product - 1
}

/** Squares of a return, and products of returns since any day, stay below the largest binary number. */
const MOST_A_DAY = 1e150
const MOST_GROWTH = 1e300

/** The first day on which what was linked since any day before grows beyond what a binary number can hold; -1 where none does. */
export function firstTooLarge(returns: ArrayLike<number>): number {
  let [growth, least] = [1, 1]
  for (let index = 0; index < returns.length; index++) {
    const value = returns[index] || 0
    if (value === 0) continue
    growth *= Math.abs(1 + value)
    if (Math.abs(value) > MOST_A_DAY || growth > least * MOST_GROWTH) return index
    if (growth < least) least = growth
    if (growth < 1 / MOST_GROWTH) [growth, least] = [1, 1]
  }
  return -1
}

/** (1 + r) to the power of 365 / days, less 1; `null` for less than a year, which is not annualised, and for a loss of more than everything. */
export function annualise(total: number, days: number): number | null {
  if (days < DAYS_PER_YEAR || total < -1) return null
  return (1 + total) ** (DAYS_PER_YEAR / days) - 1
}

/** Gain over what was there at the start and came in net afterwards; `null` when that is nothing or less. */
export function simpleReturn(gain: number, start: number, netFlows: number): number | null {
  const invested = start + netFlows
  return invested > 1e-9 ? gain / invested : null
}
