/** Splits and dividends of Polygon, whose lists may have those of other tickers. */
import { type JsonValue, textOf } from '#plugins/kit/json.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import type { ProviderDividend, ProviderSplit } from '../contract.ts'

/** `split_from` old units become `split_to` new ones. */
export function splitOf(split: JsonValue, ticker: string): ProviderSplit[] {
  const [units, old] = [figureOf(textOf(split, 'split_to')), figureOf(textOf(split, 'split_from'))]
  if (textOf(split, 'ticker') !== ticker || units === undefined || old === undefined) return []
  return [{ date: textOf(split, 'execution_date'), ratio: `${units}:${old}` }]
}

export function dividendOf(one: JsonValue, ticker: string): ProviderDividend[] {
  const amount = figureOf(textOf(one, 'cash_amount'))
  if (textOf(one, 'ticker') !== ticker || amount === undefined) return []
  return [{ date: textOf(one, 'ex_dividend_date'), amount, currency: textOf(one, 'currency') || 'USD' }]
}
