import type { DatedRate, RateRows } from './rate.repository.ts'

/** Looks the last rate on or before a day up; `undefined` when there is none. */
export type Series = (date: string) => DatedRate | undefined

/** A look-up over rates in the order of their days; quickest for days in ascending order. */
export function createSeries(rows: RateRows): Series {
  let last = 0
  return (date) => {
    let low = last > 0 && (rows[last - 1]?.date ?? '') <= date ? last : 0
    let step = 1
    while (low + step <= rows.length && (rows[low + step - 1]?.date ?? '') <= date) {
      low += step
      step *= 2
    }
    let high = Math.min(low + step - 1, rows.length)
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((rows[middle]?.date ?? '') <= date) low = middle + 1
      else high = middle
    }
    last = low
    return rows[low - 1]
  }
}
