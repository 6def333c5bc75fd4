import { describe, expect, test } from 'bun:test'
import Papa from 'papaparse'
import { createAsset } from '#test/support/factories.ts'
import { setUp } from './ledger.ts'

const deposit = { type: 'DEPOSIT', date: '2024-01-02', currency: 'EUR', amount: '5' }

function rowsOf(text: string): Record<string, string>[] {
  const parsed = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
  expect(parsed.errors).toEqual([])
  return parsed.data
}

describe('200 for the list as CSV', () => {
  test('with the same filters and order, by format=csv or Accept, all lines whatever the limit', async () => {
    const { broker_id, batch, call, user } = await setUp()
    await batch({
      create: Array.from({ length: 2_345 }, (_, index) => ({
        ...deposit,
        broker_id,
        date: `2024-01-${String((index % 28) + 1).padStart(2, '0')}`,
        amount: String(index + 1),
      })),
    })
    const answer = await call(user, 'GET', '/transactions?format=csv&order=date_asc&from=2024-01-02&limit=10')
    const rows = rowsOf(answer.text)
    expect(rows).toHaveLength(2_345 - 84)
    expect(rows.map((row) => row['date'])).toEqual([...rows.map((row) => row['date'] ?? '')].sort())
    expect(new Set(rows.map((row) => row['id'])).size).toBe(rows.length)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    const accepted = await call(user, 'GET', '/transactions?order=date_asc&from=2024-01-02', undefined, { Accept: 'text/csv' })
    expect(accepted.text).toBe(answer.text)
    expect((await call(user, 'GET', '/transactions?format=json&limit=1', undefined, { Accept: 'text/csv' })).body).toHaveLength(1)
  })

  test('with every column of a line and the names of its asset', async () => {
    const { add, call, user, app } = await setUp()
    const asset_id = await createAsset(app, { symbol: 'ACME', name: 'Acme, Inc.', isin: 'US0378331005' })
    const line = await add({
      type: 'BUY',
      date: '2024-01-02',
      time: '10:30',
      settled_on: '2024-01-04',
      asset_id,
      quantity: '10',
      price: '12.5',
      price_currency: 'USD',
      fx_rate: '0.9',
      fees: '1',
      taxes: '0.5',
      external_id: 'x1',
      description: 'first',
      tags: ['a', 'b'],
    })
    const [row] = rowsOf((await call(user, 'GET', '/transactions?format=csv')).text)
    expect(row).toEqual({
      id: String(line.id),
      broker_id: String(line.broker_id),
      type: 'BUY',
      date: '2024-01-02',
      time: '10:30',
      settled_on: '2024-01-04',
      asset_id: String(asset_id),
      symbol: 'ACME',
      isin: 'US0378331005',
      name: 'Acme, Inc.',
      quantity: '10',
      price: '12.5',
      price_currency: 'USD',
      fx_rate: '0.9',
      amount: '-114',
      currency: 'EUR',
      fees: '1',
      taxes: '0.5',
      cost_basis: '',
      ratio: '',
      cost_share: '',
      group_id: '',
      external_id: 'x1',
      report_id: '',
      description: 'first',
      tags: 'a;b',
      account: '',
      lots: '',
      created_at: line.created_at,
      updated_at: line.updated_at,
    })
  })

  test('quotes, separators and newlines come back as they were', async () => {
    const { add, call, user } = await setUp()
    const texts = [
      'plain',
      'a "quoted" word',
      'a;b,c',
      'two\nlines',
      'two\r\nlines',
      ' spaces ',
      '"',
      '""',
      ',',
      'Ünïcödé 株式 🏦',
      "it's",
    ]
    for (const description of texts) await add({ ...deposit, description })
    const rows = rowsOf((await call(user, 'GET', '/transactions?format=csv&order=date_asc')).text)
    expect(rows.map((row) => row['description'])).toEqual(texts)
  })

  test('no text is a formula: an apostrophe goes in front, numbers keep their sign', async () => {
    const { add, call, user, app } = await setUp()
    const asset_id = await createAsset(app, { symbol: '=1+1', name: '@SUM(A1)' })
    const formulas = ['=HYPERLINK("http://x")', '+1', '-1+1', '@x', '\tx', '\rx', '\nx', '\u0000x', '＝1', "'=1", "''@x"]
    for (const description of formulas) await add({ ...deposit, description, external_id: description, tags: [description] })
    await add({ type: 'ADJUSTMENT', date: '2024-01-03', asset_id, quantity: '1' })
    const rows = rowsOf((await call(user, 'GET', '/transactions?format=csv&order=date_asc')).text)
    expect(rows.slice(0, -1).map((row) => [row['description'], row['external_id'], row['tags']])).toEqual(
      formulas.map((text) => [`'${text}`, `'${text}`, `'${text}`]),
    )
    expect(rows.at(-1)).toMatchObject({ symbol: "'=1+1", name: "'@SUM(A1)" })
    await add({ ...deposit, type: 'WITHDRAWAL', amount: '-5' })
    expect(rowsOf((await call(user, 'GET', '/transactions?format=csv&types=WITHDRAWAL')).text)[0]).toMatchObject({ amount: '-5' })
  })

  test('a list without lines has its header', async () => {
    const { call, user } = await setUp()
    expect((await call(user, 'GET', '/transactions?format=csv')).text).toMatch(/^id,broker_id,.*,updated_at\r\n$/)
  })

  test('it is streamed: the first chunk comes before the rest is read', async () => {
    const {
      broker_id,
      batch,
      app: { app },
      user,
    } = await setUp()
    await batch({ create: Array.from({ length: 5_000 }, () => ({ ...deposit, broker_id })) })
    const response = await app.request('/api/v1/transactions?format=csv', { headers: { Cookie: `session=${user.token}` } })
    const reader = response.body?.getReader()
    const sizes: number[] = []
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) sizes.push(chunk.value.byteLength)
    expect(sizes.length).toBeGreaterThan(4)
    const stopped = await app.request('/api/v1/transactions?format=csv', { headers: { Cookie: `session=${user.token}` } })
    const half = stopped.body?.getReader()
    await half?.read()
    await half?.cancel()
  })
})

test('others are answered between the pieces of a long list as CSV', async () => {
  const { broker_id, batch, call, user } = await setUp()
  await batch({ create: Array.from({ length: 4_500 }, () => ({ ...deposit, broker_id })) })
  let turns = 0
  const state = { isDone: false }
  const turn = () => {
    turns += 1
    if (!state.isDone) setImmediate(turn)
  }
  const answer = call(user, 'GET', '/transactions?format=csv')
  setImmediate(turn)
  expect(rowsOf((await answer).text)).toHaveLength(4_500)
  state.isDone = true
  expect(turns).toBeGreaterThan(4)
})
