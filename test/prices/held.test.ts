import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import fc from 'fast-check'
import { HeldPriceGap, HeldSuspectPrice } from '#src/prices/held.schema.ts'
import { PriceGap } from '#src/prices/schema.ts'
import { addDays } from '#src/shared/date.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { SEED } from '#test/support/seed.ts'

const TODAY = '2026-03-31'

async function setUp() {
  const app = await createTestApp({ clock: () => new Date(`${TODAY}T12:00:00Z`) })
  const [root, user] = [await app.createUser(), await app.createUser()]
  const broker = await createBroker(app, user)
  const hold = async (by: TestUser, broker_id: number, fields: { name?: string } = {}) => {
    const id = await createAsset(app, fields)
    const line = { broker_id, type: 'ADJUSTMENT', asset_id: id, date: '2026-01-02', quantity: '1' }
    const { status, text } = await app.call(by, 'POST', '/transactions', line)
    if (status !== 201) throw new Error(text)
    return id
  }
  const price = async (id: number, ...days: string[]) => {
    for (const date of days)
      await app.store.writer
        .insertInto('price')
        .values({ asset_id: id, date, close: '1', currency: 'EUR', source: 'YAHOO', created_by: null })
        .execute()
  }
  const suspect = async (id: number, ...days: string[]) => {
    for (const date of days)
      await app.store.writer
        .insertInto('price_suspect')
        .values({
          ...{ asset_id: id, date, close: '72.9', currency: 'EUR', source: 'YAHOO', detail: 'far off' },
          noticed_at: `${TODAY}T00:00:00.000Z`,
        })
        .execute()
  }
  const gaps = async (query = '', by: TestUser = user) => {
    const answer = await app.call(by, 'GET', `/assets/prices/gaps?${query}`)
    return {
      rows: answer.as(z.array(HeldPriceGap)),
      link: answer.headers.get('link'),
      total: answer.headers.get('x-total-count'),
    }
  }
  const suspects = async (query = '', by: TestUser = user) => {
    const answer = await app.call(by, 'GET', `/assets/prices/suspects?${query}`)
    return {
      rows: answer.as(z.array(HeldSuspectPrice)).map(({ asset, date }) => [asset.name, date]),
      link: answer.headers.get('link'),
      total: answer.headers.get('x-total-count'),
    }
  }
  return { ...app, root, user, broker, hold, price, suspect, gaps, suspects }
}

/** Every page, by following the links. */
async function all<T>(get: (query: string) => Promise<{ rows: readonly T[]; link: string | null }>, query: string): Promise<T[]> {
  const rows: T[] = []
  for (let at: string | null = query; at !== null; ) {
    const page: { rows: readonly T[]; link: string | null } = await get(at)
    rows.push(...page.rows)
    at = /\?([^>]+)>/.exec(page.link ?? '')?.[1] ?? null
  }
  return rows
}

test('200 gaps of what is held, with the name of the asset; what is sold, unpriced or not held has none', async () => {
  const { hold, price, gaps, broker, user, call } = await setUp()
  const [steel, rope, bare, sold] = [
    await hold(user, broker, { name: 'Harbour Steel' }),
    await hold(user, broker, { name: 'Rope Works' }),
    await hold(user, broker),
    await hold(user, broker),
  ]
  await call(user, 'POST', '/transactions', {
    ...{ broker_id: broker, type: 'ADJUSTMENT', asset_id: sold, date: '2026-02-02', quantity: '-1' },
  })
  await price(steel, '2026-03-01', '2026-03-10', TODAY)
  await price(rope, '2026-03-25')
  await price(sold, '2026-01-02')
  const named = { steel: { id: steel, name: 'Harbour Steel' }, rope: { id: rope, name: 'Rope Works' } }
  expect((await gaps()).rows).toEqual([
    { asset: named.steel, from: '2026-03-02', to: '2026-03-09', days: 8 },
    { asset: named.steel, from: '2026-03-11', to: '2026-03-30', days: 20 },
    { asset: named.rope, from: '2026-03-26', to: TODAY, days: 6 },
  ])
  expect((await gaps(`from=2026-03-20&asset_ids=${bare}&asset_ids=${sold}`)).rows).toMatchObject([
    { asset: { id: bare }, from: '2026-03-20', to: TODAY, days: 12 },
  ])
  expect((await gaps('to=2026-03-05&days=4&count=true')).total).toBe('1')
})

test('200 what was held back, newest day first, in pages', async () => {
  const { hold, suspect, suspects, broker, user } = await setUp()
  const [steel, rope] = [await hold(user, broker, { name: 'Steel' }), await hold(user, broker, { name: 'Rope' })]
  await suspect(steel, '2026-03-01', '2026-03-03')
  await suspect(rope, '2026-03-01', '2026-03-02')
  const rows = [
    ['Steel', '2026-03-03'],
    ['Rope', '2026-03-02'],
    ['Steel', '2026-03-01'],
    ['Rope', '2026-03-01'],
  ]
  expect((await suspects()).rows).toEqual(rows)
  for (const limit of [1, 2, 3, 4]) expect(await all(suspects, `limit=${limit}`)).toEqual(rows)
  expect(await suspects('limit=3&count=true')).toMatchObject({ rows: rows.slice(0, 3), total: '4' })
  expect((await suspects(`asset_ids=${rope}`)).rows).toEqual([rows[1], rows[3]] as string[][])
})

test('strangers, superusers too, and members who have not included the broker learn nothing', async () => {
  const { hold, price, suspect, gaps, suspects, broker, user, root, createUser, store, deps } = await setUp()
  const id = await hold(user, broker)
  await price(id, '2026-03-01')
  await suspect(id, '2026-03-02')
  const member = await createUser()
  await store.writer
    .insertInto('broker_access')
    .values({
      ...{ broker_id: broker, user_id: member.id, role: 'VIEWER', share: '0', included: 0 },
      ...{ granted_at: deps.clock().toISOString(), granted_by: user.id },
    })
    .execute()
  for (const by of [root, member])
    for (const query of ['count=true', `count=true&asset_ids=${id}`]) {
      expect(await gaps(query, by)).toEqual({ rows: [], link: null, total: '0' })
      expect(await suspects(query, by)).toEqual({ rows: [], link: null, total: '0' })
    }
  expect((await gaps('', user)).rows).toHaveLength(1)
})

test('422 for a cursor of another list, a limit or days out of bounds', async () => {
  const { call, user } = await setUp()
  for (const query of ['cursor=x', 'limit=1001', 'days=0', 'days=3651', 'to=2026-02-30'])
    expect((await call(user, 'GET', `/assets/prices/gaps?${query}`)).status, query).toBe(422)
  expect((await call(user, 'GET', '/assets/prices/suspects?cursor=WzFd')).body.code).toBe('request/cursor')
})

test('property: page by page they are the gaps of each asset, and the count is how many', async () => {
  const { call, hold, price, gaps, broker, user } = await setUp()
  const ids = await Promise.all(Array.from({ length: 11 }, () => hold(user, broker)))
  const offsets = fc.sample(fc.uniqueArray(fc.integer({ min: 0, max: 89 }), { maxLength: 12 }), { seed: SEED, numRuns: 11 })
  for (const [index, id] of ids.entries())
    await price(id, ...(offsets[index] ?? []).map((offset) => addDays('2026-01-01', offset)))
  const range = fc.record({
    days: fc.integer({ min: 1, max: 20 }),
    limit: fc.integer({ min: 1, max: 30 }),
    from: fc.option(fc.integer({ min: 0, max: 89 }), { nil: undefined }),
    to: fc.option(fc.integer({ min: 0, max: 89 }), { nil: undefined }),
  })
  await fc.assert(
    fc.asyncProperty(range, async ({ days, limit, from, to }) => {
      const bounds = [...(from === undefined ? [] : [`from=${addDays('2026-01-01', from)}`]), `days=${days}`]
      const query = [...bounds, ...(to === undefined ? [] : [`to=${addDays('2026-01-01', to)}`])].join('&')
      const wanted: unknown[] = []
      for (const id of ids.toSorted((a, b) => a - b)) {
        const single = (await call(user, 'GET', `/assets/${id}/prices/gaps?${query}`)).as(z.array(PriceGap))
        wanted.push(...single.map((gap) => ({ ...gap, asset: id })))
      }
      const found = await all(gaps, `${query}&limit=${limit}`)
      expect(found.map(({ asset, ...gap }) => ({ ...gap, asset: asset.id }))).toEqual(wanted as never)
      expect((await gaps(`${query}&limit=1&count=true`)).total).toBe(String(wanted.length))
    }),
    { seed: SEED, numRuns: 20 },
  )
})
