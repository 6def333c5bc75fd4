import { expect, test } from 'bun:test'
import binance from '#plugins/assets/binance/index.ts'
import coinbase from '#plugins/assets/coinbase/index.ts'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import * as kit from '#plugins/assets/kit.ts'
import kraken from '#plugins/assets/kraken/index.ts'
import { collect, serve } from './serve.ts'

const seconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000
const lines = (prices: readonly { date: string; close: string; currency: string }[]) =>
  prices.map((one) => `${one.date} ${one.close} ${one.currency}`)
const faults = (provider: PriceProvider, identifier: string, options = {}) =>
  provider.check({ identifier, options, currency: 'USD' }).map((one) => one.pointer)

const ACME_PAIR = JSON.stringify({ error: [], result: { XACMZEUR: { altname: 'ACMEUR', wsname: 'ACM/EUR' } } })
/** Kraken's description of the pair, then what `answer` says. */
const krakenSays = (answer: string, pair = ACME_PAIR) => serve(({ url }) => (url.includes('AssetPairs') ? pair : answer))

const krakenBars = (closes: Readonly<Record<string, string>>, last: string) =>
  JSON.stringify({
    error: [],
    result: {
      XACMZEUR: Object.entries(closes).map(([day, close]) => [seconds(day), '1', '1', '1', close, '1', '5.0', 3]),
      last: seconds(last),
    },
  })

test('Kraken: what comes after the last day that ended is not taken, nor what is of today', async () => {
  const closes = { '2026-08-29': '10.50', '2026-08-30': '11.0', '2026-08-31': '12', '2026-09-01': '13' }
  const { tools, calls } = krakenSays(krakenBars(closes, '2026-08-30'))
  const request = { identifier: 'acmeur', from: '2026-08-29', to: '2026-09-01' }
  expect(lines((await collect(kraken, request, tools)).prices)).toEqual(['2026-08-29 10.5 EUR', '2026-08-30 11 EUR'])
  expect(calls[1]?.url).toBe(`https://api.kraken.com/0/public/OHLC?pair=ACMEUR&interval=1440&since=${seconds('2026-08-29') - 1}`)
  const late = krakenSays(krakenBars(closes, '2026-09-01'))
  expect((await collect(kraken, request, late.tools)).prices.map((one) => one.date)).toEqual([
    '2026-08-29',
    '2026-08-30',
    '2026-08-31',
  ])
})

test('Kraken: errors come with status 200, each as what it is', async () => {
  const give = (error: string, result?: object) =>
    collect(kraken, { identifier: 'ACMEUR' }, krakenSays(JSON.stringify({ error: [error], ...(result ? { result } : {}) })).tools)
  for (const result of [undefined, {}])
    await expect(give('EQuery:Unknown asset pair', result)).rejects.toMatchObject({ code: 'source/unknown' })
  await expect(give('EAPI:Rate limit exceeded')).rejects.toMatchObject({ code: 'source/busy' })
  await expect(give('EGeneral:Invalid arguments')).rejects.toMatchObject({ code: 'source/refused' })
  const empty = krakenSays('{"error":[],"result":{}}')
  await expect(collect(kraken, { identifier: 'ACMEUR' }, empty.tools)).rejects.toMatchObject({ code: 'source/format' })
})

test('Kraken: what a pair is priced in is what Kraken says of it, not how its name ends', async () => {
  const { tools, calls } = krakenSays('{}', ACME_PAIR.replace('ACM/EUR', 'AC/MEUR'))
  const detail = 'ACMEUR is priced in MEUR, which is no currency: take a pair such as XBTEUR.'
  await expect(collect(kraken, { identifier: 'ACMEUR' }, tools)).rejects.toMatchObject({ code: 'source/unknown', detail })
  expect(calls.length).toBe(1)
  const unknown = krakenSays('{}', '{"error":["EQuery:Unknown asset pair"]}')
  await expect(collect(kraken, { identifier: 'ACMEUR' }, unknown.tools)).rejects.toMatchObject({ code: 'source/unknown' })
})

test('Kraken: search by the usual name of a coin, priced in currencies only', async () => {
  const pair = (altname: string, wsname: string) => ({ altname, wsname, status: 'online' })
  const pairs = {
    error: [],
    result: { XXBTZEUR: pair('XBTEUR', 'XBT/EUR'), XETHXXBT: pair('ETHXBT', 'ETH/XBT'), XBTUSDT: pair('XBTUSDT', 'XBT/USDT') },
  }
  const { tools } = serve(() => JSON.stringify(pairs))
  expect(await kraken.search?.('btc', tools, kit)).toEqual([
    { identifier: 'XBTEUR', symbol: 'BTC', name: 'BTC/EUR', type: 'CRYPTO', currency: 'EUR' },
  ])
  for (const query of ['XBT', 'BTC/EUR', 'xbteur']) expect(await kraken.search?.(query, tools, kit)).toHaveLength(1)
  await expect(kraken.search?.('btc', serve(() => '{"error":[').tools, kit)).rejects.toMatchObject({ code: 'source/format' })
})

test('a pair in a coin that follows the dollar is not one in USD, unless the user says so', async () => {
  for (const [provider, coin, money] of [
    [kraken, 'XBTUSDT', 'XBTUSD'],
    [binance, 'BTCUSDT', 'BTCEUR'],
    [binance, 'BTCFDUSD', 'BTCGBP'],
    [coinbase, 'BTC-USDC', 'BTC-USD'],
  ] as const) {
    expect(faults(provider, coin)).toEqual(['/options/stablecoin_as'])
    expect(faults(provider, coin, { stablecoin_as: 'EUR' })).toEqual(['/options/stablecoin_as'])
    expect(faults(provider, coin, { stablecoin_as: 'USD' })).toEqual([])
    expect(faults(provider, money)).toEqual([])
  }
  for (const [provider, pair] of [
    [kraken, 'ETHXBT'],
    [binance, 'ETHBTC'],
    [binance, 'EUR'],
    [coinbase, 'ETH-BTC'],
    [coinbase, 'BTCEUR'],
  ] as const)
    expect(faults(provider, pair)).toEqual(['/identifier'])
})

const kline = (day: string, close: string, volume = '5.00') => [
  seconds(day) * 1000,
  '1',
  '1',
  '1',
  close,
  volume,
  0,
  '1',
  3,
  '1',
  '1',
  '0',
]

test('Binance: the day that has not ended is left out, a day without trade too; history comes in pieces', async () => {
  const { tools, calls, pauses } = serve(({ url }) => {
    const start = Number(new URL(url).searchParams.get('startTime'))
    const days: [string, string, string?][] = [
      ['2026-08-29', '10.50000000'],
      ['2026-08-30', '10.50000000', '0.00'],
      ['2026-09-01', '12'],
    ]
    return JSON.stringify(days.map((one) => kline(...one)).filter(([opened]) => Number(opened) >= start))
  })
  const request = { identifier: 'acmusdt', options: { stablecoin_as: 'USD' }, from: '2021-01-01', to: '2026-09-01' }
  const { prices } = await collect(binance, request, tools)
  expect(lines(prices)).toEqual(['2026-08-29 10.5 USD'])
  expect([calls.length, pauses.length]).toEqual([3, 2])
  expect(calls[0]?.url).toBe(
    `https://api.binance.com/api/v3/klines?symbol=ACMUSDT&interval=1d&startTime=${seconds('2021-01-01') * 1000}&endTime=${seconds('2023-09-28') * 1000 - 1}&limit=1000`,
  )
})

test('Binance: an unknown pair; where it does not serve, its host of market data is called', async () => {
  const request = { identifier: 'ACMEUR', from: '2026-08-29', to: '2026-08-30' }
  const unknown = serve(() => new Response('{"code":-1121,"msg":"Invalid symbol."}', { status: 400 }))
  await expect(collect(binance, request, unknown.tools)).rejects.toMatchObject({ code: 'source/unknown' })
  const refusing = (hosts: readonly string[]) =>
    serve(({ url }) =>
      hosts.includes(new URL(url).host) ? new Response('', { status: 451 }) : JSON.stringify([kline('2026-08-29', '9')]),
    )
  const mirror = refusing(['api.binance.com'])
  expect(lines((await collect(binance, request, mirror.tools)).prices)).toEqual(['2026-08-29 9 EUR'])
  expect(mirror.calls.map((one) => new URL(one.url).host)).toEqual(['api.binance.com', 'data-api.binance.vision'])
  await expect(collect(binance, request, refusing(['api.binance.com', 'data-api.binance.vision']).tools)).rejects.toMatchObject({
    code: 'source/refused',
  })
})

test('Coinbase: the fifth figure is the close; days that are too old are empty, an unknown pair is not', async () => {
  const candle = (day: string, close: number) => [seconds(day), 1, 99, 50, close, 7.5]
  const { tools, calls } = serve(({ url }) => {
    if (!url.includes('candles')) return '{"id":"ACM-EUR"}'
    if (url.includes('start=2025')) return new Response('{"message":"End is too old"}', { status: 400 })
    return JSON.stringify([candle('2026-09-01', 12), candle('2026-08-31', 11.25), candle('2026-08-30', 10)])
  })
  const request = { identifier: 'acm-eur', from: '2025-10-01', to: '2026-09-01' }
  const { prices } = await collect(coinbase, request, tools)
  expect(lines(prices)).toEqual(['2026-08-30 10 EUR', '2026-08-31 11.25 EUR'])
  expect(calls.map((one) => new URL(one.url).pathname)).toEqual([
    '/products/ACM-EUR/candles',
    '/products/ACM-EUR',
    '/products/ACM-EUR/candles',
  ])
  const unknown = serve(() => new Response('{"message":"NotFound"}', { status: 404 }))
  await expect(collect(coinbase, request, unknown.tools)).rejects.toMatchObject({ code: 'source/unknown' })
  const damaged = serve(() => '{"candles":1}')
  await expect(collect(coinbase, request, damaged.tools)).rejects.toMatchObject({ code: 'source/format' })
})

test('Coinbase: search by coin or pair, priced in currencies only', async () => {
  const product = (id: string) => ({
    id,
    base_currency: id.split('-')[0],
    quote_currency: id.split('-')[1],
    display_name: id.replace('-', '/'),
  })
  const { tools } = serve(() => JSON.stringify(['ACM-EUR', 'ACM-USDC', 'OTH-EUR'].map(product)))
  const hit = { identifier: 'ACM-EUR', symbol: 'ACM', name: 'ACM/EUR', type: 'CRYPTO', currency: 'EUR' }
  for (const query of ['acm', 'acm-eur']) expect(await coinbase.search?.(query, tools, kit)).toEqual([hit])
})

test('what cannot be a coin is not looked for in the long lists of pairs', async () => {
  const { tools, calls } = serve(() => '{}')
  for (const provider of [kraken, coinbase])
    for (const query of ['Acme Corporation', 'US0378331005', 'x']) expect(await provider.search?.(query, tools, kit)).toEqual([])
  expect(calls.length).toBe(0)
})
