import { describe, expect, test } from 'bun:test'
import { setUp } from './ledger.ts'

async function bought(fields: object = {}, set: Parameters<typeof setUp>[0] = {}) {
  const ledger = await setUp(set)
  const line = await ledger.add({ type: 'BUY', date: '2024-01-02', asset_id: ledger.asset_id, quantity: '10', ...fields })
  const change = async (body: object) => {
    const answer = await ledger.patch(line.id, body)
    return answer.status === 200
      ? answer.body
      : {
          status: answer.status,
          code: answer.body.code,
          pointers: answer.body.errors?.map((error: { pointer: string }) => error.pointer),
        }
  }
  return { ...ledger, line, change }
}

describe('200 for a patch: absent = keep, null = clear', () => {
  test('texts, tags, times and days change alone; every figure stays', async () => {
    const { line, change } = await bought({
      price: '12.5',
      fees: '1',
      description: 'old',
      tags: ['a'],
      time: '10:00',
      external_id: 'x',
    })
    const changed = await change({
      description: 'new',
      tags: ['b', 'c'],
      time: null,
      settled_on: '2024-01-04',
      date: '2024-01-03',
    })
    expect(changed).toEqual({
      ...line,
      warnings: [],
      time: null,
      description: 'new',
      tags: ['b', 'c'],
      settled_on: '2024-01-04',
      date: '2024-01-03',
      revision: 2,
      updated_at: changed.updated_at,
    })
    expect(await change({ description: null, tags: null, external_id: null })).toMatchObject({ tags: [], revision: 3 })
    expect(await change({})).toMatchObject({ description: null, external_id: null })
  })

  test('the first amount of thirds is not rounded by a change of the fees', async () => {
    const { change } = await bought({ quantity: '3', amount: '-10' })
    expect(await change({ fees: '1' })).toMatchObject({ amount: '-11', fees: '1', price: '3.333333333333' })
    expect(await change({ quantity: '6', fees: '2', taxes: '1' })).toMatchObject({
      amount: '-23',
      quantity: '6',
      price: '3.333333333333',
    })
    expect(await change({ fees: null, taxes: null })).toMatchObject({ amount: '-20', fees: '0', taxes: '0' })
  })

  test('nor is the amount of a trade abroad whose rate was derived', async () => {
    const { change } = await bought({ quantity: '3', price: '10.01', price_currency: 'USD', amount: '-27.65' })
    expect(await change({ fees: '1' })).toMatchObject({ amount: '-28.65', price: '10.01', fx_rate: '0.920745920746' })
  })

  test('the amount follows the price and the rate', async () => {
    const { change } = await bought({ price: '12.5', fees: '1' })
    expect(await change({ price: '13' })).toMatchObject({ amount: '-131', price: '13' })
    expect(await change({ price: '10', price_currency: 'USD', fx_rate: '0.9' })).toMatchObject({
      amount: '-91',
      price_currency: 'USD',
    })
    expect(await change({ fx_rate: '0.8' })).toMatchObject({ amount: '-81', price: '10' })
  })

  test('the price follows the amount, at the same gross amount it stays', async () => {
    const { change } = await bought({ price: '12.34', amount: '-123.5', fees: '0.1' })
    expect(await change({ amount: '-126', fees: '2.6' })).toMatchObject({ price: '12.34', amount: '-126' })
    expect(await change({ amount: '-127.6' })).toMatchObject({ price: '12.5', fees: '2.6' })
  })

  test('abroad the rate follows the amount: the price is what the exchange said', async () => {
    const { change } = await bought({ price: '10', price_currency: 'USD', amount: '-92' })
    expect(await change({ amount: '-93' })).toMatchObject({ price: '10', fx_rate: '0.93' })
    expect(await change({ fx_rate: null })).toMatchObject({ amount: '-93', fx_rate: '0.93' })
  })

  test('null derives price and amount again', async () => {
    const { change } = await bought({ price: '12.51', amount: '-125' })
    expect(await change({ price: null })).toMatchObject({ price: '12.5', amount: '-125' })
    expect(await change({ amount: null, price: '12' })).toMatchObject({ price: '12', amount: '-120' })
  })

  test('a patch in pence changes only what it names', async () => {
    const { change } = await bought({ price: '12.5', fees: '1', currency: 'GBP' })
    expect(await change({ price: '1300', price_currency: 'GBX' })).toMatchObject({
      price: '13',
      amount: '-131',
      fees: '1',
      currency: 'GBP',
    })
    expect(await change({ fees: '200', currency: 'GBX' })).toMatchObject({
      fees: '2',
      amount: '-132',
      price: '13',
      currency: 'GBP',
    })
  })

  test('a BUY becomes a SELL with the sign of the quantity', async () => {
    const { change } = await bought({ price: '12.5', fees: '1' }, { allowAssetShorting: true })
    expect(await change({ type: 'SELL', quantity: '-10' })).toMatchObject({ type: 'SELL', amount: '124', price: '12.5' })
  })

  test('a trade can be described after the asset’s price_quantity was corrected', async () => {
    const { change, store, asset_id } = await bought({ price: '98.5' })
    await store.writer.updateTable('asset').set({ price_quantity: '100' }).where('id', '=', asset_id).execute()
    expect(await change({ description: 'bond' })).toMatchObject({ amount: '-985', description: 'bond' })
    expect(await change({ price: '98.6' })).toMatchObject({ amount: '-9.86' })
  })

  test('a split by ratio is computed again when ratio or day change, not otherwise', async () => {
    const { add, patch, asset_id } = await bought({ price: '1' })
    await add({ type: 'BUY', date: '2024-03-01', asset_id, quantity: '5', price: '1' })
    const split = await add({ type: 'SPLIT', date: '2024-02-01', asset_id, ratio: '2:1' })
    expect(split.quantity).toBe('10')
    await add({ type: 'BUY', date: '2024-01-20', asset_id, quantity: '1', price: '1' })
    expect((await patch(split.id, { description: 'one for one' })).body).toMatchObject({ quantity: '10' })
    expect((await patch(split.id, { ratio: '3:1' })).body).toMatchObject({ quantity: '22', ratio: '3:1' })
    expect((await patch(split.id, { date: '2024-04-01' })).body).toMatchObject({ quantity: '32' })
    expect((await patch(split.id, { quantity: '29' })).body).toMatchObject({ quantity: '29', ratio: '3:1' })
    expect((await patch(split.id, { ratio: 'x' })).status).toBe(422)
  })
})

describe('422 for a patch', () => {
  test('that breaks the rule of the type, names what does not fit and keeps the line', async () => {
    const { line, change, list } = await bought({ price: '12.5' })
    expect(await change({ quantity: null })).toMatchObject({ status: 422, pointers: ['/quantity'] })
    expect(await change({ amount: '-100', price: '12.5' })).toMatchObject({
      status: 422,
      code: 'transaction/amount-mismatch',
      pointers: ['/amount'],
    })
    expect(await change({ price_currency: 'USD', currency: null })).toMatchObject({ status: 422 })
    expect(await change({ type: 'DEPOSIT' })).toMatchObject({ status: 422 })
    expect(await list()).toEqual([line])
  })

  test('of a field that cannot change, is unknown or cannot be cleared', async () => {
    const { change } = await bought({ price: '12.5' })
    const bodies = { broker_id: 2, id: 3, created_by: 1, group_id: 'x', report_id: 'x', revision: 1, typo: 1 }
    expect(await change(bodies)).toMatchObject({
      status: 422,
      code: 'request/invalid',
      pointers: Object.keys(bodies).map((key) => `/${key}`),
    })
    expect(await change({ type: null, date: null })).toMatchObject({ status: 422, pointers: ['/type', '/date'] })
  })

  test('to a type that lives in groups only', async () => {
    const { add, patch } = await setUp()
    const line = await add({ type: 'DEPOSIT', date: '2024-01-02', amount: '10' })
    expect((await patch(line.id, { type: 'FX_CONVERSION' })).body).toMatchObject({ status: 422, errors: [{ pointer: '/type' }] })
  })
})

describe('revisions', () => {
  test('412 for an If-Match that does not fit, on PATCH and DELETE; `*` and none pass', async () => {
    const { line, patch, call, user } = await bought({ price: '12.5' })
    const path = `/transactions/${line.id}`
    for (const tag of ['"r2"', 'r1', '"1"', 'W/"r9"']) {
      expect((await patch(line.id, { description: 'x' }, { 'If-Match': tag })).body).toMatchObject({
        status: 412,
        code: 'request/stale',
        revision: 1,
      })
      expect((await call(user, 'DELETE', path, undefined, { 'If-Match': tag })).status).toBe(412)
    }
    expect((await patch(line.id, { description: 'x' }, { 'If-Match': '*' })).headers.get('etag')).toStartWith('"r2-')
    expect((await call(user, 'GET', path)).headers.get('etag')).toStartWith('"r2-')
    expect((await call(user, 'DELETE', path, undefined, { 'If-Match': '"r2"' })).status).toBe(204)
    expect((await call(user, 'GET', path)).status).toBe(404)
  })

  test('412 for one stale revision in a batch, and nothing of it is stored', async () => {
    const { line, batch, list } = await bought({ price: '12.5' })
    expect((await batch({ update: [{ id: line.id, revision: 7, description: 'x' }] })).status).toBe(412)
    expect(await list()).toEqual([line])
    expect((await batch({ update: [{ id: line.id, revision: 1, description: 'x' }] })).body).toMatchObject({ updated: [line.id] })
  })
})
