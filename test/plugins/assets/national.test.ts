import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import fc from 'fast-check'
import amfi from '#plugins/assets/amfi/index.ts'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import { priceProviders } from '#plugins/assets/index.ts'
import * as kit from '#plugins/assets/kit.ts'
import mfapi from '#plugins/assets/mfapi/index.ts'
import tmx from '#plugins/assets/tmx/index.ts'
import twse from '#plugins/assets/twse/index.ts'
import { PriceRefresh } from '#src/prices/refresh.schema.ts'
import { addDays } from '#src/shared/date.ts'
import { createTestApp } from '#test/support/app.ts'
import { collect, serve } from './serve.ts'

const shown = (prices: readonly { date: string; close: string; currency: string }[]) =>
  prices.map((one) => `${one.date} ${one.close} ${one.currency}`)
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
const faultsOf = (provider: PriceProvider, identifier: string, options = {}) =>
  provider.check({ identifier, options, currency: 'EUR' }).map((one) => one.pointer)

test('MFAPI: newest first, no value of zero; a code that it does not know is not taken for a fund without values', async () => {
  const meta = { scheme_code: 990001, scheme_name: 'Harbour Growth' }
  const data = [
    { date: '31-08-2026', nav: '12.50000' },
    { date: '28-08-2026', nav: '0.00000' },
    { date: '27-08-2026', nav: 'x' },
    { date: '31-07-2026', nav: '11' },
  ]
  const { tools, calls } = serve(() => json({ meta, data, status: 'SUCCESS' }))
  const found = await collect(mfapi, { identifier: '990001', from: '2026-08-01', currency: 'EUR' }, tools)
  expect(shown(found.prices)).toEqual(['2026-08-31 12.5 INR'])
  expect(found.issues).toEqual([
    { code: 'not-a-price', detail: 'MFAPI: the entry of 27-08-2026 cannot be read.', date: '2026-08-27' },
  ])
  expect(calls.map((one) => one.url)).toEqual(['https://api.mfapi.in/mf/990001'])
  const blank = { scheme_code: 0, scheme_name: '' }
  const give = (body: unknown, status = 200) => collect(mfapi, { identifier: '990001' }, serve(() => json(body, status)).tools)
  await expect(give({ meta: blank, data: [] })).rejects.toMatchObject({ code: 'source/unknown' })
  await expect(give({ error: 'invalid' }, 400)).rejects.toMatchObject({ code: 'source/unknown' })
  await expect(give({ meta: { scheme_code: 5 }, data })).rejects.toMatchObject({ code: 'source/format' })
  expect((await give({ meta, data: [] })).prices).toEqual([])
  expect([faultsOf(mfapi, 'INF209KA12Z1'), faultsOf(mfapi, '118955')]).toEqual([['/identifier'], []])
})

const OLD = 'Scheme Code;ISIN Div Payout/ ISIN Growth;ISIN Div Reinvestment;Scheme Name;Net Asset Value;Date'
const NEW = 'Scheme Code;ISIN Div Payout/ ISIN Growth;ISIN Div Reinvestment;Scheme Name;Plan;Option;Net Asset Value;Date'
const OLDEST =
  'Scheme Code;Scheme Name;ISIN Div Payout/ISIN Growth;ISIN Div Reinvestment;Net Asset Value;Repurchase Price;Sale Price;Date'
const SECTIONS = '\r\n \r\nOpen Ended Schemes(Harbour)\r\n \r\nHarbour Mutual Fund\r\n \r\n'
const amfiFile = (header: string, ...rows: readonly string[]) => `${header}${SECTIONS}${rows.join('\r\n')}\r\n`

test('AMFI: three layouts by their header lines; each row has a day of its own; both ISINs of a row', async () => {
  const files = [
    amfiFile(OLD, '990001;INF999A01017;INF999A01025;Harbour - Growth;12.3456;28-Aug-2026', '990002;-;-;Ended;N.A.;04-Sep-2017'),
    amfiFile(NEW, '990001;INF999A01017;INF999A01025;Harbour;Direct;Growth;12.3456;28-Aug-2026'),
    amfiFile(OLDEST, '990001;Harbour;INF999A01017;INF999A01025;12.3456;12.0;12.4;28-Aug-2026'),
  ]
  for (const file of files)
    for (const identifier of ['990001', 'INF999A01017', 'inf999a01025']) {
      const { tools, calls } = serve(() => file, { today: '2026-08-31' })
      const found = await collect(amfi, { identifier, to: '2026-08-31' }, tools)
      expect([shown(found.prices), found.issues]).toEqual([['2026-08-28 12.3456 INR'], []])
      expect(calls.map((one) => one.url)).toEqual(['https://portal.amfiindia.com/spages/NAVAll.txt'])
    }
  const ended = await collect(amfi, { identifier: '990002' }, serve(() => files[0]).tools)
  expect([ended.prices, ended.issues]).toEqual([[], []])
})

test('AMFI: another format, a page, a file or row that is cut off, and a fund that is not there are each reported', async () => {
  const row = '990001;INF999A01017;-;Harbour;12.3456;28-Aug-2026'
  const give = (text: string) => collect(amfi, { identifier: '990001' }, serve(() => text).tools)
  await expect(give(amfiFile(OLD.replace('Net Asset', 'Some'), row))).rejects.toMatchObject({ code: 'source/format' })
  await expect(give(amfiFile(OLD, row).trimEnd().slice(0, -2))).rejects.toMatchObject({ code: 'source/format' })
  await expect(give(amfiFile(NEW, row))).rejects.toMatchObject({ code: 'source/format' })
  await expect(give(amfiFile(OLD, row.replaceAll('990001', '1990001')))).rejects.toMatchObject({ code: 'source/unknown' })
  await expect(give('<!DOCTYPE html><html><form></form></html>')).rejects.toMatchObject({ code: 'source/html' })
  expect((await give(amfiFile(OLD, row.replace('2026', '26')))).issues.length).toBe(1)
})

test('AMFI: days that are past come as a report of the last five of them', async () => {
  const { tools, calls } = serve(() => amfiFile(NEW, '990001;;;Harbour;;;10.5;03-Apr-2006'))
  const found = await collect(amfi, { identifier: '990001', from: '2006-01-01', to: '2006-04-03' }, tools)
  expect(shown(found.prices)).toEqual(['2006-04-03 10.5 INR'])
  expect(calls[0]?.url).toBe('https://portal.amfiindia.com/DownloadNAVHistoryReport_Po.aspx?frmdt=30-Mar-2006&todt=03-Apr-2006')
})

test('AMFI and MFAPI: the search gives the code that both share, AMFI by ISIN, too', async () => {
  const rows = [
    '990001;INF999A01017;INF999A01025;Harbour Equity;Direct;Growth;12.3;28-Aug-2026',
    '990002;-;-;Pier;;;N.A.;04-Sep-2017',
  ]
  const { tools } = serve(() => amfiFile(NEW, ...rows))
  const hit = { identifier: '990001', symbol: '990001', name: 'Harbour Equity - Direct - Growth', type: 'FUND', currency: 'INR' }
  expect(await amfi.search?.('INF999A01025', tools, kit)).toEqual([{ ...hit, isin: 'INF999A01025' }])
  expect(await amfi.search?.('direct harbour', tools, kit)).toEqual([{ ...hit, isin: 'INF999A01017' }])
  expect(await amfi.search?.('pier', tools, kit)).toEqual([])
  const list = serve(() => json([{ schemeCode: 990001, schemeName: 'Harbour' }, {}]))
  expect(await mfapi.search?.('harbour', list.tools, kit)).toEqual([{ ...hit, name: 'Harbour' }])
  expect(list.calls[0]?.url).toBe('https://api.mfapi.in/mf/search?q=harbour')
})

/** A TMX that answers each field of its interface. */
const toronto = (fields: Readonly<Record<string, unknown>>, today = '2026-09-01') =>
  serve(
    ({ body }) => {
      const field = /\{ (\w+)\(/.exec(JSON.parse(body).query)?.[1] ?? ''
      const found = fields[field]
      return json(
        found === undefined
          ? { errors: [{ message: "Sorry, we couldn't find any results." }], data: {} }
          : { data: { [field]: found } },
      )
    },
    { today },
  )

test('TMX: closes of shares in the currency of the quote, by the day in Toronto, without that of today and days without trade', async () => {
  const bars = [
    { dateTime: '2026-09-01T16:00:00-04:00', close: 12, volume: 5 },
    { dateTime: '2026-08-31T16:00:00-04:00', close: 11.5, volume: 5 },
    { dateTime: '2026-08-28T16:00:00-04:00', close: 11, volume: 0 },
    { dateTime: 'x', close: 1, volume: 1 },
  ]
  const quote = { symbol: 'HARB', currency: 'CAD', price: 12.25 }
  const { tools, calls } = toronto({ getQuoteBySymbol: quote, getTimeSeriesData: bars })
  const found = await collect(tmx, { identifier: 'harb', from: '2026-08-01', to: '2026-09-01' }, tools)
  expect(shown(found.prices)).toEqual(['2026-08-31 11.5 CAD'])
  expect([found.issues.length, tmx.adjusted, found.chunks[0]?.splits]).toEqual([1, 'splits', undefined])
  expect(calls.map((one) => [one.url, one.method])).toEqual(Array(2).fill(['https://app-money.tmx.com/graphql', 'POST']))
  expect(calls[1]?.body).toContain('symbol:\\"HARB\\", freq:\\"day\\", interval:1, start:\\"2026-08-01\\", end:\\"2026-08-31\\"')
})

test('TMX: funds month by month; what it does not know, refuses or sends in another shape is reported', async () => {
  const values = [{ datetime: '2026-08-28', closePrice: 10.25 }]
  const quote = { symbol: 'HRB123', currency: 'CAD', datatype: 'mutual fund' }
  const fund = toronto({ getQuoteBySymbol: quote, getCompanyPriceHistory: values })
  const found = await collect(tmx, { identifier: 'HRB123', from: '2026-07-15', to: '2026-08-31' }, fund.tools)
  expect(shown(found.prices)).toEqual(['2026-08-28 10.25 CAD', '2026-08-28 10.25 CAD'])
  expect([fund.calls.length, fund.pauses]).toEqual([3, [500]])
  const give = (fields: Readonly<Record<string, unknown>>) => collect(tmx, { identifier: 'A' }, toronto(fields).tools)
  await expect(give({})).rejects.toMatchObject({ code: 'source/unknown' })
  await expect(give({ getQuoteBySymbol: quote, getCompanyPriceHistory: [] })).rejects.toMatchObject({ code: 'source/unknown' })
  await expect(give({ getQuoteBySymbol: { currency: 'CAD' }, getTimeSeriesData: [] })).rejects.toMatchObject({
    code: 'source/unknown',
  })
  await expect(give({ getQuoteBySymbol: {} })).rejects.toMatchObject({ code: 'source/format' })
  await expect(give({ getQuoteBySymbol: null })).rejects.toMatchObject({ code: 'source/format' })
  const limited = serve(() => json({ errors: [{ message: 'Too many requests' }] }))
  await expect(collect(tmx, { identifier: 'A' }, limited.tools)).rejects.toMatchObject({ code: 'source/refused' })
  for (const identifier of ['A"', 'A B', '', '){}']) expect(faultsOf(tmx, identifier)).toEqual(['/identifier'])
})

const FIELDS = ['日期', '成交股數', '開盤價', '收盤價', '漲跌價差']
const taipei = (answer: (month: string) => unknown, today = '2026-09-01') =>
  serve(({ url }) => json(answer(new URL(url).searchParams.get('date') ?? '')), { today })

test('Taiwan: years of the Republic, commas, days without trade; a month a call, with pauses', async () => {
  const rows: Readonly<Record<string, unknown[]>> = {
    '20260701': [['115/07/31', '1,000', '10', '1,234.50', '0']],
    '20260801': [
      ['115/08/03', '0', '--', '--', 'X0.00'],
      ['115/08/28', '1,000', '1', '99.5', '0'],
      ['115/02/30', '1', '1', '1', '0'],
    ],
  }
  const { tools, calls, pauses } = taipei((month) => ({ stat: 'OK', fields: FIELDS, data: rows[month] ?? [] }))
  const found = await collect(twse, { identifier: '9999', from: '2026-07-10', to: '2026-08-31' }, tools)
  expect(shown(found.prices)).toEqual(['2026-07-31 1234.5 TWD', '2026-08-28 99.5 TWD'])
  expect(found.issues.map((one) => one.detail)).toEqual(['Taiwan Stock Exchange: the entry of 115/02/30 cannot be read.'])
  expect([calls.length, pauses, found.chunks.length]).toEqual([2, [1800], 2])
  expect(calls[0]?.url).toBe('https://www.twse.com.tw/rwd/zh/afterTrading/STOCK_DAY?date=20260701&stockNo=9999&response=json')
  const long = taipei((month) => ({ stat: 'OK', fields: FIELDS, data: [[`115/08/28`, '1', '1', month.slice(0, 2), '0']] }))
  await collect(twse, { identifier: '9999', from: '2000-01-01', to: '2026-08-31' }, long.tools)
  expect([long.calls.length, new URL(long.calls[0]?.url ?? '').searchParams.get('date')]).toEqual([36, '20230901'])
})

test('Taiwan: no such number, a refusal, another table, and funds in a foreign currency', async () => {
  const give = (body: unknown, from = '2026-08-01') =>
    collect(twse, { identifier: '9999', from, to: '2026-08-31' }, taipei(() => body).tools)
  const none = { stat: '很抱歉，沒有符合條件的資料!' }
  await expect(give(none)).rejects.toMatchObject({ code: 'source/unknown' })
  expect((await give(none, '2026-08-29')).prices).toEqual([])
  await expect(give({ stat: '查詢過於頻繁' })).rejects.toMatchObject({ code: 'source/refused' })
  await expect(give({ stat: 'OK', fields: ['日期'], data: [] })).rejects.toMatchObject({ code: 'source/format' })
  await expect(collect(twse, { identifier: '9999' }, serve(() => '<html></html>').tools)).rejects.toMatchObject({
    code: 'source/html',
  })
  expect([faultsOf(twse, '00625K'), faultsOf(twse, '00625K', { currency: 'CNY' }), faultsOf(twse, '2330.TW')]).toEqual([
    ['/options/currency'],
    [],
    ['/identifier'],
  ])
})

test('property: the report that is requested for a past range stays inside it, and is never more than five days', async () => {
  const requested: [string, string][] = []
  const { tools } = serve(({ url }) => {
    const { searchParams } = new URL(url)
    requested.push([searchParams.get('frmdt') ?? '', searchParams.get('todt') ?? ''])
    return amfiFile(NEW, '990002;;;Pier;;;1;01-Jan-2010')
  })
  const days = fc.integer({ min: 0, max: 7000 }).map((count) => addDays('2006-04-01', count))
  await fc.assert(
    fc.asyncProperty(days, fc.nat(40), async (from, length) => {
      const to = addDays(from, length)
      await collect(amfi, { identifier: '990001', from, to }, tools)
      const [first = '', last = ''] = (requested.at(-1) ?? []).map((one) => kit.parseDay(one, 'dmy'))
      expect(last).toBe(to)
      expect(first >= from && first >= addDays(to, -4)).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test('an asset with a scheme code: a wrong one is refused at once, a refresh stores the value in INR', async () => {
  const { tools } = serve(() => amfiFile(NEW, '990001;;;Harbour;Direct;Growth;12.3456;28-Aug-2026'))
  const app = await createTestApp({
    deps: { plugins: { brim: [], fx: [], assets: priceProviders }, fetch: tools.fetch as typeof fetch },
    clock: () => new Date('2026-08-31T12:00:00Z'),
  })
  const user = await app.createUser()
  const create = (identifier: string) =>
    app.call(user, 'POST', '/assets', {
      ...{ symbol: 'HF', name: 'Harbour', type: 'FUND', currency: 'INR' },
      price_source: { provider: 'AMFI', identifier },
    })
  const refused = await create('HARBOUR')
  expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([422, '/price_source/identifier'])
  const { id } = (await create('990001')).body
  const [done] = (await app.call(user, 'POST', '/assets/prices/refresh', {})).as(PriceRefresh).assets
  expect([done?.state, done?.added]).toEqual(['added', 1])
  const stored = (await app.call(user, 'GET', `/assets/${id}/prices`)).as(z.array(z.looseObject({ close: z.string() })))
  expect(stored).toMatchObject([{ date: '2026-08-28', close: '12.3456', currency: 'INR', source: 'AMFI' }])
})
