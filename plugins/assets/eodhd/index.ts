/** EODHD: daily rows, oldest first. `close` is divided by later splits and also rewritten for spin-offs; `adjusted_close` by dividends too. Rows carry no currency. */
import { sourceError } from '#plugins/kit/http.ts'
import { type JsonValue, listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { lastEndedUtcDay } from '../coin-pair.ts'
import type { PriceChunk, PriceRequest, PriceTools, SearchHit } from '../contract.ts'
import { closesOf } from '../daily-rows.ts'
import { requestKeyed } from '../keyed.ts'
import { CURRENCY_OPTION, definePrices } from '../provider.ts'
import { majorUnit } from '../quote.ts'
import { londonFaults, unitOf } from '../unit-of.ts'
import { eventsOf } from './events.ts'

const NAME = 'EODHD'
const BASE = 'https://eodhd.com/api'
const KEY = { setting: 'EODHD_API_KEY', required: true, website: 'https://eodhd.com/cp/dashboard' }
const PAUSE_MILLISECONDS = 200
/** Exchanges that quote in one currency. */
const EXCHANGES: Readonly<Record<string, string>> = {
  ...{ US: 'USD', TO: 'CAD', AU: 'AUD', MI: 'EUR', MC: 'EUR', VI: 'EUR', HE: 'EUR', ST: 'SEK', CO: 'DKK', OL: 'NOK' },
}
const TYPES: Readonly<Record<string, string>> = {
  ...{
    'Common Stock': 'STOCK',
    'Preferred Stock': 'STOCK',
    ETF: 'ETF',
    FUND: 'FUND',
    'Mutual Fund': 'FUND',
    INDEX: 'INDEX',
    BOND: 'BOND',
  },
}

export default definePrices({
  code: 'EODHD',
  name: NAME,
  description:
    'Daily closes of shares, funds and bonds of most exchanges, with splits and dividends; 20 calls a day and a year of history are free. History is adjusted for splits; for spin-offs too, which cannot be undone.',
  website: 'https://eodhd.com',
  attribution: 'Source: EODHD.',
  adjusted: 'splits',
  identifierHint: 'A symbol with its exchange such as AAPL.US, BMW.XETRA or LU0123456789.EUFUND (search gives it, also by ISIN)',
  options: [
    CURRENCY_OPTION,
    {
      name: 'events',
      description: 'no: leaves out splits and dividends, which are two calls more',
      required: false,
      values: ['yes', 'no'],
    },
  ],
  key: KEY,
  searchedByName: true,
  check: (config) => [
    ...(/^[A-Z0-9_-]{1,30}(?:\.[A-Z0-9_-]{1,20})?\.[A-Z]{1,10}$/i.test(config.identifier)
      ? []
      : [{ pointer: '/identifier', detail: 'Must be a symbol with its exchange such as AAPL.US.' }]),
    ...londonFaults(config, ['LSE']),
  ],
  fetchPrices,
  search,
})

/** Splits and dividends of all days until now: closes are divided by those after the requested days, too. */
async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const unit = unitOf(request, EXCHANGES)
  const rows = await list(`/eod/${encodeURIComponent(request.identifier)}?period=d&from=${request.from}&to=${request.to}`, tools)
  if (rows === undefined)
    throw sourceError('unknown', `${NAME} has no ${request.identifier}. Search gives its symbols, also by ISIN.`)
  const events =
    request.options['events'] === 'no' ? { issues: [] } : await eventsOf((kind) => listEvents(kind, request, tools), unit)
  const to = lastEndedUtcDay(request.to, tools.clock())
  const closes = closesOf(rows.map(rowOf), { source: NAME, unit, from: request.from, to })
  yield { ...closes, ...events, issues: [...closes.issues, ...events.issues] }
}

function rowOf(row: JsonValue) {
  return { date: textOf(row, 'date'), close: textOf(row, 'close'), volume: textOf(row, 'volume') }
}

async function listEvents(kind: 'splits' | 'div', { identifier, from }: PriceRequest, tools: PriceTools) {
  await tools.sleep(PAUSE_MILLISECONDS, tools.signal)
  return (await list(`/${kind}/${encodeURIComponent(identifier)}?from=${from}`, tools)) ?? []
}

async function list(path: string, tools: PriceTools, patience: { timeoutSeconds?: number; retries?: number } = {}) {
  const url = `${BASE}${path}${path.includes('?') ? '&' : '?'}fmt=json&api_token=${encodeURIComponent(tools.key ?? '')}`
  const text = await requestKeyed({ name: NAME, key: KEY }, tools, { url, expect: 'json', noData: [404], ...patience })
  return text === undefined ? undefined : listAt({ rows: readJson(text, NAME) }, ['rows'], NAME)
}

async function search(query: string, tools: PriceTools): Promise<SearchHit[]> {
  const found = (await list(`/search/${encodeURIComponent(query)}`, tools, { timeoutSeconds: 8, retries: 0 })) ?? []
  return found.map((one) => ({
    ...{
      identifier: `${textOf(one, 'Code')}.${textOf(one, 'Exchange')}`,
      symbol: textOf(one, 'Code'),
      name: textOf(one, 'Name'),
    },
    ...{ type: TYPES[textOf(one, 'Type')], currency: majorUnit(textOf(one, 'Currency')).currency || undefined },
    ...{ exchange: textOf(one, 'Exchange') || undefined, isin: textOf(one, 'ISIN') || undefined },
  }))
}
