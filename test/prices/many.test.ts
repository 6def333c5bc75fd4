import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import fc from 'fast-check'
import { ManyPricesWritten } from '#src/prices/bulk/bulk.schema.ts'
import { Price } from '#src/prices/schema.ts'
import { addDays } from '#src/shared/date.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createBroker, setSharedData } from '#test/support/factories.ts'

const CSV = { 'Content-Type': 'text/csv' }
const OAK = { symbol: 'OAK', name: 'Oak Mills', type: 'STOCK', currency: 'USD', isin: 'US0378331005' }
const ELM = { symbol: 'ELM', name: 'Elm Works', type: 'STOCK', currency: 'EUR', isin: 'DE0007164600' }

async function setUp() {
  const app = await createTestApp({ clock: () => new Date('2026-01-20T12:00:00Z') })
  const root = await app.createUser()
  const user = await app.createUser()
  const add = async (asset: object, by = user) => (await app.call(by, 'POST', '/assets', asset)).body.id as number
  const [oak, elm] = [await add(OAK), await add(ELM)]
  const put = (body: unknown, { query = '', by = user as TestUser } = {}) =>
    app.call(by, 'PUT', `/assets/prices${query}`, body, typeof body === 'string' ? CSV : {})
  const closes = async (id: number, by = user) =>
    (await app.call(by, 'GET', `/assets/${id}/prices`))
      .as(z.array(Price))
      .map(({ date, close, currency, source }) => `${date.slice(8)} ${close} ${currency} ${source}`)
      .reverse()
  const own = async (by: TestUser, id: number) => {
    const broker_id = await createBroker(app, by, { allowCashOverdraft: true })
    const line = { broker_id, type: 'BUY', asset_id: id, date: '2026-01-01', quantity: '1', price: '1', currency: 'EUR' }
    expect((await app.call(by, 'POST', '/transactions', line)).status).toBe(201)
  }
  return { ...app, root, user, oak, elm, add, put, closes, own }
}
type Refusal = { status: number; body: { code: string; errors: { pointer: string; detail: string }[]; errors_total?: number } }
const faultsOf = ({ status, body }: Refusal) => [status, body.code, ...body.errors.map((one) => `${one.pointer} ${one.detail}`)]

test('200 closes of many assets from one file, by ISIN, symbol or id, pence as pounds; what is the same stays', async () => {
  const { put, oak, elm, closes } = await setUp()
  const file = [
    'isin,symbol,asset_id,date,close,currency,note',
    'US0378331005,,,2026-01-03,10.50,,first',
    ',elm,,2026-01-02,7,EUR,"a note, in two cells"',
    `,,${oak},2026-01-02,9,USD,`,
    'de0007164600,,,2026-01-05,0712.5,GBX,',
    '',
    'US0378331005,OAKS,,2026-01-01,-3,,',
  ].join('\r\n')
  const done = (await put(file)).as(ManyPricesWritten)
  expect(done).toEqual({
    ...{ dry_run: false, added: 5, updated: 0, unchanged: 0, assets_total: 2 },
    assets: [
      {
        asset_id: oak,
        symbol: 'OAK',
        name: 'Oak Mills',
        added: 3,
        updated: 0,
        unchanged: 0,
        from: '2026-01-01',
        to: '2026-01-03',
      },
      {
        asset_id: elm,
        symbol: 'ELM',
        name: 'Elm Works',
        added: 2,
        updated: 0,
        unchanged: 0,
        from: '2026-01-02',
        to: '2026-01-05',
      },
    ],
    warnings: [],
  })
  expect(await closes(oak)).toEqual(['01 -3 USD MANUAL', '02 9 USD MANUAL', '03 10.5 USD MANUAL'])
  expect(await closes(elm)).toEqual(['02 7 EUR MANUAL', '05 7.125 GBP MANUAL'])
  const again = [
    { isin: 'US0378331005', date: '2026-01-03', close: '10.5' },
    { symbol: 'OAK', date: '2026-01-02', close: '9.25' },
    { asset_id: elm, date: '2026-01-06', close: 8 },
  ]
  const { added, updated, unchanged } = (await put(again)).as(ManyPricesWritten)
  expect([added, updated, unchanged]).toEqual([1, 1, 1])
  expect(await closes(oak)).toEqual(['01 -3 USD MANUAL', '02 9.25 USD MANUAL', '03 10.5 USD MANUAL'])
})

test('422 with every fault at its line, and nothing is stored', async () => {
  const { put, oak, elm, closes } = await setUp()
  const file = [
    'symbol;date;close;currency',
    'OAK;2026-01-02;10;USD',
    'OAK;2026-02-30;1,5;',
    'PINE;2026-01-02;4;',
    'PINE;2026-01-03;4;',
    'OAK;2026-01-02;11;USD',
    ';2026-01-02;4;',
    'ELM;2026-01-02;4;XXQ',
    'ELM;1650-01-02;4;EUR',
    'ELM;2026-01-22;4;EUR',
    'ELM;2026-01-03',
    'ELM;2026-01-04;0.000000000001;GBX',
    'ELM;2026-01-05;5;EUR',
  ].join('\n')
  expect(faultsOf(await put(file))).toEqual([
    422,
    'price/many-invalid',
    '/3/date Line 3, column date: Must be a day that exists, as YYYY-MM-DD.',
    '/3/close Line 3, column close: Must be a decimal number such as 12.5, of at most 28 digits, 12 of them after the point.',
    '/7 Line 7: Names no asset: say its isin, symbol or asset_id.',
    '/8/currency Line 8, column currency: Must be an ISO 4217 currency code such as EUR, or GBX, ILA, ZAc.',
    '/9/date Line 9, column date: Must be from 1700-01-01 to 2026-01-21.',
    '/10/date Line 10, column date: Must be from 1700-01-01 to 2026-01-21.',
    '/12/close Line 12, column close: Has more than 12 places after the point once it is in GBP.',
    '/11 Line 11: The row has 2 cells, the header 4: a cell is missing, and nobody can tell which. Correct the row, or export the file again.',
    '/4/symbol Line 4, column symbol: No asset that you know has the symbol PINE. So do 1 more rows.',
    '/6/date Line 6, column date: 2026-01-02 of OAK is at 2 already.',
  ])
  const json = [
    { symbol: 'OAK', date: '2026-01-02', close: '1' },
    { asset_id: elm, isin: OAK.isin, date: '2026-01-02', close: '1' },
    { date: '2026-01-02', close: '1' },
    { asset_id: 999, date: '2026-01-02', close: '1' },
    { isin: OAK.isin, date: '2026-01-02', close: '1' },
  ]
  expect(faultsOf(await put(json))).toEqual([
    422,
    'price/many-invalid',
    '/2 Names no asset: say its isin, symbol or asset_id.',
    '/1/isin Elm Works has another ISIN: DE0007164600.',
    '/3/asset_id There is no asset 999, or only strangers use it.',
    '/4/date 2026-01-02 of OAK is at 0 already.',
  ])
  const headers = ['date,close\n2026-01-02,1\n', 'isin,close\n', '', 'isin,date\nUS0378331005,2026-01-02\n']
  for (const text of headers) expect((await put(text)).body.code).toBe('price/csv')
  expect([await closes(oak), await closes(elm)]).toEqual([[], []])
})

test('faults beyond a hundred are counted; more than 10,000 assets are too many', async () => {
  const { put } = await setUp()
  const rows = Array.from({ length: 250 }, (_, index) => `OAK,2026-01-02,x${index}`)
  const bad = await put(`symbol,date,close\n${rows.join('\n')}\n`)
  expect([bad.status, bad.body.errors.length, bad.body.errors_total]).toEqual([422, 100, 250])
  const names = Array.from({ length: 10_001 }, (_, index) => `S${index},2026-01-02,1`)
  const many = await put(`symbol,date,close\n${names.join('\n')}\n`)
  expect([many.status, many.body.errors[0].detail]).toEqual([
    422,
    'Line 10002: There are more than 10000 assets; send them in several requests.',
  ])
})

test('of several listings the currency decides; what is still open is a fault that names them', async () => {
  const { put, add, oak, closes } = await setUp()
  const inEuro = await add({ ...OAK, currency: 'EUR', name: 'Oak Mills Xetra', exchange: 'XETR' })
  const rows = [
    { symbol: 'OAK', date: '2026-01-02', close: '9', currency: 'EUR' },
    { isin: OAK.isin, date: '2026-01-02', close: '10', currency: 'USD' },
  ]
  expect((await put(rows)).status).toBe(200)
  expect([await closes(inEuro), await closes(oak)]).toEqual([['02 9 EUR MANUAL'], ['02 10 USD MANUAL']])
  expect(faultsOf(await put([{ symbol: 'OAK', date: '2026-01-03', close: '9' }]))).toEqual([
    422,
    'price/many-invalid',
    `/0/symbol 2 assets have the symbol OAK: ${oak} (OAK, Oak Mills, USD); ${inEuro} (OAK, Oak Mills Xetra, EUR, XETR). Say which one by asset_id.`,
  ])
})

test('a dry run checks all of it and stores nothing', async () => {
  const { put, call, user, oak, closes } = await setUp()
  await put([{ symbol: 'OAK', date: '2026-01-02', close: '9' }])
  const before = (await call(user, 'GET', `/assets/${oak}/history`)).body
  const rows = ['2', '3'].map((day) => ({ symbol: 'OAK', date: `2026-01-0${day}`, close: day }))
  const done = (await put(rows, { query: '?dry_run=true' })).as(ManyPricesWritten)
  expect([done.dry_run, done.added, done.updated]).toEqual([true, 1, 1])
  expect(await closes(oak)).toEqual(['02 9 USD MANUAL'])
  expect((await call(user, 'GET', `/assets/${oak}/history`)).body).toEqual(before)
  expect((await put([{ symbol: 'PINE', date: '2026-01-02', close: '9' }], { query: '?dry_run=true' })).status).toBe(422)
})

test('403 names each asset that the caller may not write, and none is stored; what only strangers use does not exist', async () => {
  const { put, call, root, user, createUser, oak, elm, add, own, closes } = await setUp()
  const other = await createUser()
  await own(user, elm)
  await own(user, oak)
  const beech = await add({ ...ELM, symbol: 'BEECH', isin: null }, root)
  expect((await call(root, 'PATCH', `/assets/${beech}`, { verified: true })).status).toBe(200)
  const rows = ['BEECH', 'ELM'].map((symbol) => ({ symbol, date: '2026-01-02', close: '5' }))
  const refused = await put([...rows, { symbol: 'BEECH', date: '2026-01-03', close: '5' }])
  expect([refused.status, refused.body.code, refused.body.errors.map((one: { pointer: string }) => one.pointer)]).toEqual([
    403,
    'asset/not-yours',
    ['/0'],
  ])
  expect(await closes(elm)).toEqual([])
  const strange = await put([{ asset_id: elm, date: '2026-01-02', close: '5' }], { by: other })
  const absent = await put([{ asset_id: 999, date: '2026-01-02', close: '5' }], { by: other })
  expect(strange.text.replaceAll(`asset ${elm},`, 'asset 999,').replace(/"request_id":"[^"]*"/, '')).toBe(
    absent.text.replace(/"request_id":"[^"]*"/, ''),
  )
  for (const name of [{ isin: ELM.isin }, { symbol: 'ELM' }])
    expect((await put([{ ...name, date: '2026-01-02', close: '5' }], { by: other })).body.errors[0].detail).toStartWith(
      'No asset that you know',
    )
})

test('where everyone may add, closes of others are not the caller’s to change: all are named, none is stored', async () => {
  const app = await setUp()
  const other = await app.createUser()
  await setSharedData(app, 'everyone')
  await app.put([{ symbol: 'OAK', date: '2026-01-02', close: '5' }])
  const rows = ['02', '03'].map((day) => ({ symbol: 'OAK', date: `2026-01-${day}`, close: '6' }))
  const refused = await app.put(rows, { by: other })
  expect(faultsOf(refused)).toEqual([403, 'price/not-yours', '/0 The price of 2026-01-02 is from another user.'])
  expect((await app.put(rows.slice(1), { by: other })).status).toBe(200)
  expect(await app.closes(app.oak)).toEqual(['02 5 USD MANUAL', '03 6 USD MANUAL'])
})

test('a close that is entered settles what was held back, and the history says who entered how many', async () => {
  const { put, store, call, user, oak } = await setUp()
  store.writer.sqlite.run('INSERT INTO price_suspect VALUES (?, ?, ?, ?, ?, ?, ?, NULL, NULL)', [
    oak,
    '2026-01-02',
    '500',
    'USD',
    'X',
    'far',
    'then',
  ])
  await put(['01', '02', '03'].map((day) => ({ symbol: 'OAK', date: `2026-01-${day}`, close: '5' })))
  expect((await call(user, 'GET', `/assets/${oak}/prices/suspect`)).body).toEqual([])
  await put([{ symbol: 'OAK', date: '2026-01-03', close: '6' }])
  const history: { action: string; count: number | null; old: string | null; new: string | null }[] = (
    await call(user, 'GET', `/assets/${oak}/history`)
  ).body
  expect(history.map(({ action, count, old, new: now }) => [action, count, old, now])).toEqual([
    ['prices-entered', 1, '5 USD (MANUAL)', '6 USD (MANUAL)'],
    ['prices-entered', 3, null, null],
    ['created', null, null, null],
  ])
})

test('property: a file in any order, over pieces and with quotes, stores what one request for each asset stores', async () => {
  const { put, call, user, oak, elm, closes } = await setUp()
  const row = fc.record({
    symbol: fc.constantFrom('OAK', 'ELM'),
    day: fc.integer({ min: 0, max: 60 }),
    cents: fc.integer({ min: -500_000, max: 500_000 }),
    note: fc.constantFrom('', '"two\nlines"', 'x'.repeat(40_000), '"a ""word"""'),
  })
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(row, { selector: (one) => `${one.symbol} ${one.day}`, minLength: 1 }), async (rows) => {
      const dayOf = (day: number) => addDays('2025-11-01', day)
      for (const id of [oak, elm]) await call(user, 'DELETE', `/assets/${id}/prices`)
      const text = rows.map(({ symbol, day, cents, note }) => `${note},${symbol},${dayOf(day)},${(cents / 100).toFixed(2)}`)
      expect((await put(`note,symbol,date,close\n${text.join('\n')}`)).as(ManyPricesWritten).added).toBe(rows.length)
      const together = [await closes(oak), await closes(elm)]
      for (const id of [oak, elm]) await call(user, 'DELETE', `/assets/${id}/prices`)
      for (const [symbol, id] of [['OAK', oak] as const, ['ELM', elm] as const]) {
        const own = rows.filter((one) => one.symbol === symbol)
        const list = own.map(({ day, cents }) => ({ date: dayOf(day), close: (cents / 100).toFixed(2) }))
        if (list.length > 0) expect((await call(user, 'PUT', `/assets/${id}/prices`, list)).status).toBe(200)
      }
      expect(together).toEqual([await closes(oak), await closes(elm)])
    }),
    { numRuns: 25 },
  )
})

test('413 for JSON of more than 16 MiB and CSV of more than 48; 415 for another type', async () => {
  const { call, user } = await setUp()
  const send = (type: string, bytes: number) =>
    call(user, 'PUT', '/assets/prices', '[]', { 'Content-Type': type, 'Content-Length': String(bytes) })
  const MIB = 2 ** 20
  expect((await send('application/json', 17 * MIB)).status).toBe(413)
  expect((await send('text/csv', 49 * MIB)).status).toBe(413)
  expect((await send('text/plain', 10)).status).toBe(415)
  expect((await call(user, 'PUT', '/assets/1/prices', 'x'.repeat(17 * MIB), CSV)).status).toBe(413)
})

/** As Excel saves a table whose column `currency` and what stands behind it are empty in a block of sixteen rows. */
function savedByExcel(rows: number, full: readonly number[], quoted = ''): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const isFull = full.includes(Math.floor((index + 1) / 16))
    return `OAK,${addDays('2025-01-01', index)},${index + 1}${isFull ? `,${index === 0 ? 'USD' : ''},${index === 0 ? quoted : ''}` : ''}`
  })
  return `${['symbol,date,close,currency,note', ...lines].join('\r\n')}\r\n`
}

test('200 blocks of sixteen rows without their last columns, as Excel saves empty ones, plain and with quotes', async () => {
  const { put, closes, oak } = await setUp()
  for (const [rows, full, quoted] of [
    [31, [0], ''],
    [47, [0, 2], ''],
    [33, [0], ''],
    [31, [0], '"two, or"'],
    [31, [0], '"two\nlines"'],
  ] as const) {
    const { status, body } = await put(savedByExcel(rows, full, quoted))
    expect([rows, quoted, status, body.added + body.updated + body.unchanged]).toEqual([rows, quoted, 200, rows])
    expect((await closes(oak)).length).toBeGreaterThanOrEqual(rows)
  }
})

test('422 a short row among whole ones, and a last block of so few rows that they may have lost a cell', async () => {
  const { put, closes, oak } = await setUp()
  const lines = savedByExcel(31, [0, 1]).split('\r\n')
  const one = await put(lines.with(20, (lines[20] ?? '').replace(/,[^,]*$/, '')).join('\r\n'))
  expect([one.status, one.body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([422, ['/21']])
  const few = await put(savedByExcel(17, [0]))
  expect([few.status, few.body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([422, ['/17', '/18']])
  expect(await closes(oak)).toEqual([])
})
