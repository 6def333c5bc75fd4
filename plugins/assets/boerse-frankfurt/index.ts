/**
 * Börse Frankfurt: the bridge to its charts, of Xetra alone. Parallel lists; `t` is 00:00 UTC of the trading day, `v` the turnover in money. The other
 * interface of the site wants a signature from its page, and is left alone.
 */
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { type JsonValue, listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import { dayOf } from '#src/shared/date.ts'
import { AppError } from '#src/shared/errors.ts'
import type { PriceChunk, PriceRequest, PriceTools } from '../contract.ts'
import { isinFaults, lastFinished, requireAny } from '../exchange.ts'
import { CURRENCY_OPTION, definePrices } from '../provider.ts'
import { inMajorUnit, majorUnit } from '../quote.ts'

const NAME = 'Börse Frankfurt'
const HISTORY = 'https://api.boerse-frankfurt.de/v1/tradingview/history'
const XETRA = { timeZone: 'Europe/Berlin', sessionEnd: '18:00' }
const DAY_SECONDS = 86_400

export default definePrices({
  code: 'BOERSE_FRANKFURT',
  name: NAME,
  description:
    'Daily closes of Xetra: German and many foreign shares, exchange traded funds. Ten years, no dividends taken out; whether old closes follow a split has not been proved. Bonds in percent of the nominal value.',
  website: 'https://www.boerse-frankfurt.de',
  attribution: 'Source: Deutsche Börse.',
  adjusted: 'none',
  types: ['STOCK', 'ETF', 'FUND', 'BOND'],
  byIsin: { mic: 'XETR' },
  identifierHint: 'The ISIN of what Xetra trades',
  options: [{ ...CURRENCY_OPTION, description: 'What Xetra quotes it in, where that is not EUR: ISO 4217' }],
  check: ({ identifier }) => isinFaults(identifier),
  fetchPrices,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const isin = request.identifier.toUpperCase()
  const to = lastFinished(request.to, tools.clock(), XETRA)
  if (to < request.from) return
  const range = `resolution=D&from=${seconds(request.from)}&to=${seconds(to) + DAY_SECONDS - 1}`
  const text = await get(`${HISTORY}?symbol=XETR%3A${isin}&${range}`, isin, tools)
  yield readBars(readJson(text, NAME), { ...request, identifier: isin, to })
}

/** The bridge answers 500, too, for what Xetra does not trade: that is no outage. */
async function get(url: string, isin: string, tools: PriceTools): Promise<string> {
  const detail = `${NAME} knows no ${isin} on Xetra: check the ISIN, or choose another source.`
  try {
    const text = await requestText(tools, { url, expect: 'json', noData: [400, 404], retries: 1 })
    if (text !== undefined) return text
  } catch (error) {
    if (!(error instanceof AppError) || error.extras.extensions?.['upstream_status'] !== 500) throw error
    throw sourceError('unknown', detail, { cause: error })
  }
  throw sourceError('unknown', detail)
}

function readBars(body: JsonValue, { identifier, from, to, options }: PriceRequest): PriceChunk {
  const state = textOf(body, 's')
  if (state !== 'ok' && state !== 'no_data')
    throw sourceError('format', `${NAME} sent an answer of state "${state.slice(0, 40)}": the format has changed.`)
  const [times, closes, turnovers] = state === 'ok' ? ['t', 'c', 'v'].map((name) => listAt(body, [name], NAME)) : []
  if (times?.length !== closes?.length || times?.length !== turnovers?.length)
    throw sourceError('format', `${NAME} sent lists of different lengths; nothing of them was taken.`)
  requireAny(
    times ?? [],
    { from, to, isEveryDay: false },
    `${NAME} has no prices of ${identifier} since ${from}: check the ISIN, or choose another source.`,
  )
  const unit = majorUnit(options['currency'] ?? 'EUR')
  const issues: PriceChunk['issues'][number][] = []
  const prices = (times ?? []).flatMap((time, index) => {
    const [close, turnover] = [closes?.[index], turnovers?.[index]]
    const date = typeof time === 'string' && /^\d{1,12}$/.test(time) ? dayOf(new Date(Number(time) * 1000)) : undefined
    const figure = typeof close === 'string' ? figureOf(close) : undefined
    if (close === null || (typeof turnover === 'string' && Number(turnover) === 0)) return []
    if (date === undefined || figure === undefined)
      issues.push({ code: 'not-a-price', detail: `${NAME}: a bar cannot be read.`, date })
    else if (date >= from && date <= to) return [{ date, close: inMajorUnit(figure, unit.divisor), currency: unit.currency }]
    return []
  })
  return { prices, issues }
}

function seconds(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000
}
