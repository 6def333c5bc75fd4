/**
 * TMX Money: closes of shares at once, of funds month by month. The quote says which of both and in what currency; its own price may differ from the close
 * and is not taken. Days are those of Toronto as they stand in the time.
 */
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { type JsonValue, listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { monthsOf } from '#plugins/kit/period.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import { isDay } from '#src/shared/date.ts'
import { chunkFrom } from '../closes.ts'
import type { PriceChunk, PriceRequest, PriceTools } from '../contract.ts'
import { lastFinished, requireAny } from '../exchange.ts'
import { definePrices } from '../provider.ts'

const NAME = 'TMX Money'
const URL = 'https://app-money.tmx.com/graphql'
const TORONTO = { timeZone: 'America/Toronto', sessionEnd: '17:00' }
const PAUSE_MS = 500
const MAX_MONTHS = 60
const SYMBOL = /^[A-Z0-9][A-Z0-9.:-]{0,19}$/i

export default definePrices({
  code: 'TMX',
  name: NAME,
  description:
    'Daily closes of Toronto, TSX Venture and CSE (ten years) and of Canadian funds (five years in one refresh). History is divided by splits: enter them as events, because whether its own ratios are new or old shares has not been proved.',
  website: 'https://money.tmx.com',
  attribution: 'Source: TMX Money.',
  adjusted: 'splits',
  identifierHint: 'A symbol such as SHOP, CTC.A, TDB911; with :US those of the United States',
  check: ({ identifier }) =>
    SYMBOL.test(identifier) ? [] : [{ pointer: '/identifier', detail: 'Must be a symbol such as SHOP or CTC.A.' }],
  fetchPrices,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const symbol = JSON.stringify(request.identifier.toUpperCase())
  const quote = await ask('getQuoteBySymbol', `symbol:${symbol}, locale:"en"`, 'symbol name currency datatype', tools)
  const currency = textOf(quote, 'currency')
  if (currency === '') throw sourceError('format', `${NAME} does not say the currency: the format has changed.`)
  const to = lastFinished(request.to, tools.clock(), TORONTO)
  if (to < request.from) return
  if (/fund/i.test(textOf(quote, 'datatype'))) yield* fundMonths({ ...request, to, currency }, symbol, tools)
  else {
    const query = `symbol:${symbol}, freq:"day", interval:1, start:"${request.from}", end:"${to}"`
    const bars = await listOf('getTimeSeriesData', query, 'dateTime close volume', tools)
    requireAny(bars, { from: request.from, to, isEveryDay: false }, empty(request))
    const traded = bars.filter((one) => textOf(one, 'volume') !== '0')
    yield chunkFrom(
      NAME,
      { ...request, to },
      currency,
      traded.map((one) => entryOf(one, 'dateTime', 'close')),
    )
  }
}

/** About a month of values comes in one answer, whatever is requested. */
async function* fundMonths(request: PriceRequest, symbol: string, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const months = [...monthsOf(request)].slice(-MAX_MONTHS)
  const from = months[0]?.from ?? request.to
  const all: JsonValue[] = []
  for (const [index, month] of months.entries()) {
    if (index > 0) await tools.sleep(PAUSE_MS, tools.signal)
    const query = `symbol:${symbol}, start:"${month.from}", end:"${month.to}", limit:31`
    const values = await listOf('getCompanyPriceHistory', query, 'datetime closePrice', tools)
    all.push(...values)
    yield chunkFrom(
      NAME,
      request,
      request.currency,
      values.map((one) => entryOf(one, 'datetime', 'closePrice')),
    )
  }
  requireAny(all, { from, to: request.to, isEveryDay: true }, empty(request))
}

function entryOf(value: JsonValue, day: string, close: string) {
  const shown = textOf(value, day)
  const date = shown.slice(0, 10)
  return { date: isDay(date) ? date : undefined, close: figureOf(textOf(value, close)), shown }
}

async function listOf(field: string, query: string, fields: string, tools: PriceTools): Promise<readonly JsonValue[]> {
  return listAt(await ask(field, query, fields, tools), [], NAME)
}

/** Errors come with 200, in a list of their own. */
async function ask(field: string, query: string, fields: string, tools: PriceTools): Promise<JsonValue> {
  const body = JSON.stringify({ query: `{ ${field}(${query}) { ${fields} } }` })
  const headers = { 'Content-Type': 'application/json' }
  const request = { url: URL, method: 'POST', headers, body, expect: 'json', timeoutSeconds: 15 } as const
  const answer = readJson((await requestText(tools, request)) ?? '{}', NAME)
  const errors = member(answer, 'errors')
  const fault = Array.isArray(errors) ? textOf(errors[0], 'message') : ''
  if (/couldn't find any/i.test(fault)) throw sourceError('unknown', `${NAME} knows no such symbol: check it at money.tmx.com.`)
  if (fault !== '') throw sourceError('refused', `${NAME} says: ${fault.slice(0, 200)}`)
  const found = member(member(answer, 'data'), field)
  if (found === undefined || found === null) throw sourceError('format', `${NAME} sent no ${field}: the format has changed.`)
  return found
}

function empty({ identifier, from }: PriceRequest): string {
  return `${NAME} has no prices of ${identifier} since ${from}: check the symbol at money.tmx.com.`
}
