/** Closes and rates that a person enters where nothing can be fetched: their days and currencies, with what the trades of the ledger say of them. Pure. */
import { askForRates, type BookedRate, bookedRatesIn } from '../../fx/service.ts'
import { alongDays, atMost } from '../../shared/along-days.ts'
import { formatDecimal } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
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
  return atMost(rows, MOST_ROWS)
}

/** Rates of a pair: those that brokers booked, which stand in for the days around them; where rates have grown old, new ones are to be filled in. */
export function ratesByHand(inputs: ReportInputs, { code, pair, ...range }: Cause): Remedy | null {
  const [base, quote] = pair?.split('/') ?? []
  if (base === undefined || quote === undefined) return null
  const booked = code === 'rate-stale' ? [] : bookedIn(inputs.lines)
  const { rows: body, figures } = askForRates(booked, { base, quote }, untilToday(inputs, range))
  return { operationId: 'putFxRates', method: 'PUT', path: `${inputs.facts.apiPath}/fx/rates`, body, figures }
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
