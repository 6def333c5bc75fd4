/** Closes and rates that a person enters where nothing can be fetched: their days and currencies, with what the trades of the ledger say of them. Pure. */
import { formatDecimal } from '../../shared/decimal.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import type { Quote } from '../valuation/prices.ts'
import type { Cause } from './causes.ts'
import type { Remedy } from './remedies.ts'

/** `close`: for one asset and day; `null` = nothing in the ledger says it. */
export type CloseRow = {
  readonly asset_id: number
  readonly date: string
  readonly close: string | null
  readonly currency: string
}
/** Units of `quote` for one `base`. */
export type RateRow = { readonly base: string; readonly quote: string; readonly date: string; readonly rate: string | null }

type Days = { readonly from: string; readonly to: string }

/** One remedy has as many; what is left is in that of the next report. */
const MOST_ROWS = 1000

/**
 * Closes for assets without any: those of their trades, from the first day on which they mattered, so that every value stays as it is until better ones are
 * entered. What the ledger has no price for, and what has grown old, is left to be filled in.
 */
export function closesByHand(inputs: ReportInputs, { code, assetIds }: Cause): Remedy | null {
  const ranges = new Map(inputs.warnings.list().flatMap((one) => (one.code === code ? [[one.assetId, one] as const] : [])))
  const rows: CloseRow[] = []
  for (const assetId of assetIds) {
    const range = ranges.get(assetId)
    if (range === undefined) continue
    const own = rowsOfAsset(inputs, code, assetId, untilToday(inputs, range))
    if (rows.length > 0 && rows.length + own.length > MOST_ROWS) break
    rows.push(...own)
  }
  if (rows.length === 0) return null
  const path = `${inputs.facts.apiPath}/assets/prices`
  const figures = rows.some(({ close }) => close === null) ? 'missing' : 'proposed'
  return { operationId: 'putManyPrices', method: 'PUT', path, body: rows.slice(0, MOST_ROWS), figures }
}

function rowsOfAsset({ prices, assetCurrencyOf }: ReportInputs, code: Cause['code'], assetId: number, days: Days): CloseRow[] {
  const currency = assetCurrencyOf(assetId)
  if (code !== 'price-of-trade')
    return [{ asset_id: assetId, date: code === 'price-stale' ? days.to : days.from, close: null, currency }]
  const byDay = new Map(alongDays(prices.tradesOf(assetId), days, ({ since }) => since))
  const rows = [...byDay].map(([date, quote]: [string, Quote]) => ({
    ...{ asset_id: assetId, date },
    ...{ close: formatDecimal(quote.price), currency: quote.currency },
  }))
  return atMost(rows)
}

/** The first one, and then the newest. */
function atMost<T>(rows: T[]): T[] {
  return rows.length <= MOST_ROWS ? rows : [...rows.slice(0, 1), ...rows.slice(1 - MOST_ROWS)]
}

/** Rates of a pair: those that brokers booked with trades in it, which stand in for the days around them; where rates have grown old, new ones are to be filled in. */
export function ratesByHand(inputs: ReportInputs, { code, pair, ...range }: Cause): Remedy | null {
  const [base, quote] = pair?.split('/') ?? []
  if (base === undefined || quote === undefined) return null
  const days = untilToday(inputs, range)
  const booked = code === 'rate-stale' ? [] : bookedRates(inputs, base, quote)
  const found = new Map(alongDays(booked, days, ({ date }) => date))
  const unknown = [...new Set([days.from, days.to])].map((date): RateRow => ({ base, quote, date, rate: null }))
  const rows = booked.length === 0 ? unknown : [...found].map(([date, row]): RateRow => ({ ...row, date }))
  const figures = booked.length === 0 ? 'missing' : 'proposed'
  return { operationId: 'putFxRates', method: 'PUT', path: `${inputs.facts.apiPath}/fx/rates`, body: atMost(rows), figures }
}

/** As they were booked, in either direction, by day. */
function bookedRates({ lines }: ReportInputs, base: string, quote: string): RateRow[] {
  return lines.flatMap(({ fxRate, currency, priceCurrency, date }) => {
    if (fxRate === null || currency === null || priceCurrency == null) return []
    const isOfPair = (priceCurrency === base && currency === quote) || (priceCurrency === quote && currency === base)
    return isOfPair ? [{ base: priceCurrency, quote: currency, date, rate: formatDecimal(fxRate) }] : []
  })
}

/** What holds on the first day (what comes first, where nothing does yet), on each day within on which something begins to hold, and on the last. */
function alongDays<T>(all: readonly T[], { from, to }: Days, dayOf: (one: T) => string): [string, T][] {
  const before = all.findLast((one) => dayOf(one) <= from) ?? all[0]
  if (before === undefined) return []
  const within = all.filter((one) => dayOf(one) > from && dayOf(one) <= to)
  return [[from, before], ...within.map((one): [string, T] => [dayOf(one), one]), [to, within.at(-1) ?? before]]
}

/** Nobody knows what comes later. */
function untilToday({ facts: { today } }: ReportInputs, { from, to }: Days): Days {
  return { from: from < today ? from : today, to: to < today ? to : today }
}
