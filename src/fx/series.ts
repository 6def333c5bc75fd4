import type { Db, Tx } from '#db/connection.ts'
import { type Leg, pairOf } from './catalogue.ts'
import { type RateRows, readRatesKnownFrom } from './rate.repository.ts'

/** A stored rate and the day that it is of. */
export type DatedRate = { readonly date: string; readonly rate: string }

/** Looks the last rate on or before a day up; `undefined` when there is none. */
export type Series = (date: string) => DatedRate | undefined

/** Stored rates of some days, each leg read once, when it is first asked for. */
export type SeriesShelf = (leg: Leg) => Series

/** For days between `from` and `to`; the last rate before `from` counts too. */
export function createShelf(db: Db | Tx, from: string, to: string): SeriesShelf {
  const shelf = new Map<string, Series>()
  return (leg) => {
    const key = `${pairOf(leg)}:${leg.provider}`
    const known = shelf.get(key)
    if (known) return known
    const series = createSeries(readRatesKnownFrom(db, leg, from, to))
    shelf.set(key, series)
    return series
  }
}

/** A look-up over rates in the order of their days. */
export function createSeries({ dates, rates }: RateRows): Series {
  return (date) => {
    let [low, high] = [0, dates.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((dates[middle] ?? '') <= date) low = middle + 1
      else high = middle
    }
    const [found, rate] = [dates[low - 1], rates[low - 1]]
    return found === undefined || rate === undefined ? undefined : { date: found, rate }
  }
}
