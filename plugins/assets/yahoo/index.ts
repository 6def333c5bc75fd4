/**
 * Yahoo Finance: v8 chart and v1 search, both unofficial. Closes are 32-bit floats printed as doubles, adjusted for every split until today; London,
 * Johannesburg and Tel Aviv are quoted in hundredths. The day of a bar is that of its instant in the time zone of the exchange.
 */
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { type JsonValue, listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { AppError } from '#src/shared/errors.ts'
import type { PriceChunk, PriceRequest, PriceTools, SearchHit } from '../contract.ts'
import { definePrices } from '../provider.ts'
import { sectorOf } from '../sector.ts'
import { NAME, readChart } from './chart.ts'
import { openSession, type Session } from './session.ts'

const BASE = 'https://query2.finance.yahoo.com'
const DAY_SECONDS = 86_400
const TYPES: Readonly<Record<string, string>> = {
  ...{ EQUITY: 'STOCK', ETF: 'ETF', MUTUALFUND: 'FUND', CRYPTOCURRENCY: 'CRYPTO', INDEX: 'INDEX', FUTURE: 'COMMODITY' },
  ...{ OPTION: 'OPTION', BOND: 'BOND' },
}

export default definePrices({
  code: 'YAHOO',
  name: NAME,
  description:
    'Daily closes, splits and dividends of shares, funds, indices, futures and cryptocurrencies. History is adjusted for splits.',
  website: 'https://finance.yahoo.com',
  attribution: 'Source: Yahoo Finance.',
  adjusted: 'splits',
  identifierHint: 'A Yahoo symbol such as SAP.DE, AAPL, BTC-USD (search gives it)',
  check: ({ identifier }) =>
    /^[A-Za-z0-9.^=_-]{1,40}$/.test(identifier)
      ? []
      : [{ pointer: '/identifier', detail: 'Must be a Yahoo symbol such as SAP.DE.' }],
  fetchPrices,
  search,
})

/** Until now, whatever was requested: only so all splits come along that the closes are adjusted for. */
async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const until = Math.floor(tools.clock().getTime() / 1000) + DAY_SECONDS
  const range = `period1=${seconds(request.from) - DAY_SECONDS}&period2=${until}`
  const path = `/v8/finance/chart/${encodeURIComponent(request.identifier)}?interval=1d&${range}&events=div%7Csplit`
  const text = await get(path, tools)
  const chart = member(readJson(text, NAME), 'chart')
  const fault = textOf(member(chart, 'error'), 'description')
  if (fault !== '') throw sourceError('unknown', `${NAME} says about ${request.identifier}: ${fault.slice(0, 200)}`)
  const result = listAt(chart ?? null, ['result'], NAME)[0]
  if (result === undefined) throw sourceError('unknown', `${NAME} has nothing about ${request.identifier}.`)
  yield readChart(result, request)
}

async function search(query: string, tools: PriceTools): Promise<SearchHit[]> {
  const text = await get(`/v1/finance/search?q=${encodeURIComponent(query)}&quotesCount=10&newsCount=0`, tools)
  return listAt(readJson(text, NAME), ['quotes'], NAME).flatMap((quote) => {
    const symbol = textOf(quote, 'symbol')
    const name = textOf(quote, 'longname') || textOf(quote, 'shortname')
    return symbol === '' || name === '' ? [] : [hitOf(quote, symbol, name)]
  })
}

function hitOf(quote: JsonValue, symbol: string, name: string): SearchHit {
  const exchange = textOf(quote, 'exchDisp')
  const type = TYPES[textOf(quote, 'quoteType').toUpperCase()]
  const hit = { identifier: symbol, symbol, name, type: type ?? 'OTHER', ...sectorOf(textOf(quote, 'sector')) }
  return exchange === '' ? hit : { ...hit, exchange }
}

/** The answer; refused for want of a cookie and crumb, it is requested again with them. Throws `source/unknown` for 404: the source is well, it has no such symbol. */
async function get(path: string, tools: PriceTools): Promise<string> {
  const first = await fetchText(path, tools, undefined)
  if (first !== undefined) return first
  const second = await fetchText(path, tools, await openSession(tools))
  if (second === undefined) throw sourceError('refused', `${NAME} refuses us even with a cookie.`)
  return second
}

async function fetchText(path: string, tools: PriceTools, session: Session | undefined): Promise<string | undefined> {
  const crumb = session === undefined ? '' : `&crumb=${encodeURIComponent(session.crumb)}`
  const headers = session === undefined ? {} : { Cookie: session.cookie }
  const request = { expect: 'json', headers, noData: [401, 403], timeoutSeconds: 15, retries: 2 } as const
  try {
    return await requestText(tools, { url: `${BASE}${path}${crumb}`, ...request })
  } catch (error) {
    const isUnknown = error instanceof AppError && error.extras.extensions?.['upstream_status'] === 404
    throw isUnknown ? sourceError('unknown', `${NAME} knows no such symbol.`, { cause: error }) : error
  }
}

function seconds(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / 1000)
}
