/**
 * Euronext live: the CSV download of a quote page. Rows come newest first and have one field more than the header (VWAP). A weekend and an unknown
 * identifier give the same empty table; an older start than two years is cut without a word; the currency is not in the file.
 */
import { readLooseRows, requireEven } from '#plugins/kit/columns.ts'
import { parseDay } from '#plugins/kit/date.ts'
import { requestText, sourceError } from '#plugins/kit/http.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { later } from '#plugins/kit/period.ts'
import { figureOf, isMissing } from '#plugins/kit/rate.ts'
import { addDays, dayOf } from '#src/shared/date.ts'
import type { PriceChunk, PriceConfig, PriceRequest, PriceTools, SearchHit } from '../contract.ts'
import { isinFaults, lastFinished, requireAny } from '../exchange.ts'
import { CURRENCY_OPTION, definePrices } from '../provider.ts'
import { inMajorUnit, majorUnit } from '../quote.ts'

const NAME = 'Euronext'
const BASE = 'https://live.euronext.com/en'
const PARIS = { timeZone: 'Europe/Paris', sessionEnd: '18:30' }
const HISTORY_DAYS = 730
/** Without it the site answers searches with a page. */
const FROM_SCRIPT = { 'X-Requested-With': 'XMLHttpRequest' }
const TYPES: Readonly<Record<string, string>> = {
  ...{ equities: 'STOCK', etfs: 'ETF', funds: 'FUND', bonds: 'BOND', indices: 'INDEX' },
  ...{ 'structured-products': 'WARRANT' },
}

export default definePrices({
  code: 'EURONEXT',
  name: NAME,
  description:
    'Daily closes of Paris, Amsterdam, Brussels, Lisbon, Dublin, Oslo and Milan: shares, funds, certificates, bonds (in percent of the nominal value). Two years of history, as traded; days without trade are left out unless the exchange set a close of its own.',
  website: 'https://live.euronext.com',
  attribution: 'Source: Euronext.',
  adjusted: 'none',
  identifierHint: 'ISIN and market, such as FR0000120271-XPAR (search gives it)',
  options: [CURRENCY_OPTION],
  check: faultsOf,
  fetchPrices,
  search,
})

function faultsOf({ identifier }: PriceConfig) {
  const [isin = '', mic = '', ...rest] = identifier.split('-')
  if (/^[A-Z0-9]{4}$/i.test(mic) && rest.length === 0) return isinFaults(isin)
  return [{ pointer: '/identifier', detail: 'Must be an ISIN and a market, such as FR0000120271-XPAR.' }]
}

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const from = later(request.from, addDays(dayOf(tools.clock()), -HISTORY_DAYS))
  const to = lastFinished(request.to, tools.clock(), PARIS)
  if (to < from) return
  const query = `format=csv&decimal_separator=.&date_form=d/m/Y&op=&adjusted=&base100=&startdate=${from}&enddate=${to}`
  const path = `/ajax/AwlHistoricalPrice/getFullDownloadAjax/${encodeURIComponent(request.identifier.toUpperCase())}`
  const text = (await requestText(tools, { url: `${BASE}${path}?${query}`, expect: 'csv' })) ?? ''
  yield readHistory(text, { ...request, from, to })
}

function readHistory(text: string, request: PriceRequest): PriceChunk {
  const all = readLooseRows(text, NAME, ';')
  const start = all.findIndex((cells) => cells[0]?.trim().toLowerCase() === 'date')
  const header = all[start] ?? []
  const titles = header.map((title) => title.trim().toLowerCase())
  const close = titles.indexOf('close')
  if (close < 0) throw sourceError('format', `${NAME} sent something that is no table of prices.`)
  const rows = all.slice(start + 1)
  const unnamed = rows.filter((cells) => cells.length !== header.length)
  requireEven([...header, 'vwap'], unnamed, NAME)
  const { identifier, from, to } = request
  requireAny(
    rows,
    { from, to, isEveryDay: true },
    `${NAME} has no prices of ${identifier} since ${from}: check ISIN and market, search gives both.`,
  )
  const unit = majorUnit(request.options['currency'] ?? request.currency)
  const issues: PriceChunk['issues'][number][] = []
  const prices = rows.flatMap((cells) => {
    const cell = (title: string) => cells[titles.indexOf(title)]?.trim() ?? ''
    const date = parseDay(cell('date'), 'dmy')
    const figure = figureOf(cell('close'))
    if (isUntraded(cell('number of shares')) && (isMissing(cell('close')) || cell('close') === cell('last'))) return []
    if (date === undefined || figure === undefined)
      issues.push({ code: 'not-a-price', detail: `${NAME}: the row of ${cell('date').slice(0, 20)} cannot be read.`, date })
    else if (date >= from && date <= to) return [{ date, close: inMajorUnit(figure, unit.divisor), currency: unit.currency }]
    return []
  })
  return { prices, issues }
}

function isUntraded(shares: string): boolean {
  return shares === '0'
}

/** The symbol stands only in the marked-up `label`; the last entry leads to all results and is none itself. */
async function search(query: string, tools: PriceTools): Promise<SearchHit[]> {
  const url = `${BASE}/instrumentSearch/searchJSON?q=${encodeURIComponent(query)}`
  const text = (await requestText(tools, { url, expect: 'json', headers: FROM_SCRIPT, timeoutSeconds: 8, retries: 0 })) ?? '[]'
  return listAt(readJson(text, NAME), [], NAME).flatMap((one) => {
    const [isin, mic, name] = [textOf(one, 'isin'), textOf(one, 'mic'), textOf(one, 'name')]
    if (isin === '' || mic === '' || name === '') return []
    const symbol = /class=['"]symbol['"]>([^<]{1,30})</.exec(textOf(one, 'label'))?.[1]?.trim() ?? isin
    const type = TYPES[/\/product\/([a-z-]{1,30})\//.exec(textOf(one, 'link'))?.[1] ?? '']
    return [{ identifier: `${isin}-${mic}`, symbol, name, isin, exchange: mic, ...(type === undefined ? {} : { type }) }]
  })
}
