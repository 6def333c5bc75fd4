/** Closes and rates that a person enters where nothing can be fetched: their days and currencies, with what the trades of the ledger say of them. Pure. */
import { earlier, later } from '#plugins/kit/period.ts'
import { askForRates, type BookedRate, bookedRatesIn, type RateRow } from '../../fx/service.ts'
import { alongDays, atMost } from '../../shared/along-days.ts'
import { formatDecimal } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import type { Quote } from '../valuation/prices.ts'
import { kindOf } from '../valuation/warning-codes.ts'
import type { Cause, PairDays } from './causes.ts'
import type { Remedy } from './remedies.ts'

/** `close`: for one asset and day; `null` = nothing in the ledger says it. */
export type CloseRow = {
  readonly asset_id: number
  readonly date: string
  readonly close: string | null
  readonly currency: string
}

type Days = { readonly from: string; readonly to: string }

/** One remedy has as many; what is left is in that of the next report. */
const MOST_ROWS = 1000

/**
 * Closes for assets without any: those of their trades, from the first day on which they mattered, so that every value stays as it is until better ones are
 * entered; for days before the first trade, its price. What the ledger has no price for, and what has grown old, is left to be filled in.
 */
export function closesByHand(inputs: ReportInputs, { code, assetIds }: Cause): Remedy | null {
  const ranges = rangesOf(inputs, code)
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

/** The days on which each asset lacks a close. */
function rangesOf({ warnings }: ReportInputs, code: Cause['code']): Map<number | null, Days> {
  const ranges = new Map<number | null, Days>()
  for (const one of warnings.list()) {
    if ((one.code === 'price-stale') !== (code === 'price-stale') || kindOf(one.code).cure !== 'prices') continue
    const { from, to } = ranges.get(one.assetId) ?? one
    ranges.set(one.assetId, { from: earlier(from, one.from), to: later(to, one.to) })
  }
  return ranges
}

/** Whether trades or stated costs say what an asset was worth. */
export function areTradesKnown({ prices }: ReportInputs, assetId: number): boolean {
  return prices.tradesOf(assetId).length > 0
}

function rowsOfAsset(inputs: ReportInputs, code: Cause['code'], assetId: number, days: Days): CloseRow[] {
  const { prices, assetCurrencyOf } = inputs
  const trades = code === 'price-stale' ? [] : prices.tradesOf(assetId)
  const byDay = new Map(alongDays(trades, untilToday(inputs, untilLast(trades, days)), ({ since }) => since))
  if (byDay.size === 0) {
    const date = code === 'price-stale' ? days.to : days.from
    return [{ asset_id: assetId, date, close: null, currency: assetCurrencyOf(assetId) }]
  }
  const rows = [...byDay].map(([date, quote]: [string, Quote]) => ({
    ...{ asset_id: assetId, date },
    ...{ close: formatDecimal(quote.price), currency: quote.currency },
  }))
  return atMost(rows, MOST_ROWS)
}

/** A close hides the trades after it: where it is for a day before the first of them, they are entered with it. */
function untilLast(trades: readonly Quote[], { from, to }: Days): Days {
  const [first, last] = [trades[0]?.since ?? to, trades.at(-1)?.since ?? to]
  return { from, to: first > from && last > to ? last : to }
}

/** Rates of pairs: those that brokers booked, which stand in for the days around them; where rates have grown old, new ones are to be filled in. */
export function ratesByHand(inputs: ReportInputs, { code, pairs }: Cause): Remedy | null {
  const rows: RateRow[] = []
  let figures: Remedy['figures'] = 'proposed'
  for (const one of pairs) {
    const own = ratesOfPairByHand(inputs, { ...one, code })
    if (rows.length > 0 && rows.length + own.rows.length > MOST_ROWS) break
    rows.push(...own.rows)
    if (own.figures === 'missing') figures = 'missing'
  }
  if (rows.length === 0) return null
  return { operationId: 'putFxRates', method: 'PUT', path: `${inputs.facts.apiPath}/fx/rates`, body: rows, figures }
}

/** The same of one pair. */
export function ratesOfPairByHand(
  inputs: ReportInputs,
  { code, pair, ...days }: Pick<Cause, 'code'> & PairDays,
): { readonly rows: RateRow[]; readonly figures: 'proposed' | 'missing' } {
  const [base = '', quote = ''] = pair.split('/')
  const booked = code === 'rate-stale' ? [] : bookedIn(inputs.lines)
  return askForRates(booked, { base, quote }, untilToday(inputs, days))
}

const ratesOf = new WeakMap<readonly Line[], readonly BookedRate[]>()

/** Read once for all pairs. */
function bookedIn(lines: readonly Line[]): readonly BookedRate[] {
  const found = ratesOf.get(lines) ?? bookedRatesIn(lines)
  ratesOf.set(lines, found)
  return found
}

/** Nobody knows what comes later. */
function untilToday({ facts: { today } }: ReportInputs, { from, to }: Days): Days {
  return { from: from < today ? from : today, to: to < today ? to : today }
}
