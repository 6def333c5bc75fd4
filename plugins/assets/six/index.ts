/**
 * SIX Swiss Exchange, delayed by 15 minutes. One ISIN may be traded in several currencies, each a row of its own, which its number (`ValorId`: ISIN,
 * currency and market) tells apart. Parallel lists, days in Zurich; a day without a close has "" in its place.
 */
import { parseDay } from '#plugins/kit/date.ts'
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { type JsonValue, listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import { isIsin } from '#src/shared/identifier.ts'
import type { PriceChunk, PriceRequest, PriceTools, SearchHit } from '../contract.ts'
import { isinFaults, lastFinished, requireAny } from '../exchange.ts'
import { CURRENCY_OPTION, definePrices } from '../provider.ts'
import { inMajorUnit, majorUnit } from '../quote.ts'

const NAME = 'SIX Swiss Exchange'
const HOST = 'https://www.six-group.com'
const ZURICH = { timeZone: 'Europe/Zurich', sessionEnd: '18:00' }
const FIELDS = ['ShortName', 'ISIN', 'ValorSymbol', 'TradingCurrency'] as const

export default definePrices({
  code: 'SIX',
  name: NAME,
  description:
    'Daily closes of Swiss shares, funds, structured products and bonds (in percent of the nominal value). No dividends are taken out; whether old closes follow a split has not been proved.',
  website: HOST,
  attribution: 'Source: SIX Swiss Exchange.',
  adjusted: 'none',
  identifierHint: 'The ISIN',
  options: [{ ...CURRENCY_OPTION, description: "The currency of the listing: ISO 4217; without it the asset's currency" }],
  check: ({ identifier }) => isinFaults(identifier),
  fetchPrices,
  search,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const isin = request.identifier.toUpperCase()
  const to = lastFinished(request.to, tools.clock(), ZURICH)
  if (to < request.from) return
  const columns = `netting=1440&columns=Date,Time,Close,Open,High,Low,TotalVolume&fromdate=${request.from.replaceAll('-', '')}`
  const url = `${HOST}/itf/fqs/delayed/charts.json?${columns}&where=ISIN=${isin}&select=ISIN,ValorId,TradingCurrency`
  const text = (await requestText(tools, { url, expect: 'json' })) ?? '{}'
  yield readChart(readJson(text, NAME), { ...request, identifier: isin, to })
}

function readChart(body: JsonValue, request: PriceRequest): PriceChunk {
  const { identifier, from, to, options } = request
  const listings = listAt(body, ['valors'], NAME).filter((one) => textOf(one, 'ISIN') === identifier)
  const quoted = options['currency'] ?? request.currency
  requireAny(
    listings,
    { from, to, isEveryDay: true },
    `${NAME} has no prices of ${identifier}: check the ISIN, or choose another source.`,
  )
  if (listings.length === 0) return { prices: [], issues: [] }
  const data = member(listingIn(listings, quoted, identifier), 'data') ?? null
  const [days, closes, volumes] = ['Date', 'Close', 'TotalVolume'].map((name) => listAt(data, [name], NAME))
  if (days?.length !== closes?.length || days?.length !== volumes?.length)
    throw sourceError('format', `${NAME} sent lists of different lengths; nothing of them was taken.`)
  const unit = majorUnit(quoted)
  const issues: PriceChunk['issues'][number][] = []
  const prices = (days ?? []).flatMap((day, index) => {
    const date = typeof day === 'string' && /^\d{8}$/.test(day) ? parseDay(day, 'ymd') : undefined
    const [close, volume] = [closes?.[index], volumes?.[index]]
    if (close === '' || close === null || volume === '0' || volume === '') return []
    const figure = typeof close === 'string' ? figureOf(close) : undefined
    if (date === undefined || figure === undefined)
      issues.push({ code: 'not-a-price', detail: `${NAME}: a day cannot be read.`, date })
    else if (date >= from && date <= to) return [{ date, close: inMajorUnit(figure, unit.divisor), currency: unit.currency }]
    return []
  })
  return { prices, issues }
}

/** The listing in that currency. Throws AppError `source/unknown` where there are only others; one that does not say its currency is taken when it is alone. */
function listingIn(listings: readonly JsonValue[], currency: string, isin: string): JsonValue | undefined {
  const currencies = listings.map((one) => textOf(one, 'TradingCurrency') || textOf(one, 'ValorId').slice(12, 15))
  if (listings.length === 1 && currencies[0] === '') return listings[0]
  const place = currencies.indexOf(currency)
  if (place >= 0) return listings[place]
  const known = currencies.filter((one) => one !== '').join(', ') || 'currencies that it does not say'
  throw sourceError('unknown', `${NAME} trades ${isin} in ${known}, not in ${currency}: say it by the option currency.`)
}

/** By ISIN only: one hit for each currency in which it is traded. */
async function search(query: string, tools: PriceTools): Promise<SearchHit[]> {
  const isin = query.trim().toUpperCase()
  if (!isIsin(isin)) return []
  const url = `${HOST}/fqs/snap.json?where=ISIN=${isin}&select=${FIELDS.join(',')}`
  const body = readJson((await requestText(tools, { url, expect: 'json', timeoutSeconds: 8, retries: 0 })) ?? '{}', NAME)
  const names = listAt(body, ['colNames'], NAME)
  return listAt(body, ['rowData'], NAME).flatMap((row) => {
    const [name, number, symbol, currency] = FIELDS.map((field) => cellOf(row, names.indexOf(field)))
    if (!name || number !== isin) return []
    return [{ identifier: isin, symbol: symbol || isin, name, isin, exchange: NAME, ...(currency ? { currency } : {}) }]
  })
}

function cellOf(row: JsonValue, place: number): string {
  const cell: JsonValue | undefined = Array.isArray(row) ? (row as readonly JsonValue[])[place] : undefined
  return typeof cell === 'string' ? cell : ''
}
