import { expect, test } from 'bun:test'
import { createTestApp } from '#test/support/app.ts'

test('200 the catalogue of some assets: those of the caller that the request names, with every other filter', async () => {
  const app = await createTestApp()
  const [owner, stranger] = [await app.createUser(), await app.createUser()]
  const create = async (user: typeof owner, symbol: string) =>
    (await app.call(user, 'POST', '/assets', { symbol, name: symbol, type: 'STOCK', currency: 'EUR' })).body.id as number
  const [one, two, three, theirs] = [
    await create(owner, 'ONE'),
    await create(owner, 'TWO'),
    await create(owner, 'SIX'),
    await create(stranger, 'NOT'),
  ]
  await app.call(owner, 'PATCH', `/assets/${three}`, { archived: true })
  const broker_id = (await app.call(owner, 'POST', '/brokers', { name: 'Bank', allow_cash_overdraft: true })).body.id
  const buy = { broker_id, type: 'BUY', date: '2026-01-05', asset_id: one, quantity: '1', price: '1', currency: 'EUR' }
  await app.call(owner, 'POST', '/transactions', buy)
  const list = async (query: string) => {
    const { status, body, headers } = await app.call(owner, 'GET', `/assets?count=true&${query}`)
    return [status, body.map(({ id }: { id: number }) => id), headers.get('x-total-count')]
  }
  const named = [one, two, three, theirs, 999_999].map((id) => `asset_ids=${id}`).join('&')
  expect(await list(named)).toEqual([200, [one, two], '2'])
  expect(await list(`${named}&archived=true`)).toEqual([200, [three], '1'])
  expect(await list(`${named}&held=true`)).toEqual([200, [one], '1'])
  expect(await list(`asset_ids=${two}&held=true`)).toEqual([200, [], '0'])
  expect(await list(`${named}&q=tw`)).toEqual([200, [two], '1'])
  expect((await app.call(owner, 'GET', '/assets?asset_ids=x')).status).toBe(422)
})
