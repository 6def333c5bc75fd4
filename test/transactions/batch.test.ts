import { describe, expect, test } from 'bun:test'
import { BatchResult } from '#src/transactions/batch.schema.ts'
import { createBroker } from '#test/support/factories.ts'
import { setUp } from './ledger.ts'

type Fault = { pointer: string }
const pointers = (body: { errors?: Fault[] }) => body.errors?.map((fault) => fault.pointer)
const deposit = (broker_id: number, amount: string, fields: object = {}) => ({
  broker_id,
  type: 'DEPOSIT',
  date: '2024-01-02',
  currency: 'EUR',
  amount,
  ...fields,
})

describe('200 for a batch', () => {
  test('creates, updates and deletes at several brokers; ids in the order of the request; balances that it touched', async () => {
    const { app, user, broker_id, add, batch, list } = await setUp()
    const other = await createBroker(app, user)
    const [remaining, gone] = [await add(deposit(broker_id, '5')), await add(deposit(broker_id, '7', { currency: 'USD' }))]
    const result = (
      await batch({
        create: [deposit(other, '1'), deposit(broker_id, '2'), deposit(other, '3')],
        update: [{ id: remaining.id, amount: '6' }],
        delete: [gone.id],
      })
    ).as(BatchResult)
    const lines = new Map(
      (await list()).map((line) => [line.id, `${line.broker_id === other ? 'other' : 'first'} ${line.amount}`]),
    )
    expect(result.created.map((id) => lines.get(id))).toEqual(['other 1', 'first 2', 'other 3'])
    expect([result.updated, result.deleted, lines.get(remaining.id), lines.has(gone.id)]).toEqual([
      [remaining.id],
      [gone.id],
      'first 6',
      false,
    ])
    expect(result.standing).toEqual([
      {
        broker_id,
        balances: [
          { currency: 'EUR', amount: '8' },
          { currency: 'USD', amount: '0' },
        ],
        holdings: [],
      },
      { broker_id: other, balances: [{ currency: 'EUR', amount: '4' }], holdings: [] },
    ])
    expect(result.dry_run).toBe(false)
  })

  test('an empty one does nothing', async () => {
    const { batch } = await setUp()
    expect((await batch({})).as(BatchResult)).toEqual({
      created: [],
      updated: [],
      deleted: [],
      standing: [],
      dry_run: false,
      warnings: [],
    })
  })

  test('a split by ratio counts the purchases that stand after it in the request, and other splits before its day', async () => {
    const { broker_id, asset_id, batch, list } = await setUp()
    const line = { broker_id, asset_id, currency: 'EUR' }
    const create = [
      { ...line, type: 'SPLIT', date: '2024-03-01', ratio: '2:1' },
      { ...line, type: 'SPLIT', date: '2024-02-01', ratio: '10:1' },
      { ...line, type: 'BUY', date: '2024-01-02', quantity: '5', price: '1' },
      { ...line, type: 'BUY', date: '2024-01-01', quantity: '2', price: '1' },
    ]
    expect((await batch({ create })).status).toBe(200)
    expect((await list()).map((entry) => entry.quantity)).toEqual(['70', '63', '5', '2'])
  })

  test('external ids may be exchanged, handed on by a deletion, and reused by a change of their own line', async () => {
    const { broker_id, add, batch, list } = await setUp()
    const [a, b, c] = [
      await add(deposit(broker_id, '1', { external_id: 'a' })),
      await add(deposit(broker_id, '2', { external_id: 'b' })),
      await add(deposit(broker_id, '3', { external_id: 'c' })),
    ]
    const swapped = {
      update: [
        { id: a.id, external_id: 'b' },
        { id: b.id, external_id: 'a', amount: '2.5' },
      ],
      delete: [c.id],
      create: [deposit(broker_id, '4', { external_id: 'c' })],
    }
    expect((await batch(swapped)).status).toBe(200)
    expect((await list('?order=date_asc')).map((line) => [line.amount, line.external_id])).toEqual([
      ['1', 'b'],
      ['2.5', 'a'],
      ['4', 'c'],
    ])
  })

  test('a dry run answers the same and keeps nothing: no line, no balance, no count, no external id', async () => {
    const { broker_id, add, batch, list, store } = await setUp()
    const line = await add(deposit(broker_id, '5'))
    const request = { create: [deposit(broker_id, '1', { external_id: 'x' })], update: [{ id: line.id, amount: '6' }] }
    const dry = (await batch({ ...request, dry_run: true })).as(BatchResult)
    expect(dry).toMatchObject({ dry_run: true, updated: [line.id], standing: [{ balances: [{ currency: 'EUR', amount: '7' }] }] })
    expect(await list()).toEqual([line])
    expect(await store.reader.selectFrom('balance_day').select('change').execute()).toEqual([{ change: '5' }])
    expect(await store.reader.selectFrom('broker').select('transaction_count').execute()).toEqual([{ transaction_count: 1 }])
    expect((await batch(request)).as(BatchResult).standing).toEqual(dry.standing)
  })

  test('with the same Idempotency-Key it is done once', async () => {
    const { broker_id, batch, list } = await setUp()
    const body = { create: [deposit(broker_id, '1')] }
    const first = await batch(body, { 'Idempotency-Key': 'k' })
    const second = await batch(body, { 'Idempotency-Key': 'k' })
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotent-replay')).toBe('true')
    expect(await list()).toHaveLength(1)
  })

  test('10,000 items pass; a deletion that is named twice is done once', async () => {
    const { broker_id, batch, list, call, user } = await setUp()
    const create = Array.from({ length: 10_000 }, (_, index) => deposit(broker_id, '0.01', { external_id: `x${index}` }))
    const { created } = (await batch({ create })).as(BatchResult)
    expect(created).toHaveLength(10_000)
    const counted = await call(user, 'GET', '/transactions?limit=1&count=true')
    expect(counted.headers.get('x-total-count')).toBe('10000')
    const result = (await batch({ delete: [created[0], created[0], ...created.slice(1, 9_999)] })).as(BatchResult)
    expect([result.deleted.length, result.standing[0]?.balances]).toEqual([9_999, [{ currency: 'EUR', amount: '0.01' }]])
    expect(await list()).toHaveLength(1)
  })
})

describe('422 for a batch, and nothing is stored', () => {
  test('with every fault of every item at its pointer', async () => {
    const { broker_id, asset_id, batch, add, list } = await setUp()
    const line = await add(deposit(broker_id, '5'))
    const create = Array.from({ length: 18 }, () => deposit(broker_id, '1'))
    const wrong = [
      ...create.slice(0, 17),
      deposit(broker_id, '-1'),
      deposit(broker_id, '1', { date: '2999-01-01', asset_id }),
      { ...deposit(broker_id, '1'), type: 'DIVIDEND', asset_id: 999 },
    ]
    const answer = await batch({ create: wrong, update: [{ id: line.id, currency: 'XX' }] })
    expect(answer.status).toBe(422)
    expect(answer.body.code).toBe('transaction/invalid')
    expect(pointers(answer.body)).toEqual([
      '/update/0/currency',
      '/create/17/amount',
      '/create/18/date',
      '/create/18/asset_id',
      '/create/19/asset_id',
    ])
    expect(await list()).toEqual([line])
  })

  test('as transaction/amount-mismatch when that is all that is wrong', async () => {
    const { broker_id, asset_id, batch } = await setUp()
    const buy = {
      broker_id,
      asset_id,
      type: 'BUY',
      date: '2024-01-02',
      quantity: '1',
      price: '5',
      currency: 'EUR',
      amount: '-50',
    }
    expect((await batch({ create: [buy] })).body).toMatchObject({
      status: 422,
      code: 'transaction/amount-mismatch',
      errors: [{ pointer: '/create/0/amount' }],
    })
    expect((await batch({ create: [buy, deposit(broker_id, '-1')] })).body.code).toBe('transaction/invalid')
  })

  test('with shapes that are none, at their pointers', async () => {
    const { broker_id, batch } = await setUp()
    const answer = await batch({
      create: [deposit(broker_id, 'NaN'), { ...deposit(broker_id, '1'), typo: 1 }],
      update: [{ description: 'x' }],
      delete: [0, 1.5],
      typo: true,
    })
    expect(answer.status).toBe(422)
    expect(pointers(answer.body)?.sort()).toEqual([
      '/create/0/amount',
      '/create/1/typo',
      '/delete/0',
      '/delete/1',
      '/typo',
      '/update/0/id',
    ])
  })

  test('that names a line twice: changed twice, changed and removed, or removed with its group', async () => {
    const { broker_id, add, batch, list, store } = await setUp()
    const line = await add(deposit(broker_id, '5'))
    const leg = { broker_id, type: 'FX_CONVERSION', date: '2024-01-02', group: 'g' }
    const { created } = (
      await batch({
        create: [
          { ...leg, amount: '-1', currency: 'EUR' },
          { ...leg, amount: '1.1', currency: 'USD' },
        ],
      })
    ).as(BatchResult)
    const before = [await list(), await store.reader.selectFrom('balance_day').selectAll().execute()]
    expect(
      pointers(
        (
          await batch({
            update: [
              { id: line.id, amount: '6' },
              { id: line.id, amount: '7' },
            ],
          })
        ).body,
      ),
    ).toEqual(['/update/1/id'])
    expect(pointers((await batch({ update: [{ id: line.id, amount: '6' }], delete: [line.id] })).body)).toEqual(['/update/0/id'])
    expect(pointers((await batch({ update: [{ id: created[1], amount: '1.2' }], delete: [created[0]] })).body)).toEqual([
      '/update/0/id',
    ])
    expect([await list(), await store.reader.selectFrom('balance_day').selectAll().execute()]).toEqual(before)
  })

  test('of more than 10,000 items', async () => {
    const { batch } = await setUp()
    const answer = await batch({ delete: Array.from({ length: 10_001 }, (_, index) => index + 1) })
    expect([answer.status, answer.body.code]).toEqual([422, 'request/invalid'])
  })
})

describe('409 for a batch, and nothing is stored', () => {
  test('with an external id that is stored, or twice in the request; another broker may have it', async () => {
    const { app, user, broker_id, add, batch, list, post } = await setUp()
    const other = await createBroker(app, user)
    const line = await add(deposit(broker_id, '5', { external_id: 'x' }))
    expect((await post(deposit(broker_id, '5', { external_id: 'x' }))).body).toMatchObject({
      status: 409,
      code: 'transaction/exists',
      id: line.id,
      errors: [{ pointer: '/external_id' }],
    })
    const stored = await batch({ create: [deposit(broker_id, '1'), deposit(broker_id, '1', { external_id: 'x' })] })
    expect(stored.body).toMatchObject({
      status: 409,
      code: 'transaction/exists',
      id: line.id,
      errors: [{ pointer: '/create/1/external_id' }],
    })
    const twice = await batch({
      create: [deposit(broker_id, '1', { external_id: 'y' }), deposit(broker_id, '1', { external_id: 'y' })],
    })
    expect(twice.body).toMatchObject({ status: 409, code: 'transaction/exists', errors: [{ pointer: '/create/1/external_id' }] })
    expect(twice.body.id).toBeUndefined()
    expect(await list()).toEqual([line])
    expect((await batch({ create: [deposit(other, '1', { external_id: 'x' })] })).status).toBe(200)
  })

  test('that would overdraw on some day in between, though not at its end', async () => {
    const { broker_id, batch, list, add } = await setUp({ allowCashOverdraft: false })
    const line = await add(deposit(broker_id, '10', { date: '2024-02-01' }))
    const create = [
      { ...deposit(broker_id, '-8'), type: 'WITHDRAWAL', date: '2024-01-15' },
      { ...deposit(broker_id, '8'), date: '2024-01-16' },
    ]
    const refused = await batch({ create })
    expect(refused.body).toMatchObject({
      status: 409,
      code: 'transaction/overdraft',
      date: '2024-01-15',
      amount: '-8',
      currency: 'EUR',
      broker_id,
    })
    expect(await list()).toEqual([line])
    expect((await batch({ create: create.map((item) => ({ ...item, date: '2024-01-15' })) })).status).toBe(200)
  })

  test('naming the first day of all units that fall below zero', async () => {
    const { broker_id, asset_id, batch } = await setUp({ allowCashOverdraft: false })
    const create = [
      { broker_id, asset_id, type: 'ADJUSTMENT', date: '2024-01-03', quantity: '-1' },
      { ...deposit(broker_id, '-5'), type: 'WITHDRAWAL', date: '2024-01-10' },
      { ...deposit(broker_id, '-5'), type: 'WITHDRAWAL', date: '2024-01-05', currency: 'USD' },
    ]
    expect((await batch({ create })).body).toMatchObject({ code: 'transaction/short', date: '2024-01-03', asset_id })
  })

  test('when a deletion or a change leaves later days short', async () => {
    const { asset_id, add, patch, call, user } = await setUp({ allowCashOverdraft: false })
    const income = await add({ type: 'DEPOSIT', date: '2024-01-01', amount: '100' })
    const bought = await add({ type: 'BUY', date: '2024-01-02', asset_id, quantity: '10', price: '10' })
    await add({ type: 'SELL', date: '2024-06-01', asset_id, quantity: '-10', price: '12' })
    expect((await call(user, 'DELETE', `/transactions/${income.id}`)).body).toMatchObject({
      status: 409,
      code: 'transaction/overdraft',
      date: '2024-01-02',
      amount: '-100',
    })
    expect((await patch(income.id, { date: '2024-01-05' })).body).toMatchObject({ status: 409, date: '2024-01-02' })
    expect((await patch(bought.id, { quantity: '9' })).body).toMatchObject({
      status: 409,
      code: 'transaction/short',
      date: '2024-06-01',
      amount: '-1',
    })
    expect((await patch(income.id, { amount: '99.99' })).body).toMatchObject({ status: 409, amount: '-0.01' })
  })
})
