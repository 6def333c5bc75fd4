import { afterAll, expect } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import alphaVantage from '#plugins/assets/alpha-vantage/index.ts'
import divvydiary from '#plugins/assets/divvydiary/index.ts'
import eodhd from '#plugins/assets/eodhd/index.ts'
import finnhub from '#plugins/assets/finnhub/index.ts'
import * as kit from '#plugins/assets/kit.ts'
import marketstack from '#plugins/assets/marketstack/index.ts'
import polygon from '#plugins/assets/polygon/index.ts'
import twelveData from '#plugins/assets/twelve-data/index.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import { checkPrices } from '#src/prices/intake.ts'
import { formatDecimal } from '#src/shared/decimal.ts'
import { needing, recorded } from '#test/support/recorded.ts'
import { collect, serve } from './serve.ts'

const folder = fileURLToPath(recorded('samples/prices2/'))
const { isThere, test } = needing('samples/prices2/')
const FOLDERS = ['twelve-data', 'eodhd', 'alpha-vantage', 'polygon', 'divvydiary', 'marketstack', 'finnhub']
type Expected = { file: string; kind: string; date: string; value: string; currency: string; note: string }
const wanted: Expected[] = isThere
  ? JSON.parse(readFileSync(`${folder}expected.json`, 'utf8')).filter((one: Expected) =>
      FOLDERS.includes(one.file.split('/')[0] ?? ''),
    )
  : []
const read = new Set<string>()
const compared = new Set<Expected>()

function sample(name: string): string {
  read.add(name)
  return readFileSync(`${folder}${name}`, 'utf8')
}

/** What the index says about a file; it counts as compared. */
function expected(file: string, kind: string): Expected[] {
  const found = wanted.filter((one) => one.file === file && one.kind === kind)
  expect(found.length).toBeGreaterThan(0)
  for (const one of found) compared.add(one)
  return found
}

const plain = (value: string) => figureOf(value) ?? ''
const FULL = { history: 'full', events: 'no' }
const HISTORY = [
  [twelveData, 'twelve-data/time_series_TSLA_1day_2020-02-03.json', 'TSLA', {}, 'USD', 1],
  [eodhd, 'eodhd/eod_BHP.AU_trimmed.json', 'BHP.AU', { events: 'no' }, 'AUD', 20],
  [alphaVantage, 'alpha-vantage/TIME_SERIES_DAILY_ADJUSTED_IBM_trimmed.json', 'IBM', { history: 'full' }, 'USD', 7],
  [alphaVantage, 'alpha-vantage/FX_DAILY_EUR_AUD_trimmed.json', 'EUR/AUD', { kind: 'currency' }, 'EUR', 8],
  [alphaVantage, 'alpha-vantage/DIGITAL_CURRENCY_DAILY_BTC_AUD_trimmed.json', 'BTC/AUD', { kind: 'coin' }, 'EUR', 7],
  [polygon, 'polygon/aggs_AAPL_2005-04-01_2005-04-04.json', 'AAPL', FULL, 'USD', 2],
  [marketstack, 'marketstack/v1_eod_AAPL_2023_trimmed.json', 'AAPL', {}, 'USD', 7],
] as const

for (const [provider, file, identifier, options, currency, count] of HISTORY)
  test(`closes of ${file}`, async () => {
    const { tools } = serve(({ url }) => (/offset=[1-9]/.test(url) ? '{"data":[]}' : sample(file)), { key: 'k' })
    const { prices, at, issues } = await collect(provider, { identifier, options, currency, from: '1990-01-01' }, tools)
    expect([file, prices.length, issues]).toEqual([file, count, []])
    for (const one of expected(file, 'close'))
      expect(at(one.date)).toMatchObject({ close: plain(one.value), currency: one.currency })
  })

test('Twelve Data: a batch, part by part, without the artefacts of its floats', async () => {
  const file = 'twelve-data/time_series_batch_AAPL_1day_2023-07-03_trimmed.json'
  const { tools } = serve(() => JSON.stringify(JSON.parse(sample(file)).AAPL), { key: 'k' })
  const { chunks } = await collect(twelveData, { identifier: 'AAPL' }, tools)
  const rules = { provider: 'T', today: '2026-09-01', undo: [], splits: [], before: undefined, acceptJumps: false }
  const closes = checkPrices(chunks.at(-1)!, rules).accepted.map(({ date, close }) => `${date} ${formatDecimal(close)}`)
  const cents = (value: string) => String(Number(Number(value).toFixed(2)))
  for (const one of expected(file, 'close')) expect(closes).toContain(`${one.date} ${cents(one.value)}`)
})

test('Twelve Data: errors and search', async () => {
  for (const [file, code] of [
    ['error_rate_limit_429', 'source/busy'],
    ['error_symbol_400', 'source/unknown'],
  ] as const) {
    const { tools } = serve(() => sample(`twelve-data/${file}.json`), { key: 'k' })
    await expect(collect(twelveData, { identifier: 'X' }, tools)).rejects.toMatchObject({ code })
  }
  const search = serve(() => sample('twelve-data/symbol_search_IWDA_trimmed.json'), { key: 'k' })
  const found = await twelveData.search!('IWDA', search.tools, kit)
  expect(found.map((one) => `${one.identifier} ${one.currency} ${one.type}`)).toEqual(['IWDA:XLON USD ETF', 'IWDA:XAMS EUR ETF'])
})

test('Twelve Data: its calendars say which way splits count, and no currency of a dividend: neither is taken', () => {
  for (const one of JSON.parse(sample('twelve-data/splits_calendar_trimmed.json'))) {
    const [, units, old] = /^([\d.]+)-for-([\d.]+) split$/.exec(one.description) ?? []
    expect([one.from_factor, one.to_factor]).toEqual([Number(units), Number(old)])
  }
  expect(JSON.parse(sample('twelve-data/dividends_calendar_trimmed.json'))[0].currency).toBeUndefined()
  expect(JSON.parse(sample('twelve-data/cross_listings_NVDA.json')).result.count).toBe(14)
  expect(JSON.parse(sample('twelve-data/exchange_rate_EURUSD.json')).rate).toBe(1.16844)
})

test('EODHD: splits, dividends, search, what it refuses; its lists', async () => {
  const [splits, div] = ['eodhd/splits_AAPL.US_documented.json', 'eodhd/div_AAPL.US_documented.json']
  const { tools } = serve(({ url }) => (url.includes('/eod/') ? '[]' : sample(url.includes('/splits/') ? splits : div)), {
    key: 'k',
  })
  const apple = await collect(eodhd, { identifier: 'AAPL.US' }, tools)
  for (const { date, value } of expected(splits, 'split'))
    expect(apple.splits).toContainEqual({ date, ratio: value.split('/').map(plain).join(':') })
  for (const { date, value, currency } of expected(div, 'dividend'))
    expect(apple.dividends).toContainEqual({ date, amount: value, currency })
  for (const { date, value } of expected('eodhd/eod_BHP.AU_trimmed.json', 'adjusted')) {
    const row = JSON.parse(sample('eodhd/eod_BHP.AU_trimmed.json')).find((one: { date: string }) => one.date === date)
    expect(String(row.adjusted_close)).toBe(value)
  }
  const search = serve(() => sample('eodhd/search_documented.json'), { key: 'k' })
  expect((await eodhd.search!('US0378331005', search.tools, kit))[0]).toMatchObject({
    identifier: 'AAPL.US',
    isin: 'US0378331005',
    currency: 'USD',
  })
  const [mapped] = JSON.parse(sample('eodhd/id-mapping_AAPL.US.json')).data
  expect(mapped.isin).toBe(expected('eodhd/id-mapping_AAPL.US.json', 'id')[0]?.value)
  const refused = serve(() => new Response(sample('eodhd/error_401.txt'), { status: 401 }), { key: 'k' })
  await expect(collect(eodhd, { identifier: 'AAPL.US' }, refused.tools)).rejects.toMatchObject({ code: 'source/refused' })
  const exchanges: { Code: string; Currency: string }[] = JSON.parse(sample('eodhd/exchanges-list.json'))
  for (const code of ['US', 'TO', 'AU', 'MC', 'VI', 'HE', 'ST', 'CO', 'OL']) {
    const { Currency } = exchanges.find((one) => one.Code === code)!
    const row = serve(() => '[{"date":"2026-01-05","close":1,"volume":1}]', { key: 'k' })
    const request = { identifier: `X.${code}`, options: { events: 'no' }, currency: 'XXX' }
    expect([code, (await collect(eodhd, request, row.tools)).prices[0]?.currency]).toEqual([code, Currency])
  }
  const symbols: { Code: string; Currency: string }[] = JSON.parse(sample('eodhd/exchange-symbol-list_AU_trimmed.json'))
  expect(symbols.find((one) => one.Code === 'BHP')?.Currency).toBe('AUD')
})

test('Alpha Vantage: the quote, the table that was cut, search and errors', async () => {
  const file = 'alpha-vantage/GLOBAL_QUOTE_MSFT_2018-10-05.json'
  const quote = JSON.parse(sample(file))['Global Quote']
  expect([quote['07. latest trading day'], quote['05. price']]).toEqual([
    expected(file, 'latest')[0]!.date,
    expected(file, 'latest')[0]!.value,
  ])
  const daily = serve(() => sample('alpha-vantage/TIME_SERIES_DAILY_IBM_trimmed.json'), { key: 'k' })
  expect((await collect(alphaVantage, { identifier: 'IBM' }, daily.tools)).at('2021-01-08')?.close).toBe('128.53')
  const search = serve(() => sample('alpha-vantage/SYMBOL_SEARCH_IBM.json'), { key: 'k' })
  const found = await alphaVantage.search!('IBM', search.tools, kit)
  expect(found[0]).toEqual({
    identifier: 'IBM',
    symbol: 'IBM',
    name: 'International Business Machines Corp',
    type: 'STOCK',
    currency: 'USD',
  })
  for (const [name, code] of [
    ['error_invalid_key', 'source/refused'],
    ['error_rate_limit', 'source/busy'],
  ] as const) {
    const { tools } = serve(() => sample(`alpha-vantage/${name}.json`), { key: 'k' })
    await expect(collect(alphaVantage, { identifier: 'IBM' }, tools)).rejects.toMatchObject({ code })
  }
})

test('Polygon: recorded bars say that they are adjusted; splits and dividends of the ticker', async () => {
  const of = (identifier: string, bars: string) => {
    const { tools } = serve(
      ({ url }) =>
        url.includes('/splits')
          ? sample('polygon/splits.json')
          : url.includes('/dividends')
            ? sample('polygon/dividends_trimmed.json')
            : bars,
      { key: 'k' },
    )
    return collect(polygon, { identifier, options: { history: 'full' } }, tools)
  }
  const recordedBars = await of('AAPL', sample('polygon/aggs_AAPL_prev.json'))
  expect([recordedBars.chunks[0]?.adjusted, recordedBars.prices]).toEqual([
    'splits',
    [{ date: '2022-04-26', close: '156.8', currency: 'USD' }],
  ])
  const traded = JSON.stringify({ adjusted: false, results: [{ t: Date.parse('2026-01-06T05:00:00Z'), c: 1, v: 1 }] })
  const [split] = expected('polygon/splits.json', 'split')
  expect((await of('GOOGL', traded)).splits).toContainEqual({ date: split!.date, ratio: `${split!.value}:1` })
  const [paid] = expected('polygon/dividends_trimmed.json', 'dividend')
  const found = await of('CSSEN', traded)
  expect(found.dividends).toContainEqual({ date: paid!.date, amount: paid!.value, currency: 'USD' })
})

test('DivvyDiary: every payment of a fund; a split whose direction nobody proves is not taken', async () => {
  const fund = 'divvydiary/symbols_LU0292096186_trimmed.json'
  const { tools } = serve(() => sample(fund), { key: 'k' })
  const { dividends, prices } = await collect(divvydiary, { identifier: 'LU0292096186' }, tools)
  expect([dividends.length, prices]).toEqual([23, []])
  for (const { date, value, currency } of expected(fund, 'dividend'))
    expect(dividends).toContainEqual({ date, amount: value, currency })
  const share = 'divvydiary/symbols_DE0005664809_trimmed.json'
  const none = serve(() => sample(share), { key: 'k' })
  const found = await collect(divvydiary, { identifier: 'DE0005664809' }, none.tools)
  expect([found.dividends, found.splits, expected(share, 'split').length]).toEqual([[], [], 1])
})

test('Marketstack and Finnhub: the dividend of a row; the close of the day, not the one before it', async () => {
  const file = 'marketstack/v1_eod_AAPL_2023_trimmed.json'
  const pages = serve(({ url }) => (/offset=[1-9]/.test(url) ? '{"data":[]}' : sample(file)), { key: 'k' })
  const { dividends } = await collect(marketstack, { identifier: 'AAPL' }, pages.tools)
  expect(dividends).toEqual(expected(file, 'dividend').map(({ date, value, currency }) => ({ date, amount: value, currency })))
  for (const name of ['finnhub/quote_AAPL_2026-08-12.json', 'finnhub/quote_2024-07-31.json']) {
    const { prices } = await collect(finnhub, { identifier: 'AAPL' }, serve(() => sample(name), { key: 'k' }).tools)
    const { pc } = JSON.parse(sample(name))
    const [taken, ...before] = expected(name, 'latest').toSorted((a, b) => (a.date < b.date ? 1 : -1))
    expect(prices).toEqual([{ date: taken!.date, close: taken!.value, currency: taken!.currency }])
    expect(before.map((one) => one.value)).toEqual(before.map(() => String(pc)))
  }
})

afterAll(() => {
  if (!isThere) return
  const files = FOLDERS.flatMap((name) => readdirSync(`${folder}${name}`).map((file) => `${name}/${file}`))
  expect(files.filter((file) => !read.has(file))).toEqual([])
  expect(wanted.filter((one) => !compared.has(one))).toEqual([])
  console.log(`${read.size} recorded answers of price sources read, ${compared.size} values compared`)
})
