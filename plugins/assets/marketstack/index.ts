/** Marketstack v2: daily rows, newest first, 1,000 a call, with the dividend of their day. Rows carry no currency. */
import { sourceError } from '#plugins/kit/http.ts'
import { type JsonValue, listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import { lastEndedUtcDay } from '../coin-pair.ts'
import type { PriceChunk, PriceRequest, PriceTools, ProviderDividend } from '../contract.ts'
import { closesOf } from '../daily-rows.ts'
import { requestKeyed } from '../keyed.ts'
import { CURRENCY_OPTION, definePrices } from '../provider.ts'
import { londonFaults, unitOf } from '../unit-of.ts'

const NAME = 'Marketstack'
const KEY = { setting: 'MARKETSTACK_API_KEY', required: true, website: 'https://marketstack.com/dashboard' }
const PAGE_ROWS = 1000
const MAX_PAGES = 40
const PAUSE_MILLISECONDS = 250

export default definePrices({
  code: 'MARKETSTACK',
  name: NAME,
  description:
    'Daily closes of shares and funds as they were traded, with dividends; 100 calls a month and a year of history are free. Which way its splits count is not proven, so they are left out: enter them as events of the asset.',
  website: 'https://marketstack.com',
  attribution: 'Source: Marketstack.',
  adjusted: 'none',
  identifierHint: 'A symbol such as AAPL, outside the US with the MIC of its exchange, such as BMW.XETRA',
  options: [CURRENCY_OPTION],
  key: KEY,
  check: (config) => [
    ...(/^[A-Z0-9.-]{1,30}$/i.test(config.identifier)
      ? []
      : [{ pointer: '/identifier', detail: 'Must be a symbol such as AAPL or BMW.XETRA.' }]),
    ...londonFaults(config, ['XLON', 'LSE', 'L']),
  ],
  fetchPrices,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const unit = unitOf(request, { '': 'USD' })
  const to = lastEndedUtcDay(request.to, tools.clock())
  for (let [page, offset] = [0, 0]; page < MAX_PAGES; page++) {
    if (page > 0) await tools.sleep(PAUSE_MILLISECONDS, tools.signal)
    const answer = await get(request, offset, tools)
    const rows = listAt(answer, ['data'], NAME)
    yield {
      ...closesOf(rows.map(rowOf), { source: NAME, unit, from: request.from, to }),
      dividends: rows.flatMap((row) => dividendOf(row, unit)),
    }
    offset += rows.length
    if (rows.length === 0 || offset >= Number(textOf(member(answer, 'pagination'), 'total') || '0')) return
  }
}

function rowOf(row: JsonValue) {
  return { date: textOf(row, 'date').slice(0, 10), close: textOf(row, 'close'), volume: textOf(row, 'volume') }
}

function dividendOf(row: JsonValue, currency: string): ProviderDividend[] {
  const amount = figureOf(textOf(row, 'dividend'))
  return amount === undefined || amount === '0' ? [] : [{ date: rowOf(row).date, amount, currency }]
}

async function get({ identifier, from, to }: PriceRequest, offset: number, tools: PriceTools): Promise<JsonValue> {
  const query = new URLSearchParams({
    ...{ access_key: tools.key ?? '', symbols: identifier.toUpperCase(), date_from: from, date_to: to },
    ...{ limit: String(PAGE_ROWS), offset: String(offset) },
  })
  const url = `https://api.marketstack.com/v2/eod?${query}`
  const text = await requestKeyed({ name: NAME, key: KEY }, tools, { url, expect: 'json', noData: [404, 406, 422] })
  const answer = text === undefined ? undefined : readJson(text, NAME)
  const fault = textOf(member(answer, 'error'), 'code')
  if (answer === undefined || /symbol/i.test(fault))
    throw sourceError('unknown', `${NAME} has no ${identifier}: outside the US say the exchange too.`)
  if (/usage_limit|rate_limit/i.test(fault))
    throw sourceError('busy', `${NAME} answers no more for now: the calls of its plan are used up.`)
  if (fault !== '')
    throw sourceError('refused', `${NAME} refuses (${fault.slice(0, 60)}): check ${KEY.setting}, and that its plan covers this.`)
  return answer
}
