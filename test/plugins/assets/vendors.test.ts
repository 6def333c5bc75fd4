import { expect, test } from 'bun:test'
import alphaVantage from '#plugins/assets/alpha-vantage/index.ts'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import divvydiary from '#plugins/assets/divvydiary/index.ts'
import eodhd from '#plugins/assets/eodhd/index.ts'
import finnhub from '#plugins/assets/finnhub/index.ts'
import * as kit from '#plugins/assets/kit.ts'
import marketstack from '#plugins/assets/marketstack/index.ts'
import polygon from '#plugins/assets/polygon/index.ts'
import twelveData from '#plugins/assets/twelve-data/index.ts'
import { collect, serve } from './serve.ts'

const lines = (prices: readonly { date: string; close: string; currency: string }[]) =>
  prices.map((one) => `${one.date} ${one.close} ${one.currency}`)
const faults = (provider: PriceProvider, identifier: string, options = {}, currency = 'GBP') =>
  provider.check({ identifier, options, currency }).map((one) => one.pointer)
const answering = (body: unknown, today?: string) =>
  serve(() => JSON.stringify(body), { key: 'sesame', ...(today ? { today } : {}) })
const refusal = (provider: PriceProvider, body: unknown, identifier = 'ACM') =>
  expect(collect(provider, { identifier }, answering(body).tools)).rejects

const SERIES = (meta: object, rows: readonly (readonly [string, string, string?])[]) => ({
  meta: { symbol: 'ACM', currency: 'USD', exchange_timezone: 'America/New_York', type: 'Common Stock', ...meta },
  values: rows.map(([datetime, close, volume = '5']) => ({ datetime, close, volume })),
  status: 'ok',
})

test('Twelve Data: float artefacts of shares are gone, pence are pounds, today is not taken', async () => {
  const rows = [
    ['2026-09-01', '31.00000'],
    ['2026-08-31', '30.46001'],
    ['2026-08-28', '30.44999'],
  ] as const
  const { tools, calls } = answering(SERIES({}, rows))
  const found = await collect(twelveData, { identifier: 'acm:xlon', from: '2026-08-01', to: '2026-09-01' }, tools)
  expect(found.prices).toEqual([
    { date: '2026-08-28', close: '30.44999', currency: 'USD', places: 2 },
    { date: '2026-08-31', close: '30.46001', currency: 'USD', places: 2 },
  ])
  expect(calls[0]?.url).toBe(
    'https://api.twelvedata.com/time_series?symbol=ACM&mic_code=XLON&interval=1day&start_date=2026-08-01&end_date=2026-09-02&outputsize=5000&adjust=splits&apikey=sesame',
  )
  for (const currency of ['GBp', 'GBX']) {
    const pence = answering(
      SERIES({ currency, type: 'ETF' }, [
        ['2026-08-28', '1259.50000'],
        ['2026-08-31', '1259.50000', '0'],
      ]),
    )
    expect(lines((await collect(twelveData, { identifier: 'ACM:XLON' }, pence.tools)).prices)).toEqual(['2026-08-28 12.595 GBP'])
  }
  const none = answering(SERIES({ currency: null }, rows))
  await expect(collect(twelveData, { identifier: 'ACM' }, none.tools)).rejects.toMatchObject({ code: 'source/format' })
})

test('Twelve Data: errors with any status, each as what it is', async () => {
  const error = (code: number, message: string) => ({ code, message, status: 'error' })
  await refusal(twelveData, error(400, '**symbol** not found')).toMatchObject({ code: 'source/unknown' })
  await refusal(twelveData, error(429, 'You have run out')).toMatchObject({ code: 'source/busy' })
  await refusal(twelveData, error(401, 'key is incorrect')).toMatchObject({ code: 'source/refused' })
  await refusal(twelveData, error(500, 'oops')).toMatchObject({ code: 'source/refused' })
  const none = answering(error(400, 'No data is available on the specified dates.'))
  expect((await collect(twelveData, { identifier: 'ACM' }, none.tools)).prices).toEqual([])
  const status = serve(() => new Response(JSON.stringify(error(404, 'x')), { status: 404 }), { key: 'k' })
  await expect(collect(twelveData, { identifier: 'ACM' }, status.tools)).rejects.toMatchObject({ code: 'source/unknown' })
})

const eodhdSays = (paths: Readonly<Record<string, unknown>>) =>
  serve(
    ({ url }) => {
      const kind = new URL(url).pathname.split('/')[2] ?? ''
      const body = paths[kind]
      return typeof body === 'number' ? new Response('Forbidden', { status: body }) : JSON.stringify(body ?? [])
    },
    { key: 'sesame' },
  )
const EOD = [
  { date: '2026-08-27', close: 10.5, adjusted_close: 9, volume: 5 },
  { date: '2026-08-28', close: 10.5, adjusted_close: 9, volume: 0 },
  { date: '2026-08-31', close: 11, adjusted_close: 9, volume: 5 },
  { date: '2026-09-01', close: 12, adjusted_close: 9, volume: 5 },
]

test('EODHD: closes, splits as new/old, dividends divided like the closes; no day without trade, none of today', async () => {
  const { tools, calls } = eodhdSays({
    eod: EOD,
    splits: [{ date: '2026-08-31', split: '4.000000/1.000000' }],
    div: [{ date: '2026-08-27', value: 0.25, unadjustedValue: 1, currency: 'AUD' }],
  })
  const found = await collect(eodhd, { identifier: 'ACM.AU', from: '2026-08-01', to: '2026-09-01' }, tools)
  expect(lines(found.prices)).toEqual(['2026-08-27 10.5 AUD', '2026-08-31 11 AUD'])
  expect([found.splits, found.dividends]).toEqual([
    [{ date: '2026-08-31', ratio: '4:1' }],
    [{ date: '2026-08-27', amount: '0.25', currency: 'AUD' }],
  ])
  expect([calls.length, eodhd.adjusted]).toEqual([3, 'splits'])
  expect(calls[0]?.url).toBe('https://eodhd.com/api/eod/ACM.AU?period=d&from=2026-08-01&to=2026-09-01&fmt=json&api_token=sesame')
})

test('EODHD: a plan without splits says so and has closes; they can be left out; London says its unit', async () => {
  const poor = await collect(eodhd, { identifier: 'ACM.US' }, eodhdSays({ eod: EOD, splits: 403 }).tools)
  expect([poor.prices.length, poor.chunks[0]?.splits, poor.issues.map((one) => one.code)]).toEqual([2, undefined, ['no-events']])
  const closesOnly = eodhdSays({ eod: EOD })
  const pence = { identifier: 'ACM.LSE', options: { currency: 'GBX', events: 'no' } }
  expect(lines((await collect(eodhd, pence, closesOnly.tools)).prices)).toEqual(['2026-08-27 0.105 GBP', '2026-08-31 0.11 GBP'])
  expect(closesOnly.calls.length).toBe(1)
  expect([faults(eodhd, 'ACM.LSE'), faults(eodhd, 'ACM.LSE', { currency: 'USD' }), faults(eodhd, 'ACM')]).toEqual([
    ['/options/currency'],
    [],
    ['/identifier'],
  ])
  await expect(collect(eodhd, { identifier: 'ACM.US' }, eodhdSays({ eod: 404 }).tools)).rejects.toMatchObject({
    code: 'source/unknown',
  })
  await expect(collect(eodhd, { identifier: 'ACM.US' }, eodhdSays({ eod: 402 }).tools)).rejects.toMatchObject({
    code: 'source/refused',
  })
})

const DAILY = {
  'Meta Data': { '5. Time Zone': 'US/Eastern' },
  'Time Series (Daily)': {
    '2026-09-01': { '4. close': '31.0000', '5. volume': '9' },
    '2026-08-31': { '4. close': '30.5000', '5. volume': '9' },
  },
}

test('Alpha Vantage: closes as traded, in the currency of the listing; pairs; the paid history', async () => {
  const { tools, calls } = answering(DAILY)
  expect(lines((await collect(alphaVantage, { identifier: 'ACM' }, tools)).prices)).toEqual(['2026-08-31 30.5 USD'])
  expect(calls[0]?.url).toBe(
    'https://www.alphavantage.co/query?function=TIME_SERIES_DAILY&symbol=ACM&outputsize=compact&apikey=sesame',
  )
  const london = { identifier: 'ACM.LON', options: { currency: 'GBX' } }
  expect(lines((await collect(alphaVantage, london, tools)).prices)).toEqual(['2026-08-31 0.305 GBP'])
  expect(faults(alphaVantage, 'ACM.LON')).toEqual(['/options/currency'])
  const rows = {
    '2026-08-31': { '4. close': '30.5', '5. adjusted close': '7', '7. dividend amount': '0.2500', '8. split coefficient': '4.0' },
  }
  const full = answering({ 'Time Series (Daily)': rows })
  const paid = await collect(alphaVantage, { identifier: 'ACM', options: { history: 'full' } }, full.tools)
  expect([lines(paid.prices), paid.dividends, paid.splits]).toEqual([
    ['2026-08-31 30.5 USD'],
    [{ date: '2026-08-31', amount: '0.25', currency: 'USD' }],
    [],
  ])
  expect(new URL(full.calls[0]?.url ?? '').searchParams.get('function')).toBe('TIME_SERIES_DAILY_ADJUSTED')
  const coin = answering({
    'Time Series (Digital Currency Daily)': { '2026-08-31': { '4a. close (EUR)': '9.5', '5. volume': '1' } },
  })
  const pair = { identifier: 'acm/eur', options: { kind: 'coin' } }
  expect(lines((await collect(alphaVantage, pair, coin.tools)).prices)).toEqual(['2026-08-31 9.5 EUR'])
  expect([faults(alphaVantage, 'ACM/EUR'), faults(alphaVantage, 'ACM/EUR', { kind: 'coin' })]).toEqual([['/identifier'], []])
})

test('Alpha Vantage: errors come with status 200, each as what it is', async () => {
  await refusal(alphaVantage, { 'Error Message': 'the parameter apikey is invalid' }).toMatchObject({ code: 'source/refused' })
  await refusal(alphaVantage, { 'Error Message': 'Invalid API call.' }).toMatchObject({ code: 'source/unknown' })
  await refusal(alphaVantage, { Note: 'Our standard API call frequency is 5 calls' }).toMatchObject({ code: 'source/busy' })
  await refusal(alphaVantage, { Information: 'This is a premium endpoint.' }).toMatchObject({ code: 'source/refused' })
  await refusal(alphaVantage, {}).toMatchObject({ code: 'source/format' })
})

const bar = (instant: string, c: number, v = 5) => ({ t: Date.parse(instant), c, v })
const polygonSays = (aggs: object, splits: object[] = [], dividends: object[] = []) =>
  serve(
    ({ url }) =>
      JSON.stringify(url.includes('/splits') ? { results: splits } : url.includes('/dividends') ? { results: dividends } : aggs),
    { key: 'sesame' },
  )
const BARS = [bar('2026-01-06T05:00:00Z', 200), bar('2026-07-06T04:00:00Z', 50), bar('2026-09-01T04:00:00Z', 51)]
const POLYGON_SPLITS = [
  { ticker: 'ACM', execution_date: '2026-07-06', split_from: 1, split_to: 4 },
  { ticker: 'ACMX', execution_date: '2026-07-06', split_from: 1, split_to: 9 },
]
const POLYGON_PAID = [
  { ticker: 'ACM', ex_dividend_date: '2026-02-03', cash_amount: 0.5 },
  { ticker: 'OTH', ex_dividend_date: '2026-02-03', cash_amount: 9 },
]

test('Polygon: days of New York in summer and winter, as traded, with splits and dividends of the ticker alone', async () => {
  const { tools, calls, pauses } = polygonSays({ adjusted: false, resultsCount: 3, results: BARS }, POLYGON_SPLITS, POLYGON_PAID)
  const found = await collect(polygon, { identifier: 'ACM', from: '2016-01-01', to: '2026-09-01' }, tools)
  expect(lines(found.prices)).toEqual(['2026-01-06 200 USD', '2026-07-06 50 USD'])
  expect([found.chunks[0]?.adjusted, found.splits, found.dividends]).toEqual([
    'none',
    [{ date: '2026-07-06', ratio: '4:1' }],
    [{ date: '2026-02-03', amount: '0.5', currency: 'USD' }],
  ])
  expect([calls.length, pauses]).toEqual([3, [13_000, 13_000]])
  expect(calls[0]?.url).toBe(
    'https://api.polygon.io/v2/aggs/ticker/ACM/range/1/day/2024-09-02/2026-08-31?adjusted=false&sort=asc&limit=50000&apiKey=sesame',
  )
})

test('Polygon: bars that are adjusted all the same are said to be; nothing found is no price', async () => {
  const adjusted = polygonSays({ adjusted: true, results: BARS }, POLYGON_SPLITS, POLYGON_PAID)
  const found = await collect(polygon, { identifier: 'ACM' }, adjusted.tools)
  expect([found.chunks[0]?.adjusted, found.splits.length, found.dividends]).toEqual(['splits', 1, []])
  const none = polygonSays({ adjusted: false, resultsCount: 0 })
  expect([(await collect(polygon, { identifier: 'ACM' }, none.tools)).prices, none.calls.length]).toEqual([[], 1])
  const old = polygonSays({})
  expect([(await collect(polygon, { identifier: 'ACM', to: '2020-01-01' }, old.tools)).prices, old.calls.length]).toEqual([[], 0])
  const full = polygonSays({ adjusted: false, results: BARS })
  await collect(polygon, { identifier: 'ACM', options: { history: 'full', events: 'no' }, from: '2016-01-01' }, full.tools)
  expect([full.calls.length, full.calls[0]?.url.includes('/2016-01-01/')]).toEqual([1, true])
})

const ISIN = 'US0378331005'

test('DivvyDiary: dividends by ISIN, none before the last split, no price; an answer without a list is an error', async () => {
  const paid = (exDate: string, amount: number) => ({ exDate, payDate: exDate, amount, currency: 'GBp' })
  const answer = {
    price: 10,
    dividends: [paid('2027-01-05', 3), paid('2026-06-05', 2.5), paid('2020-06-05', 9), paid('x', 1)],
    splits: [{ date: '2021-05-01', ratioFrom: 2, ratioTo: 1 }],
  }
  const { tools, calls } = answering(answer)
  const found = await collect(divvydiary, { identifier: ISIN.toLowerCase(), to: '2026-09-01', from: '2026-08-01' }, tools)
  expect([found.prices, found.splits, found.issues.length]).toEqual([[], [], 1])
  expect(found.dividends).toEqual([{ date: '2026-06-05', amount: '2.5', currency: 'GBp' }])
  expect([calls[0]?.url, calls[0]?.headers.get('x-api-key')]).toEqual([`https://api.divvydiary.com/symbols/${ISIN}`, 'sesame'])
  await refusal(divvydiary, { splits: [] }, ISIN).toMatchObject({ code: 'source/format' })
  expect(faults(divvydiary, 'US0378331006')).toEqual(['/identifier'])
})

test('Marketstack: pages, dividends of the row, splits not; what it refuses', async () => {
  const row = (date: string, close: number, dividend = 0) => ({
    date: `${date}T00:00:00+0000`,
    close,
    volume: 5,
    dividend,
    split_factor: 4,
  })
  const { tools, calls } = serve(
    ({ url }) =>
      JSON.stringify({
        pagination: { total: 1001 },
        data: url.includes('offset=0')
          ? Array.from({ length: 1000 }, () => row('2026-08-31', 11, 0.24))
          : [row('2026-08-28', 10)],
      }),
    { key: 'sesame' },
  )
  const found = await collect(marketstack, { identifier: 'ACM', from: '2026-08-01', to: '2026-09-01' }, tools)
  expect(new Set(lines(found.prices))).toEqual(new Set(['2026-08-31 11 USD', '2026-08-28 10 USD']))
  expect([calls.length, found.dividends[0], found.splits]).toEqual([
    2,
    { date: '2026-08-31', amount: '0.24', currency: 'USD' },
    [],
  ])
  expect(calls[0]?.url).toContain('https://api.marketstack.com/v2/eod?access_key=sesame&symbols=ACM&date_from=2026-08-01')
  const error = (code: string) => ({ error: { code, message: 'x' } })
  await refusal(marketstack, error('no_valid_symbols_provided')).toMatchObject({ code: 'source/unknown' })
  await refusal(marketstack, error('usage_limit_reached')).toMatchObject({ code: 'source/busy' })
  await refusal(marketstack, error('invalid_access_key')).toMatchObject({ code: 'source/refused' })
  expect([faults(marketstack, 'ACM.XLON'), faults(marketstack, 'ACM')]).toEqual([['/options/currency'], []])
})

test('Finnhub: the close of the day that has ended in New York, and of no other', async () => {
  const quote = { c: 30.25, pc: 29, t: Date.parse('2026-08-31T20:00:00Z') / 1000 }
  expect(lines((await collect(finnhub, { identifier: 'acm' }, answering(quote, '2026-09-01').tools)).prices)).toEqual([
    '2026-08-31 30.25 USD',
  ])
  expect((await collect(finnhub, { identifier: 'ACM' }, answering(quote, '2026-08-31').tools)).prices).toEqual([])
  await refusal(finnhub, { c: 0, pc: 0, t: 0 }).toMatchObject({ code: 'source/unknown' })
  await refusal(finnhub, { c: 1 }).toMatchObject({ code: 'source/format' })
})

test('search: listings by symbol, name or ISIN, in the major unit', async () => {
  const twelve = { symbol: 'ACM', instrument_name: 'Acme', mic_code: 'XLON', instrument_type: 'ETF', currency: 'GBp' }
  expect(await twelveData.search?.('acm', answering({ data: [twelve] }).tools, kit)).toEqual([
    { identifier: 'ACM:XLON', symbol: 'ACM', name: 'Acme', type: 'ETF', currency: 'GBP', exchange: 'XLON' },
  ])
  const listing = { Code: 'ACM', Exchange: 'LSE', Name: 'Acme', Type: 'Common Stock', Currency: 'GBX', ISIN }
  expect(await eodhd.search?.(ISIN, answering([listing]).tools, kit)).toEqual([
    { identifier: 'ACM.LSE', symbol: 'ACM', name: 'Acme', type: 'STOCK', currency: 'GBP', exchange: 'LSE', isin: ISIN },
  ])
  const match = { '1. symbol': 'ACM', '2. name': 'Acme', '3. type': 'Equity', '8. currency': 'USD' }
  expect(await alphaVantage.search?.('acm', answering({ bestMatches: [match] }).tools, kit)).toEqual([
    { identifier: 'ACM', symbol: 'ACM', name: 'Acme', type: 'STOCK', currency: 'USD' },
  ])
})
