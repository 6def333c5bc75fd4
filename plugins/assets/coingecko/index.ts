/** CoinGecko API v3. Coins are known by id, not symbol. Ranges of more than 90 days give one point a day (00:00 UTC), and a last one of now. */
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { earlier, later } from '#plugins/kit/period.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import { addDays, dayOf } from '#src/shared/date.ts'
import type { PriceChunk, PriceRequest, PriceTools, SearchHit } from '../contract.ts'
import { definePrices } from '../provider.ts'

const NAME = 'CoinGecko'
const BASE = 'https://api.coingecko.com/api/v3'
const DAILY_FROM = 95
/** The free plan has a year of history. */
const HISTORY_DAYS = 364

export default definePrices({
  code: 'COINGECKO',
  name: NAME,
  description: 'Prices of cryptocurrencies at 00:00 UTC, in the currency of the asset; a year of history without a paid plan.',
  website: 'https://www.coingecko.com',
  attribution: 'Data provided by CoinGecko.',
  adjusted: 'none',
  types: ['CRYPTO'],
  identifierHint: 'The id of a coin, such as bitcoin (search gives it)',
  pauseMilliseconds: 6000,
  key: { setting: 'COINGECKO_API_KEY', required: false, website: 'https://www.coingecko.com/en/api' },
  check: ({ identifier }) =>
    /^[a-z0-9._-]{1,100}$/.test(identifier)
      ? []
      : [{ pointer: '/identifier', detail: 'Must be the id of a coin, such as bitcoin.' }],
  fetchPrices,
  search,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const today = dayOf(tools.clock())
  const oldest = addDays(today, -HISTORY_DAYS)
  const wanted = later(request.from, oldest)
  if (request.to < wanted) return
  const from = earlier(wanted, addDays(today, -DAILY_FROM))
  const range = `from=${seconds(from)}&to=${Math.floor(tools.clock().getTime() / 1000)}`
  const url = `${BASE}/coins/${encodeURIComponent(request.identifier)}/market_chart/range?vs_currency=${request.currency.toLowerCase()}&${range}`
  const text = await requestText(tools, { url, expect: 'json', headers: headersOf(tools), noData: [404] })
  if (text === undefined) throw sourceError('unknown', `${NAME} has no coin "${request.identifier}".`)
  yield readRange(text, request)
}

function readRange(text: string, { from, to, currency }: PriceRequest): PriceChunk {
  const days = new Map<string, string>()
  const issues: PriceChunk['issues'][number][] = []
  for (const point of listAt(readJson(text, NAME), ['prices'], NAME)) {
    const [time, price] = Array.isArray(point) ? (point as readonly unknown[]) : []
    const close = typeof price === 'string' ? figureOf(price) : undefined
    const date = typeof time === 'string' && /^\d{12,14}$/.test(time) ? dayOf(new Date(Number(time))) : undefined
    if (date === undefined || close === undefined)
      issues.push({ code: 'not-a-price', detail: `${NAME}: a point cannot be read.` })
    else if (date >= from && date <= to) days.set(date, close)
  }
  return { prices: [...days].map(([date, close]) => ({ date, close, currency })), issues }
}

async function search(query: string, tools: PriceTools): Promise<SearchHit[]> {
  const url = `${BASE}/search?query=${encodeURIComponent(query)}`
  const text =
    (await requestText(tools, { url, expect: 'json', headers: headersOf(tools), timeoutSeconds: 8, retries: 0 })) ?? '{}'
  return listAt(readJson(text, NAME), ['coins'], NAME).map((coin) => ({
    identifier: textOf(coin, 'id'),
    symbol: textOf(coin, 'symbol'),
    name: textOf(coin, 'name'),
    type: 'CRYPTO',
  }))
}

function headersOf(tools: PriceTools): Record<string, string> {
  return tools.key === undefined ? {} : { 'x-cg-demo-api-key': tools.key }
}

function seconds(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000
}
