/** How unevenly returns came. Ratios (0.1 = 10 %). Pure. */

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

/** Returns by the place of their day; NaN where there is none. */
type Returns = ArrayLike<number>
type DateAt = (index: number) => string

/** The deepest fall of the linked returns from a peak. The start counts as a peak, at `dateAt(-1)`. `ratio` is positive; without a fall it is 0 and there are no dates. */
export function drawdownOf(returns: Returns, dateAt: DateAt): Drawdown {
  let index = 1
  const peak = { place: -1, index: 1 }
  let worst = { ratio: 0, from: -1, to: -1, recovered: -1, peak: 1 }
  for (let place = 0; place < returns.length; place++) {
    const value = returns[place] ?? Number.NaN
    if (Number.isNaN(value)) continue
    index *= 1 + value
    const depth = 1 - index / peak.index
    if (worst.ratio > 0 && worst.recovered < 0 && index >= worst.peak) worst = { ...worst, recovered: place }
    if (depth > worst.ratio + 1e-14) worst = { ratio: depth, from: peak.place, to: place, recovered: -1, peak: peak.index }
    if (index >= peak.index) {
      peak.place = place
      peak.index = index
    }
  }
  const { ratio, from, to, recovered } = worst
  if (ratio === 0) return { ratio: 0, from: null, to: null, recoveredOn: null }
  return { ratio, from: dateAt(from), to: dateAt(to), recoveredOn: recovered < 0 ? null : dateAt(recovered) }
}

/** The highest and the lowest return; the first of equal ones. */
export function extremes(returns: Returns, dateAt: DateAt): { best: Extreme | null; worst: Extreme | null } {
  let [best, worst] = [-1, -1]
  for (let place = 0; place < returns.length; place++) {
    const value = returns[place] ?? Number.NaN
    if (Number.isNaN(value)) continue
    if (best < 0 || value > (returns[best] ?? 0)) best = place
    if (worst < 0 || value < (returns[worst] ?? 0)) worst = place
  }
  const at = (place: number) => (place < 0 ? null : { date: dateAt(place), ratio: returns[place] ?? 0 })
  return { best: at(best), worst: at(worst) }
}

/** Daily returns linked by months or years, NaN where there are none; `firsts` = the places of their first days. */
export function returnsBy(firsts: readonly number[], returns: Returns): number[] {
  return firsts.map((first, index) => {
    let [product, count] = [1, 0]
    for (let place = first; place < (firsts[index + 1] ?? returns.length); place++) {
      const value = returns[place] ?? Number.NaN
      if (Number.isNaN(value)) continue
      product *= 1 + value
      count += 1
    }
    return count === 0 ? Number.NaN : product - 1
  })
}
