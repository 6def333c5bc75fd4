import { expect, test } from 'bun:test'
import fc from 'fast-check'
import * as kit from '#plugins/assets/kit.ts'
import { splitRatio } from '#plugins/assets/split-ratio.ts'
import tiingo from '#plugins/assets/tiingo/index.ts'
import { daysAt, lastEndedDay } from '#plugins/assets/trading-day.ts'
import { collect, serve } from './serve.ts'

const lines = (prices: readonly { date: string; close: string; currency: string }[]) =>
  prices.map((one) => `${one.date} ${one.close} ${one.currency}`)
const status = (code: number, body = '{}') =>
  new Response(body, { status: code, headers: { 'Content-Type': 'application/json' } })

test('the day of an instant at a place, and the last day there that has ended', () => {
  expect(daysAt('America/New_York')(new Date('2026-01-06T04:59:00Z'))).toBe('2026-01-05')
  expect(lastEndedDay(new Date('2026-07-01T21:59:00Z'), 'America/New_York')).toBe('2026-06-30')
  expect(lastEndedDay(new Date('2026-07-01T22:00:00Z'), 'America/New_York')).toBe('2026-07-01')
})

test('factors of splits: the fraction that a rounded one comes from, where it is plain', () => {
  const known = {
    '20.0': '20:1',
    '1.5': '3:2',
    '0.142857': '1:7',
    '1.3333': '4:3',
    '0.0333': '1:30',
    '1.025': '1.025:1',
    '1.04': '1.04:1',
  }
  for (const [factor, ratio] of Object.entries(known)) expect([factor, splitRatio(factor)]).toEqual([factor, ratio])
  for (const none of ['1', '1.0', '0', '', 'x', '-2']) expect(splitRatio(none)).toBeUndefined()
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 2, max: 60 }), (units, old) => {
      const [a, b] = (splitRatio((units / old).toFixed(9)) ?? '1:1').split(':').map(Number)
      expect((a ?? 0) * old).toBeCloseTo((b ?? 0) * units, 6)
    }),
  )
})

test('without the key that it needs a source is not called, and says which setting', async () => {
  const { tools, calls } = serve(() => '[]')
  for (const call of [collect(tiingo, { identifier: 'ACM' }, tools), tiingo.search?.('acm', tools, kit)])
    await expect(call).rejects.toMatchObject({ code: 'price/key-missing', detail: expect.stringContaining('TIINGO_API_KEY') })
  expect(calls.length).toBe(0)
})

test('refusals say what to do, and never the key', async () => {
  const give = (answer: Response) => collect(tiingo, { identifier: 'ACM' }, serve(() => answer.clone(), { key: 'sesame' }).tools)
  for (const code of [401, 403])
    await expect(give(status(code))).rejects.toMatchObject({
      ...{ code: 'source/refused', detail: `Tiingo refuses (${code}): check TIINGO_API_KEY, and that its plan covers this.` },
    })
  await expect(give(status(429))).rejects.toMatchObject({ code: 'source/busy', detail: expect.stringContaining('used up') })
  await expect(give(status(404, '{"detail":"Not found."}'))).rejects.toMatchObject({ code: 'source/unknown' })
  const page = new Response('<!doctype html><title>Just a moment</title>', { headers: { 'Content-Type': 'text/html' } })
  await expect(give(page)).rejects.toMatchObject({ code: 'source/html' })
})

const row = (date: string, close: number, fields: object = {}) => ({
  date: `${date}T00:00:00.000Z`,
  close,
  volume: 9,
  divCash: 0,
  splitFactor: 1,
  ...fields,
})

test('Tiingo: closes as traded, splits and dividends of their day, nothing of today', async () => {
  const rows = [row('2026-08-28', 200.5, { divCash: 0.25 }), row('2026-08-31', 50, { splitFactor: 4 }), row('2026-09-01', 51)]
  const { tools, calls } = serve(() => JSON.stringify(rows), { key: 'sesame' })
  const found = await collect(tiingo, { identifier: 'ACM', from: '2026-08-01', to: '2026-09-01' }, tools)
  expect(lines(found.prices)).toEqual(['2026-08-28 200.5 USD', '2026-08-31 50 USD'])
  expect([found.splits, found.dividends]).toEqual([
    [{ date: '2026-08-31', ratio: '4:1' }],
    [{ date: '2026-08-28', amount: '0.25', currency: 'USD' }],
  ])
  expect(calls[0]?.url).toBe('https://api.tiingo.com/tiingo/daily/acm/prices?format=json&startDate=2026-08-01&endDate=2026-09-01')
  expect([calls[0]?.headers.get('authorization'), tiingo.adjusted]).toEqual(['Token sesame', 'none'])
})

test('Tiingo: Chinese listings, coins and search', async () => {
  const { tools } = serve(
    ({ url }) => {
      if (url.includes('search'))
        return JSON.stringify([
          { ticker: 'ACM', name: 'Acme', assetType: 'ETF' },
          { ticker: 'X', assetType: 'Other' },
        ])
      if (url.includes('daily')) return JSON.stringify([row('2026-08-28', 9)])
      return JSON.stringify([
        { ticker: 'acmusd', quoteCurrency: 'usd', priceData: [{ date: '2026-08-31T00:00:00+00:00', close: 2.5e-7, volume: 1 }] },
      ])
    },
    { key: 'sesame' },
  )
  expect(lines((await collect(tiingo, { identifier: '000001' }, tools)).prices)).toEqual(['2026-08-28 9 CNY'])
  const coin = { options: { kind: 'coin' } }
  expect(lines((await collect(tiingo, { identifier: 'ACMUSD', ...coin }, tools)).prices)).toEqual(['2026-08-31 0.00000025 USD'])
  await expect(collect(tiingo, { identifier: 'othusd', ...coin }, tools)).rejects.toMatchObject({ code: 'source/unknown' })
  expect(await tiingo.search?.('acm', tools, kit)).toEqual([{ identifier: 'ACM', symbol: 'ACM', name: 'Acme', type: 'ETF' }])
})

test('Tiingo: long histories come in pieces, each with its own events', async () => {
  const { tools, calls } = serve(
    ({ url }) =>
      JSON.stringify(url.includes('endDate=2026') ? [row('2026-08-28', 50, { splitFactor: 4 })] : [row('2015-01-02', 9)]),
    { key: 'sesame' },
  )
  const found = await collect(tiingo, { identifier: 'ACM', from: '2015-01-01', to: '2026-09-01' }, tools)
  expect(lines(found.prices)).toEqual(['2015-01-02 9 USD', '2026-08-28 50 USD'])
  expect([calls.length, found.splits]).toEqual([2, [{ date: '2026-08-28', ratio: '4:1' }]])
})
