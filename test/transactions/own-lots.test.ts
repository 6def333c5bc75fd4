import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { GainsReport } from '#src/portfolio/gains/schema.ts'
import { BatchResult } from '#src/transactions/batch.schema.ts'
import { Transaction } from '#src/transactions/schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { SEED } from '#test/support/seed.ts'

type Item = Record<string, unknown>

async function setUp() {
  const app = await createTestApp({ clock: () => new Date('2024-12-31T12:00:00Z') })
  const user = await app.createUser()
  const asset_id = await createAsset(app, { symbol: 'ACME', currency: 'EUR' })
  const open = async () => {
    const broker_id = await createBroker(app, user)
    const line = (type: string, date: string, quantity: string, rest: Item = {}): Item => ({
      ...{ broker_id, asset_id, type, date, quantity, ...(type === 'TRANSFER' ? {} : { currency: 'EUR' }) },
      ...rest,
    })
    const batch = (create: Item[], rest: Item = {}) => app.call(user, 'POST', '/transactions/batch', { create, ...rest })
    const gains = async () =>
      (await app.call(user, 'GET', `/portfolio/gains?currency=EUR&broker_ids=${broker_id}`)).as(GainsReport)
    return { broker_id, line, batch, gains }
  }
  const read = async (id: number | undefined) => (await app.call(user, 'GET', `/transactions/${id}`)).as(Transaction)
  return { app, user, open, read }
}

test('200 a sale takes lots that the same batch makes, wherever they stand in it', async () => {
  const { open, read } = await setUp()
  const { line, batch, gains } = await open()
  const answer = await batch([
    line('SELL', '2024-05-01', '-6', {
      ...{
        price: '50',
        lots: [
          { ref: 'dear', quantity: '4' },
          { ref: 'cheap', quantity: '2' },
        ],
      },
    }),
    line('BUY', '2024-01-02', '10', { price: '10', ref: 'cheap' }),
    line('BUY', '2024-02-02', '10', { price: '30', ref: 'dear' }),
    line('SELL', '2024-06-01', '-1', { price: '50' }),
  ])
  const [sale, cheap, dear] = answer.as(BatchResult).created
  expect((await read(sale)).lots).toEqual([
    { lot_id: dear as number, quantity: '4' },
    { lot_id: cheap as number, quantity: '2' },
  ])
  expect((await gains()).disposals.map(({ cost }) => cost)).toEqual(['120', '20', '10'])
})

test('200 lots by id and by ref together; a dry run stores nothing and answers the same', async () => {
  const { open, read } = await setUp()
  const { line, batch } = await open()
  const [old] = (await batch([line('BUY', '2024-01-02', '5', { price: '10' })])).as(BatchResult).created
  const create = [
    line('BUY', '2024-02-02', '5', { price: '20', ref: 'new' }),
    line('SELL', '2024-03-02', '-4', {
      price: '20',
      lots: [
        { lot_id: old, quantity: '1' },
        { ref: 'new', quantity: '3' },
      ],
    }),
  ]
  expect((await batch(create, { dry_run: true })).status).toBe(200)
  const [fresh, sale] = (await batch(create)).as(BatchResult).created
  expect((await read(sale)).lots?.map(({ lot_id }) => lot_id)).toEqual([old as number, fresh as number])
})

test('200 a changed sale takes lots that the same batch makes, so that a deleted lot can be brought back as it was', async () => {
  const { open, read } = await setUp()
  const { line, batch, gains } = await open()
  const cheap = line('BUY', '2024-01-02', '10', { price: '10' })
  const dear = line('BUY', '2024-02-02', '10', { price: '30', ref: 'dear' })
  const lots = [{ ref: 'dear', quantity: '4' }]
  const created = (await batch([cheap, dear, line('SELL', '2024-05-01', '-4', { price: '50', lots })])).as(BatchResult).created
  const [, gone, sale] = created
  const before = await gains()
  expect((await batch([], { delete: [gone] })).status).toBe(200)
  expect((await gains()).disposals.map(({ cost }) => cost)).toEqual(['40'])
  const update = [{ id: sale, revision: (await read(sale)).revision, lots }]
  expect((await batch([dear], { update, dry_run: true })).status).toBe(200)
  const back = (await batch([dear], { update })).as(BatchResult).created[0]
  expect((await read(sale)).lots).toEqual([{ lot_id: back as number, quantity: '4' }])
  const costs = ({ disposals }: typeof before) => disposals.map(({ cost, gain, acquired_on }) => [cost, gain, acquired_on])
  expect(costs(await gains())).toEqual(costs(before))
  const unknown = await batch([], { update: [{ id: sale, lots }] })
  expect([unknown.status, unknown.body.code, unknown.body.errors[0].pointer]).toEqual([
    422,
    'transaction/lot-unknown',
    '/update/0/lots/0/ref',
  ])
})

test('200 what a transfer brings is named by the purchase that the batch makes', async () => {
  const { open, read } = await setUp()
  const [here, there] = [await open(), await open()]
  const lots = [{ ref: 'a', quantity: '5' }]
  const answer = await here.batch([
    here.line('BUY', '2024-01-02', '5', { price: '10', ref: 'a' }),
    here.line('BUY', '2024-01-03', '5', { price: '20' }),
    here.line('TRANSFER', '2024-02-02', '-5', { group: 'move', lots }),
    there.line('TRANSFER', '2024-02-02', '5', { group: 'move' }),
    there.line('SELL', '2024-03-02', '-5', { price: '20', lots }),
  ])
  const ids = answer.as(BatchResult).created
  for (const sale of [ids[2], ids[4]]) expect((await read(sale)).lots).toEqual([{ lot_id: ids[0] as number, quantity: '5' }])
})

test.each([
  ['a ref that no item has', { lots: [{ ref: 'b', quantity: '1' }] }, 'transaction/lot-unknown', '/create/1/lots/0/ref'],
  ['a ref of a sale', { ref: 's', lots: [{ ref: 's', quantity: '1' }] }, 'transaction/lot-unknown', '/create/1/lots/0'],
  [
    'more than the lot has',
    { quantity: '-3', lots: [{ ref: 'a', quantity: '3' }] },
    'transaction/lot-too-small',
    '/create/1/lots/0',
  ],
  [
    'a lot twice',
    {
      quantity: '-2',
      lots: [
        { ref: 'a', quantity: '1' },
        { ref: 'a', quantity: '1' },
      ],
    },
    'transaction/invalid',
    '/create/1/lots',
  ],
  ['a second item of a ref', { ref: 'a' }, 'transaction/invalid', '/create/1/ref'],
  ['both id and ref', { lots: [{ ref: 'a', lot_id: 1, quantity: '1' }] }, 'request/invalid', '/create/1/lots/0'],
  ['neither', { lots: [{ quantity: '1' }] }, 'request/invalid', '/create/1/lots/0'],
])('4xx for %s, and nothing is stored', async (_, rest, code, pointer) => {
  const { app, user, open } = await setUp()
  const { line, batch } = await open()
  const answer = await batch([
    line('BUY', '2024-01-02', '2', { price: '10', ref: 'a' }),
    line('SELL', '2024-03-02', '-1', { price: '20', ...rest }),
    line('BUY', '2024-01-03', '9', { price: '10' }),
  ])
  expect([answer.status === 409 || answer.status === 422, answer.body.code]).toEqual([true, code])
  expect(answer.body.errors[0].pointer).toBe(pointer)
  expect((await app.call(user, 'GET', '/transactions')).body).toEqual([])
})

test('property: one batch in any order gives the gains of lines entered one by one', async () => {
  const { app, user, open } = await setUp()
  const purchase = fc.record({
    day: fc.integer({ min: 1, max: 27 }),
    units: fc.integer({ min: 1, max: 9 }),
    price: fc.integer({ min: 1, max: 99 }),
  })
  const world = fc.tuple(fc.array(purchase, { minLength: 1, maxLength: 5 }), fc.infiniteStream(fc.integer({ min: 0, max: 1000 })))
  await fc.assert(
    fc.asyncProperty(world, async ([purchases, chance]) => {
      const draw = (below: number) => (chance.next().value ?? 0) % below
      const taken = purchases.map(({ units }) => draw(units + 1))
      const lots = taken.flatMap((quantity, index) => (quantity === 0 ? [] : [{ index, quantity: String(quantity) }]))
      const size = taken.reduce((sum, quantity) => sum + quantity, 0)
      fc.pre(size > 0)
      const [one, other] = [await open(), await open()]
      const items = (of: typeof one, lot: (index: number) => object) => [
        ...purchases.map(({ day, units, price }, index) =>
          of.line('BUY', `2024-01-${String(day).padStart(2, '0')}`, String(units), {
            price: String(price),
            ...(of === one ? { ref: `r${index}` } : {}),
          }),
        ),
        of.line('SELL', '2024-02-01', `-${size}`, {
          price: '50',
          lots: lots.map(({ index, quantity }) => ({ ...lot(index), quantity })),
        }),
      ]
      const shuffled = items(one, (index) => ({ ref: `r${index}` }))
        .map((item) => ({ item, at: draw(1000) }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item)
      expect((await one.batch(shuffled)).status).toBe(200)
      const ids: number[] = []
      for (const place of [...purchases.keys(), purchases.length]) {
        const item = items(other, (index) => ({ lot_id: ids[index] }))[place]
        ids.push((await app.call(user, 'POST', '/transactions', item)).as(Transaction).id)
      }
      const gainOf = async (of: typeof one) => (await of.gains()).disposals.map(({ cost, gain }) => `${cost} ${gain}`).sort()
      expect(await gainOf(one)).toEqual(await gainOf(other))
    }),
    { seed: SEED, numRuns: 15 },
  )
})
