/** Coinbase Exchange: public daily candles `[time, low, high, open, close, volume]` by UTC day, newest first, 300 a call. */
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { spansOf } from '#plugins/kit/period.ts'
import { dayOfBar, isCoinQuery, lastEndedUtcDay, pairCurrency, pairFaults, STABLECOIN_OPTION } from '../coin-pair.ts'
import type { PriceChunk, PriceConfig, PriceRequest, PriceTools, SearchHit } from '../contract.ts'
import { closesOf, type SourceRow } from '../daily-rows.ts'
import { definePrices } from '../provider.ts'

const NAME = 'Coinbase Exchange'
const BASE = 'https://api.exchange.coinbase.com'
const CURRENCIES = ['EUR', 'USD', 'GBP']
const SPAN_DAYS = 300
const PAUSE_MILLISECONDS = 200
/** The answer to days that lie too far back. */
const TOO_OLD = 400
const NO_SUCH_PAIR = 404

export default definePrices({
  code: 'COINBASE',
  name: NAME,
  description:
    'Closes of cryptocurrencies at the end of the UTC day, as traded at Coinbase Exchange, from the first day of a pair on.',
  website: 'https://exchange.coinbase.com',
  attribution: 'Source: Coinbase.',
  adjusted: 'none',
  types: ['CRYPTO'],
  identifierHint: 'A pair of Coinbase such as BTC-EUR (search gives it)',
  options: [STABLECOIN_OPTION],
  check: (config) =>
    /^[A-Z0-9]{1,15}-[A-Z]{3,6}$/i.test(config.identifier)
      ? pairFaults(config, quoteIn(config), CURRENCIES, 'BTC-EUR')
      : [{ pointer: '/identifier', detail: 'Must be a pair of Coinbase such as BTC-EUR.' }],
  fetchPrices,
  search,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const quote = quoteIn(request)
  const unit = pairCurrency(quote, CURRENCIES, request.options) ?? quote
  const to = lastEndedUtcDay(request.to, tools.clock())
  let calls = 0
  for (const span of spansOf({ from: request.from, to }, SPAN_DAYS)) {
    if (calls++ > 0) await tools.sleep(PAUSE_MILLISECONDS, tools.signal)
    yield closesOf(await candles(request.identifier.toUpperCase(), span, tools), { source: NAME, unit, ...span })
  }
}

async function candles(pair: string, span: { from: string; to: string }, tools: PriceTools): Promise<SourceRow[]> {
  const range = `granularity=86400&start=${span.from}T00:00:00Z&end=${span.to}T00:00:00Z`
  const url = `${BASE}/products/${encodeURIComponent(pair)}/candles?${range}`
  const text =
    (await requestText(tools, { url, expect: 'json', noData: [TOO_OLD, NO_SUCH_PAIR] })) ?? (await nothing(pair, tools))
  return listAt({ candles: readJson(text, NAME) }, ['candles'], NAME).map((candle) => {
    const [time, , , , close = '', volume] = Array.isArray(candle)
      ? candle.map((one) => (typeof one === 'string' ? one : ''))
      : []
    return { date: dayOfBar(`${time}000`, NAME), close, volume }
  })
}

/** No candles, where the pair is there: then the days were too old. */
async function nothing(pair: string, tools: PriceTools): Promise<string> {
  const url = `${BASE}/products/${encodeURIComponent(pair)}`
  if ((await requestText(tools, { url, expect: 'json', noData: [TOO_OLD, NO_SUCH_PAIR] })) !== undefined) return '[]'
  throw sourceError('unknown', `${NAME} has no pair ${pair}. Search gives its pairs.`)
}

async function search(query: string, tools: PriceTools): Promise<SearchHit[]> {
  if (!isCoinQuery(query)) return []
  const wanted = query.trim().toUpperCase()
  const text = (await requestText(tools, { url: `${BASE}/products`, expect: 'json', timeoutSeconds: 8, retries: 0 })) ?? '[]'
  return listAt({ products: readJson(text, NAME) }, ['products'], NAME).flatMap((product) => {
    const [identifier, symbol, currency] = [
      textOf(product, 'id'),
      textOf(product, 'base_currency'),
      textOf(product, 'quote_currency'),
    ]
    if (![identifier, symbol].includes(wanted) || !CURRENCIES.includes(currency)) return []
    return [{ identifier, symbol, name: textOf(product, 'display_name') || identifier, type: 'CRYPTO', currency }]
  })
}

function quoteIn({ identifier }: Pick<PriceConfig, 'identifier'>): string {
  return identifier.toUpperCase().split('-')[1] ?? ''
}
