/** Returns of a series of days, as ratios (0.0734 = 7.34 %). Pure; binary numbers, because nothing here is a ledger figure. */

/** One day: value before and after, what came in at its start and went out at its end, in one currency. */
export type ReturnDay = { readonly begin: number; readonly end: number; readonly inflow: number; readonly outflow: number }

const DAYS_PER_YEAR = 365

/** r = (end + outflows) / (begin + inflows) - 1; `null` where nothing was invested, or less than nothing: no return is defined then. */
export function dailyReturn({ begin, end, inflow, outflow }: ReturnDay): number | null {
  const invested = begin + inflow
  if (!(invested > 1e-9)) return null
  return (end + outflow) / invested - 1
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
