import { afterAll, expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import coingecko from '#plugins/assets/coingecko/index.ts'
import jsonUrl from '#plugins/assets/json-url/index.ts'
import * as kit from '#plugins/assets/kit.ts'
import stooq from '#plugins/assets/stooq/index.ts'
import yahoo from '#plugins/assets/yahoo/index.ts'
import { checkPrices } from '#src/prices/intake.ts'
import { formatDecimal } from '#src/shared/decimal.ts'
import { needing, recorded } from '#test/support/recorded.ts'
import { collect, serve } from './serve.ts'

const folder = fileURLToPath(recorded('samples/prices/'))
const { isThere, test } = needing('samples/prices/')
let read = 0
afterAll(() => {
  if (isThere) console.log(`${read} recorded answers of price sources read`)
})

function sample(name: string): string {
  read += 1
  return readFileSync(`${folder}${name}`, 'utf8')
}

const CHARTS = [
  ['WSU.DE_2023-08-04_2023-08-09', 'EUR', { '2023-08-04': '34.45', '2023-08-07': '34', '2023-08-08': '33.2' }],
  ['OCDO.L_2020-01-01_2020-01-03', 'GBP', { '2020-01-02': '12.595' }],
  ['AAPL_2020-08-31_2020-11-07_events', 'USD', { '2020-08-31': '129.04', '2020-09-01': '134.18', '2020-09-02': '131.4' }],
  ['EURUSD=X_2020-01-01_2020-01-03', 'USD', { '2020-01-01': '1.1221', '2020-01-02': '1.1221', '2020-01-03': '1.1171' }],
  ['BTC-USD_2020-01-01_2020-01-03', 'USD', { '2020-01-01': '7200.17', '2020-01-02': '6985.47', '2020-01-03': '7344.88' }],
  ['GC=F_2020-01-01_2020-01-03', 'USD', { '2020-01-02': '1524.5' }],
  ['0P000071W8.TO_2020-01-01_2020-01-03', 'CAD', { '2020-01-02': '73.72' }],
  ['MSFT_2021-02-01_2022-01-31_dividends', 'USD', { '2021-02-01': '239.65', '2021-02-02': '239.51' }],
] as const

for (const [name, currency, values] of CHARTS)
  test(`Yahoo: the closes of ${name}`, async () => {
    const { tools } = serve(() => sample(`yahoo/chart_${name}.json`))
    const { chunks } = await collect(yahoo, { identifier: 'X' }, tools)
    const rules = {
      provider: 'Yahoo',
      today: '2026-09-01',
      undo: chunks[0]?.splits ?? [],
      splits: [],
      before: undefined,
      acceptJumps: false,
    }
    const { accepted, refused } = checkPrices(chunks[0]!, rules)
    expect(refused).toEqual([])
    const found = Object.fromEntries(accepted.map((one) => [one.date, formatDecimal(one.close)]))
    for (const [day, close] of Object.entries(values)) expect([day, found[day]]).toEqual([day, close])
    expect(new Set(accepted.map((one) => one.currency))).toEqual(new Set([currency]))
  })

test('Yahoo: splits, dividends, no trading, search', async () => {
  const { tools } = serve(({ url }) =>
    sample(
      url.includes('search')
        ? 'yahoo/search_AAPL_news_trimmed.json'
        : url.includes('MSFT')
          ? 'yahoo/chart_MSFT_2021-02-01_2022-01-31_dividends.json'
          : url.includes('WEEKEND')
            ? 'yahoo/chart_AAPL_weekend_1m_no_timestamps.json'
            : 'yahoo/chart_AAPL_2020-08-31_2020-11-07_events.json',
    ),
  )
  const apple = await collect(yahoo, { identifier: 'AAPL' }, tools)
  expect(apple.splits).toEqual([{ date: '2020-08-31', ratio: '4:1' }])
  expect(apple.dividends).toEqual([{ date: '2020-11-06', amount: '0.205', currency: 'USD' }])
  expect((await collect(yahoo, { identifier: 'MSFT' }, tools)).dividends.map((one) => `${one.date} ${one.amount}`)).toEqual([
    '2021-02-17 0.56',
    '2021-05-19 0.56',
    '2021-08-18 0.56',
    '2021-11-17 0.62',
  ])
  expect((await collect(yahoo, { identifier: 'WEEKEND' }, tools)).prices).toEqual([])
  expect((await yahoo.search!('aapl', tools, kit))[0]).toEqual({
    identifier: 'AAPL',
    symbol: 'AAPL',
    name: 'Apple Inc.',
    type: 'STOCK',
    sector: 'TECHNOLOGY',
    exchange: 'NASDAQ',
  })
})

test('Stooq: English and Polish headers', async () => {
  const { tools } = serve(({ url }) =>
    sample(url.includes('spy') ? 'stooq/spy_us_d_trimmed.csv' : 'stooq/wig20_d_pl_header_trimmed.csv'),
  )
  const spy = await collect(stooq, { identifier: 'spy.us' }, tools)
  expect([spy.at('2015-01-02'), spy.at('2026-04-17')]).toEqual([
    { date: '2015-01-02', close: '172.069', currency: 'USD' },
    { date: '2026-04-17', close: '710.14', currency: 'USD' },
  ])
  const index = await collect(stooq, { identifier: 'wig20', currency: 'PLN', from: '1990-01-01' }, tools)
  expect(['1991-04-16', '1991-04-23', '2025-12-05'].map((day) => index.at(day)?.close)).toEqual(['100', '95.7', '2952.93'])
})

test('CoinGecko: one price a UTC day, the last one wins; search', async () => {
  const { tools } = serve(
    ({ url }) => sample(url.includes('search') ? 'coingecko/search.json' : 'coingecko/market_chart_range.json'),
    { today: '2024-04-01' },
  )
  const { prices } = await collect(coingecko, { identifier: 'bitcoin', currency: 'USD' }, tools)
  expect(prices).toEqual([
    { date: '2024-03-31', close: '69702.3087473573', currency: 'USD' },
    { date: '2024-04-01', close: '68887.7495158568', currency: 'USD' },
  ])
  expect((await coingecko.search!('eth', tools, kit))[0]).toMatchObject({
    identifier: 'ethereum',
    symbol: 'ETH',
    name: 'Ethereum',
  })
})

test('JSON address: the other recorded answers of CoinGecko, and one of Frankfurter, by paths', async () => {
  const { tools } = serve(({ url }) => sample(new URL(url).pathname.slice(1)), { today: '2026-09-30' })
  const read = async (name: string, options: Record<string, string>) => {
    const { prices } = await collect(jsonUrl, { identifier: `https://data.example/${name}`, options }, tools)
    return prices.map((one) => `${one.date} ${one.close} ${one.currency}`)
  }
  const bars = { date: '$[*][0]', date_format: 'unix-ms', currency: 'USD' }
  expect(await read('coingecko/ohlc.json', { close: '$[*][4]', ...bars })).toEqual([
    '2024-03-02 62139 USD',
    '2024-03-03 62068 USD',
  ])
  expect(await read('coingecko/ohlc.json', { close: '$[0][4]', ...bars, date: '$[0][0]' })).toEqual(['2024-03-02 61845 USD'])
  expect(await read('coingecko/coins_markets.json', { close: '$[0].current_price' })).toEqual(['2026-09-30 70187 EUR'])
  expect(await read('coingecko/simple_price.json', { close: '$.ethereum.usd' })).toEqual(['2026-09-30 1498.64 EUR'])
  expect(await read('coingecko/simple_price_multi.json', { close: '$.bitcoin.usd' })).toEqual(['2026-09-30 5005.73 EUR'])
  const ringgit = { close: "$['bitcoin'].myr", currency: 'MYR' }
  expect(await read('coingecko/simple_price_multi.json', ringgit)).toEqual(['2026-09-30 20474 MYR'])
  const name = 'frankfurter/v1_range_2026-09-30_2026-10-02_USD_INR.json'
  expect(await read(name, { close: "$.rates['2026-09-30'].INR", currency: 'INR' })).toEqual(['2026-09-30 108.8205 INR'])
  expect(await read(name, { close: '$.rates["2026-10-02"].USD', currency: 'USD' })).toEqual(['2026-09-30 1.1225 USD'])
  await expect(read('coingecko/coins_list.json', { close: '$[*].price' })).rejects.toMatchObject({ code: 'source/format' })
  await expect(read('coingecko/coins_list.json', { close: '$[*].symbol' })).rejects.toMatchObject({ code: 'source/format' })
})
