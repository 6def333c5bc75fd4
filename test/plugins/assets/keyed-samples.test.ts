import { afterAll, expect } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import binance from '#plugins/assets/binance/index.ts'
import coinbase from '#plugins/assets/coinbase/index.ts'
import * as kit from '#plugins/assets/kit.ts'
import kraken from '#plugins/assets/kraken/index.ts'
import tiingo from '#plugins/assets/tiingo/index.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import { needing, recorded } from '#test/support/recorded.ts'
import { collect, serve } from './serve.ts'

const folder = fileURLToPath(recorded('samples/prices2/'))
const { isThere, test } = needing('samples/prices2/')
const read = new Set<string>()
type Expected = { file: string; kind: string; date: string; value: string; currency: string }
const all: Expected[] = isThere ? JSON.parse(readFileSync(`${folder}expected.json`, 'utf8')) : []

function sample(name: string): string {
  read.add(name)
  return readFileSync(`${folder}${name}`, 'utf8')
}

/** What the index says about a file, figures without trailing zeros. */
const expected = (file: string, kind: string) =>
  all
    .filter((one) => one.file === file && one.kind === kind)
    .map(({ date, value, currency }) => ({ date, close: figureOf(value) ?? '', currency }))

const PAIRS = 'kraken/AssetPairs_XBTUSD_ETHXBT_trimmed.json'
const HISTORY = [
  [kraken, 'kraken/OHLC_XBTUSD_1440_2026-08-08_trimmed.json', 'XBTUSD', {}, 9],
  [coinbase, 'coinbase/candles_BTC-USD_2026-08.json', 'BTC-USD', {}, 10],
  [coinbase, 'coinbase/candles_BTC-EUR_2021-01-01_2021-01-07.json', 'BTC-EUR', {}, 7],
  [tiingo, 'tiingo/daily_GOOGL_2015-01-01_2015-01-05.json', 'GOOGL', {}, 2],
  [tiingo, 'tiingo/crypto_btcusd_2019-05-01_2019-05-02_trimmed.json', 'btcusd', { kind: 'coin' }, 2],
] as const

for (const [provider, file, identifier, options, count] of HISTORY)
  test(`closes of ${file}`, async () => {
    const { tools } = serve(({ url }) => sample(url.includes('AssetPairs') ? PAIRS : file), { key: 'k' })
    const period = file.startsWith('coinbase') ? { from: file.includes('2026') ? '2026-08-01' : '2021-01-01' } : {}
    const request = { identifier, options, to: file.includes('2021') ? '2021-02-01' : '2026-12-31', ...period }
    const { prices, at, issues } = await collect(provider, request, tools)
    expect([prices.length, issues]).toEqual([count, []])
    const wanted = expected(file, 'close')
    expect(wanted.length).toBeGreaterThan(0)
    for (const one of wanted) expect(at(one.date)).toMatchObject(one)
  })

test('Kraken: the day that had not ended when it was recorded; the pairs by search', async () => {
  const bars = serve(({ url }) => sample(url.includes('AssetPairs') ? PAIRS : 'kraken/OHLC_XBTUSD_1440_2026-08-08_trimmed.json'))
  expect((await collect(kraken, { identifier: 'XBTUSD' }, bars.tools)).at('2026-08-17')).toBeUndefined()
  const pairs = serve(() => sample(PAIRS))
  expect((await kraken.search!('BTC', pairs.tools, kit)).map((one) => one.identifier)).toEqual(['XBTUSD'])
  expect(await kraken.search!('ETH', pairs.tools, kit)).toEqual([])
  const ticker = JSON.parse(sample('kraken/Ticker_XBTUSD_2026-09-03.json')).result.XXBTZUSD
  expect([ticker.c[0], expected('kraken/Ticker_XBTUSD_2026-09-03.json', 'latest')[0]?.close]).toEqual(['77726.10000', '77726.1'])
})

test('Binance: closes of BTCUSDT where USDT is accepted as USD; an empty answer is no price', async () => {
  const file = 'binance/klines_BTCUSDT_1d_2021-01-01_2021-01-02.json'
  const { tools } = serve(({ url }) => sample(url.includes('BTCUSDT') ? file : 'binance/klines_no_data.json'))
  const range = { from: '2021-01-01', to: '2021-01-31' }
  const found = await collect(binance, { identifier: 'BTCUSDT', options: { stablecoin_as: 'USD' }, ...range }, tools)
  const wanted = expected(file, 'close').map((one) => ({ ...one, currency: 'USD' }))
  expect([found.prices, wanted.length]).toEqual([wanted, 2])
  expect(found.at('2021-01-02')?.close).not.toBe(expected(file, 'open')[0]?.close)
  expect((await collect(binance, { identifier: 'BTCEUR', ...range }, tools)).prices).toEqual([])
})

test('Coinbase and Tiingo: products, the table and the description of a share', async () => {
  const products = serve(() => sample('coinbase/products_trimmed.json'))
  expect((await coinbase.search!('doge', products.tools, kit)).map((one) => one.identifier)).toEqual(['DOGE-EUR'])
  const [, ...rows] = sample('tiingo/daily_GOOGL_2015-01-01_2015-01-05.csv').trim().split('\n')
  const wanted = expected('tiingo/daily_GOOGL_2015-01-01_2015-01-05.json', 'close')
  expect(rows.map((one) => one.split(',').slice(0, 2))).toEqual(wanted.map((one) => [one.date, one.close]))
  expect(JSON.parse(sample('tiingo/meta_GOOGL.json')).ticker).toBe('GOOGL')
})

const FOLDERS = ['kraken', 'binance', 'coinbase', 'tiingo']
afterAll(() => {
  if (!isThere) return
  const files = FOLDERS.flatMap((name) => readdirSync(`${folder}${name}`).map((file) => `${name}/${file}`))
  expect(files.filter((file) => !read.has(file))).toEqual([])
  console.log(`${read.size} recorded answers of price sources read`)
})
