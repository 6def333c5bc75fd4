/** Several brokers are changed alike, all or none. */
import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { Broker } from '#src/brokers/schema.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { callWith, makeToken } from '#test/support/tokens.ts'

async function setUp() {
  const app = await createTestApp()
  await app.createUser()
  const [user, friend] = [await app.createUser(), await app.createUser()]
  const ids = [await createBroker(app, user, { name: 'One' }), await createBroker(app, user, { name: 'Two' })] as const
  const change = (ids: readonly number[], change: object, by: TestUser = user) =>
    app.call(by, 'PATCH', '/brokers/batch', { ids, change })
  const cash = async () => (await app.call(user, 'GET', '/brokers')).as(z.array(Broker)).map((one) => [one.name, one.cash])
  return { ...app, whole: app, user, friend, ids, change, cash }
}

test('200 with the brokers in the order of the request, each as a change of its own would leave it', async () => {
  const { call, user, ids, change, cash } = await setUp()
  const answer = await change([ids[1], ids[0]], { cash: 'not-tracked', description: 'Trades only' })
  expect(answer.as(z.array(Broker)).map(({ id, cash, description, revision }) => [id, cash, description, revision])).toEqual([
    [ids[1], 'not-tracked', 'Trades only', 2],
    [ids[0], 'not-tracked', 'Trades only', 2],
  ])
  expect((await call(user, 'GET', `/brokers/${ids[0]}`)).body).toEqual(answer.body[1])
  expect((await change([ids[0]], { cash: 'tracked' })).status).toBe(200)
  expect(await cash()).toEqual([
    ['One', 'tracked'],
    ['Two', 'not-tracked'],
  ])
})

test('a refusal names the broker or the field, and nothing is changed', async () => {
  const { whole, friend, ids, change, cash } = await setUp()
  const theirs = await createBroker(whole, friend)
  const before = await cash()
  const refusal = async (ids: readonly number[], fields: object) => {
    const { status, body } = await change(ids, { cash: 'not-tracked', ...fields })
    return [status, body.code, body.errors.map(({ pointer }: { pointer: string }) => pointer)]
  }
  expect(await refusal([ids[0], theirs], {})).toEqual([404, 'broker/not-found', ['/ids/1']])
  expect(await refusal(ids, { import_plugin: 'nope' })).toEqual([422, 'broker/plugin-unknown', ['/change/import_plugin']])
  expect(await refusal(ids, { name: 'Same' })).toEqual([409, 'broker/name-taken', ['/change/name']])
  expect(await refusal([], {})).toEqual([422, 'request/invalid', ['/ids']])
  expect(await refusal(ids, { colour: 'red' })).toEqual([422, 'request/invalid', ['/change/colour']])
  expect(await cash()).toEqual(before)
})

test('403 where one of them may only be read, 404 for a token that does not see one of them', async () => {
  const { whole, call, user, friend, ids, change, cash } = await setUp()
  for (const [id, role] of [
    [ids[0], 'EDITOR'],
    [ids[1], 'VIEWER'],
  ] as const)
    await call(user, 'POST', `/brokers/${id}/access`, { user_id: friend.id, role })
  const before = await cash()
  const answer = await change(ids, { cash: 'not-tracked' }, friend)
  expect([answer.status, answer.body.errors[0].pointer]).toEqual([403, '/ids/1'])
  const { text } = await makeToken(whole, user, ['read', 'write'], { broker_ids: [ids[0]] })
  const sent = await callWith(whole, text, 'PATCH', '/brokers/batch', { ids, change: { cash: 'not-tracked' } })
  expect([sent.status, sent.body.errors[0].pointer]).toEqual([404, '/ids/1'])
  expect(await cash()).toEqual(before)
  expect((await change([ids[0]], { cash: 'not-tracked' }, friend)).status).toBe(200)
})
