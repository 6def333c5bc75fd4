import { expect, test } from 'bun:test'
import { refreshWhenDue } from '#src/prices/schedule.ts'
import { testProvider } from '#test/prices/provider.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'

async function scene() {
  const state = { isBroken: false, now: Date.parse('2026-01-20T12:05:00Z') }
  const provider = testProvider({
    fetchPrices: async function* () {
      if (state.isBroken) throw new Error('broken')
      yield { prices: [{ date: '2026-01-19', close: '10', currency: 'EUR' }], issues: [] }
    },
  })
  const app = await createTestApp({
    deps: { plugins: { brim: [], fx: [], assets: [provider] } },
    clock: () => new Date(state.now),
  })
  const [root, ann, ben] = [await app.createUser(), await app.createUser(), await app.createUser()]
  const asset = async (symbol: string) => {
    const price_source = { provider: 'TEST', identifier: symbol }
    const body = { symbol, name: symbol, type: 'STOCK', currency: 'EUR', price_source }
    const { id } = (await app.call(root, 'POST', '/assets', body)).body
    await app.call(root, 'PATCH', `/assets/${id}`, { verified: true })
    return id as number
  }
  const ids = [await asset('OAK'), await asset('ELM'), await asset('ASH')]
  const broker = async (user: TestUser, name: string, lines: readonly (readonly [number, string])[]) => {
    const broker_id = (await app.call(user, 'POST', '/brokers', { name, allow_cash_overdraft: true })).body.id as number
    for (const [asset_id, quantity] of lines) {
      const type = quantity.startsWith('-') ? 'SELL' : 'BUY'
      const amount = type === 'BUY' ? '-10' : '10'
      const line = { broker_id, type, date: '2026-01-05', asset_id, quantity, amount, currency: 'EUR' }
      expect((await app.call(user, 'POST', '/transactions', line)).status).toBe(201)
    }
    return broker_id
  }
  for (const user of [ann, ben]) {
    const hook = { url: 'https://hooks.example/', events: ['prices.failed'] }
    expect((await app.call(user, 'POST', '/webhooks', hook)).status).toBe(201)
  }
  const refresh = async () => {
    state.now += 3_600_000
    await refreshWhenDue(app.deps)
    return await sent()
  }
  const sent = async () => {
    const rows = await app.store.reader.selectFrom('webhook_delivery').select(['user_id', 'broker_id', 'body']).execute()
    return rows.map(({ user_id: user, broker_id, body }) => ({ ...JSON.parse(body).data, user, broker: broker_id }))
  }
  return { ...app, state, ann, ben, ids, broker, refresh, sent }
}

test('who has an asset now hears once when prices for it begin to fail, and again after they came in between', async () => {
  const { state, ann, ben, ids, broker, refresh } = await scene()
  const [oak = 0, elm = 0, ash = 0] = ids
  const first = await broker(ann, 'First', [
    [oak, '2'],
    [elm, '1'],
    [ash, '1'],
    [ash, '-1'],
  ])
  await broker(ann, 'Second', [[oak, '3']])
  const bens = await broker(ben, 'Of Ben', [[elm, '1']])
  expect(await refresh()).toEqual([])
  state.isBroken = true
  const sent = await refresh()
  expect(sent).toMatchObject([
    { user: ann.id, broker: first, asset_ids: [oak, elm], count: 2 },
    { user: ben.id, broker: bens, asset_ids: [elm], count: 1 },
  ])
  expect(sent[0]?.text).toBe('Prices could not be refreshed for OAK, ELM, at First.')
  expect(await refresh()).toHaveLength(2)
  state.isBroken = false
  state.now += 86_400_000
  expect(await refresh()).toHaveLength(2)
  state.isBroken = true
  expect(await refresh()).toHaveLength(4)
})

test('what is in an archived broker, in one that is left out, or in that of others is no matter', async () => {
  const { state, call, ann, ben, ids, broker, refresh } = await scene()
  const [oak = 0] = ids
  const old = await broker(ann, 'Old', [[oak, '2']])
  await call(ann, 'PATCH', `/brokers/${old}`, { archived: true })
  const shared = await broker(ben, 'Of Ben', [])
  await call(ben, 'POST', `/brokers/${shared}/access`, { user_id: ann.id, role: 'VIEWER' })
  state.isBroken = true
  expect(await refresh()).toEqual([])
})

test('a refresh that somebody requests tells the same people once, and the schedule does not tell them again', async () => {
  const { call, state, ann, ben, ids, broker, refresh, sent } = await scene()
  const [oak = 0] = ids
  const first = await broker(ann, 'First', [[oak, '2']])
  await broker(ben, 'Of Ben', [[oak, '1']])
  state.isBroken = true
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await call(ben, 'POST', '/assets/prices/refresh', { asset_ids: [oak] })
    expect(answer.body.assets).toMatchObject([{ asset_id: oak, state: 'failed' }])
  }
  expect(await sent()).toMatchObject([
    { user: ann.id, broker: first, asset_ids: [oak] },
    { user: ben.id, asset_ids: [oak] },
  ])
  expect(await refresh()).toHaveLength(2)
})
