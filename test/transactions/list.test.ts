import { describe, expect, test } from 'bun:test'
import { Transaction } from '#src/transactions/schema.ts'
import type { Answer } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { setUp } from './ledger.ts'

const EUR = { currency: 'EUR' }

/** Twelve lines on four days at two brokers, entered in no order. */
async function withLines() {
  const ledger = await setUp()
  const other = await createBroker(ledger.app, ledger.user)
  const second = await createAsset(ledger.app, { symbol: 'ÜBER', name: 'Über Alles 100% AG', isin: 'DE0007164600' })
  const days = ['2024-03-01', '2024-01-01', '2024-02-01', '2024-01-01', '2024-03-01', '2024-02-15']
  const create = days.flatMap((date, index) => [
    {
      broker_id: ledger.broker_id,
      type: 'DEPOSIT',
      date,
      amount: String(index + 1),
      ...EUR,
      tags: index % 2 ? ['odd'] : ['even', 'all'],
    },
    {
      broker_id: other,
      type: 'BUY',
      date,
      asset_id: index % 2 ? second : ledger.asset_id,
      quantity: '1',
      price: String(index + 1),
      currency: 'USD',
      description: `Lot ${index} of 100%_x`,
    },
  ])
  const { body } = await ledger.batch({ create })
  const created = body.created as number[]
  const wanted = create.map((line, index) => ({ ...line, id: created[index] ?? 0 }))
  const ids = (lines: readonly { id: number }[]) => lines.map((line) => line.id)
  const newestFirst = (a: { date: string; id: number }, b: { date: string; id: number }) =>
    a.date === b.date ? b.id - a.id : a.date < b.date ? 1 : -1
  const expected = (fits: (line: (typeof wanted)[number]) => boolean) => ids(wanted.filter(fits).sort(newestFirst))
  return { ...ledger, other, second, ids, expected, wanted }
}

function next(answer: Answer): string | undefined {
  return /^<(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]?.replace('/api/v1', '')
}

describe('filters', () => {
  test('200 with the lines of every visible broker, newest first, equal days by id', async () => {
    const { list, ids, expected } = await withLines()
    expect(ids(await list())).toEqual(expected(() => true))
    expect(ids(await list('?order=date_asc'))).toEqual(expected(() => true).reverse())
  })

  test('200 for each filter and for several together', async () => {
    const { list, ids, expected, broker_id, other, second, asset_id } = await withLines()
    const cases: [string, Parameters<typeof expected>[0]][] = [
      [`broker_ids=${other}`, (line) => line.broker_id === other],
      [`broker_ids=${other}&broker_ids=${broker_id}`, () => true],
      [`asset_ids=${second}`, (line) => 'asset_id' in line && line.asset_id === second],
      [`asset_ids=${second}&asset_ids=${asset_id}`, (line) => 'asset_id' in line],
      ['types=DEPOSIT', (line) => line.type === 'DEPOSIT'],
      ['types=DEPOSIT&types=BUY', () => true],
      ['currencies=USD', (line) => line.currency === 'USD'],
      ['from=2024-02-01', (line) => line.date >= '2024-02-01'],
      ['to=2024-02-01', (line) => line.date <= '2024-02-01'],
      ['from=2024-02-01&to=2024-02-15', (line) => line.date >= '2024-02-01' && line.date <= '2024-02-15'],
      ['tags=odd', (line) => 'tags' in line && line.tags?.[0] === 'odd'],
      ['tags=odd&tags=all', (line) => 'tags' in line],
      ['tags=od', () => false],
      ['q=lot%203', (line) => 'description' in line && line.description === 'Lot 3 of 100%_x'],
      ['q=100%25_x', (line) => 'description' in line],
      ['q=100%25', (line) => 'description' in line],
      ['q=100_', () => false],
      ['q=%C3%BCber', (line) => 'asset_id' in line && line.asset_id === second],
      ['q=uber%20alles', (line) => 'asset_id' in line && line.asset_id === second],
      ['q=DE0007164600', (line) => 'asset_id' in line && line.asset_id === second],
      [
        `types=BUY&asset_ids=${second}&from=2024-02-01&broker_ids=${other}&currencies=USD&q=lot`,
        (line) => 'asset_id' in line && line.asset_id === second && line.date >= '2024-02-01',
      ],
      ['from=2024-03-01&to=2024-01-01', () => false],
      ['asset_ids=999', () => false],
      ['group_id=none', () => false],
      ['report_id=none', () => false],
    ]
    for (const [query, fits] of cases) {
      expect(ids(await list(`?${query}`)), query).toEqual(expected(fits))
      expect(ids(await list(`?${query}&order=date_asc`)), query).toEqual(expected(fits).reverse())
    }
  })

  test('200 with the legs of a group, and by external id', async () => {
    const { batch, broker_id, list } = await setUp()
    const leg = { broker_id, date: '2024-01-01', type: 'FX_CONVERSION', group: 'g' }
    await batch({
      create: [
        { ...leg, amount: '-1', currency: 'EUR', external_id: 'Ref-77' },
        { ...leg, amount: '1.1', currency: 'USD' },
        { broker_id, date: '2024-01-01', type: 'DEPOSIT', amount: '1', ...EUR },
      ],
    })
    const [found] = await list('?q=ref-77')
    expect(await list(`?group_id=${found?.group_id}`)).toHaveLength(2)
  })

  test('200 with every field, null where there is nothing, the same as when it is read alone', async () => {
    const { list, call, user } = await withLines()
    for (const line of await list('?limit=3')) expect((await call(user, 'GET', `/transactions/${line.id}`)).body).toEqual(line)
    const [line] = await list('?types=DEPOSIT&limit=1')
    expect(Object.keys(line ?? {}).sort()).toEqual(Object.keys(Transaction.shape).sort())
    expect(line).toMatchObject({ asset_id: null, price: null, fx_rate: null, lots: null, description: null })
  })

  test('422 for keys and values that are none, each at its pointer', async () => {
    const { call, user } = await setUp()
    const wrong = {
      broker_ids: 'x',
      asset_ids: '1.5',
      types: 'GIFT',
      from: '2024-02-30',
      to: 'now',
      order: 'up',
      limit: '0',
      count: 'yes',
      format: 'xml',
      q: '',
      typo: '1',
      brokerIds: '1',
    }
    const answer = await call(user, 'GET', `/transactions?${new URLSearchParams(wrong)}`)
    expect(answer.status).toBe(422)
    const pointers = answer.body.errors.map((fault: { pointer: string }) => fault.pointer.split('/').slice(0, 3).join('/'))
    expect(pointers.sort()).toEqual(
      Object.keys(wrong)
        .map((key) => `/query/${key}`)
        .sort(),
    )
    for (const query of [
      'limit=1001',
      'limit=-1',
      'limit=1e2',
      'limit=',
      'limit=1&limit=2',
      'from=2024-01-01&from=2024-02-01',
      'cursor=a&cursor=b',
      'order=date_asc&order=date_desc',
      'types=',
      'types=BUY&types=x',
    ])
      expect((await call(user, 'GET', `/transactions?${query}`)).status, query).toBe(422)
  })
})

describe('pages', () => {
  test('200 through every page size and both orders: each line once, in order, the last page without Link', async () => {
    const { call, user, ids, expected } = await withLines()
    for (const order of ['date_desc', 'date_asc'])
      for (const limit of [1, 2, 5, 11, 12, 13]) {
        const seen: number[] = []
        let path: string | undefined = `/transactions?limit=${limit}&order=${order}&types=BUY&types=DEPOSIT`
        for (let pages = 0; path !== undefined; pages += 1) {
          const answer: Answer = await call(user, 'GET', path)
          const lines = answer.as(Transaction.array())
          expect(lines.length <= limit && (lines.length === limit || next(answer) === undefined)).toBe(true)
          seen.push(...ids(lines))
          path = next(answer)
          expect(pages).toBeLessThan(13)
        }
        expect(seen, `${order} ${limit}`).toEqual(order === 'date_desc' ? expected(() => true) : expected(() => true).reverse())
      }
  })

  test('200 with neither gap nor repetition when lines come and go between two pages', async () => {
    const { call, user, ids, expected, add, other, wanted } = await withLines()
    const first = await call(user, 'GET', '/transactions?limit=5')
    const order = expected(() => true)
    await add({ broker_id: other, type: 'DEPOSIT', date: '2024-05-01', amount: '1' })
    await call(user, 'DELETE', `/transactions/${order[4]}`)
    await call(user, 'DELETE', `/transactions/${order[6]}`)
    const second = await call(user, 'GET', next(first) ?? '')
    expect(ids(second.body)).toEqual([5, 7, 8, 9, 10].map((index) => order[index] ?? 0))
    expect(wanted).toHaveLength(12)
  })

  test('200 with X-Total-Count of all that fits, on every page, only on request', async () => {
    const { call, user, other } = await withLines()
    const first = await call(user, 'GET', `/transactions?limit=2&count=true&broker_ids=${other}&from=2024-02-01`)
    expect(first.headers.get('x-total-count')).toBe('4')
    expect((await call(user, 'GET', next(first) ?? '')).headers.get('x-total-count')).toBe('4')
    expect((await call(user, 'GET', '/transactions?count=true&broker_ids=999')).headers.get('x-total-count')).toBe('0')
    expect((await call(user, 'GET', '/transactions?count=false')).headers.has('x-total-count')).toBe(false)
    expect((await call(user, 'GET', '/transactions')).headers.has('x-total-count')).toBe(false)
  })

  test('200 with 100 lines by default, 1,000 at most; the Link keeps the other keys', async () => {
    const { broker_id, batch, call, user } = await setUp()
    await batch({
      create: Array.from({ length: 1_001 }, () => ({ broker_id, type: 'DEPOSIT', date: '2024-01-01', amount: '1', ...EUR })),
    })
    expect((await call(user, 'GET', '/transactions')).body).toHaveLength(100)
    const answer = await call(user, 'GET', `/transactions?limit=1000&types=DEPOSIT&broker_ids=${broker_id}&tags=a%20b%26c&tags=x`)
    expect(answer.body).toEqual([])
    const full = await call(user, 'GET', `/transactions?limit=1000&types=DEPOSIT&types=BUY&broker_ids=${broker_id}`)
    expect(full.body).toHaveLength(1000)
    const query = new URL(next(full) ?? '', 'http://x').searchParams
    expect([query.get('limit'), query.getAll('types'), query.get('broker_ids')]).toEqual([
      '1000',
      ['DEPOSIT', 'BUY'],
      String(broker_id),
    ])
  })

  test('422 request/cursor for a cursor of the other order, of another list, or garbage', async () => {
    const { call, user } = await withLines()
    const cursor =
      new URL(next(await call(user, 'GET', '/transactions?limit=2')) ?? '', 'http://x').searchParams.get('cursor') ?? ''
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const wrong = [
      cursor.slice(0, -3),
      `${cursor}x`,
      'garbage',
      '%00',
      encode([]),
      encode(['date_desc', '2024-01-01']),
      encode(['date_desc', '2024-01-01', '1']),
      encode(['date_desc', "' OR 1=1", 1]),
      encode(['date_desc', '2024-02-30', 1]),
      encode(['date_desc', '2024-01-01', 1.5]),
      encode(['2024-01-01', 1]),
      encode({ 0: 'date_desc', length: 3 }),
      encode(null),
      encode(['date_asc', '2024-01-01', 1]),
    ]
    for (const value of wrong) {
      const answer = await call(user, 'GET', `/transactions?limit=2&cursor=${encodeURIComponent(value)}`)
      expect([answer.status, answer.body.code, answer.body.errors?.[0].pointer], value).toEqual([
        422,
        'request/cursor',
        '/query/cursor',
      ])
    }
    expect((await call(user, 'GET', `/transactions?limit=2&order=date_asc&cursor=${cursor}`)).status).toBe(422)
    expect((await call(user, 'GET', `/transactions?limit=2&cursor=${'x'.repeat(501)}`)).status).toBe(422)
    expect((await call(user, 'GET', `/transactions?limit=2&cursor=${cursor}`)).status).toBe(200)
  })

  test('200 with a merged list of many brokers, the same as of one', async () => {
    const { app, user, batch, list } = await setUp()
    const brokers = await Promise.all(Array.from({ length: 65 }, () => createBroker(app, user)))
    const create = brokers.flatMap((broker_id, index) =>
      [1, 2].map((day) => ({
        broker_id,
        type: 'DEPOSIT',
        date: `2024-01-${String(((index * day) % 28) + 1).padStart(2, '0')}`,
        amount: '1',
        ...EUR,
      })),
    )
    await batch({ create })
    const all = await list('?limit=1000')
    expect(ids(all)).toEqual(ids([...all].sort((a, b) => (a.date === b.date ? b.id - a.id : a.date < b.date ? 1 : -1))))
    expect(all).toHaveLength(130)
    const few = brokers
      .slice(0, 30)
      .map((id) => `broker_ids=${id}`)
      .join('&')
    expect(ids(await list(`?limit=7&${few}`))).toEqual(
      ids(all.filter((line) => brokers.slice(0, 30).includes(line.broker_id)).slice(0, 7)),
    )
  }, 120_000)
})

function ids(lines: readonly { id: number }[]): number[] {
  return lines.map((line) => line.id)
}
