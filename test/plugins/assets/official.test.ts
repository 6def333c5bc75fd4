import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import goldApi from '#plugins/assets/gold-api/index.ts'
import * as kit from '#plugins/assets/kit.ts'
import { metalChunk } from '#plugins/assets/metal.ts'
import moex from '#plugins/assets/moex/index.ts'
import swissquote from '#plugins/assets/swissquote/index.ts'
import toushin from '#plugins/assets/toushin/index.ts'
import tsp from '#plugins/assets/tsp/index.ts'
import { decimal, toNumber } from '#src/shared/decimal.ts'
import { collect, serve } from './serve.ts'

const shown = (prices: readonly { date: string; close: string; currency: string }[]) =>
  prices.map((one) => `${one.date} ${one.close} ${one.currency}`)
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
const faultsOf = (provider: PriceProvider, identifier: string, options = {}) =>
  provider.check({ identifier, options, currency: 'EUR' }).map((one) => one.pointer)

const COLUMNS = ['BOARDID', 'TRADEDATE', 'CLOSE', 'LEGALCLOSEPRICE', 'VOLUME', 'CURRENCYID']
const moscow = (pages: readonly (readonly unknown[])[], total = pages.flat().length) =>
  serve(({ url }) => {
    const start = Number(new URL(url).searchParams.get('start'))
    const before = pages.map((_, index) => pages.slice(0, index).flat().length)
    const data = pages[before.indexOf(start)] ?? []
    return json({
      history: { columns: COLUMNS, data },
      'history.cursor': { columns: ['INDEX', 'TOTAL', 'PAGESIZE'], data: [[start, total, 100]] },
    })
  })

test('Moscow: the main boards alone, through a move from one to the other, page by page', async () => {
  const { tools, calls, pauses } = moscow([
    [
      ['SMAL', '2026-08-27', 99, null, 3, 'SUR'],
      ['TQTF', '2026-08-27', 10.5, 10.4, 100, 'SUR'],
      ['SPEQ', '2026-08-27', null, null, 0, 'SUR'],
    ],
    [
      ['TQTF', '2026-08-28', 10.75, null, 5, 'SUR'],
      ['TQBR', '2026-08-28', 10.8, null, 100, 'SUR'],
      ['TQBR', '2026-08-31', null, 11, 100, 'SUR'],
      ['TQBR', '2026-08-30', 10, null, 0, 'SUR'],
      ['TQTD', '2026-08-31', 0.12, null, 7, 'USD'],
      ['TQBR', '2026-09-01', 12, null, 7, 'SUR'],
    ],
  ])
  const days = { from: '2026-08-20', to: '2026-09-01' }
  const found = await collect(moex, { identifier: 'harb', ...days }, tools)
  expect(shown(found.prices)).toEqual(['2026-08-27 10.5 RUB', '2026-08-28 10.8 RUB', '2026-08-31 11 RUB'])
  expect([calls.length, pauses, found.issues]).toEqual([2, [200], []])
  expect(calls[1]?.url).toBe(
    'https://iss.moex.com/iss/history/engines/stock/markets/shares/securities/HARB.json?from=2026-08-20&till=2026-08-31&start=3&iss.meta=off',
  )
  const dollars = await collect(moex, { identifier: 'HARB', ...days, options: { board: 'TQTD' } }, tools)
  expect(shown(dollars.prices)).toEqual(['2026-08-31 0.12 USD'])
})

test('Moscow: empty tables are an unknown code, other tables another format; the search gives what is traded', async () => {
  const give = (body: unknown) => collect(moex, { identifier: 'HARB' }, serve(() => json(body)).tools)
  const none = { columns: [], data: [] }
  await expect(give({ history: none, 'history.cursor': none })).rejects.toMatchObject({ code: 'source/unknown' })
  await expect(give({ history: { columns: ['BOARDID'], data: [['TQBR']] } })).rejects.toMatchObject({ code: 'source/format' })
  await expect(give({})).rejects.toMatchObject({ code: 'source/format' })
  const columns = ['secid', 'shortname', 'name', 'isin', 'is_traded', 'type', 'primary_boardid']
  const data = [
    ['HARB', 'Harbour', 'Harbour ao', 'RU0009999999', 1, 'common_share', 'TQBR'],
    ['OLD', 'Old', 'Old', null, 0, 'common_share', 'EQBS'],
    ['SU1', 'Bond', 'Bond', 'RU1', 1, 'ofz_bond', 'TQOB'],
  ]
  const { tools } = serve(() => json({ securities: { columns, data } }))
  expect(await moex.search?.('RU0009999999', tools, kit)).toEqual([
    { identifier: 'HARB', symbol: 'HARB', name: 'Harbour ao', type: 'STOCK', exchange: 'TQBR', isin: 'RU0009999999' },
  ])
  expect([faultsOf(moex, 'A/B'), faultsOf(moex, 'HARB', { board: 'x' })]).toEqual([['/identifier'], ['/options/board']])
})

const SHARES = 'Date,L Income,L 2050,C Fund,I Fund\n'

test('Thrift Savings Plan: the column of the fund, either way of writing days, empty cells', async () => {
  const rows = 'Aug 27. 2026, 21.1234, , 50.1234, 30.1234\n2026-08-28, 21.2, 10.1234, 51.1234, 31.1'
  const { tools, calls } = serve(() => SHARES + rows)
  const give = (identifier: string) => collect(tsp, { identifier, from: '2026-08-20', to: '2026-08-31' }, tools)
  expect(shown((await give('c fund')).prices)).toEqual(['2026-08-27 50.1234 USD', '2026-08-28 51.1234 USD'])
  expect(shown((await give('L 2050')).prices)).toEqual(['2026-08-28 10.1234 USD'])
  const cut = await give('I Fund')
  expect([shown(cut.prices), cut.issues.map((one) => one.date)]).toEqual([['2026-08-27 30.1234 USD'], ['2026-08-28']])
  expect(calls[0]?.url).toBe(
    'https://www.tsp.gov/data/fund-price-history.csv?startdate=20260820&enddate=20260831&Lfunds=1&InvFunds=1&download=1',
  )
  await expect(give('L 2060')).rejects.toMatchObject({ code: 'source/unknown', detail: expect.stringContaining('C Fund') })
})

test('Thrift Savings Plan: a page, another table, rows of another length, no rows, and names of no fund', async () => {
  const give = (text: string) => collect(tsp, { identifier: 'C Fund' }, serve(() => text).tools)
  await expect(give('<html></html>')).rejects.toMatchObject({ code: 'source/html' })
  await expect(give('Day,C Fund\n')).rejects.toMatchObject({ code: 'source/format' })
  await expect(give(`${SHARES}2026-08-28, 1.0000, 1.0000, 5`)).rejects.toMatchObject({ code: 'source/format' })
  await expect(give(SHARES)).rejects.toMatchObject({ code: 'source/unknown' })
  expect([faultsOf(tsp, 'X Fund'), faultsOf(tsp, 'L 2050'), faultsOf(tsp, 'g fund')]).toEqual([['/identifier'], [], []])
})

/** The table below in code page 932, as the library sends it whatever its header says. */
const JAPANESE = `
  944e8c8e93fa2c8aee8f8089bf8a7a28897e292c8f838e918e59918d8a7a81699553969c897e816a2c95aa947a8be02c8c888e5a8afa0d0a323032
  36944e30388c8e323793fa2c31323530302c313030302c2c0d0a32303236944e30388c8e323893fa2c31323430302c313030302c32352e30302c31
  0d0a32303236944e30388c8e333193fa2c31323630302c313030302c302e30302c0d0a32303236944e30378c8e333193fa2c2d2c313030302c2c0d
  0a`
const japanese = (body = Uint8Array.fromHex(JAPANESE.replace(/\s/g, ''))) =>
  new Response(body, { headers: { 'Content-Type': 'text/csv; charset=utf-8' } })
/** What it says. */
const ROWS = [
  ['2026-08-27', '1.25', '12500'],
  ['2026-08-28', '1.24', '12400'],
  ['2026-08-31', '1.26', '12600'],
]
const FUND = { identifier: 'JP90C0000000', from: '2026-08-01', to: '2026-08-31' }

test('Toushin: code page 932, per unit or for 10,000 of them; distributions per unit on their day', async () => {
  const { tools, calls } = serve(() => japanese())
  const one = await collect(toushin, { ...FUND, options: { fund_code: '0331418A' } }, tools)
  expect(shown(one.prices)).toEqual(ROWS.map(([day, unit]) => `${day} ${unit} JPY`))
  expect([one.dividends, one.issues]).toEqual([[{ date: '2026-08-28', amount: '0.0025', currency: 'JPY' }], []])
  const many = await collect(toushin, { ...FUND, options: { fund_code: '0331418A', units: '10000' } }, tools)
  expect(shown(many.prices)).toEqual(ROWS.map(([day, , published]) => `${day} ${published} JPY`))
  expect(many.dividends).toEqual(one.dividends)
  expect(calls[0]?.url).toBe(
    'https://toushin-lib.fwg.ne.jp/FdsWeb/FDST030000/csv-file-download?isinCd=JP90C0000000&associFundCd=0331418A',
  )
})

test('Toushin: a number that is wrong or missing, a file that is cut off, another table', async () => {
  const give = (answer: () => Response) => collect(toushin, { ...FUND, options: { fund_code: '0331418A' } }, serve(answer).tools)
  await expect(give(() => json({ statusCode: null }))).rejects.toMatchObject({ code: 'source/unknown' })
  await expect(give(() => new Response('', { status: 500 }))).rejects.toMatchObject({ code: 'source/unknown' })
  await expect(give(() => new Response('', { status: 503 }))).rejects.toMatchObject({ code: 'source/status' })
  await expect(give(() => new Response('Date,NAV\r\n'))).rejects.toMatchObject({ code: 'source/format' })
  const cut = Uint8Array.fromHex(JAPANESE.replace(/\s/g, '')).slice(0, -4)
  await expect(give(() => japanese(cut))).rejects.toMatchObject({ code: 'source/format' })
  expect(faultsOf(toushin, 'HARB')).toEqual(['/options/fund_code', '/identifier'])
  expect(faultsOf(toushin, 'JP90C000Q2U6', { fund_code: 'x', units: '100' })).toEqual(['/options/units', '/options/fund_code'])
})

const FRIDAY = '2026-08-28T13:29:35Z'
const gold = (fields: object) => json({ symbol: 'XAU', currency: 'USD', price: 3110.34768, updatedAt: FRIDAY, ...fields })

test('Gold-API and Swissquote: the price of the day of the quote, per ounce, gram or kilogram; nothing at weekends', async () => {
  const give = async (answer: object, options = {}) =>
    shown((await collect(goldApi, { identifier: 'XAU', options }, serve(() => gold(answer)).tools)).prices)
  expect(await give({})).toEqual(['2026-08-28 3110.34768 USD'])
  expect(await give({}, { weight: 'gram' })).toEqual(['2026-08-28 100 USD'])
  expect(await give({}, { weight: 'kilogram' })).toEqual(['2026-08-28 100000 USD'])
  expect(await give({ updatedAt: '2026-08-29T10:00:00Z' })).toEqual([])
  const spread = (spreadProfile: string, bid: number, ask: number) => ({ spreadProfile, bid, ask, bidSpread: 1 })
  const prices = [spread('elite', 5, 6), spread('premium', 3000.1, 3000.3)]
  const { tools, calls } = serve(() => json([{}, { ts: Date.parse(FRIDAY), spreadProfilePrices: prices }]))
  expect(shown((await collect(swissquote, { identifier: 'XPT' }, tools)).prices)).toEqual(['2026-08-28 3000.2 USD'])
  expect(calls[0]?.url).toBe('https://forex-data-feed.swissquote.com/public-quotes/bboquotes/instrument/XPT/USD')
})

test('Gold-API and Swissquote: a metal that they do not have, and answers of another shape', async () => {
  const give = (answer: () => Response) => collect(goldApi, { identifier: 'XAU' }, serve(answer).tools)
  await expect(give(() => json({ error: 'Symbol not found' }, 404))).rejects.toMatchObject({ code: 'source/unknown' })
  for (const fields of [{ price: 'x' }, { updatedAt: '' }, { symbol: 'XAG' }, { currency: 'EUR' }])
    await expect(give(() => gold(fields))).rejects.toMatchObject({ code: 'source/format' })
  const offers = (body: unknown) => collect(swissquote, { identifier: 'XAU' }, serve(() => json(body)).tools)
  await expect(offers([])).rejects.toMatchObject({ code: 'source/unknown' })
  await expect(offers([{ ts: 1, spreadProfilePrices: [] }])).rejects.toMatchObject({ code: 'source/format' })
  expect([faultsOf(goldApi, 'XPT'), faultsOf(swissquote, 'XAG'), faultsOf(goldApi, 'XAU', { weight: 'tola' })]).toEqual([
    ['/identifier'],
    ['/identifier'],
    ['/options/weight'],
  ])
})

test('property: a kilogram is a thousand grams and 32.15 ounces, whatever the price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10_000, max: 10_000_000 }), (cents) => {
      const price = (cents / 100).toFixed(2)
      const per = (weight: string) => {
        const request = { identifier: 'XAU', currency: 'USD', from: '2026-01-01', to: '2026-12-31', options: { weight } }
        return toNumber(decimal(metalChunk(price, new Date(FRIDAY), request).prices[0]?.close ?? '0'))
      }
      expect(per('kilogram') / (per('gram') * 1000)).toBeCloseTo(1, 8)
      expect(per('kilogram') / (per('ounce') * (1000 / 31.1034768))).toBeCloseTo(1, 8)
    }),
  )
})
