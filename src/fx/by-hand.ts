/** Rates that a person enters where nothing can be fetched: their days, with what brokers booked. Pure. */
import { alongDays, atMost } from '../shared/along-days.ts'
import { formatDecimal } from '../shared/decimal.ts'
import { type BookedRate, ratesOfPair } from './booked-rates.ts'

/** Units of `quote` for one `base`; `null` = a person has to say. */
export type RateRow = { readonly base: string; readonly quote: string; readonly date: string; readonly rate: string | null }

/** `proposed`: booked rates stand in for the days around them; `missing`: a person has to fill in what is `null`. */
export type RatesByHand = { readonly rows: RateRow[]; readonly figures: 'proposed' | 'missing' }

/** One request asks for as many. */
const MOST_ROWS = 1000

/** What to enter for a pair and some days: on the first, on each on which another rate was booked, and on the last. */
export function askForRates(
  booked: readonly BookedRate[],
  { base, quote }: { readonly base: string; readonly quote: string },
  days: { readonly from: string; readonly to: string },
): RatesByHand {
  const found = new Map(alongDays(ratesOfPair(booked, base, quote), days, ({ date }) => date))
  if (found.size === 0) {
    const rows = [...new Set([days.from, days.to])].map((date) => ({ base, quote, date, rate: null }))
    return { rows, figures: 'missing' }
  }
  const rows = [...found].map(([date, one]) => ({ base: one.base, quote: one.quote, date, rate: formatDecimal(one.rate) }))
  return { rows: atMost(rows, MOST_ROWS), figures: 'proposed' }
}
