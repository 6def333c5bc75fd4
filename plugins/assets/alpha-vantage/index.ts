/** Alpha Vantage: an object of days, newest first, closes as traded. Errors, limits and what needs a paid plan come with status 200. */
import { sourceError } from '#plugins/kit/http.ts'
import { type JsonValue, listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { earlier } from '#plugins/kit/period.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import { lastEndedUtcDay } from '../coin-pair.ts'
import type { PriceChunk, PriceRequest, PriceTools, ProviderDividend, SearchHit } from '../contract.ts'
import { closesOf } from '../daily-rows.ts'
import { notCovered, requestKeyed } from '../keyed.ts'
import { CURRENCY_OPTION, definePrices } from '../provider.ts'
import { majorUnit } from '../quote.ts'
import { lastEndedDay } from '../trading-day.ts'
import { londonFaults, unitOf } from '../unit-of.ts'

const NAME = 'Alpha Vantage'
const KEY = { setting: 'ALPHA_VANTAGE_API_KEY', required: true, website: 'https://www.alphavantage.co/support/#api-key' }
const LONDON = ['LON', 'LSE']
const TYPES: Readonly<Record<string, string>> = { Equity: 'STOCK', ETF: 'ETF', 'Mutual Fund': 'FUND' }

export default definePrices({
  code: 'ALPHA_VANTAGE',
  name: NAME,
  description:
    'Daily closes of shares and funds as they were traded, of currencies and cryptocurrencies; 25 calls a day and the last 100 days are free. The paid history has dividends too; which way its splits count is not proven, so they are left out.',
  website: 'https://www.alphavantage.co',
  attribution: 'Source: Alpha Vantage.',
  adjusted: 'none',
  identifierHint: 'A symbol such as IBM or TSCO.LON (search gives it); with the option kind a pair such as EUR/AUD or BTC/EUR',
  options: [
    CURRENCY_OPTION,
    {
      name: 'kind',
      description: 'coin or currency for a pair such as BTC/EUR',
      required: false,
      values: ['share', 'currency', 'coin'],
    },
    { name: 'history', description: 'full needs a paid plan', required: false, values: ['recent', 'full'] },
  ],
  pauseMilliseconds: 1500,
  key: KEY,
  searchedByName: true,
  check: (config) => [
    ...((isPair(config.options) ? /^[A-Z0-9]{2,10}\/[A-Z]{3}$/i : /^[A-Z0-9.-]{1,30}$/i).test(config.identifier)
      ? []
      : [{ pointer: '/identifier', detail: 'Must be a symbol such as IBM; with the option kind, a pair such as BTC/EUR.' }]),
    ...londonFaults(config, LONDON),
  ],
  fetchPrices,
  search,
})

function isPair(options: PriceRequest['options']): boolean {
  return options['kind'] === 'coin' || options['kind'] === 'currency'
}

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const answer = await get(queryOf(request), request.identifier, tools)
  const days = Object.entries(
    (answer !== null && typeof answer === 'object' ? answer : {}) as Readonly<Record<string, JsonValue>>,
  )
  const series = days.find(([title]) => title.startsWith('Time Series'))?.[1]
  if (series === null || typeof series !== 'object' || Array.isArray(series))
    throw sourceError('format', `${NAME} sent no series of days: the format has changed.`)
  yield readSeries(series as Readonly<Record<string, JsonValue>>, request, tools)
}

function queryOf({ identifier, options }: PriceRequest): Record<string, string> {
  const [base = '', quote = ''] = identifier.toUpperCase().split('/')
  const outputsize = options['history'] === 'full' ? 'full' : 'compact'
  if (options['kind'] === 'coin') return { function: 'DIGITAL_CURRENCY_DAILY', symbol: base, market: quote }
  if (options['kind'] === 'currency') return { function: 'FX_DAILY', from_symbol: base, to_symbol: quote, outputsize }
  return { function: outputsize === 'full' ? 'TIME_SERIES_DAILY_ADJUSTED' : 'TIME_SERIES_DAILY', symbol: base, outputsize }
}

async function get(
  query: Record<string, string>,
  wanted: string,
  tools: PriceTools,
  patience: { timeoutSeconds?: number; retries?: number } = {},
) {
  const url = `https://www.alphavantage.co/query?${new URLSearchParams({ ...query, apikey: tools.key ?? '' })}`
  const answer = readJson((await requestKeyed({ name: NAME, key: KEY }, tools, { url, expect: 'json', ...patience })) ?? '', NAME)
  const [fault, notice] = [textOf(answer, 'Error Message'), textOf(answer, 'Information') || textOf(answer, 'Note')]
  if (/api ?key/i.test(fault)) throw sourceError('refused', `${NAME} refuses: check ${KEY.setting}.`)
  if (fault !== '') throw sourceError('unknown', `${NAME} has no ${wanted}. Search gives its symbols.`)
  if (notice === '') return answer
  if (/rate limit|call frequency|requests per|calls per/i.test(notice))
    throw sourceError('busy', `${NAME} answers no more for now: the calls of its plan are used up. Try again tomorrow.`)
  throw notCovered(`${NAME} refuses: probably this needs a paid plan; the option history: recent does not.`)
}

function readSeries(series: Readonly<Record<string, JsonValue>>, request: PriceRequest, tools: PriceTools): PriceChunk {
  const unit = isPair(request.options) ? (request.identifier.toUpperCase().split('/')[1] ?? '') : unitOf(request, { '': 'USD' })
  const rows = Object.entries(series).map(([date, row]) => ({
    ...{
      date,
      close: textOf(row, '4. close') || textOf(row, `4a. close (${unit})`) || 'missing',
      volume: member(row, '5. volume') === undefined ? undefined : textOf(row, '5. volume'),
    },
  }))
  const ended = isPair(request.options)
    ? lastEndedUtcDay(request.to, tools.clock())
    : lastEndedDay(tools.clock(), 'America/New_York')
  const closes = closesOf(rows, { source: NAME, unit, from: request.from, to: earlier(request.to, ended) })
  return { ...closes, dividends: Object.entries(series).flatMap(([date, row]) => dividendOf(date, row, unit)) }
}

function dividendOf(date: string, row: JsonValue, currency: string): ProviderDividend[] {
  const amount = figureOf(textOf(row, '7. dividend amount'))
  return amount === undefined || amount === '0' ? [] : [{ date, amount, currency }]
}

async function search(query: string, tools: PriceTools): Promise<SearchHit[]> {
  const answer = await get({ function: 'SYMBOL_SEARCH', keywords: query }, query, tools, { timeoutSeconds: 8, retries: 0 })
  return listAt(answer, ['bestMatches'], NAME).map((one) => ({
    ...{ identifier: textOf(one, '1. symbol'), symbol: textOf(one, '1. symbol'), name: textOf(one, '2. name') },
    ...{ type: TYPES[textOf(one, '3. type')], currency: majorUnit(textOf(one, '8. currency')).currency || undefined },
  }))
}
