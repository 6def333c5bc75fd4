/** The remedy of expired contracts: sent as it stands, it closes them at price 0 at every broker that the caller may change. */
import { expect, test } from 'bun:test'
import type { TestUser } from '#test/support/app.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

const CALL = { symbol: 'ACME240119C00150000', name: 'ACME call' }
const PUT = { symbol: 'ACME240315P00090000', name: 'ACME put' }

async function openContracts() {
  const world = await openPortfolio({ today: '2024-12-31', broker: { allowAssetShorting: true } })
  const option = async (fields: object): Promise<number> =>
    (await world.send('POST', '/assets', { type: 'OPTION', currency: 'EUR', ...fields })).id
  const [call, put] = [await option(CALL), await option(PUT)]
  const second = await world.addBroker()
  const line = { currency: 'EUR', date: '2024-01-02', price: '2' }
  await world.book(
    { ...line, broker_id: world.broker_id, type: 'BUY', asset_id: call, quantity: '3' },
    { ...line, broker_id: second, type: 'BUY', asset_id: call, quantity: '2' },
    { ...line, broker_id: second, type: 'SELL', asset_id: put, quantity: '-1', currency: 'USD' },
  )
  const warned = async (query: string, as: TestUser = world.user) => {
    const { body } = await world.ask(`holdings?currency=EUR&${query}`, {}, as)
    return body.warnings.find(({ code }: { code: string }) => code === 'contract-expired')
  }
  const post = async ({ method, path, body }: { method: string; path: string; body: unknown }, as: TestUser = world.user) =>
    await world.app.call(as, method, path.slice('/api/v1'.length), body)
  return { ...world, call, put, second, warned, post }
}

const closed = (one: {
  remedy: { body: { create: { broker_id: number; asset_id: number; type: string; quantity: string }[] } }
}) => one.remedy.body.create.map(({ broker_id, asset_id, type, quantity }) => [broker_id, asset_id, type, quantity])

test('bought and written contracts at two brokers are closed by one request; sent again it is refused', async () => {
  const { broker_id, second, call, put, warned, post, gains } = await openContracts()
  const found = await warned('as_of=2024-12-31')
  expect(found.remedy).toMatchObject({ operation_id: 'applyTransactionBatch', method: 'POST' })
  expect(closed(found).sort()).toEqual([
    [broker_id, call, 'SELL', '-3'],
    [second, call, 'SELL', '-2'],
    [second, put, 'BUY', '1'],
  ])
  expect(found.remedy.body.create.find(({ asset_id }: { asset_id: number }) => asset_id === put)).toMatchObject({
    date: '2024-03-15',
    price: '0',
    currency: 'USD',
  })
  expect((await post(found.remedy)).status).toBe(200)
  expect(await warned('as_of=2024-12-31')).toBeUndefined()
  expect((await post(found.remedy)).body.code).toBe('transaction/exists')
  const { disposals } = await gains(`to=2024-12-31&broker_ids=${broker_id}`)
  expect(disposals.map(({ asset_id, gain }) => [asset_id, gain])).toEqual([[call, '-600']])
})

test('whole units are closed where the report counts a part of them, and nothing where a later line has closed them', async () => {
  const { app, user, broker_id, call, book, warned } = await openContracts()
  await app.call(user, 'PATCH', `/brokers/${broker_id}/access/${user.id}`, { share: '0.5' })
  expect(closed(await warned(`as_of=2024-02-01&owned=true&broker_ids=${broker_id}`))).toEqual([[broker_id, call, 'SELL', '-3']])
  await book({ broker_id, type: 'SELL', asset_id: call, quantity: '-3', price: '0', currency: 'EUR', date: '2024-02-20' })
  const { remedy } = await warned(`as_of=2024-02-01&broker_ids=${broker_id}`)
  expect([remedy.operation_id, remedy.method]).toEqual(['listTransactions', 'GET'])
})

test('somebody who may only read a broker is shown its lines; who may change one of two closes there alone', async () => {
  const { app, user, broker_id, second, call, put, warned, post } = await openContracts()
  const other = await app.createUser()
  const share = async (id: number, role: string) =>
    expect((await app.call(user, 'POST', `/brokers/${id}/access`, { user_id: other.id, role })).status).toBe(201)
  await share(broker_id, 'VIEWER')
  expect((await warned(`broker_ids=${broker_id}`, other)).remedy).toMatchObject({ operation_id: 'listTransactions', body: null })
  await share(second, 'EDITOR')
  const found = await warned(`broker_ids=${broker_id}&broker_ids=${second}`, other)
  expect(closed(found).sort()).toEqual([
    [second, call, 'SELL', '-2'],
    [second, put, 'BUY', '1'],
  ])
  expect((await post(found.remedy, other)).status).toBe(200)
  expect((await warned(`broker_ids=${broker_id}&broker_ids=${second}`, other)).affects.assets).toEqual([
    { id: call, name: CALL.name },
  ])
})
