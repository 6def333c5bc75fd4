import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { Price, PricesWritten } from '#src/prices/schema.ts'
import { addDays } from '#src/shared/date.ts'
import { createTestApp } from '#test/support/app.ts'

const CSV = { 'Content-Type': 'text/csv' }
const pointersOf = (answer: { body: { errors: { pointer: string }[] } }) => answer.body.errors.map((one) => one.pointer)

async function setUp() {
  const app = await createTestApp({ clock: () => new Date('2026-01-20T12:00:00Z') })
  const user = await app.createUser()
  const asset = { symbol: 'ACME', name: 'Acme', type: 'STOCK', currency: 'EUR' }
  const id: number = (await app.call(user, 'POST', '/assets', asset)).body.id
  const put = (body: unknown, headers = {}) => app.call(user, 'PUT', `/assets/${id}/prices`, body, headers)
  const get = (query = '', headers = {}) => app.call(user, 'GET', `/assets/${id}/prices${query}`, undefined, headers)
  const list = async (query = '') => (await get(query)).as(z.array(Price))
  return { ...app, user, id, put, get, list }
}

test('200 pence, agorot and cents become pounds, shekels and rand, in JSON and in CSV', async () => {
  const { put, list } = await setUp()
  const units = ['GBX', 'GBp', 'ILA', 'ZAc', 'USD']
  const prices = units.map((currency, index) => ({ date: `2026-01-0${index + 1}`, close: '1259.5', currency }))
  expect((await put(prices)).as(PricesWritten).added).toBe(5)
  const expected = ['12.595 GBP', '12.595 GBP', '12.595 ILS', '12.595 ZAR', '1259.5 USD']
  const texts = async () => (await list()).reverse().map((one) => `${one.close} ${one.currency}`)
  expect(await texts()).toEqual(expected)
  const lines = prices.map((one) => `${one.date},${one.close},${one.currency}`)
  expect((await put(`date,close,currency\n${lines.join('\n')}\n`, CSV)).as(PricesWritten).unchanged).toBe(5)
  expect(await texts()).toEqual(expected)
})

test('422 a close that would have to be rounded in pounds; nothing is stored', async () => {
  const { put, list } = await setUp()
  const exact = { date: '2026-01-01', close: '0.0000000001', currency: 'GBX' }
  const fine = { date: '2026-01-02', close: '0.000000000001', currency: 'GBX' }
  const answer = await put([exact, fine])
  expect([answer.status, answer.body.code, pointersOf(answer)]).toEqual([422, 'price/invalid', ['/1/close']])
  expect(await list()).toEqual([])
  expect((await put([exact])).status).toBe(200)
  expect((await list())[0]?.close).toBe('0.000000000001')
})

test('422 days after tomorrow and before 1700: a mistyped year must not become the last known close', async () => {
  const { put, list } = await setUp()
  const days = ['1699-12-31', '1700-01-01', '2026-01-21', '2026-01-22', '2062-01-20']
  const answer = await put(days.map((date) => ({ date, close: '1' })))
  expect([answer.status, answer.body.code, pointersOf(answer)]).toEqual([422, 'price/invalid', ['/0/date', '/3/date', '/4/date']])
  expect(await list()).toEqual([])
  expect((await put([{ date: '2026-01-21', close: '1' }])).status).toBe(200)
})

test('422 a day that comes twice, by its place in the list and its line in the file', async () => {
  const { put, list } = await setUp()
  const json = await put([
    { date: '2026-01-02', close: '1' },
    { date: '2026-01-03', close: '1' },
    { date: '2026-01-02', close: '1' },
  ])
  expect([json.status, json.body.code, json.body.errors]).toEqual([
    422,
    'price/repeated',
    [{ pointer: '/2', detail: '2026-01-02 is item 0 already.' }],
  ])
  const csv = await put('date,close\n2026-01-02,1\n\n2026-01-03,1\n2026-01-02,1\n', CSV)
  expect([csv.status, csv.body.errors]).toEqual([422, [{ pointer: '/5', detail: '2026-01-02 is in line 2 already.' }]])
  expect(await list()).toEqual([])
})

test('422 a row of more or fewer cells than the header, with its line; a file of line breaks; nothing is stored', async () => {
  const { put, list } = await setUp()
  const more = await put('date,close\n2018-12-31,11\n2019-01-01,12,5\n', CSV)
  const fewer = await put('date,close,currency\n2018-12-31,11,EUR\n2019-01-02,12\n', CSV)
  expect([more.status, more.body.code, pointersOf(more)]).toEqual([422, 'price/csv', ['/3']])
  expect([fewer.status, fewer.body.code, pointersOf(fewer)]).toEqual([422, 'price/csv', ['/3']])
  const breaks = await put(`date,close\n${'\n'.repeat(2_000_001)}`, CSV)
  expect([breaks.status, breaks.body.code]).toEqual([422, 'price/csv'])
  expect(await list()).toEqual([])
  expect((await put('date,close,\n2018-12-31,11,\n2019-01-02,12\n2019-01-03,13,,\n', CSV)).status).toBe(200)
})

test('200 blocks of sixteen rows without their last columns, as Excel saves empty ones; 422 with line and column in the sentence', async () => {
  const { put, list } = await setUp()
  const rows = Array.from({ length: 31 }, (_, index) => `${addDays('2025-12-01', index)},${index + 1}${index < 15 ? ',,' : ''}`)
  const saved = `${['date,close,currency,note', ...rows].join('\r\n')}\r\n`
  const bad = await put(saved.replace('2025-12-31,31', '2025-12-31,x'), CSV)
  expect([bad.status, bad.body.errors]).toEqual([
    422,
    [
      {
        pointer: '/32/close',
        detail: 'Line 32, column close: Must be a decimal number such as 12.5, of at most 28 digits, 12 of them after the point.',
      },
    ],
  ])
  expect(await list()).toEqual([])
  expect((await put(saved, CSV)).as(PricesWritten)).toMatchObject({ added: 31 })
  expect((await list()).length).toBe(31)
})

test('200 zero and negative closes are prices: a whole loss, a future below zero', async () => {
  const { put, list } = await setUp()
  expect((await put('date,close\n2026-01-02,0\n2026-01-05,-37.63\n', CSV)).status).toBe(200)
  expect((await list()).map((one) => one.close)).toEqual(['-37.63', '0'])
})

test('200 a hundred thousand prices in one body, as JSON and as CSV; one fault in the last keeps all out', async () => {
  const { put, get, store, id } = await setUp()
  const days = Array.from({ length: 100_000 }, (_, index) => addDays('2026-01-20', -index))
  const prices = days.map((date, index) => ({ date, close: `${index % 997}.5` }))
  const bad = await put([...prices.slice(0, -1), { date: '2026-02-30', close: '1' }])
  expect([bad.status, pointersOf(bad)]).toEqual([422, ['/99999/date']])
  expect((await get('?limit=1')).body).toEqual([])
  const began = performance.now()
  expect((await put(prices)).as(PricesWritten)).toEqual({ added: 100_000, updated: 0, unchanged: 0, warnings: [] })
  const csv = `date,close\n${prices.map((one) => `${one.date},${one.close}`).join('\n')}\n`
  expect((await put(csv, CSV)).as(PricesWritten)).toEqual({ added: 0, updated: 0, unchanged: 100_000, warnings: [] })
  console.log(`100,000 prices as JSON, then as CSV: ${Math.round(performance.now() - began)} ms`)
  const { n } =
    store.reader.sqlite.query<{ n: number }, [number]>('SELECT count(*) AS n FROM price WHERE asset_id = ?').get(id) ?? {}
  expect(n).toBe(100_000)
  const many = await put([...prices, { date: '2026-01-21', close: '1' }])
  expect([many.status, many.body.errors.length]).toEqual([422, 1])
}, 120_000)

test('422 names a hundred faults of a hundred thousand, not all', async () => {
  const { put } = await setUp()
  const csv = `date,close\n${Array.from({ length: 100_000 }, () => 'x,y').join('\n')}\n`
  expect((await put(csv, CSV)).body.errors.length).toBe(100)
  const repeated = await put(`date,close\n${Array.from({ length: 5000 }, () => '2026-01-02,1').join('\n')}\n`, CSV)
  expect([repeated.body.code, repeated.body.errors.length]).toEqual(['price/repeated', 100])
})

test('200 as CSV all of them, which PUT takes again', async () => {
  const { call, user, put, get, id } = await setUp()
  const prices = Array.from({ length: 6000 }, (_, index) => ({ date: addDays('2026-01-20', -index), close: `${index - 5}.25` }))
  await put(prices)
  const file = await get('?format=csv')
  expect([file.status, file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
    200,
    'text/csv; charset=utf-8',
    `attachment; filename="prices-${id}.csv"`,
  ])
  const lines = file.text.trimEnd().split('\r\n')
  expect([lines.length, lines[0], lines[1], lines.at(-1)]).toEqual([
    6001,
    'date,close,currency,source',
    '2026-01-20,-5.25,EUR,MANUAL',
    `${prices.at(-1)?.date},5994.25,EUR,MANUAL`,
  ])
  expect((await get('?from=2026-01-19', { Accept: 'text/csv' })).text.trimEnd().split('\r\n').length).toBe(3)
  const other: number = (await call(user, 'POST', '/assets', { symbol: 'B', name: 'B', type: 'STOCK', currency: 'USD' })).body.id
  expect((await call(user, 'PUT', `/assets/${other}/prices`, file.text, CSV)).as(PricesWritten).added).toBe(6000)
  expect((await call(user, 'GET', `/assets/${other}/prices?format=csv`)).text).toBe(file.text)
  const nobody = await call(user, 'GET', '/assets/999/prices?format=csv')
  expect([nobody.status, nobody.body.code]).toEqual([404, 'asset/not-found'])
})
