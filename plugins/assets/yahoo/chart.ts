import { sourceError } from '#plugins/kit/http.ts'
import { type JsonValue, member, textOf } from '#plugins/kit/json.ts'
import { figureOf, scaleBy } from '#plugins/kit/rate.ts'
import { dayOf } from '#src/shared/date.ts'
import type { PriceChunk, PriceIssue, PriceRequest, ProviderDividend, ProviderPrice, ProviderSplit } from '../contract.ts'
import { inMajorUnit, majorUnit } from '../quote.ts'

export const NAME = 'Yahoo Finance'
const DEFAULT_PLACES = 2
const SMALL_PLACES = 6

/** The bars, splits and dividends of one chart. Bars without a close (no trade) are left out; no `timestamp` at all is no trading. */
export function readChart(result: JsonValue, { from, to }: PriceRequest): PriceChunk {
  const meta = member(result, 'meta')
  const unit = majorUnit(textOf(meta, 'currency'))
  if (unit.currency === '') throw sourceError('format', `${NAME} does not say the currency: the format has changed.`)
  const dayOfBar = daysIn(textOf(meta, 'exchangeTimezoneName'))
  const hint = Number(textOf(meta, 'priceHint') || DEFAULT_PLACES)
  const quotes = member(member(result, 'indicators'), 'quote')
  const closes = listOf(member(Array.isArray(quotes) ? quotes[0] : undefined, 'close'))
  const times = listOf(member(result, 'timestamp'))
  if (times.length !== closes.length)
    throw sourceError('format', `${NAME} sent ${closes.length} closes for ${times.length} days; none was taken.`)
  const prices = new Map<string, ProviderPrice>()
  const issues: PriceIssue[] = []
  closes.forEach((value, index) => {
    const date = dayOfBar(times[index])
    const close = typeof value === 'string' ? figureOf(value) : undefined
    if (value === null) return
    if (date === undefined || close === undefined)
      issues.push({ code: 'not-a-price', detail: `${NAME}: a bar cannot be read.`, date })
    else if (date >= from && date <= to) prices.set(date, priceOf(date, close, unit, hint))
  })
  const events = member(result, 'events')
  return {
    prices: [...prices.values()],
    issues,
    splits: splitsOf(events, dayOfBar),
    dividends: dividendsOf(events, dayOfBar, unit),
  }
}

type Unit = { readonly currency: string; readonly divisor: number }
type DayOfBar = (time: JsonValue | undefined) => string | undefined

function priceOf(date: string, close: string, unit: Unit, hint: number): ProviderPrice {
  const small = close.startsWith('0.') || close.startsWith('-0.')
  const places = Math.max(hint, small ? SMALL_PLACES : 0) + String(unit.divisor).length - 1
  return { date, close: inMajorUnit(close, unit.divisor), currency: unit.currency, places: Math.min(places, 12) }
}

function splitsOf(events: JsonValue | undefined, dayOfBar: DayOfBar): ProviderSplit[] {
  return Object.values((member(events, 'splits') ?? {}) as Readonly<Record<string, JsonValue>>).flatMap((split) => {
    const date = dayOfBar(member(split, 'date'))
    const [after, before] = [textOf(split, 'numerator'), textOf(split, 'denominator')]
    return date === undefined || after === '' || before === '' ? [] : [{ date, ratio: `${after}:${before}` }]
  })
}

function dividendsOf(events: JsonValue | undefined, dayOfBar: DayOfBar, unit: Unit): ProviderDividend[] {
  return Object.values((member(events, 'dividends') ?? {}) as Readonly<Record<string, JsonValue>>).flatMap((dividend) => {
    const date = dayOfBar(member(dividend, 'date'))
    const amount = figureOf(textOf(dividend, 'amount'))
    const scaled = amount === undefined || amount.startsWith('-') ? undefined : inMajorUnit(scaleBy(amount, '1'), unit.divisor)
    return date === undefined || scaled === undefined ? [] : [{ date, amount: scaled, currency: unit.currency }]
  })
}

/** The offset in the answer is today's; the zone also knows that of the day of the bar. */
function daysIn(zone: string): DayOfBar {
  const format = formatOf(zone)
  return (time) => {
    if (typeof time !== 'string' || !/^-?\d{1,12}$/.test(time)) return undefined
    const instant = new Date(Number(time) * 1000)
    return format ? format.format(instant) : dayOf(instant)
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  } catch {
    return undefined
  }
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}
