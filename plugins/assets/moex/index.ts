/**
 * Moscow Exchange (ISS): history of all boards by pages of rows, oldest first; columns by name. A day has several boards, of which one is the main one: the
 * others are odd lots and sessions without prices, and a fund may move from one to the next. Unknown securities get empty tables.
 */
import { requestText } from '#plugins/kit/http.ts'
import { type JsonValue, readJson } from '#plugins/kit/json.ts'
import { figureOf, isMissing } from '#plugins/kit/rate.ts'
import { isDay } from '#src/shared/date.ts'
import { chunkFrom } from '../closes.ts'
import type { PriceChunk, PriceRequest, PriceTools, SearchHit } from '../contract.ts'
import { lastFinished, requireAny } from '../exchange.ts'
import { definePrices } from '../provider.ts'
import { NAME, type Row, tableOf } from './table.ts'

const BASE = 'https://iss.moex.com/iss'
/** The evening session is part of the day. */
const MOSCOW = { timeZone: 'Europe/Moscow', sessionEnd: '23:59' }
const PAUSE_MS = 200
const MAX_PAGES = 200
const MAIN_BOARDS = ['TQBR', 'TQTF']
const SYMBOL = /^[A-Z0-9][A-Z0-9._-]{0,35}$/i
const TYPES: Readonly<Record<string, string>> = {
  ...{ common_share: 'STOCK', preferred_share: 'STOCK', depositary_receipt: 'STOCK' },
  ...{ exchange_ppif: 'ETF', etf_ppif: 'ETF' },
}

export default definePrices({
  code: 'MOEX',
  name: NAME,
  description:
    'Daily closes of shares and funds on the main boards of Moscow, as traded; the price of a day without a close is the one that the exchange set. May be out of reach from other countries.',
  website: 'https://www.moex.com',
  attribution: 'Source: Moscow Exchange.',
  adjusted: 'none',
  identifierHint: 'The code of the security, such as SBER or TMOS (search gives it, also by ISIN)',
  options: [
    {
      name: 'board',
      description: 'The only board to take, such as TQTD (funds in USD); without it TQBR, else TQTF',
      required: false,
    },
  ],
  check: ({ identifier, options: { board } }) => [
    ...(SYMBOL.test(identifier) ? [] : [{ pointer: '/identifier', detail: 'Must be a code of the exchange, such as SBER.' }]),
    ...(board === undefined || /^[A-Z]{4}$/.test(board)
      ? []
      : [{ pointer: '/options/board', detail: 'Must be a board such as TQBR.' }]),
  ],
  fetchPrices,
  search,
})

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const { identifier, from, options } = request
  const to = lastFinished(request.to, tools.clock(), MOSCOW)
  if (to < from) return
  const boards = options['board'] === undefined ? MAIN_BOARDS : [options['board']]
  const found: Row[] = []
  for (let start = 0, page = 0; page < MAX_PAGES; page++) {
    if (page > 0) await tools.sleep(PAUSE_MS, tools.signal)
    const query = `from=${from}&till=${to}&start=${start}&iss.meta=off`
    const path = `/history/engines/stock/markets/shares/securities/${encodeURIComponent(identifier.toUpperCase())}.json`
    const body = readJson((await requestText(tools, { url: `${BASE}${path}?${query}`, expect: 'json' })) ?? '{}', NAME)
    const rows = tableOf(body, 'history', HISTORY)
    const traded = rows.filter((row) => boards.includes(row['BOARDID'] ?? ''))
    found.push(...traded)
    yield* chunksOf(traded, boards, { ...request, to })
    start += rows.length
    if (rows.length === 0 || start >= totalOf(body)) break
  }
  const period = { from, to, isEveryDay: false }
  requireAny(found, period, `${NAME} has no prices of ${identifier} since ${from}: check the code with the search.`)
}

const HISTORY = ['BOARDID', 'TRADEDATE', 'CLOSE', 'LEGALCLOSEPRICE', 'VOLUME', 'CURRENCYID']

/** One chunk for each currency; of a day on two boards the first one of `boards` is taken. */
function* chunksOf(rows: readonly Row[], boards: readonly string[], request: PriceRequest): Generator<PriceChunk> {
  const ranked = rows.toSorted((a, b) => boards.indexOf(b['BOARDID'] ?? '') - boards.indexOf(a['BOARDID'] ?? ''))
  for (const [unit, group] of Map.groupBy(ranked, (row) => row['CURRENCYID'] ?? '')) {
    const entries = group.flatMap((row) => {
      const [shown, close] = [row['TRADEDATE'] ?? '', row['CLOSE'] || row['LEGALCLOSEPRICE'] || '']
      if (isMissing(close) || row['VOLUME'] === '0') return []
      return [{ date: isDay(shown) ? shown : undefined, close: figureOf(close), shown }]
    })
    yield chunkFrom(NAME, request, unit === 'SUR' ? 'RUB' : unit, entries)
  }
}

function totalOf(body: JsonValue): number {
  return Number(tableOf(body, 'history.cursor', ['TOTAL'])[0]?.['TOTAL'] ?? 0)
}

/** By code, name or ISIN: what is traded. */
async function search(query: string, tools: PriceTools): Promise<SearchHit[]> {
  const url = `${BASE}/securities.json?q=${encodeURIComponent(query)}&iss.meta=off`
  const body = readJson((await requestText(tools, { url, expect: 'json', timeoutSeconds: 8, retries: 0 })) ?? '{}', NAME)
  const rows = tableOf(body, 'securities', ['secid', 'shortname', 'name', 'isin', 'is_traded', 'type', 'primary_boardid'])
  return rows.flatMap(({ secid = '', shortname, name, isin, is_traded, type = '', primary_boardid }) => {
    const kind = TYPES[type]
    if (is_traded !== '1' || kind === undefined || secid === '') return []
    const hit = {
      identifier: secid,
      symbol: secid,
      name: name || shortname || secid,
      type: kind,
      exchange: primary_boardid ?? '',
    }
    return [{ ...hit, ...(isin ? { isin } : {}) }]
  })
}
