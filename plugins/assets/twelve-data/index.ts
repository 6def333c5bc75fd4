/** Twelve Data: daily rows, newest first, adjusted for splits; figures are 32-bit floats with five places. Errors come with any status, 200 included. */
import { sourceError } from '#plugins/kit/http.ts'
import { type JsonValue, listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { earlier, spansOf } from '#plugins/kit/period.ts'
import { figureOf, significant } from '#plugins/kit/rate.ts'
import { addDays } from '#src/shared/date.ts'
import type { PriceChunk, PriceRequest, PriceTools, SearchHit } from '../contract.ts'
import { closesOf } from '../daily-rows.ts'
import { notCovered, requestKeyed } from '../keyed.ts'
import { definePrices } from '../provider.ts'
import { majorUnit } from '../quote.ts'
import { lastEndedDay } from '../trading-day.ts'

const NAME = 'Twelve Data'
const BASE = 'https://api.twelvedata.com'
const KEY = { setting: 'TWELVE_DATA_API_KEY', required: true, website: 'https://twelvedata.com/account/api-keys' }
/** Of trading days; 5,000 rows are given at once, and what is older is cut off without a word. */
const SPAN_DAYS = 6500
const FLOAT_DIGITS = 7
const PAUSE_MILLISECONDS = 8000
const TYPES: Readonly<Record<string, string>> = {
  ...{ 'Common Stock': 'STOCK', 'Preferred Stock': 'STOCK', 'Depositary Receipt': 'STOCK', REIT: 'STOCK', ETF: 'ETF' },
  ...{ 'Mutual Fund': 'FUND', Index: 'INDEX', 'Digital Currency': 'CRYPTO' },
}

export default definePrices({
  code: 'TWELVE_DATA',
  name: NAME,
  description:
    'Daily closes of shares and funds of most exchanges; eight calls a minute are free, US listings among them. History is adjusted for splits, which it does not report: enter them as events of the asset.',
  website: 'https://twelvedata.com',
  attribution: 'Source: Twelve Data.',
  adjusted: 'splits',
  identifierHint: 'A symbol such as AAPL, outside the US with the MIC of its exchange, such as IWDA:XAMS (search gives it)',
  pauseMilliseconds: PAUSE_MILLISECONDS,
  key: KEY,
  check: ({ identifier }) =>
    /^[A-Z0-9./-]{1,20}(?::[A-Z0-9]{4})?$/i.test(identifier)
      ? []
      : [{ pointer: '/identifier', detail: 'Must be a symbol such as AAPL or IWDA:XAMS.' }],
  fetchPrices,
  search,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const [symbol = '', mic] = request.identifier.toUpperCase().split(':')
  const listing = `symbol=${encodeURIComponent(symbol)}${mic === undefined ? '' : `&mic_code=${mic}`}`
  let calls = 0
  for (const { from, to } of spansOf(request, SPAN_DAYS)) {
    if (calls++ > 0) await tools.sleep(PAUSE_MILLISECONDS, tools.signal)
    const range = `interval=1day&start_date=${from}&end_date=${addDays(to, 1)}&outputsize=5000&adjust=splits`
    const answer = await get(`/time_series?${listing}&${range}`, tools)
    if (answer === undefined) throw unknown(request.identifier)
    yield readSeries(answer, { ...request, from, to }, tools)
  }
}

async function get(path: string, tools: PriceTools, patience: { timeoutSeconds?: number; retries?: number } = {}) {
  const url = `${BASE}${path}&apikey=${encodeURIComponent(tools.key ?? '')}`
  const text = await requestKeyed({ name: NAME, key: KEY }, tools, { url, expect: 'json', noData: [400, 404], ...patience })
  return text === undefined ? undefined : readJson(text, NAME)
}

function readSeries(answer: JsonValue, { identifier, from, to }: PriceRequest, tools: PriceTools): PriceChunk {
  if (textOf(answer, 'status') === 'error') {
    const [code, message] = [textOf(answer, 'code'), textOf(answer, 'message').slice(0, 200)]
    if (code === '429') throw sourceError('busy', `${NAME} answers no more for now: ${message}`)
    if (code === '401' || code === '403')
      throw notCovered(`${NAME} refuses: check ${KEY.setting}, and that its plan covers this. ${message}`, Number(code))
    if (/no data is available/i.test(message)) return { prices: [], issues: [] }
    throw code === '400' || code === '404' ? unknown(identifier) : sourceError('refused', `${NAME} says: ${message}`)
  }
  const meta = member(answer, 'meta')
  const unit = textOf(meta, 'currency') || textOf(meta, 'currency_quote')
  if (unit === '') throw sourceError('format', `${NAME} does not say the currency: the format has changed.`)
  const rows = listAt(answer, ['values'], NAME).map((row) => {
    const close = figureOf(textOf(row, 'close'))
    return {
      date: textOf(row, 'datetime').slice(0, 10),
      close: close === undefined ? 'unreadable' : significant(close, FLOAT_DIGITS),
      volume: textOf(row, 'volume'),
    }
  })
  const ended = earlier(to, lastEndedDay(tools.clock(), textOf(meta, 'exchange_timezone') || 'UTC'))
  const { prices, issues } = closesOf(rows, { source: NAME, unit, from, to: ended })
  return {
    prices: TYPES[textOf(meta, 'type')] === 'STOCK' ? prices.map((one) => inCents(one, majorUnit(unit).divisor)) : prices,
    issues,
  }
}

/** Shares are quoted in hundredths from 1 on; what is beyond is left of the float and of the split that is undone. */
function inCents(price: PriceChunk['prices'][number], divisor: number): PriceChunk['prices'][number] {
  const places = 1 + String(divisor).length
  return price.close.startsWith('0.') ? price : { ...price, places }
}

function unknown(identifier: string) {
  return sourceError(
    'unknown',
    `${NAME} has no ${identifier}: outside the US say the exchange too, such as IWDA:XAMS. Search gives it.`,
  )
}

async function search(query: string, tools: PriceTools): Promise<SearchHit[]> {
  const found = await get(`/symbol_search?symbol=${encodeURIComponent(query)}`, tools, { timeoutSeconds: 8, retries: 0 })
  if (found === undefined) return []
  return listAt(found, ['data'], NAME).map((one) => {
    const [symbol, mic] = [textOf(one, 'symbol'), textOf(one, 'mic_code')]
    const unit = textOf(one, 'currency')
    return {
      ...{ identifier: mic === '' ? symbol : `${symbol}:${mic}`, symbol, name: textOf(one, 'instrument_name') || symbol },
      ...{
        type: TYPES[textOf(one, 'instrument_type')],
        currency: unit === '' ? undefined : majorUnit(unit).currency,
        exchange: mic || undefined,
      },
    }
  })
}
