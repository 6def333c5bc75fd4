/** Binance: public daily bars of pairs, by UTC day, oldest first, 1,000 a call. Most pairs are priced in USDT, which is not USD. */
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { listAt, readJson } from '#plugins/kit/json.ts'
import { spansOf } from '#plugins/kit/period.ts'
import { addDays } from '#src/shared/date.ts'
import { AppError } from '#src/shared/errors.ts'
import { dayOfBar, lastEndedUtcDay, pairCurrency, pairFaults, quoteOf, STABLECOIN_OPTION } from '../coin-pair.ts'
import type { PriceChunk, PriceRequest, PriceTools } from '../contract.ts'
import { closesOf, type SourceRow } from '../daily-rows.ts'
import { definePrices } from '../provider.ts'

const NAME = 'Binance'
/** The second has market data only, and also answers where the first does not serve. */
const HOSTS = ['https://api.binance.com', 'https://data-api.binance.vision']
const CURRENCIES = 'EUR GBP TRY BRL AUD PLN RON ZAR UAH CZK MXN ARS COP JPY'.split(' ')
const SPAN_DAYS = 1000
const PAUSE_MILLISECONDS = 250
const NOT_SERVED = 451
const NO_SUCH_PAIR = 400

export default definePrices({
  code: 'BINANCE',
  name: NAME,
  description: 'Closes of cryptocurrencies at the end of the UTC day, as traded at Binance, from the first day of a pair on.',
  website: 'https://www.binance.com',
  attribution: 'Source: Binance.',
  adjusted: 'none',
  types: ['CRYPTO'],
  identifierHint: 'A pair of Binance such as BTCEUR; one in USDT, such as BTCUSDT, needs the option stablecoin_as',
  options: [STABLECOIN_OPTION],
  check: (config) =>
    /^[A-Z0-9]{5,20}$/i.test(config.identifier)
      ? pairFaults(config, quoteOf(config.identifier.toUpperCase(), CURRENCIES), CURRENCIES, 'BTCEUR')
      : [{ pointer: '/identifier', detail: 'Must be a pair of Binance such as BTCEUR.' }],
  fetchPrices,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const pair = request.identifier.toUpperCase()
  const quote = quoteOf(pair, CURRENCIES) ?? ''
  const unit = pairCurrency(quote, CURRENCIES, request.options) ?? quote
  const to = lastEndedUtcDay(request.to, tools.clock())
  let calls = 0
  for (const span of spansOf({ from: request.from, to }, SPAN_DAYS)) {
    if (calls++ > 0) await tools.sleep(PAUSE_MILLISECONDS, tools.signal)
    const range = `startTime=${time(span.from)}&endTime=${time(addDays(span.to, 1)) - 1}&limit=${SPAN_DAYS}`
    const text = await get(`/api/v3/klines?symbol=${encodeURIComponent(pair)}&interval=1d&${range}`, pair, tools)
    yield closesOf(rowsOf(text), { source: NAME, unit, ...span })
  }
}

/** The bars from the first host that serves us. */
async function get(path: string, pair: string, tools: PriceTools): Promise<string> {
  for (const host of HOSTS) {
    const text = await ofHost(`${host}${path}`, tools)
    if (text === NOT_SERVED) continue
    if (text !== undefined) return text
    throw sourceError('unknown', `${NAME} has no pair ${pair}.`)
  }
  throw sourceError('refused', `${NAME} does not serve the country that this service runs in: take another source.`)
}

async function ofHost(url: string, tools: PriceTools): Promise<string | typeof NOT_SERVED | undefined> {
  try {
    return await requestText(tools, { url, expect: 'json', noData: [NO_SUCH_PAIR] })
  } catch (error) {
    if (error instanceof AppError && error.extras.extensions?.['upstream_status'] === NOT_SERVED) return NOT_SERVED
    throw error
  }
}

/** `[open time, open, high, low, close, volume, ...]`, figures as text. */
function rowsOf(text: string): SourceRow[] {
  return listAt({ bars: readJson(text, NAME) }, ['bars'], NAME).map((bar) => {
    const [opened = '', , , , close = '', volume] = Array.isArray(bar)
      ? bar.map((one) => (typeof one === 'string' ? one : ''))
      : []
    return { date: dayOfBar(opened, NAME), close, volume }
  })
}

function time(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
