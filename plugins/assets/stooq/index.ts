/**
 * Stooq daily CSV. Symbols in lower case with a market suffix; the header is English or Polish; "No data" and "Exceeded ..." are 200 answers. Programs get
 * a page in place of the file, also at 200, which wants JavaScript to check the browser; we do not solve it.
 */
import { readRows } from '#plugins/kit/columns.ts'
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import { isCurrency } from '#src/shared/currency.ts'
import { isDay } from '#src/shared/date.ts'
import { AppError } from '#src/shared/errors.ts'
import type { PriceChunk, PriceConfig, PriceFault, PriceRequest, PriceTools } from '../contract.ts'
import { CURRENCY_OPTION, definePrices } from '../provider.ts'
import { inMajorUnit, majorUnit } from '../quote.ts'

const NAME = 'Stooq'
const SYMBOL = /^[a-z0-9^._-]{1,30}$/i
const MARKETS: Readonly<Record<string, string>> = { us: 'USD', de: 'EUR', jp: 'JPY', hk: 'HKD', hu: 'HUF' }

export default definePrices({
  code: 'STOOQ',
  name: NAME,
  description:
    'Daily closes of shares, funds and indices. History is adjusted for splits and dividends. Answers programs with a page that checks the browser: take it only where no other source has an asset.',
  website: 'https://stooq.com',
  attribution: 'Source: stooq.com.',
  adjusted: 'splits-and-dividends',
  identifierHint: 'A Stooq symbol such as spy.us, sap.de, wig20',
  options: [CURRENCY_OPTION],
  pauseMilliseconds: 1500,
  check: (config) => [
    ...(SYMBOL.test(config.identifier) ? [] : [{ pointer: '/identifier', detail: 'Must be a Stooq symbol such as spy.us.' }]),
    ...unitFaults(config),
  ],
  fetchPrices,
})

/** London quotes in pence, pounds, dollars or euros, and the file does not say which: a guess would be wrong a hundredfold. */
function unitFaults({ identifier, options }: PriceConfig): PriceFault[] {
  if (!/\.uk$/i.test(identifier) || options['currency'] !== undefined) return []
  return [{ pointer: '/options/currency', detail: 'Say what London quotes it in: GBX (pence), GBP, USD or EUR.' }]
}

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const symbol = encodeURIComponent(request.identifier.toLowerCase())
  const days = `d1=${request.from.replaceAll('-', '')}&d2=${request.to.replaceAll('-', '')}`
  const url = `https://stooq.com/q/d/l/?s=${symbol}&i=d&${days}`
  yield readDaily(await get(url, tools), request)
}

async function get(url: string, tools: PriceTools): Promise<string> {
  try {
    return (await requestText(tools, { url, expect: 'csv' })) ?? ''
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'source/html') throw error
    const detail = `${NAME} answers programs with a page that wants JavaScript, and gives no prices: choose another source.`
    throw sourceError('html', detail, { cause: error })
  }
}

function readDaily(text: string, request: PriceRequest): PriceChunk {
  if (/^\s*(no data|brak danych)/i.test(text)) return { prices: [], issues: [] }
  if (/^\s*(exceeded|przekroczony)/i.test(text))
    throw sourceError('busy', `${NAME} answers no more today: its daily limit is used up.`)
  const [header, ...rows] = readRows(text.endsWith('\n') ? text : `${text}\n`, NAME)
  const titles = header?.map((title) => title.trim().toLowerCase()) ?? []
  const [date, close] = [placeOf(titles, 'date', 'data'), placeOf(titles, 'close', 'zamkniecie')]
  if (date < 0 || close < 0) throw sourceError('format', `${NAME} sent something that is no table of prices.`)
  const { currency, divisor } = majorUnit(request.options['currency'] ?? currencyOf(request))
  const issues: PriceChunk['issues'][number][] = []
  const prices = rows.flatMap((cells) => {
    const day = cells[date]?.trim() ?? ''
    const figure = figureOf(cells[close] ?? '')
    if (isDay(day) && figure !== undefined) return [{ date: day, close: inMajorUnit(figure, divisor), currency }]
    issues.push({ code: 'not-a-price', detail: `${NAME}: the row of ${day.slice(0, 20)} cannot be read.` })
    return []
  })
  return { prices, issues }
}

/** By the market suffix; of currency pairs the second; Polish shares and indices have no suffix, the asset says what they are in. */
function currencyOf({ identifier, currency }: PriceRequest): string {
  const [base, quote] = [identifier.slice(0, 3).toUpperCase(), identifier.slice(3).toUpperCase()]
  if (/^[A-Z]{6}$/i.test(identifier) && isCurrency(base) && isCurrency(quote)) return quote
  const suffix = /\.([a-z]+)$/i.exec(identifier)?.[1]?.toLowerCase()
  return (suffix === undefined ? undefined : MARKETS[suffix]) ?? currency
}

function placeOf(titles: readonly string[], ...names: readonly string[]): number {
  return titles.findIndex((title) => names.includes(title))
}
