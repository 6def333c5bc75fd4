/** Taiwan Stock Exchange: a calendar month a call. Years are those of the Republic (112 = 2023), figures texts with commas, `--` is a day without trade. */
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { type JsonValue, listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { later, monthsOf } from '#plugins/kit/period.ts'
import { figureOf, isMissing } from '#plugins/kit/rate.ts'
import { isDay, monthOf } from '#src/shared/date.ts'
import { chunkFrom } from '../closes.ts'
import type { PriceChunk, PriceConfig, PriceFault, PriceRequest, PriceTools } from '../contract.ts'
import { lastFinished, requireAny } from '../exchange.ts'
import { CURRENCY_OPTION, definePrices } from '../provider.ts'
import { inMajorUnit, majorUnit } from '../quote.ts'

const NAME = 'Taiwan Stock Exchange'
const URL = 'https://www.twse.com.tw/rwd/zh/afterTrading/STOCK_DAY'
const TAIPEI = { timeZone: 'Asia/Taipei', sessionEnd: '15:00' }
/** Three calls in five seconds are the limit. */
const PAUSE_MS = 1800
const MAX_MONTHS = 36
const FIRST_YEAR = 1911

export default definePrices({
  code: 'TWSE',
  name: NAME,
  description:
    'Daily closes of shares and funds listed in Taiwan, as traded, in TWD. At most three years in one refresh: older ones with `from` and `to`.',
  website: 'https://www.twse.com.tw',
  attribution: 'Source: Taiwan Stock Exchange.',
  adjusted: 'none',
  identifierHint: 'The number of the security, such as 2330 or 0050',
  options: [{ ...CURRENCY_OPTION, description: 'What it is traded in, where that is not TWD: ISO 4217' }],
  pauseMilliseconds: PAUSE_MS,
  check: faultsOf,
  fetchPrices,
})

/** A sixth character K, M, S or C says that a fund is traded in a foreign currency, which the answer does not name. */
function faultsOf({ identifier, options }: PriceConfig): PriceFault[] {
  if (!/^\d{4}[0-9A-Z]{0,2}$/i.test(identifier))
    return [{ pointer: '/identifier', detail: 'Must be a number of the exchange, such as 2330.' }]
  const isForeign = /^.{5}[KMSC]$/i.test(identifier) && options['currency'] === undefined
  return isForeign ? [{ pointer: '/options/currency', detail: 'Say what it is traded in: not in TWD, by its last letter.' }] : []
}

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const { identifier } = request
  const to = lastFinished(request.to, tools.clock(), TAIPEI)
  const months = [...monthsOf({ from: later(request.from, '2010-01-01'), to })].slice(-MAX_MONTHS)
  const from = months[0]?.from ?? to
  const found: JsonValue[] = []
  for (const [index, month] of months.entries()) {
    if (index > 0) await tools.sleep(PAUSE_MS, tools.signal)
    const query = `date=${monthOf(month.from).replace('-', '')}01&stockNo=${identifier.toUpperCase()}&response=json`
    const text = (await requestText(tools, { url: `${URL}?${query}`, expect: 'json' })) ?? '{}'
    const { rows, chunk } = readMonth(readJson(text, NAME), { ...request, from, to })
    found.push(...rows)
    yield chunk
  }
  const period = { from, to, isEveryDay: true }
  requireAny(found, period, `${NAME} has no prices of ${identifier} since ${from}: check the number of the security.`)
}

function readMonth(body: JsonValue, request: PriceRequest): { rows: readonly JsonValue[]; chunk: PriceChunk } {
  const state = textOf(body, 'stat')
  if (/沒有符合|小於/.test(state)) return { rows: [], chunk: { prices: [], issues: [] } }
  if (state !== 'OK') throw sourceError('refused', `${NAME} refuses: "${state.slice(0, 100)}". Try again later.`)
  const titles = listAt(body, ['fields'], NAME)
  const [day, close] = [titles.indexOf('日期'), titles.indexOf('收盤價')]
  if (day < 0 || close < 0) throw sourceError('format', `${NAME} sent a table without days and closes: the format has changed.`)
  const { currency, divisor } = majorUnit(request.options['currency'] ?? 'TWD')
  const rows = listAt(body, ['data'], NAME)
  const entries = rows.flatMap((row) => {
    const [shown, figure] = [cellOf(row, day), cellOf(row, close)]
    if (isMissing(figure)) return []
    const number = figureOf(figure)
    return [{ date: dayIn(shown), close: number === undefined ? undefined : inMajorUnit(number, divisor), shown }]
  })
  return { rows, chunk: chunkFrom(NAME, request, currency, entries) }
}

function cellOf(row: JsonValue, place: number): string {
  const cell: unknown = Array.isArray(row) ? row[place] : undefined
  return typeof cell === 'string' ? cell.trim() : ''
}

function dayIn(text: string): string | undefined {
  const [year, month, day] = /^(\d{2,3})\/(\d{2})\/(\d{2})$/.exec(text)?.slice(1) ?? []
  const date = `${Number(year) + FIRST_YEAR}-${month}-${day}`
  return isDay(date) ? date : undefined
}
