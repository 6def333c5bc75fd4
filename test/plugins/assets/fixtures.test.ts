import { expect, test } from 'bun:test'
import coingecko from '#plugins/assets/coingecko/index.ts'
import jsonUrl from '#plugins/assets/json-url/index.ts'
import * as kit from '#plugins/assets/kit.ts'
import manual from '#plugins/assets/manual/index.ts'
import stooq from '#plugins/assets/stooq/index.ts'
import tableUrl from '#plugins/assets/table-url/index.ts'
import yahoo from '#plugins/assets/yahoo/index.ts'
import { collect, serve } from './serve.ts'

const closes = (prices: readonly { date: string; close: string; currency: string }[]) =>
  prices.map((one) => `${one.date} ${one.close} ${one.currency}`)

/** A chart as Yahoo writes it: figures are 32-bit floats printed as doubles, times those of the opening of the session. */
const chart = (meta: object, bars: readonly (readonly [time: number, close: number | null])[], events: object = {}) =>
  JSON.stringify({
    chart: {
      error: null,
      result: [
        {
          meta,
          timestamp: bars.map(([time]) => time),
          events,
          indicators: { quote: [{ close: bars.map(([, close]) => close) }], adjclose: [{ adjclose: bars.map(() => 1) }] },
        },
      ],
    },
  })

test('Yahoo: pence, float artefacts, the day at the exchange across a change of the clock, and events', async () => {
  const london = { currency: 'GBp', priceHint: 2, gmtoffset: 0, exchangeTimezoneName: 'Europe/London' }
  const bars = [
    [Date.UTC(2025, 9, 24, 7) / 1000, 1259.0999755859375],
    [Date.UTC(2025, 9, 27, 8) / 1000, 1260.5],
  ] as const
  const events = {
    dividends: { '1': { amount: 5.5, date: bars[1][0] } },
    splits: { '1': { numerator: 3, denominator: 2, splitRatio: '3:2', date: bars[1][0] } },
  }
  const { tools, calls } = serve(() => chart(london, bars, events))
  const found = await collect(yahoo, { identifier: 'ACM.L', from: '2025-10-24', to: '2025-10-27' }, tools)
  expect(found.prices).toEqual([
    { date: '2025-10-24', close: '12.590999755859375', currency: 'GBP', places: 4 },
    { date: '2025-10-27', close: '12.605', currency: 'GBP', places: 4 },
  ])
  expect([found.splits, found.dividends]).toEqual([
    [{ date: '2025-10-27', ratio: '3:2' }],
    [{ date: '2025-10-27', amount: '0.055', currency: 'GBP' }],
  ])
  expect(calls[0]?.url).toContain('/v8/finance/chart/ACM.L?interval=1d&period1=1761177600&period2=')
  const tokyo = { currency: 'JPY', priceHint: 2, exchangeTimezoneName: 'Asia/Tokyo' }
  const late = serve(() => chart(tokyo, [[Date.UTC(2026, 0, 5, 15, 30) / 1000, 1500]]))
  expect(closes((await collect(yahoo, { identifier: '1.T' }, late.tools)).prices)).toEqual(['2026-01-06 1500 JPY'])
})

test('Yahoo: an unknown symbol is requested once and is no fault of the source; a cookie that does not help is', async () => {
  const body = JSON.stringify({ chart: { result: null, error: { code: 'Not Found', description: 'No data found' } } })
  const unknown = serve(() => new Response(body, { status: 404, headers: { 'Content-Type': 'application/json' } }))
  await expect(collect(yahoo, { identifier: 'TYPO' }, unknown.tools)).rejects.toMatchObject({
    ...{ code: 'source/unknown', detail: 'Yahoo Finance knows no such symbol.' },
  })
  expect(unknown.calls.length).toBe(1)
  const refusing = serve(({ url }) => {
    if (url.includes('getcrumb')) return 'crumb'
    const headers = url.includes('fc.yahoo') ? { 'Set-Cookie': 'A3=abc' } : undefined
    return new Response('', { status: 401, ...(headers ? { headers } : {}) })
  })
  await expect(collect(yahoo, { identifier: 'ACM' }, refusing.tools)).rejects.toMatchObject({ code: 'source/refused' })
  expect(refusing.calls.length).toBe(4)
})

test('Stooq: English and Polish titles, with and without volume; rows that are damaged are named', async () => {
  const files: Readonly<Record<string, string>> = {
    'acm.us': 'Date,Open,High,Low,Close,Volume\r\n2026-01-02,1,1,1,10.5,100\r\n2026-01-05,1,1,1,,\r\n2026-01-06,1,1,1,11,5\r\n',
    acm: 'Data,Otwarcie,Najwyzszy,Najnizszy,Zamkniecie,Wolumen\r\n2026-01-02,1,1,1,95.7,3\r\n',
    eurusd: 'Date,Open,High,Low,Close\r\n2026-01-02,1,1,1,1.1234\r\n',
    'acm.jp': 'Date,Open,High,Low,Close,Volume\r\n2026-01-02,1,1,1,1500,1\r\n',
    none: 'Brak danych',
    page: '<html><body>Robot?</body></html>',
  }
  const { tools, calls } = serve(({ url }) => files[new URL(url).searchParams.get('s') ?? ''])
  const give = (identifier: string, currency = 'PLN') => collect(stooq, { identifier, currency }, tools)
  const american = await give('ACM.US')
  expect(closes(american.prices)).toEqual(['2026-01-02 10.5 USD', '2026-01-06 11 USD'])
  expect(american.issues.map((one) => one.detail)).toEqual(['Stooq: the row of 2026-01-05 cannot be read.'])
  expect(closes((await give('acm')).prices)).toEqual(['2026-01-02 95.7 PLN'])
  expect(closes((await give('EURUSD', 'EUR')).prices)).toEqual(['2026-01-02 1.1234 USD'])
  expect(closes((await give('acm.jp')).prices)).toEqual(['2026-01-02 1500 JPY'])
  expect((await give('none')).prices).toEqual([])
  await expect(give('page')).rejects.toMatchObject({ code: 'source/html' })
  await expect(give('unheard')).rejects.toMatchObject({ code: 'source/status' })
  expect(calls[0]?.url).toBe('https://stooq.com/q/d/l/?s=acm.us&i=d&d1=20000101&d2=20261231')
})

test('Stooq: London is requested with its unit, because a guess would be wrong a hundredfold', () => {
  const check = (identifier: string, options = {}) =>
    stooq.check({ identifier, options, currency: 'GBP' }).map((one) => one.pointer)
  expect(check('acm.uk')).toEqual(['/options/currency'])
  for (const currency of ['GBX', 'GBP', 'USD']) expect(check('acm.uk', { currency })).toEqual([])
  expect(check('acm.uk', { currency: 'PENCE' })).toEqual(['/options/currency'])
  expect(check('acm.us')).toEqual([])
})

test('CoinGecko: milliseconds to UTC days, at least 95 days requested so that points are daily, never more than a year', async () => {
  const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
  const points = [
    [day('2026-08-29'), 1],
    [day('2026-08-30'), 60123.12345678901],
    [day('2026-08-31'), 1.5e-7],
    [day('2026-08-31') + 7_200_000, 2e-7],
    ['x', 1],
  ]
  const { tools, calls } = serve(() => JSON.stringify({ prices: points, market_caps: [], total_volumes: [] }), { key: 'demo' })
  const request = { identifier: 'acmecoin', currency: 'USD', from: '2026-08-30', to: '2026-08-31' }
  const found = await collect(coingecko, request, tools)
  expect(closes(found.prices)).toEqual(['2026-08-30 60123.12345678901 USD', '2026-08-31 0.0000002 USD'])
  expect(found.issues).toHaveLength(1)
  const requested = new URL(calls[0]?.url ?? '')
  expect([requested.pathname, requested.searchParams.get('vs_currency')]).toEqual([
    '/api/v3/coins/acmecoin/market_chart/range',
    'usd',
  ])
  expect(Number(requested.searchParams.get('from')) * 1000).toBe(day('2026-05-29'))
  expect(calls[0]?.headers.get('x-cg-demo-api-key')).toBe('demo')
  await collect(coingecko, { ...request, from: '2016-01-01' }, tools)
  expect(Number(new URL(calls[1]?.url ?? '').searchParams.get('from')) * 1000).toBe(day('2025-09-02'))
  const unknown = serve(() => undefined)
  await expect(collect(coingecko, request, unknown.tools)).rejects.toMatchObject({ code: 'source/unknown' })
  const coins = { coins: [{ id: 'acmecoin', symbol: 'ACM', name: 'Acme Coin', market_cap_rank: 7 }] }
  expect(await coingecko.search?.('acme', serve(() => JSON.stringify(coins)).tools, kit)).toEqual([
    { identifier: 'acmecoin', symbol: 'ACM', name: 'Acme Coin', type: 'CRYPTO' },
  ])
})

test('by hand: nothing is fetched', async () => {
  const { tools, calls } = serve(() => 'x')
  expect((await collect(manual, { identifier: 'manual' }, tools)).prices).toEqual([])
  expect([calls.length, manual.network]).toEqual([0, false])
})

test('addresses: a name that changes its address between two look-ups is called where it was checked', async () => {
  const answers = [['93.184.215.14'], ['169.254.169.254'], ['127.0.0.1']]
  let requested = 0
  const { tools, calls } = serve(() => '{"nav": 10}', { resolve: async () => answers[requested++] ?? ['10.0.0.1'] })
  const request = { identifier: 'http://rebind.example/nav', options: { close: '$.nav' } }
  expect((await collect(jsonUrl, request, tools)).prices.map((one) => one.close)).toEqual(['10'])
  expect([requested, calls[0]?.url, calls[0]?.headers.get('host')]).toEqual([1, 'http://93.184.215.14/nav', 'rebind.example'])
  await expect(collect(jsonUrl, request, tools)).rejects.toMatchObject({ code: 'source/address' })
  await expect(collect(jsonUrl, request, tools)).rejects.toMatchObject({ code: 'source/address' })
  expect(calls.length).toBe(1)
})

test('addresses: every step of a redirect is looked up again and called by its checked address', async () => {
  const public_ = ['93.184.215.14']
  const hosts: Readonly<Record<string, string[]>> = {
    'one.example': public_,
    'two.example': ['93.184.215.15'],
    'in.example': ['::1'],
  }
  const to = (location: string) => new Response(null, { status: 302, headers: { Location: location } })
  const { tools, calls } = serve(
    ({ url, headers }) =>
      url.endsWith('/good')
        ? to('http://two.example/data')
        : url.endsWith('/bad')
          ? to('http://in.example/')
          : `{"nav": "${headers.get('host')}"}`,
    { resolve: async (host) => hosts[host] ?? [] },
  )
  const give = (path: string) => collect(jsonUrl, { identifier: `http://one.example${path}`, options: { close: '$.nav' } }, tools)
  await expect(give('/good')).rejects.toMatchObject({ detail: expect.stringContaining('two.example') })
  expect(calls.map((one) => one.url)).toEqual(['http://93.184.215.14/good', 'http://93.184.215.15/data'])
  await expect(give('/bad')).rejects.toMatchObject({ code: 'source/address' })
  expect(calls.length).toBe(3)
})

for (const host of `0177.0.0.1 0x7f000001 2130706433 127.1 127.0.0.1. localhost. a.localhost [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:a9fe:a9fe]
  [0:0:0:0:0:ffff:c0a8:0101] [64:ff9b::7f00:1] [2002:7f00:1::] [fe80::1] [fd00::1] [::] 0.0.0.0 100.64.0.1 198.18.0.1 224.0.0.1 255.255.255.255`
  .trim()
  .split(/\s+/))
  test(`addresses: ${host} is never called`, async () => {
    const { tools, calls } = serve(() => '{}')
    const options = { format: 'csv', date: 'd', close: 'c' }
    await expect(collect(tableUrl, { identifier: `http://${host}/x`, options }, tools)).rejects.toMatchObject({
      code: 'source/address',
    })
    expect(calls.length).toBe(0)
  })

test('addresses: a body without an end stops at the limit', async () => {
  const endless = () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024).fill(32)),
      }),
    )
  const { tools } = serve(endless)
  await expect(collect(jsonUrl, { identifier: 'http://big.example/', options: { close: '$' } }, tools)).rejects.toMatchObject({
    code: 'source/too-large',
  })
})
