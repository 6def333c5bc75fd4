/**
 * Nasdaq Nordic: charts by the number of an order book, which the lists of the markets give by ISIN. Figures are texts with commas between thousands,
 * the last price has its currency before it; days are those of the exchange.
 */
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { type JsonValue, listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { figureOf, isMissing } from '#plugins/kit/rate.ts'
import { isDay } from '#src/shared/date.ts'
import { isIsin } from '#src/shared/identifier.ts'
import type { PriceChunk, PriceRequest, PriceTools, SearchHit } from '../contract.ts'
import { isinFaults, lastFinished, requireAny } from '../exchange.ts'
import { definePrices } from '../provider.ts'
import { sectorOf } from '../sector.ts'

const NAME = 'Nasdaq Nordic'
const BASE = 'https://api.nasdaq.com/api/nordic'
const STOCKHOLM = { timeZone: 'Europe/Stockholm', sessionEnd: '18:00' }
const CATEGORIES = ['MAIN_MARKET', 'FIRST_NORTH']
const NORDIC = /^(?:SE|FI|DK|IS|FO)/
const ORDER_BOOK = /^TX\d{1,12}$/

export default definePrices({
  code: 'NASDAQ_NORDIC',
  name: NAME,
  description:
    'Daily closes of shares in Stockholm, Helsinki, Copenhagen and Iceland. Ten years, no dividends taken out; whether old closes follow a split has not been proved.',
  website: 'https://www.nasdaq.com/european-market-activity',
  attribution: 'Source: Nasdaq Nordic.',
  adjusted: 'none',
  identifierHint: 'The order book, such as TX100 (search gives it), or an ISIN',
  pauseMilliseconds: 2000,
  check: ({ identifier }) => (ORDER_BOOK.test(identifier.toUpperCase()) ? [] : isinFaults(identifier)),
  fetchPrices,
  search,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const [from, to] = [request.from, lastFinished(request.to, tools.clock(), STOCKHOLM)]
  if (to < from) return
  const book = await orderBookOf(request, tools)
  const chart = await get(`/instruments/${book}/chart?assetClass=SHARES&fromDate=${from}&toDate=${to}`, book, tools)
  const stated = /^([A-Z]{3})\s/.exec(textOf(member(chart, 'chartData'), 'lastSalePrice'))?.[1]
  const currency =
    stated ?? textOf(member(await get(`/instruments/${book}/info?assetClass=SHARES`, book, tools), 'qdHeader'), 'currency')
  if (currency === '') throw sourceError('format', `${NAME} does not say the currency: the format has changed.`)
  yield readChart(chart, { ...request, to, currency })
}

function readChart(chart: JsonValue, { identifier, from, to, currency }: PriceRequest): PriceChunk {
  const points = listAt(chart, ['CP'], NAME).map((point) => member(point, 'z'))
  requireAny(
    points,
    { from, to, isEveryDay: false },
    `${NAME} has no prices of ${identifier} since ${from}: check it with the search.`,
  )
  const issues: PriceChunk['issues'][number][] = []
  const prices = points.flatMap((point) => {
    const [date, close] = [textOf(point, 'dateTime'), grouped(textOf(point, 'close'))]
    if (isMissing(textOf(point, 'close')) || textOf(point, 'volume') === '0') return []
    if (!isDay(date) || close === undefined) issues.push({ code: 'not-a-price', detail: `${NAME}: a point cannot be read.` })
    else if (date >= from && date <= to) return [{ date, close, currency }]
    return []
  })
  return { prices, issues }
}

/** `16,300.00`, and `16,300` where there are no decimals. */
function grouped(text: string): string | undefined {
  return figureOf(/^\d{1,3}(?:,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text)
}

/** That of an ISIN is looked up; of several, that in the currency of the asset. */
async function orderBookOf({ identifier, currency }: PriceRequest, tools: PriceTools): Promise<string> {
  const isin = identifier.toUpperCase()
  if (ORDER_BOOK.test(isin)) return isin
  const rows = (await listings(tools, isin)).filter((row) => textOf(row, 'isin') === isin)
  const found = rows.length === 1 ? rows : rows.filter((row) => textOf(row, 'currency') === currency)
  const book = textOf(found[0], 'orderbookId')
  if (found.length === 1 && ORDER_BOOK.test(book)) return book
  const traded = [...new Set(rows.map((row) => textOf(row, 'currency')))].join(', ')
  const advice = rows.length === 0 ? 'check the ISIN' : `it is traded in ${traded}, take the order book that the search gives`
  throw sourceError('unknown', `${NAME} has no single share ${isin} in ${currency}: ${advice}.`)
}

/** All shares, or those of one market where it has the ISIN already. */
async function listings(tools: PriceTools, isin: string): Promise<readonly JsonValue[]> {
  const all: JsonValue[] = []
  for (const category of CATEGORIES) {
    const list = await get(`/screener/shares?category=${category}&tableonly=false`, category, tools)
    all.push(...listAt(list, ['instrumentListing', 'rows'], NAME))
    if (all.some((row) => textOf(row, 'isin') === isin)) break
  }
  return all
}

async function get(path: string, what: string, tools: PriceTools): Promise<JsonValue> {
  const text = await requestText(tools, {
    url: `${BASE}${path}`,
    expect: 'json',
    noData: [400, 404],
    timeoutSeconds: 10,
    retries: 1,
  })
  const data = member(readJson(text ?? '{}', NAME), 'data')
  if (data === undefined || data === null)
    throw sourceError('unknown', `${NAME} has nothing of ${what}: check it with the search.`)
  return data
}

/** By ISIN only, and those of the countries of these exchanges: each search loads the lists of all shares. */
async function search(query: string, tools: PriceTools): Promise<SearchHit[]> {
  const isin = query.trim().toUpperCase()
  if (!isIsin(isin) || !NORDIC.test(isin)) return []
  const found = (await listings(tools, isin)).filter((row) => textOf(row, 'isin') === isin)
  return found.filter((row) => ORDER_BOOK.test(textOf(row, 'orderbookId'))).map(hitOf)
}

function hitOf(row: JsonValue): SearchHit {
  const [identifier, symbol, name] = [textOf(row, 'orderbookId'), textOf(row, 'symbol'), textOf(row, 'fullName')]
  const listing = { currency: textOf(row, 'currency'), exchange: NAME, isin: textOf(row, 'isin') }
  return { identifier, symbol, name, type: 'STOCK', ...listing, ...sectorOf(textOf(row, 'sector')) }
}
