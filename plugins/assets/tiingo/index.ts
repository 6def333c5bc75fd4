/** Tiingo: daily rows as traded, with the dividend and the split factor of the day; coins by UTC day. Rows carry no currency: US listings are in USD, Chinese ones in CNY. */
import { sourceError } from '#plugins/kit/http.ts'
import { type JsonValue, listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { earlier, spansOf } from '#plugins/kit/period.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import { dayOf } from '#src/shared/date.ts'
import { lastEndedUtcDay } from '../coin-pair.ts'
import type { PriceChunk, PriceRequest, PriceTools, ProviderDividend, ProviderSplit, SearchHit } from '../contract.ts'
import { closesOf } from '../daily-rows.ts'
import { requestKeyed } from '../keyed.ts'
import { definePrices } from '../provider.ts'
import { splitRatio } from '../split-ratio.ts'
import { lastEndedDay } from '../trading-day.ts'

const NAME = 'Tiingo'
const BASE = 'https://api.tiingo.com/tiingo'
const KEY = { setting: 'TIINGO_API_KEY', required: true, website: 'https://www.tiingo.com/account/api/token' }
/** Ten years of rows are read in a few hundredths of a second. */
const SPAN_DAYS = 3660
const TYPES: Readonly<Record<string, string>> = { Stock: 'STOCK', ETF: 'ETF', 'Mutual Fund': 'FUND' }

export default definePrices({
  code: 'TIINGO',
  name: NAME,
  description:
    'Daily closes of US shares, funds and cryptocurrencies as they were traded, with splits and dividends; thirty years. Personal use.',
  website: 'https://www.tiingo.com',
  attribution: 'Source: Tiingo.',
  adjusted: 'none',
  identifierHint: 'A ticker such as AAPL or BRK-B (search gives it); of a coin the pair, such as btcusd, with the option kind',
  options: [{ name: 'kind', description: 'coin for a pair such as btcusd', required: false, values: ['share', 'coin'] }],
  key: KEY,
  check: ({ identifier }) =>
    /^[A-Za-z0-9-]{1,20}$/.test(identifier)
      ? []
      : [{ pointer: '/identifier', detail: 'Must be a ticker of Tiingo such as AAPL or BRK-B.' }],
  fetchPrices,
  search,
})

/** Until now, whatever was requested, so that all splits come along. */
async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const period = { from: request.from, to: dayOf(tools.clock()) }
  const ticker = encodeURIComponent(request.identifier.toLowerCase())
  if (request.options['kind'] === 'coin') {
    const text = await get(
      `/crypto/prices?tickers=${ticker}&resampleFreq=1day&startDate=${period.from}&endDate=${period.to}`,
      tools,
    )
    yield readCoin(text, request, tools)
    return
  }
  for (const { from, to } of spansOf(period, SPAN_DAYS)) {
    const text = await get(`/daily/${ticker}/prices?format=json&startDate=${from}&endDate=${to}`, tools)
    yield readShare(text, { ...request, from, to: earlier(to, request.to) }, tools)
  }
}

async function get(path: string, tools: PriceTools, patience: { timeoutSeconds?: number; retries?: number } = {}) {
  const headers = { Authorization: `Token ${tools.key}` }
  return await requestKeyed({ name: NAME, key: KEY }, tools, {
    url: `${BASE}${path}`,
    headers,
    expect: 'json',
    noData: [404],
    ...patience,
  })
}

function readShare(text: string | undefined, { identifier, from, to }: PriceRequest, tools: PriceTools): PriceChunk {
  if (text === undefined) throw unknown(identifier)
  const unit = /^\d{6}$/.test(identifier) ? 'CNY' : 'USD'
  const ended = lastEndedDay(tools.clock(), unit === 'CNY' ? 'Asia/Shanghai' : 'America/New_York')
  const rows = listAt({ rows: readJson(text, NAME) }, ['rows'], NAME)
  return {
    ...closesOf(rows.map(rowOf), { source: NAME, unit, from, to: earlier(to, ended) }),
    splits: rows.flatMap(splitOf),
    dividends: rows.flatMap((row) => dividendOf(row, unit)),
  }
}

function rowOf(row: JsonValue) {
  return { date: textOf(row, 'date').slice(0, 10), close: textOf(row, 'close'), volume: textOf(row, 'volume') }
}

function splitOf(row: JsonValue): ProviderSplit[] {
  const ratio = splitRatio(textOf(row, 'splitFactor'))
  return ratio === undefined ? [] : [{ date: rowOf(row).date, ratio }]
}

function dividendOf(row: JsonValue, currency: string): ProviderDividend[] {
  const amount = figureOf(textOf(row, 'divCash'))
  return amount === undefined || amount === '0' || amount.startsWith('-') ? [] : [{ date: rowOf(row).date, amount, currency }]
}

function readCoin(text: string | undefined, { identifier, from, to }: PriceRequest, tools: PriceTools): PriceChunk {
  const pairs = listAt({ pairs: readJson(text ?? '[]', NAME) }, ['pairs'], NAME)
  const pair = pairs.find((one) => textOf(one, 'ticker').toLowerCase() === identifier.toLowerCase())
  if (pair === undefined) throw unknown(identifier)
  const rows = member(pair, 'priceData') === undefined ? [] : listAt(pair, ['priceData'], NAME)
  const unit = textOf(pair, 'quoteCurrency').toUpperCase()
  return closesOf(rows.map(rowOf), { source: NAME, unit, from, to: lastEndedUtcDay(to, tools.clock()) })
}

function unknown(identifier: string) {
  return sourceError('unknown', `${NAME} has no ${identifier}: class shares have a hyphen (BRK-B), coins need the option kind.`)
}

async function search(query: string, tools: PriceTools): Promise<SearchHit[]> {
  const text =
    (await get(`/utilities/search?query=${encodeURIComponent(query)}`, tools, { timeoutSeconds: 8, retries: 0 })) ?? '[]'
  return listAt({ found: readJson(text, NAME) }, ['found'], NAME).flatMap((one) => {
    const type = TYPES[textOf(one, 'assetType')]
    const symbol = textOf(one, 'ticker')
    return type === undefined || symbol === '' ? [] : [{ identifier: symbol, symbol, name: textOf(one, 'name') || symbol, type }]
  })
}
