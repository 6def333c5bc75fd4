/**
 * Wiener Börse: the page of a share's history leads to its CSV file, by a parameter whose number may change; only the days are put in its place.
 * German titles, decimal commas, oldest first, and no line end after the last row.
 */
import { readColumns } from '#plugins/kit/columns.ts'
import { parseDay } from '#plugins/kit/date.ts'
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { figureOf, isMissing } from '#plugins/kit/rate.ts'
import type { PriceChunk, PriceRequest, PriceTools } from '../contract.ts'
import { isinFaults, lastFinished, requireAny } from '../exchange.ts'
import { definePrices } from '../provider.ts'

const NAME = 'Wiener Börse'
const BASE = 'https://www.wienerborse.at'
const VIENNA = { timeZone: 'Europe/Vienna', sessionEnd: '18:00' }
const [DAY, CLOSE, VOLUME] = ['Datum', 'Schlusspreis', 'Stückumsatz1'] as const

export default definePrices({
  code: 'WIENER_BOERSE',
  name: NAME,
  description:
    'Daily closes of Austrian shares in EUR, back to 2000. No dividends are taken out; whether old closes follow a split has not been proved.',
  website: BASE,
  attribution: 'Source: Wiener Börse AG.',
  adjusted: 'none',
  identifierHint: 'An Austrian ISIN, such as AT0000937503',
  pauseMilliseconds: 2000,
  check: ({ identifier }) =>
    /^AT/i.test(identifier)
      ? isinFaults(identifier)
      : [{ pointer: '/identifier', detail: 'Must be an Austrian ISIN: it begins with AT.' }],
  fetchPrices,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const isin = request.identifier.toUpperCase()
  const to = lastFinished(request.to, tools.clock(), VIENNA)
  if (to < request.from) return
  const url = `${BASE}/aktien-prime-market/x-${isin}/historische-daten/`
  const page = await requestText(tools, { url, expect: 'html', maxBytes: 4 * 1024 * 1024, noData: [404] })
  const unknown = `${NAME} has no prices of ${isin}: check the ISIN, or choose another source.`
  if (page === undefined || !page.includes(isin)) throw sourceError('unknown', unknown)
  const text = (await requestText(tools, { url: downloadIn(page, request.from, to), expect: 'csv' })) ?? ''
  const chunk = readHistory(text, { ...request, to })
  requireAny(chunk.prices, { from: request.from, to, isEveryDay: false }, unknown)
  yield chunk
}

/** The address of the file for these days. Throws AppError `source/format` when the page has none at its own host. */
function downloadIn(page: string, from: string, to: string): string {
  for (const [, link = ''] of page.matchAll(/href="([^"]{1,2000})"/g)) {
    const url = URL.parse(link.replaceAll('&amp;', '&'), BASE)
    const names = [...(url?.searchParams.keys() ?? [])]
    const nameOf = (part: string) => names.find((name) => name.endsWith(`[${part}]`)) ?? ''
    const [kind, start, end] = [nameOf('DOWNLOAD'), nameOf('DATETIME_TZ_START_RANGE'), nameOf('DATETIME_TZ_END_RANGE')]
    if (url?.origin !== BASE || url.searchParams.get(kind) !== 'csv' || start === '' || end === '') continue
    url.searchParams.set(start, germanDay(from))
    url.searchParams.set(end, germanDay(to))
    return url.href
  }
  throw sourceError(
    'format',
    `${NAME} has no file of prices on the page of this ISIN: check it; if it is right, the format has changed.`,
  )
}

function germanDay(day: string): string {
  return day.split('-').toReversed().join('.')
}

function readHistory(text: string, { from, to }: PriceRequest): PriceChunk {
  const whole = text.endsWith('";') ? `${text}\n` : text
  const issues: PriceChunk['issues'][number][] = []
  const prices = readColumns(whole, [DAY, CLOSE, VOLUME], NAME, ';').flatMap((row) => {
    const [date, close] = [parseDay(row[DAY], 'dmy'), figureOf(row[CLOSE], 'comma')]
    if (isMissing(row[CLOSE]) || row[VOLUME] === '0' || isMissing(row[VOLUME])) return []
    if (date === undefined || close === undefined)
      issues.push({ code: 'not-a-price', detail: `${NAME}: the row of ${row[DAY].slice(0, 20)} cannot be read.`, date })
    else if (date >= from && date <= to) return [{ date, close, currency: 'EUR' }]
    return []
  })
  return { prices, issues }
}
