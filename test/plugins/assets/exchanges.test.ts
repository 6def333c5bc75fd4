import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import fc from 'fast-check'
import boerseFrankfurt from '#plugins/assets/boerse-frankfurt/index.ts'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import euronext from '#plugins/assets/euronext/index.ts'
import { lastFinished } from '#plugins/assets/exchange.ts'
import { priceProviders } from '#plugins/assets/index.ts'
import * as kit from '#plugins/assets/kit.ts'
import nasdaqNordic from '#plugins/assets/nasdaq-nordic/index.ts'
import six from '#plugins/assets/six/index.ts'
import stooq from '#plugins/assets/stooq/index.ts'
import wienerBoerse from '#plugins/assets/wiener-boerse/index.ts'
import { PriceRefresh } from '#src/prices/refresh.schema.ts'
import { Price } from '#src/prices/schema.ts'
import { addDays } from '#src/shared/date.ts'
import { createTestApp } from '#test/support/app.ts'
import { collect, serve } from './serve.ts'

const shown = (prices: readonly { date: string; close: string; currency: string }[]) =>
  prices.map((one) => `${one.date} ${one.close} ${one.currency}`)
const at = (instant: string) => ({ clock: () => new Date(instant) })
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
const faultsOf = (provider: PriceProvider, identifier: string, options = {}) =>
  provider.check({ identifier, options, currency: 'EUR' }).map((one) => one.pointer)

const HEADER = 'Date;Open;High;Low;Last;Close;"Number of Shares";"Number of Trades";Turnover'
const table = (rows: string, header = HEADER) =>
  `\ufeff"Historical Data"\n"From 2026-08-24 to 2026-08-31"\nFR0099990014\n${header}\n${rows}`

test('the day of a running session is left out, by the clock of the exchange', () => {
  const berlin = { timeZone: 'Europe/Berlin', sessionEnd: '18:00' }
  const last = (instant: string, to = '2026-12-31') => lastFinished(to, new Date(instant), berlin)
  expect([last('2026-07-01T15:59:00Z'), last('2026-07-01T16:00:00Z')]).toEqual(['2026-06-30', '2026-07-01'])
  expect([last('2026-01-15T16:59:00Z'), last('2026-01-15T17:00:00Z')]).toEqual(['2026-01-14', '2026-01-15'])
  expect([last('2026-07-01T22:30:00Z'), last('2026-07-01T16:00:00Z', '2026-05-05')]).toEqual(['2026-07-01', '2026-05-05'])
  const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instants, (instant) => {
      const [day, utc] = [lastFinished('2050-01-01', instant, berlin), instant.toISOString().slice(0, 10)]
      expect(day < utc || day === utc).toBe(true)
      expect(day >= addDays(utc, -1)).toBe(true)
    }),
  )
})

test('Euronext: Close, not Last; days without trade are left out unless the exchange set a close of its own', async () => {
  const rows = [
    '01/09/2026;10;10;10;10;10;5;1;50;10',
    '31/08/2026;10;12;10;11.5;11.25;100;4;1130;11.3',
    '28/08/2026;11;11;11;11;11;0;0;0;',
    '27/08/2026;11;11;11;11;10.95;0;0;0;',
    '26/08/2026;11;11;11;11;;0;0;0;',
    '25/08/2026;11;11;11;11;much;7;1;77;11',
  ]
  const { tools, calls } = serve(() => table(`${rows.join('\n')}\n`))
  const found = await collect(euronext, { identifier: 'fr0099990014-xpar', from: '2026-08-01', currency: 'NOK' }, tools)
  expect(shown(found.prices)).toEqual(['2026-08-31 11.25 NOK', '2026-08-27 10.95 NOK'])
  expect(found.issues).toEqual([
    { code: 'not-a-price', detail: 'Euronext: the row of 25/08/2026 cannot be read.', date: '2026-08-25' },
  ])
  expect(calls[0]?.url).toBe(
    'https://live.euronext.com/en/ajax/AwlHistoricalPrice/getFullDownloadAjax/FR0099990014-XPAR?format=csv&decimal_separator=.&date_form=d/m/Y&op=&adjusted=&base100=&startdate=2026-08-01&enddate=2026-08-31',
  )
  const pence = serve(() => table('31/08/2026;1;1;1;1;1250.5;9;1;9;1\n', `${HEADER};vwap`))
  const request = { identifier: 'FR0099990014-XDUB', from: '2026-08-25', options: { currency: 'GBX' } }
  expect(shown((await collect(euronext, request, pence.tools)).prices)).toEqual(['2026-08-31 12.505 GBP'])
})

test('Euronext: two years at most; no row for longer than a holiday is an unknown paper; other answers are refused', async () => {
  const { tools, calls } = serve(() => table(''))
  const give = (from: string, to = '2026-08-31') => collect(euronext, { identifier: 'FR0099990014-XPAR', from, to }, tools)
  expect((await give('2026-08-29', '2026-08-30')).prices).toEqual([])
  await expect(give('2010-01-01')).rejects.toMatchObject({
    code: 'source/unknown',
    detail: expect.stringContaining('FR0099990014'),
  })
  expect(calls[1]?.url).toContain('startdate=2024-09-01&')
  expect((await give('2010-01-01', '2012-01-01')).prices).toEqual([])
  expect(calls.length).toBe(2)
  for (const [answer, code] of [
    ['No format specified\n', 'source/format'],
    [table('31/08/2026;1;1;1;1;1;9;1;9;1;1;1\n'), 'source/format'],
    [table('31/08/2026;1;1;1;1;1;9;1;9;1'), 'source/format'],
    ['<!DOCTYPE html><html></html>', 'source/html'],
  ] as const)
    await expect(collect(euronext, { identifier: 'FR0099990014-XPAR' }, serve(() => answer).tools)).rejects.toMatchObject({
      code,
    })
  for (const wrong of ['FR0099990014', 'FR0099990014-', 'FR0099990015-XPAR', 'FR0099990014-XPAR-X', '../FR0099990014-XPAR'])
    expect(faultsOf(euronext, wrong)).toEqual(['/identifier'])
  expect(faultsOf(euronext, 'FR0099990014-XPAR', { currency: 'EURO' })).toEqual(['/options/currency'])
})

test('Euronext: search by ISIN, name or symbol, without the entry that leads to all results', async () => {
  const entry = (mic: string, link: string, label: string) => ({
    value: 'HARB',
    isin: 'FR0099990014',
    mic,
    name: 'HARBOUR',
    label,
    link,
  })
  const { tools, calls } = serve(() =>
    json([
      entry('XPAR', '/en/product/equities/FR0099990014-XPAR/harbour', "<span class='symbol'>HARB</span>"),
      entry('DPAR', '/en/product/stock-options/HB-DPAR', ''),
      { value: '', label: 'See all results', link: '/en/search' },
    ]),
  )
  expect(await euronext.search?.('harbour & co', tools, kit)).toEqual([
    { identifier: 'FR0099990014-XPAR', symbol: 'HARB', name: 'HARBOUR', isin: 'FR0099990014', exchange: 'XPAR', type: 'STOCK' },
    { identifier: 'FR0099990014-DPAR', symbol: 'FR0099990014', name: 'HARBOUR', isin: 'FR0099990014', exchange: 'DPAR' },
  ])
  expect([calls[0]?.url, calls[0]?.headers.get('x-requested-with')]).toEqual([
    'https://live.euronext.com/en/instrumentSearch/searchJSON?q=harbour%20%26%20co',
    'XMLHttpRequest',
  ])
})

const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000

test('Börse Frankfurt: days of Xetra in EUR; no turnover is no price, the running session is left out', async () => {
  const body = {
    s: 'ok',
    t: ['2026-08-27', '2026-08-28', '2026-08-31', '2026-09-01'].map(day),
    c: [10.25, 10.5, 11, 12],
    v: [1000, 0, 250.5, 9],
  }
  const { tools, calls } = serve(() => json(body), at('2026-09-01T15:00:00Z'))
  const request = { identifier: 'DE000A9HRB06', from: '2026-08-20', to: '2026-09-01', currency: 'USD' }
  const found = await collect(boerseFrankfurt, request, tools)
  expect(shown(found.prices)).toEqual(['2026-08-27 10.25 EUR', '2026-08-31 11 EUR'])
  const url = new URL(calls[0]?.url ?? '')
  expect([url.searchParams.get('symbol'), url.searchParams.get('to')]).toEqual([
    'XETR:DE000A9HRB06',
    String(day('2026-09-01') - 1),
  ])
  expect(calls[0]?.headers.get('origin')).toBeNull()
  const later = serve(() => json(body), at('2026-09-01T16:05:00Z'))
  expect(shown((await collect(boerseFrankfurt, { ...request, options: { currency: 'USD' } }, later.tools)).prices).at(-1)).toBe(
    '2026-09-01 12 USD',
  )
})

test('Börse Frankfurt: what Xetra does not trade is no outage; uneven lists and other states are refused', async () => {
  const give = (answer: () => Response, from = '2026-01-01') =>
    collect(boerseFrankfurt, { identifier: 'DE000A9HRB06', from, to: '2026-08-31' }, serve(answer).tools)
  for (const status of [400, 404, 500])
    await expect(give(() => json({}, status))).rejects.toMatchObject({ code: 'source/unknown' })
  await expect(give(() => json({}, 503))).rejects.toMatchObject({ code: 'source/status' })
  await expect(give(() => json({}, 429))).rejects.toMatchObject({ code: 'source/busy' })
  await expect(give(() => json({ s: 'no_data' }))).rejects.toMatchObject({ code: 'source/unknown' })
  expect((await give(() => json({ s: 'no_data' }), '2026-08-29')).prices).toEqual([])
  await expect(give(() => json({ s: 'ok', t: [1, 2], c: [1], v: [1, 2] }))).rejects.toMatchObject({ code: 'source/format' })
  await expect(give(() => json({ s: 'error', errmsg: 'x' }))).rejects.toMatchObject({ code: 'source/format' })
  expect(faultsOf(boerseFrankfurt, 'HARB')).toEqual(['/identifier'])
})

const row = (orderbookId: string, isin: string, currency: string) => ({
  orderbookId,
  isin,
  currency,
  symbol: 'HARB B',
  fullName: 'Harbour B',
})
const point = (dateTime: string, close: string, volume = '1,000') => ({ z: { dateTime, close, volume }, x: 1, y: 1 })
const nordic = (screener: readonly object[], points: readonly object[], lastSalePrice = 'SEK 1,250.50') =>
  serve(({ url }) => {
    if (url.includes('/screener/')) return json({ data: { instrumentListing: { rows: url.includes('MAIN') ? screener : [] } } })
    if (url.includes('/info')) return json({ data: { qdHeader: { currency: 'DKK' } } })
    return json({ data: { chartData: { lastSalePrice }, CP: points } })
  })

test('Nasdaq Nordic: texts with commas between thousands, the currency of the last price, days without trade left out', async () => {
  const points = [
    point('2026-08-27', '1,250'),
    point('2026-08-28', '1,260.50', '0'),
    point('2026-08-31', '98.1'),
    point('2026-09-01', '99'),
  ]
  const { tools, calls } = nordic([], [...points, point('2026-08-26', 'high')])
  const found = await collect(nasdaqNordic, { identifier: 'tx77', from: '2026-08-20', to: '2026-09-01' }, tools)
  expect(shown(found.prices)).toEqual(['2026-08-27 1250 SEK', '2026-08-31 98.1 SEK'])
  expect(found.issues).toHaveLength(1)
  expect(calls.map((one) => one.url)).toEqual([
    'https://api.nasdaq.com/api/nordic/instruments/TX77/chart?assetClass=SHARES&fromDate=2026-08-20&toDate=2026-08-31',
  ])
  const unstated = nordic([], points, '')
  expect(shown((await collect(nasdaqNordic, { identifier: 'TX77' }, unstated.tools)).prices)[0]).toBe('2026-08-27 1250 DKK')
})

test('Nasdaq Nordic: an ISIN in several currencies is that of the asset, or is said to be several', async () => {
  const rows = [row('TX7', 'SE0099900013', 'SEK'), row('TX8', 'SE0099900013', 'DKK'), { ...row('', 'SE0099900013', 'EUR') }]
  const give = async (currency: string, listed: readonly object[]) => {
    const { tools, calls } = nordic(listed, [point('2026-08-31', '1.5')])
    await collect(nasdaqNordic, { identifier: 'SE0099900013', currency }, tools)
    return calls.at(-1)?.url.split('/').at(-2)
  }
  expect([await give('DKK', rows), await give('SEK', rows), await give('EUR', rows.slice(0, 1))]).toEqual(['TX8', 'TX7', 'TX7'])
  await expect(give('NOK', rows)).rejects.toMatchObject({ code: 'source/unknown', detail: expect.stringContaining('SEK, DKK') })
  await expect(give('SEK', [])).rejects.toMatchObject({
    code: 'source/unknown',
    detail: expect.stringContaining('check the ISIN'),
  })
  const empty = serve(() => json({ data: null, status: { rCode: 400 } }))
  await expect(collect(nasdaqNordic, { identifier: 'TX7' }, empty.tools)).rejects.toMatchObject({ code: 'source/unknown' })
  const found = nordic(rows, [])
  const hit = { symbol: 'HARB B', name: 'Harbour B', type: 'STOCK', exchange: 'Nasdaq Nordic', isin: 'SE0099900013' }
  const both = [
    { ...hit, identifier: 'TX7', currency: 'SEK' },
    { ...hit, identifier: 'TX8', currency: 'DKK' },
  ]
  expect(await nasdaqNordic.search?.('se0099900013', found.tools, kit)).toEqual(both)
  const loaded = found.calls.length
  for (const query of ['harbour', 'CH0999900019']) expect(await nasdaqNordic.search?.(query, found.tools, kit)).toEqual([])
  expect(found.calls.length).toBe(loaded)
})

const valor = (currency: string, close: unknown[], extra = {}) => ({
  ISIN: 'CH0999900019',
  ...(currency === '' ? {} : { ValorId: `CH0999900019${currency}4`, TradingCurrency: currency }),
  data: {
    Date: [20260827, 20260828, 20260831, 20260901].slice(0, close.length),
    Close: close,
    TotalVolume: [5, 0, 7, 8].slice(0, close.length),
  },
  ...extra,
})

test('SIX: the listing in the currency of the asset, or of the option; days without trade and the running session are left out', async () => {
  const { tools, calls } = serve(() => json({ valors: [valor('USD', [90, 91, 92, 93]), valor('CHF', [80.05, 81, '', 83])] }))
  const give = (currency: string, options = {}) =>
    collect(six, { identifier: 'CH0999900019', currency, options, from: '2026-08-01', to: '2026-09-01' }, tools)
  expect(shown((await give('CHF')).prices)).toEqual(['2026-08-27 80.05 CHF'])
  expect(shown((await give('CHF', { currency: 'USD' })).prices)).toEqual(['2026-08-27 90 USD', '2026-08-31 92 USD'])
  await expect(give('EUR')).rejects.toMatchObject({
    code: 'source/unknown',
    detail: expect.stringContaining('USD, CHF, not in EUR'),
  })
  expect(calls[0]?.url).toContain('fromdate=20260801&where=ISIN=CH0999900019&select=ISIN,ValorId,TradingCurrency')
})

test('SIX: unknown numbers, uneven lists, listings that do not say their currency', async () => {
  const give = (body: unknown, from = '2026-08-01') =>
    collect(six, { identifier: 'CH0999900019', currency: 'CHF', from, to: '2026-08-31' }, serve(() => json(body)).tools)
  await expect(give({ valors: [] })).rejects.toMatchObject({ code: 'source/unknown' })
  expect((await give({ valors: [] }, '2026-08-29')).prices).toEqual([])
  await expect(give({})).rejects.toMatchObject({ code: 'source/format' })
  expect(shown((await give({ valors: [valor('', [80])] })).prices)).toEqual(['2026-08-27 80 CHF'])
  await expect(give({ valors: [valor('', [80]), valor('', [90])] })).rejects.toMatchObject({ code: 'source/unknown' })
  const byNumber = valor('', [80], { ValorId: 'CH0999900019EUR4' })
  await expect(give({ valors: [byNumber] })).rejects.toMatchObject({ code: 'source/unknown' })
  await expect(
    give({ valors: [valor('CHF', [80], { data: { Date: [1, 2], Close: [1], TotalVolume: [1] } })] }),
  ).rejects.toMatchObject({
    code: 'source/format',
  })
  const colNames = ['ShortName', 'ISIN', 'ValorSymbol', 'TradingCurrency']
  const rowData = [['HARBOUR N', 'CH0999900019', 'HARN', 'CHF'], ['HARBOUR N', 'CH0999900019', '', 'EUR'], []]
  const { tools, calls } = serve(() => json({ colNames, rowData }))
  const hits = await six.search?.('ch0999900019', tools, kit)
  expect(hits?.map((one) => `${one.identifier} ${one.symbol} ${one.currency}`)).toEqual([
    'CH0999900019 HARN CHF',
    'CH0999900019 CH0999900019 EUR',
  ])
  expect(await six.search?.('harbour', tools, kit)).toEqual([])
  expect(calls.length).toBe(1)
})

const PAGE = (link: string, isin = 'AT0000990015') =>
  `<html><head><link rel="canonical" href="https://www.wienerborse.at/x/harbour-${isin}/"/></head><a href="/x/?c9%5BDOWNLOAD%5D=pdf">PDF</a><a href="${link}">CSV</a></html>`
const LINK =
  '/x/harbour-AT0000990015/?c9%5BDOWNLOAD%5D=csv&amp;c9%5BDATETIME_TZ_END_RANGE%5D=05.08.2020&amp;c9%5BDATETIME_TZ_START_RANGE%5D=05.07.2020'
const vienna = (page: string, rows: string) =>
  serve(({ url }) =>
    url.includes('=csv')
      ? `\ufeffDatum;Eröffnungspreis;Schlusspreis;Stückumsatz1;\n${rows}`
      : new Response(page, { headers: { 'Content-Type': 'text/html' } }),
  )

test('Wiener Börse: the link of the page with our days; decimal commas; no line end after the last row', async () => {
  const rows =
    '"27.08.2026";"1";"1.234,50";"2.000";\n"28.08.2026";"1";"1.240,00";"0";\n"31.08.2026";"1";"viel";"9";\n"26.08.2026";"1";"27,9";"10";'
  const { tools, calls } = vienna(PAGE(LINK), rows)
  const found = await collect(wienerBoerse, { identifier: 'at0000990015', from: '2026-08-01', to: '2026-08-31' }, tools)
  expect(shown(found.prices)).toEqual(['2026-08-27 1234.5 EUR', '2026-08-26 27.9 EUR'])
  expect(found.issues.map((one) => one.date)).toEqual(['2026-08-31'])
  expect(calls.map((one) => one.url)).toEqual([
    'https://www.wienerborse.at/aktien-prime-market/x-AT0000990015/historische-daten/',
    'https://www.wienerborse.at/x/harbour-AT0000990015/?c9%5BDOWNLOAD%5D=csv&c9%5BDATETIME_TZ_END_RANGE%5D=31.08.2026&c9%5BDATETIME_TZ_START_RANGE%5D=01.08.2026',
  ])
})

test('Wiener Börse: a page of something else, a link to another host, a file that is cut off', async () => {
  const give = (page: string, rows = '', from = '2026-08-01') =>
    collect(wienerBoerse, { identifier: 'AT0000990015', from, to: '2026-08-31' }, vienna(page, rows).tools)
  await expect(give(PAGE(LINK.replaceAll('AT0000990015', 'AT1'), 'AT1'))).rejects.toMatchObject({ code: 'source/unknown' })
  await expect(give(PAGE(`https://other.example${LINK}`))).rejects.toMatchObject({ code: 'source/format' })
  await expect(give(PAGE('/x/'))).rejects.toMatchObject({ code: 'source/format' })
  await expect(give(PAGE(LINK), '', '2026-07-01')).rejects.toMatchObject({ code: 'source/unknown' })
  expect((await give(PAGE(LINK))).prices).toEqual([])
  await expect(give(PAGE(LINK), '"27.08.2026";"1";"1.2')).rejects.toMatchObject({ code: 'source/format' })
  await expect(collect(wienerBoerse, { identifier: 'AT0000990015' }, serve(() => undefined).tools)).rejects.toMatchObject({
    code: 'source/unknown',
  })
  expect([faultsOf(wienerBoerse, 'DE000A9HRB06'), faultsOf(wienerBoerse, 'AT0000990016')]).toEqual([
    ['/identifier'],
    ['/identifier'],
  ])
})

test('Stooq: a page in place of the file is recognised, with what to do', async () => {
  const { tools } = serve(() => '<!DOCTYPE html><html><noscript>Please enable JavaScript.</noscript></html>')
  await expect(collect(stooq, { identifier: 'acm.us' }, tools)).rejects.toMatchObject({
    code: 'source/html',
    detail: 'Stooq answers programs with a page that wants JavaScript, and gives no prices: choose another source.',
  })
  const named = priceProviders.filter((one) => one.network).map((one) => one.code)
  expect(named.indexOf('STOOQ')).toBeGreaterThan(named.indexOf('JUSTETF'))
})

test('an asset with a source of these: what is wrong is said at once, a refresh stores what was traded', async () => {
  const { tools } = serve(() => table('31/08/2026;1;1;1;11.5;11.25;100;4;1130;11.3\n'))
  const app = await createTestApp({
    deps: { plugins: { brim: [], fx: [], assets: priceProviders }, fetch: tools.fetch as typeof fetch },
    clock: () => new Date('2026-09-01T07:00:00Z'),
  })
  const user = await app.createUser()
  const create = (identifier: string) => {
    const price_source = { provider: 'EURONEXT', identifier }
    return app.call(user, 'POST', '/assets', { symbol: 'HARB', name: 'Harbour', type: 'STOCK', currency: 'EUR', price_source })
  }
  const refused = await create('HARB.PA')
  expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([422, '/price_source/identifier'])
  const { id } = (await create('FR0099990014-XPAR')).body
  const [done] = (await app.call(user, 'POST', '/assets/prices/refresh', {})).as(PriceRefresh).assets
  expect([done?.state, done?.added]).toEqual(['added', 1])
  const stored = (await app.call(user, 'GET', `/assets/${id}/prices`)).as(z.array(Price))
  expect(stored.map((one) => `${one.date} ${one.close} ${one.currency} ${one.source}`)).toEqual(['2026-08-31 11.25 EUR EURONEXT'])
})

test('each of these calls its own host and no other', async () => {
  const cases = [
    [euronext, 'FR0099990014-XPAR', 'live.euronext.com'],
    [boerseFrankfurt, 'DE000A9HRB06', 'api.boerse-frankfurt.de'],
    [nasdaqNordic, 'SE0099900013', 'api.nasdaq.com'],
    [six, 'CH0999900019', 'www.six-group.com'],
    [wienerBoerse, 'AT0000990015', 'www.wienerborse.at'],
    [stooq, 'acm.us', 'stooq.com'],
  ] as const
  for (const [provider, identifier, host] of cases) {
    const { tools, calls } = serve(() => json({}, 403))
    await expect(collect(provider, { identifier }, tools)).rejects.toMatchObject({ code: 'source/status' })
    const isin = identifier.split('-')[0] ?? ''
    await provider.search?.(isin, tools, kit).catch(() => [])
    expect([...new Set(calls.map((one) => new URL(one.url).host))]).toEqual([host])
  }
})
