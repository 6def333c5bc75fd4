/** Polygon (now Massive): daily bars of US listings, whose time is midnight in New York; splits and dividends are calls of their own. Five calls a minute are free. */
import { sourceError } from '#plugins/kit/http.ts'
import { type JsonValue, listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { earlier, later } from '#plugins/kit/period.ts'
import { addDays, dayOf } from '#src/shared/date.ts'
import type { PriceChunk, PriceRequest, PriceTools } from '../contract.ts'
import { closesOf } from '../daily-rows.ts'
import { requestKeyed } from '../keyed.ts'
import { definePrices } from '../provider.ts'
import { daysAt, lastEndedDay } from '../trading-day.ts'
import { dividendOf, splitOf } from './events.ts'

const NAME = 'Polygon'
const BASE = 'https://api.polygon.io'
const KEY = { setting: 'POLYGON_API_KEY', required: true, website: 'https://polygon.io/dashboard/keys' }
const NEW_YORK = 'America/New_York'
const PAUSE_MILLISECONDS = 13_000
const FREE_DAYS = 729

export default definePrices({
  code: 'POLYGON',
  name: NAME,
  description:
    'Daily closes of US shares and funds as they were traded, with splits and dividends; two years and five calls a minute are free.',
  website: 'https://polygon.io',
  attribution: 'Source: Polygon.',
  adjusted: 'none',
  identifierHint: 'A US ticker such as AAPL or BRK.B',
  options: [
    {
      name: 'events',
      description: 'no: leaves out splits and dividends, which are two slow calls more',
      required: false,
      values: ['yes', 'no'],
    },
    {
      name: 'history',
      description: 'full: more than two years, which needs a paid plan',
      required: false,
      values: ['recent', 'full'],
    },
  ],
  pauseMilliseconds: PAUSE_MILLISECONDS,
  key: KEY,
  check: ({ identifier }) =>
    /^[A-Za-z.]{1,12}$/.test(identifier)
      ? []
      : [{ pointer: '/identifier', detail: 'Must be a US ticker such as AAPL or BRK.B.' }],
  fetchPrices,
})

/** Splits and dividends until now, whatever was requested. */
async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const ended = earlier(request.to, lastEndedDay(tools.clock(), NEW_YORK))
  const oldest = addDays(dayOf(tools.clock()), -FREE_DAYS)
  const from = request.options['history'] === 'full' ? request.from : later(request.from, oldest)
  if (from > ended) return
  const ticker = request.identifier
  const answer = await get(
    `/v2/aggs/ticker/${encodeURIComponent(ticker)}/range/1/day/${from}/${ended}?adjusted=false&sort=asc&limit=50000`,
    ticker,
    tools,
  )
  const closes = readBars(answer, { from, to: ended })
  const isEmpty = closes.prices.length + closes.issues.length === 0
  yield request.options['events'] === 'no' || isEmpty
    ? closes
    : { ...closes, ...(await eventsOf({ ...request, from }, closes, tools)) }
}

/** What the bars are adjusted for is what the answer says, not what was requested. */
function readBars(answer: JsonValue, period: { from: string; to: string }): PriceChunk {
  const dayOfBar = daysAt(NEW_YORK)
  const bars = member(answer, 'results') === undefined ? [] : listAt(answer, ['results'], NAME)
  const rows = bars.map((bar) => {
    const time = textOf(bar, 't')
    if (!/^-?\d{1,14}$/.test(time)) throw sourceError('format', `${NAME} sent a bar without its time: the format has changed.`)
    return { date: dayOfBar(new Date(Number(time))), close: textOf(bar, 'c') || 'missing', volume: textOf(bar, 'v') }
  })
  return {
    ...closesOf(rows, { source: NAME, unit: 'USD', ...period }),
    adjusted: member(answer, 'adjusted') === false ? 'none' : 'splits',
  }
}

type Events = Pick<PriceChunk, 'splits' | 'dividends'>

/** Dividends are given as they were paid: with closes that are adjusted they would be multiplied, so they are left out. */
async function eventsOf({ identifier, from }: PriceRequest, { adjusted }: PriceChunk, tools: PriceTools): Promise<Events> {
  await tools.sleep(PAUSE_MILLISECONDS, tools.signal)
  const found = await get(
    `/v3/reference/splits?ticker=${encodeURIComponent(identifier)}&execution_date.gte=${from}&limit=1000`,
    identifier,
    tools,
  )
  const splits = listAt(found, ['results'], NAME).flatMap((one) => splitOf(one, identifier))
  if (adjusted !== 'none') return { splits }
  await tools.sleep(PAUSE_MILLISECONDS, tools.signal)
  const paid = await get(
    `/v3/reference/dividends?ticker=${encodeURIComponent(identifier)}&ex_dividend_date.gte=${from}&limit=1000`,
    identifier,
    tools,
  )
  return { splits, dividends: listAt(paid, ['results'], NAME).flatMap((one) => dividendOf(one, identifier)) }
}

async function get(path: string, ticker: string, tools: PriceTools): Promise<JsonValue> {
  const url = `${BASE}${path}&apiKey=${encodeURIComponent(tools.key ?? '')}`
  const text = await requestKeyed({ name: NAME, key: KEY }, tools, { url, expect: 'json', noData: [404] })
  if (text === undefined) throw sourceError('unknown', `${NAME} has no ${ticker}; it knows US tickers in capital letters.`)
  return readJson(text, NAME)
}
