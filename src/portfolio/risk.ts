/** How unevenly returns came. Ratios (0.1 = 10 %). Pure. */

export type DatedReturn = { readonly date: string; readonly value: number }
export type Extreme = { readonly date: string; readonly ratio: number }
export type Drawdown = {
  readonly ratio: number
  readonly from: string | null
  readonly to: string | null
  readonly recoveredOn: string | null
}

const TRADING_DAYS = 252
/** A return this small, or returns this even, are what rounding of values leaves. */
export const NOISE = 1e-10

/** Sample standard deviation of daily returns times the root of 252, mean over it (Sharpe, nothing taken off for a riskless rate) and mean over the root mean square of losses (Sortino), both yearly. */
export type Risk = { readonly volatility: number | null; readonly sharpe: number | null; readonly sortino: number | null }

/** `null` where there are fewer than two returns, or nothing to divide by. */
export function riskOf(returns: readonly number[]): Risk {
  const count = returns.length
  if (count < 2) return { volatility: null, sharpe: null, sortino: null }
  const mean = returns.reduce((total, value) => total + value, 0) / count
  const deviation = Math.sqrt(returns.reduce((total, value) => total + (value - mean) ** 2, 0) / (count - 1))
  const downside = Math.sqrt(returns.reduce((total, value) => total + Math.min(value, 0) ** 2, 0) / count)
  const year = Math.sqrt(TRADING_DAYS)
  return {
    volatility: deviation * year,
    sharpe: deviation > NOISE ? (mean / deviation) * year : null,
    sortino: downside > NOISE ? (mean / downside) * year : null,
  }
}

/** The deepest fall of the linked returns from a peak; the start counts as a peak. `ratio` is positive; without a fall it is 0 and there are no dates. */
export function maxDrawdown(start: string, returns: readonly DatedReturn[]): Drawdown {
  let index = 1
  let peak = { date: start, index: 1 }
  let worst: Drawdown & { readonly peak: number } = { ratio: 0, from: null, to: null, recoveredOn: null, peak: 1 }
  for (const { date, value } of returns) {
    index *= 1 + value
    const depth = 1 - index / peak.index
    if (worst.ratio > 0 && worst.recoveredOn === null && index >= worst.peak) worst = { ...worst, recoveredOn: date }
    if (depth > worst.ratio + 1e-14) worst = { ratio: depth, from: peak.date, to: date, recoveredOn: null, peak: peak.index }
    if (index >= peak.index) peak = { date, index }
  }
  const { ratio, from, to, recoveredOn } = worst
  return { ratio, from, to, recoveredOn }
}

/** The highest and the lowest return; the first of equal ones. */
export function extremes(returns: readonly DatedReturn[]): { best: Extreme | null; worst: Extreme | null } {
  let best: Extreme | null = null
  let worst: Extreme | null = null
  for (const { date, value } of returns) {
    if (best === null || value > best.ratio) best = { date, ratio: value }
    if (worst === null || value < worst.ratio) worst = { date, ratio: value }
  }
  return { best, worst }
}

/** Daily returns linked per month; dated `YYYY-MM`. */
export function monthlyReturns(returns: readonly DatedReturn[]): DatedReturn[] {
  const months = new Map<string, number>()
  for (const { date, value } of returns) {
    const month = date.slice(0, 7)
    months.set(month, (months.get(month) ?? 1) * (1 + value))
  }
  return [...months].map(([date, factor]) => ({ date, value: factor - 1 }))
}
