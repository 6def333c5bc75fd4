import { describe, expect, test } from 'bun:test'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { setUp } from './ledger.ts'

const DAY = '2024-01-02'

async function withTwoBrokers(members: Parameters<typeof createBroker>[2] = {}) {
  const ledger = await setUp()
  const other = await createBroker(ledger.app, ledger.user, members)
  const legs = async (...create: object[]) => {
    const group = create.map((leg) => ({ broker_id: ledger.broker_id, date: DAY, group: 'g', ...leg }))
    const answer = await ledger.batch({ create: group })
    return {
      status: answer.status,
      pointers: answer.body.errors?.map((error: { pointer: string }) => error.pointer),
      created: answer.body.created as number[],
      detail: String(answer.body.detail),
    }
  }
  return { ...ledger, other, legs }
}

const eur = (amount: string) => ({ type: 'FX_CONVERSION', amount, currency: 'EUR' })
const usd = (amount: string) => ({ type: 'FX_CONVERSION', amount, currency: 'USD' })

describe('FX_CONVERSION', () => {
  test('200 for two legs at one broker in two currencies, with a fee beside them', async () => {
    const { legs, list } = await withTwoBrokers()
    expect((await legs(eur('-100'), usd('109'), { type: 'FEE', amount: '-1', currency: 'EUR' })).status).toBe(200)
    expect(new Set((await list()).map((line) => line.group_id)).size).toBe(1)
  })

  test('422 at the group for one leg, three legs, one currency, the same direction or two brokers', async () => {
    const { legs, other, list } = await withTwoBrokers()
    for (const wrong of [
      [eur('-100')],
      [eur('-100'), usd('50'), { type: 'FX_CONVERSION', amount: '50', currency: 'CHF' }],
      [eur('-100'), eur('100')],
      [eur('100'), usd('100')],
      [eur('-100'), { ...usd('109'), broker_id: other }],
      [eur('-100'), { type: 'DEPOSIT', amount: '109', currency: 'USD' }],
    ])
      expect(await legs(...wrong)).toMatchObject({ status: 422, pointers: ['/create/0/group'] })
    expect(await list()).toEqual([])
  })

  test('422 at the type for a leg of its own, alone or in a batch', async () => {
    const { post, batch, broker_id } = await setUp()
    expect((await post({ date: DAY, ...eur('-100') })).body).toMatchObject({ status: 422, errors: [{ pointer: '/type' }] })
    const create = [
      { broker_id, date: DAY, ...eur('-100') },
      { broker_id, date: DAY, ...usd('109') },
    ]
    expect((await batch({ create })).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/create/0/type' }, { pointer: '/create/1/type' }],
    })
  })

  test('200 for a changed amount of one leg; 422 for what would break the group; 200 when both change together', async () => {
    const { legs, patch, batch, list } = await withTwoBrokers()
    const {
      created: [a = 0, b = 0],
    } = await legs(eur('-100'), usd('109'))
    expect((await patch(b, { amount: '108.5' })).body).toMatchObject({ amount: '108.5', revision: 2 })
    expect((await patch(b, { amount: '-108.5' })).body).toMatchObject({ status: 422, errors: [{ pointer: '' }] })
    expect((await patch(b, { currency: 'EUR' })).status).toBe(422)
    const turned = {
      update: [
        { id: a, amount: '100' },
        { id: b, amount: '-108.5' },
      ],
    }
    expect((await batch(turned)).body).toMatchObject({ updated: [a, b] })
    expect((await list()).map((line) => line.amount)).toEqual(['-108.5', '100'])
  })
})

describe('TRANSFER', () => {
  test('200 for an asset from one broker to another; the cost follows', async () => {
    const { legs, add, other, asset_id, call, user } = await withTwoBrokers()
    await add({ type: 'BUY', date: '2024-01-01', asset_id, quantity: '10', price: '10', fees: '1' })
    const leg = { type: 'TRANSFER', asset_id }
    expect(
      (
        await legs(
          { ...leg, quantity: '-10', fees: '2', currency: 'EUR' },
          { ...leg, quantity: '10', broker_id: other, date: '2024-01-05' },
        )
      ).status,
    ).toBe(200)
    const summary = await call(user, 'GET', `/brokers/${other}/summary`)
    expect(summary.body.holdings).toMatchObject([{ asset_id, quantity: '10', cost_basis: '101' }])
  })

  test('200 for cash, net of its fee; 200 for one leg alone from outside with its cost', async () => {
    const { legs, other, add, asset_id } = await withTwoBrokers()
    const cash = { type: 'TRANSFER', currency: 'EUR' }
    expect((await legs({ ...cash, amount: '-101', fees: '1' }, { ...cash, amount: '100', broker_id: other })).status).toBe(200)
    expect(await add({ type: 'TRANSFER', date: DAY, asset_id, quantity: '5', cost_basis: '80' })).toMatchObject({
      cost_basis: '80',
      amount: '0',
    })
  })

  test('422 when the legs do not cancel out, move other things, or stay at one broker', async () => {
    const { legs, other, asset_id, app } = await withTwoBrokers({})
    const second = await createAsset(app)
    const leg = { type: 'TRANSFER', asset_id }
    const cash = { type: 'TRANSFER', currency: 'EUR' }
    for (const wrong of [
      [
        { ...leg, quantity: '-10' },
        { ...leg, quantity: '9', broker_id: other },
      ],
      [
        { ...leg, quantity: '-10' },
        { ...leg, quantity: '10', broker_id: other, asset_id: second },
      ],
      [
        { ...leg, quantity: '-10' },
        { ...leg, quantity: '10' },
      ],
      [
        { ...leg, quantity: '-10' },
        { ...leg, quantity: '5', broker_id: other },
        { ...leg, quantity: '5', broker_id: other },
      ],
      [
        { ...cash, amount: '-101' },
        { ...cash, amount: '100', broker_id: other },
      ],
      [
        { ...cash, amount: '-100' },
        { ...cash, amount: '100', currency: 'USD', broker_id: other },
      ],
    ])
      expect(await legs(...wrong)).toMatchObject({ status: 422, pointers: ['/create/0/group'] })
  })

  test('204 for a deleted leg: both go, the counts of both brokers too', async () => {
    const { legs, other, call, user, list, store } = await withTwoBrokers()
    const cash = { type: 'TRANSFER', currency: 'EUR' }
    const { created } = await legs({ ...cash, amount: '-100' }, { ...cash, amount: '100', broker_id: other })
    expect((await call(user, 'DELETE', `/transactions/${created[1]}`)).status).toBe(204)
    expect(await list()).toEqual([])
    expect(await store.reader.selectFrom('broker').select('transaction_count').execute()).toEqual([
      { transaction_count: 0 },
      { transaction_count: 0 },
    ])
    expect(await store.reader.selectFrom('balance_day').selectAll().execute()).toEqual([])
  })

  test('403 for a leg whose group reaches a broker where the caller is VIEWER or nobody any more, and both stay', async () => {
    const { legs, other, call, user, createUser, store, list, batch } = await withTwoBrokers()
    const friend = await createUser()
    const access = { broker_id: other, user_id: friend.id, role: 'OWNER' as const, share: '0', granted_at: '', granted_by: null }
    await store.writer.insertInto('broker_access').values(access).execute()
    const cash = { type: 'TRANSFER', currency: 'EUR' }
    const { created } = await legs({ ...cash, amount: '-100' }, { ...cash, amount: '100', broker_id: other })
    const path = `/transactions/${created[0]}`
    await call(friend, 'PATCH', `/brokers/${other}/access/${user.id}`, { role: 'VIEWER' })
    expect((await call(user, 'DELETE', path)).body).toMatchObject({
      status: 403,
      code: 'broker/role-too-small',
      role_needed: 'EDITOR',
    })
    await call(friend, 'DELETE', `/brokers/${other}/access/${user.id}`)
    expect((await call(user, 'DELETE', path)).body).toMatchObject({ status: 403, code: 'transaction/group-elsewhere' })
    expect((await batch({ delete: [created[0]] })).status).toBe(403)
    expect(await list()).toHaveLength(1)
  })
})

describe('EXCHANGE', () => {
  test('200 for a spin-off; the basis is divided by cost_share and adds up', async () => {
    const { legs, add, asset_id, app, call, user, broker_id } = await withTwoBrokers()
    const spun = await createAsset(app)
    await add({ type: 'BUY', date: '2024-01-01', asset_id, quantity: '3', amount: '-10' })
    const leg = { type: 'EXCHANGE' }
    const answer = await legs(
      { ...leg, asset_id, quantity: '-3' },
      { ...leg, asset_id, quantity: '3', cost_share: '0.7' },
      { ...leg, asset_id: spun, quantity: '1', cost_share: '0.3' },
    )
    expect(answer.status).toBe(200)
    const { body } = await call(user, 'GET', `/brokers/${broker_id}/summary`)
    expect(body.holdings.map((holding: { cost_basis: string }) => holding.cost_basis)).toEqual(['7', '3'])
  })

  test('422 without an outgoing or incoming leg, at two brokers, or when the shares do not add up to 1', async () => {
    const { legs, asset_id, app, other } = await withTwoBrokers()
    const second = await createAsset(app)
    const out = { type: 'EXCHANGE', asset_id, quantity: '-3' }
    const into = { type: 'EXCHANGE', asset_id: second, quantity: '1' }
    for (const wrong of [
      [out],
      [into],
      [out, { ...into, broker_id: other }],
      [out, { ...into, cost_share: '0.5' }],
      [out, { ...into, cost_share: '0.5' }, { ...into, cost_share: '0.4' }],
      [out, { ...into, cost_share: '1' }, into],
      [out, into, into],
    ])
      expect(await legs(...wrong)).toMatchObject({ status: 422, pointers: ['/create/0/group'] })
  })
})
