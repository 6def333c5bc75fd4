import { describe, expect, test } from 'bun:test'
import { GainsReport } from '#src/portfolio/gains/schema.ts'
import { HoldingsReport } from '#src/portfolio/holdings/schema.ts'
import { BatchResult } from '#src/transactions/batch.schema.ts'
import { Transaction } from '#src/transactions/schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'

type Item = Record<string, unknown>

async function setUp() {
  const app = await createTestApp({ clock: () => new Date('2024-12-31T12:00:00Z') })
  const user = await app.createUser()
  const [broker_id, other] = [await createBroker(app, user), await createBroker(app, user)]
  const asset_id = await createAsset(app, { symbol: 'ACME', currency: 'EUR' })
  const call = (method: string, path: string, body?: Item) => app.call(user, method, path, body)
  const line = (type: string, date: string, quantity: string, rest: Item = {}): Item => ({
    broker_id,
    asset_id,
    type,
    date,
    quantity,
    ...(type === 'BUY' || type === 'SELL' ? { currency: 'EUR' } : {}),
    ...rest,
  })
  const enter = async (...create: Item[]) => {
    const answer = await call('POST', '/transactions/batch', { create })
    expect([answer.status, answer.body?.errors]).toEqual([200, undefined])
    return answer.as(BatchResult).created
  }
  const sell = (date: string, quantity: string, lots: [number | undefined, string][], rest: Item = {}) =>
    call(
      'POST',
      '/transactions',
      line('SELL', date, `-${quantity}`, {
        price: '40',
        lots: lots.map(([lot_id, units]) => ({ lot_id, quantity: units })),
        ...rest,
      }),
    )
  const gains = async (method = 'FIFO') => (await call('GET', `/portfolio/gains?currency=EUR&method=${method}`)).as(GainsReport)
  const holdings = async (method = 'FIFO') =>
    (await call('GET', `/portfolio/holdings?currency=EUR&lots=true&method=${method}`)).as(HoldingsReport)
  return { app, user, call, line, enter, sell, gains, holdings, other, asset_id, broker_id }
}

async function withThreeLots() {
  const ledger = await setUp()
  const { line, enter } = ledger
  const ids = await enter(
    line('BUY', '2024-01-01', '10', { price: '10' }),
    line('BUY', '2024-02-01', '10', { price: '30' }),
    line('BUY', '2024-03-01', '10', { price: '20' }),
  )
  return { ...ledger, ids }
}

describe('a sale that names its lots', () => {
  test('201: takes them under every method; other sales follow the method', async () => {
    const { sell, gains, holdings, ids, enter, line } = await withThreeLots()
    const answer = await sell('2024-04-01', '12', [
      [ids[2], '8'],
      [ids[1], '4'],
    ])
    expect(answer.status).toBe(201)
    const stored = answer.as(Transaction)
    expect(stored.lots).toEqual([
      { lot_id: ids[2] ?? 0, quantity: '8' },
      { lot_id: ids[1] ?? 0, quantity: '4' },
    ])
    for (const method of ['FIFO', 'LIFO', 'HIFO', 'AVERAGE', 'S104']) {
      const { disposals, totals, warnings } = await gains(method)
      expect([method, warnings, totals.cost, totals.gain]).toEqual([method, [], '280', '200'])
      expect(disposals.map((row) => [row.lot_id, row.quantity, row.cost])).toEqual([
        [ids[2] ?? 0, '8', '160'],
        [ids[1] ?? 0, '4', '120'],
      ])
    }
    expect((await holdings()).holdings[0]?.lots?.map((lot) => [lot.lot_id, lot.quantity])).toEqual([
      [ids[0] ?? 0, '10'],
      [ids[1] ?? 0, '6'],
      [ids[2] ?? 0, '2'],
    ])
    await enter(line('SELL', '2024-05-01', '-9', { price: '40' }))
    const costs = await Promise.all(['FIFO', 'LIFO', 'HIFO', 'AVERAGE'].map(async (method) => (await gains(method)).totals.cost))
    expect(costs).toEqual(['370', '510', '510', '440'])
  })

  test('200: read back in the list, changed and cleared by PATCH, gone from CSV without harm', async () => {
    const { sell, call, ids } = await withThreeLots()
    const { id } = (await sell('2024-04-01', '2', [[ids[1], '2']])).as(Transaction)
    const listed = (await call('GET', '/transactions?types=SELL')).body as unknown as Item[]
    expect(listed[0]?.['lots']).toEqual([{ lot_id: ids[1], quantity: '2' }])
    const patched = await call('PATCH', `/transactions/${id}`, { lots: [{ lot_id: ids[2], quantity: '2' }] })
    expect([patched.status, patched.as(Transaction).lots]).toEqual([200, [{ lot_id: ids[2] ?? 0, quantity: '2' }]])
    const described = await call('PATCH', `/transactions/${id}`, { description: 'changed later' })
    expect(described.as(Transaction).lots).toEqual([{ lot_id: ids[2] ?? 0, quantity: '2' }])
    expect((await call('PATCH', `/transactions/${id}`, { quantity: '-3' })).body?.errors).toMatchObject([{ pointer: '/lots' }])
    const cleared = await call('PATCH', `/transactions/${id}`, { lots: null })
    expect([cleared.status, cleared.as(Transaction).lots]).toEqual([200, null])
    expect((await call('GET', '/transactions?format=csv')).status).toBe(200)
  })

  test('200: reports follow a change of the names at once', async () => {
    const { sell, call, ids, gains } = await withThreeLots()
    const { id } = (await sell('2024-04-01', '2', [[ids[1], '2']])).as(Transaction)
    const taken = async () => (await gains()).disposals.map((row) => row.lot_id)
    expect(await taken()).toEqual([ids[1] ?? 0])
    await call('PATCH', `/transactions/${id}`, { lots: [{ lot_id: ids[2], quantity: '2' }] })
    expect(await taken()).toEqual([ids[2] ?? 0])
    await call('PATCH', `/transactions/${id}`, { lots: null })
    expect(await taken()).toEqual([ids[0] ?? 0])
  })

  test('200: the named lot moves with an outgoing transfer, and can be named where it arrived', async () => {
    const { enter, line, sell, gains, holdings, ids, other } = await withThreeLots()
    await enter(
      line('TRANSFER', '2024-04-01', '-10', { group: 'g', lots: [{ lot_id: ids[1], quantity: '10' }] }),
      line('TRANSFER', '2024-04-01', '10', { group: 'g', broker_id: other }),
    )
    expect((await holdings()).totals.cost_basis).toBe('600')
    const answer = await sell('2024-05-01', '5', [[ids[1], '5']], { broker_id: other })
    expect(answer.status).toBe(201)
    expect((await gains('LIFO')).disposals.map((row) => [row.lot_id, row.cost])).toEqual([[ids[1] ?? 0, '150']])
  })

  test('201: units of a split lot are those of after the split', async () => {
    const { enter, line, sell, ids, gains } = await withThreeLots()
    await enter(line('SPLIT', '2024-04-01', '270'))
    expect((await sell('2024-05-01', '101', [[ids[1], '101']])).status).toBe(409)
    expect((await sell('2024-05-01', '100', [[ids[1], '100']])).status).toBe(201)
    expect((await gains()).disposals.map((row) => [row.lot_id, row.cost])).toEqual([[ids[1] ?? 0, '300']])
  })

  test('200 with a warning when the lot is gone: the method takes others', async () => {
    const { sell, call, gains, ids } = await withThreeLots()
    await sell('2024-04-01', '10', [[ids[1], '10']])
    expect((await call('DELETE', `/transactions/${ids[1]}`)).status).toBe(204)
    const { disposals, warnings } = await gains()
    expect(disposals.map((row) => row.lot_id)).toEqual([ids[0] ?? 0])
    expect(warnings).toMatchObject([{ code: 'lot-unknown', from: '2024-04-01', to: '2024-04-01' }])
  })

  test('200 with a warning when a sale without names has taken the lot by the method', async () => {
    const { enter, line, sell, gains, ids } = await withThreeLots()
    await enter(line('SELL', '2024-04-01', '-8', { price: '40' }))
    expect((await sell('2024-05-01', '5', [[ids[0], '5']])).status).toBe(201)
    const fifo = await gains('FIFO')
    expect(fifo.warnings).toMatchObject([{ code: 'lot-unknown' }])
    expect(fifo.disposals.slice(1).map((row) => [row.lot_id, row.quantity])).toEqual([
      [ids[0] ?? 0, '2'],
      [ids[1] ?? 0, '3'],
    ])
    expect((await gains('LIFO')).warnings).toEqual([])
  })
})

describe('what is refused', () => {
  const REFUSED: [string, (ids: readonly number[]) => Item, string][] = [
    ['a lot of nothing', () => ({ lots: [] }), '/lots'],
    ['quantities that do not add up', (ids) => ({ lots: [{ lot_id: ids[0], quantity: '4' }] }), '/lots'],
    [
      'a lot named twice',
      (ids) => ({
        lots: [
          { lot_id: ids[0], quantity: '2' },
          { lot_id: ids[0], quantity: '3' },
        ],
      }),
      '/lots',
    ],
    [
      'a quantity of 0',
      (ids) => ({
        lots: [
          { lot_id: ids[0], quantity: '5' },
          { lot_id: ids[1], quantity: '0' },
        ],
      }),
      '/lots',
    ],
    ['lots of a purchase', (ids) => ({ type: 'BUY', quantity: '5', lots: [{ lot_id: ids[0], quantity: '5' }] }), '/lots'],
    ['a lot that does not exist', () => ({ lots: [{ lot_id: 999_999, quantity: '5' }] }), '/lots/0'],
    ['a lot that was opened later', (ids) => ({ date: '2024-02-15', lots: [{ lot_id: ids[2], quantity: '5' }] }), '/lots/0'],
  ]
  for (const [name, fields, pointer] of REFUSED) {
    test(`422 for ${name}`, async () => {
      const { call, line, ids } = await withThreeLots()
      const answer = await call('POST', '/transactions', line('SELL', '2024-04-01', '-5', { price: '40', ...fields(ids) }))
      expect([answer.status, (answer.body?.errors as Item[] | undefined)?.[0]?.['pointer']]).toEqual([422, pointer])
    })
  }

  test('422 transaction/lot-unknown for a lot of another asset or broker', async () => {
    const { app, call, line, enter, sell, other, asset_id } = await withThreeLots()
    const second = await createAsset(app, { symbol: 'BOLT', currency: 'EUR' })
    const ids = await enter(
      line('BUY', '2024-01-01', '10', { price: '10', asset_id: second }),
      line('BUY', '2024-01-01', '10', { price: '10', broker_id: other, asset_id }),
    )
    for (const id of ids) {
      const answer = await sell('2024-04-01', '5', [[id, '5']])
      expect([answer.status, answer.body?.code]).toEqual([422, 'transaction/lot-unknown'])
    }
    expect((await call('GET', '/transactions?types=SELL')).body as unknown).toEqual([])
  })

  test('409 transaction/lot-too-small when other transactions name the same units; nothing is stored', async () => {
    const { sell, call, line, ids } = await withThreeLots()
    expect((await sell('2024-04-01', '7', [[ids[0], '7']])).status).toBe(201)
    const answer = await sell('2024-05-01', '4', [[ids[0], '4']])
    expect([answer.status, answer.body?.code]).toEqual([409, 'transaction/lot-too-small'])
    const earlier = await sell('2024-03-15', '4', [[ids[0], '4']])
    expect([earlier.status, earlier.body?.code]).toEqual([409, 'transaction/lot-too-small'])
    const batch = await call('POST', '/transactions/batch', {
      create: ['2024-06-01', '2024-06-02'].map((date) =>
        line('SELL', date, '-2', { price: '1', lots: [{ lot_id: ids[0], quantity: '2' }] }),
      ),
    })
    expect([batch.status, (batch.body?.errors as Item[] | undefined)?.[0]?.['pointer']]).toEqual([409, '/create/1/lots/0'])
    expect((await call('GET', '/transactions?types=SELL')).body as unknown as Item[]).toHaveLength(1)
  })
})
