import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { Proposal } from '#src/portfolio/proposals/schema.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

const DAY = '2024-03-01'
const CLOSES = { '2024-01-02': '100', '2024-02-29': '104', '2024-03-01': '26', '2024-06-28': '27' }
const PATH = '/transactions/proposals'

/** Ten units at each of two brokers, in a catalogue with a split 4:1 that neither has booked. */
async function setUp() {
  const world = await openPortfolio({ today: '2024-06-30', broker: { allowAssetShorting: true } })
  const other = await world.addBroker({ name: 'Elsewhere' })
  const bought = { ...world.line, type: 'BUY', date: '2024-01-02', quantity: '10', price: '100' }
  await world.book(bought, { ...bought, broker_id: other })
  await world.price(CLOSES)
  await world.split(DAY, '4:1')
  const list = async (query = '', user = world.user) => {
    const { status, body, headers } = await world.app.call(user, 'GET', `${PATH}?${query}`)
    expect(status).toBe(200)
    return { rows: z.array(Proposal).parse(body), headers }
  }
  return { ...world, other, list }
}

test('200 with the transaction of each split that a broker has not booked; booked as it stands it is gone, and no figure changes', async () => {
  const { list, book, send, holdings, history, broker_id, asset_id, other, user } = await setUp()
  const proposed = (id: number) => ({
    ...{ reason: 'split-not-booked', asset: { id: asset_id, name: 'ACME name' }, date: DAY, ratio: '4:1', held: '10' },
    ...{ broker: expect.objectContaining({ id }), source: 'MANUAL', entered_by: user.id },
    transaction: { broker_id: id, asset_id, type: 'SPLIT', date: DAY, quantity: '30', ratio: '4:1' },
  })
  const { rows } = await list()
  expect<unknown>(rows).toEqual([proposed(broker_id), proposed(other)])
  const warned = (await holdings()).warnings.filter(({ code }) => code === 'split-not-booked')
  expect(new Set(warned.map(({ remedy }) => JSON.stringify(remedy?.body)))).toEqual(
    new Set(rows.map(({ transaction }) => JSON.stringify({ ...transaction }))),
  )
  const before = await history('scope=assets')
  await book(...rows.slice(0, 1).map(({ transaction }) => transaction))
  expect<unknown>((await list()).rows).toEqual([proposed(other)])
  const { created } = await book(...rows.slice(1).map(({ transaction }) => transaction))
  expect<unknown>((await list()).rows).toEqual([])
  expect((await history('scope=assets')).points).toEqual(before.points)
  await send('POST', '/transactions/batch', { delete: created })
  expect<unknown>((await list()).rows).toEqual([proposed(other)])
})

test('200 page by page, oldest first, of the brokers that are wanted', async () => {
  const { list, split, price, broker_id, other } = await setUp()
  await split('2024-04-02', '2:1')
  await price({ '2024-04-02': '13', '2024-06-28': '13.5' })
  const keysOf = (rows: z.infer<typeof Proposal>[]) => rows.map(({ date, broker }) => [date, broker.id])
  const all = (await list()).rows
  expect(keysOf(all)).toEqual([DAY, '2024-04-02'].flatMap((date) => [broker_id, other].map((id) => [date, id])))
  expect(all.map(({ held, transaction }) => [held, transaction.quantity])).toEqual([
    ['10', '30'],
    ['10', '30'],
    ['40', '40'],
    ['40', '40'],
  ])
  const found: typeof all = []
  for (let query = 'limit=1&count=true'; query !== ''; ) {
    const { rows, headers } = await list(query)
    expect([rows.length, headers.get('x-total-count')]).toEqual([1, '4'])
    found.push(...rows)
    query = /\?([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? ''
  }
  expect(found).toEqual(all)
  expect(keysOf((await list(`broker_ids=${other}`)).rows)).toEqual([
    [DAY, other],
    ['2024-04-02', other],
  ])
})

test('200 for EDITORs and owners alone: a VIEWER, a stranger and a superuser get nothing of a broker', async () => {
  const { app, list, send, broker_id } = await setUp()
  const [editor, viewer, stranger] = [await app.createUser(), await app.createUser(), await app.createUser()]
  const superuser = await app.createUser({ isSuperuser: true })
  for (const [user, role] of [
    [editor, 'EDITOR'],
    [viewer, 'VIEWER'],
  ] as const)
    await send('POST', `/brokers/${broker_id}/access`, { user_id: user.id, role, share: '0' })
  const seen = async (user: typeof editor, query = `broker_ids=${broker_id}`) => (await list(query, user)).rows.length
  expect(await Promise.all([editor, viewer, stranger, superuser].map((user) => seen(user)))).toEqual([1, 0, 0, 0])
  expect(await seen(editor, '')).toBe(0)
})

test('200 with the user who entered a split for who sees that user, and without for others', async () => {
  const { app, list, send, asset_id, broker_id, user } = await setUp()
  const [editor, superuser] = [await app.createUser(), await app.createUser({ isSuperuser: true })]
  await send('POST', `/brokers/${broker_id}/access`, { user_id: editor.id, role: 'EDITOR', share: '0' })
  await send('PATCH', `/brokers/${broker_id}/access/me`, { included: true }, editor)
  const seen = async () =>
    (await list(`broker_ids=${broker_id}`, editor)).rows.map(({ source, entered_by }) => [source, entered_by])
  expect(await seen()).toEqual([['MANUAL', user.id]])
  const [event] = await send('GET', `/assets/${asset_id}/events`)
  await send('DELETE', `/assets/${asset_id}/events/${event.id}`)
  await send('POST', `/assets/${asset_id}/events`, { type: 'SPLIT', date: DAY, ratio: '4:1' }, superuser)
  expect(await seen()).toEqual([['MANUAL', null]])
})

test('422 for a cursor of another list', async () => {
  const { app, user } = await setUp()
  const cursor = Buffer.from(JSON.stringify([1, 'a'])).toString('base64url')
  expect((await app.call(user, 'GET', `${PATH}?cursor=${cursor}`)).status).toBe(422)
})
