/** The last OWNER who can sign in: nothing may leave a broker without one. */
import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { BrokerAccess } from '#src/access/schema.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'

async function setup() {
  const app = await createTestApp()
  const [root, owner, other] = [await app.createUser(), await app.createUser(), await app.createUser()]
  const change = (user: TestUser, body: object) => app.call(root, 'PATCH', `/users/${user.id}`, body)
  const members = async (id: number, by: TestUser) =>
    (await app.call(by, 'GET', `/brokers/${id}/access`)).as(z.array(BrokerAccess)).map((one) => [one.user_id, one.role])
  return { ...app, root, owner, other, change, members }
}

test('409 access/last-owner for disabling the only OWNER of a broker, alone or among others; nothing is changed', async () => {
  const { change, owner, other, call, ...app } = await setup()
  const alone = await createBroker({ ...app, call }, owner)
  const shared = await createBroker({ ...app, call }, owner, { members: [[other, 'EDITOR']] })
  const refused = await change(owner, { is_active: false, username: 'renamed' })
  expect(refused.body).toMatchObject({ status: 409, code: 'access/last-owner', broker_ids: [alone, shared] })
  expect(refused.body.detail).toContain('new_owners')
  expect((await call(owner, 'GET', '/auth/me')).body.username).toBe(owner.username)
})

test('200 for disabling when another OWNER is named for each broker in the same request', async () => {
  const { change, owner, other, root, members, call, ...app } = await setup()
  const alone = await createBroker({ ...app, call }, owner)
  const shared = await createBroker({ ...app, call }, owner, { members: [[other, 'EDITOR']] })
  const named = (...pairs: [number, number][]) => ({
    is_active: false,
    new_owners: pairs.map(([broker_id, user_id]) => ({ broker_id, user_id })),
  })
  expect((await change(owner, named([alone, root.id]))).body).toMatchObject({ status: 409, broker_ids: [shared] })
  expect((await change(owner, named([alone, owner.id], [shared, other.id]))).body.errors[0].pointer).toBe('/new_owners/0/user_id')
  expect((await change(owner, named([alone, 999], [shared, other.id]))).body.errors[0].pointer).toBe('/new_owners/0/user_id')
  expect((await change(owner, named([alone, root.id], [shared, other.id]))).status).toBe(200)
  expect(await members(alone, root)).toEqual([
    [root.id, 'OWNER'],
    [owner.id, 'OWNER'],
  ])
  expect(await members(shared, other)).toEqual([
    [owner.id, 'OWNER'],
    [other.id, 'OWNER'],
  ])
})

test('422 for a new OWNER of a broker that has another one who can sign in, and where nobody is disabled', async () => {
  const { change, owner, other, root, ...app } = await setup()
  const broker = await createBroker(app, owner, { members: [[other, 'OWNER']] })
  const new_owners = [{ broker_id: broker, user_id: root.id }]
  expect((await change(owner, { is_active: false, new_owners })).body).toMatchObject({ status: 422, code: 'user/new-owner' })
  expect((await change(owner, { new_owners })).body).toMatchObject({ status: 422, code: 'user/new-owner' })
  expect((await app.call(root, 'GET', `/brokers/${broker}`)).status).toBe(404)
  expect((await change(owner, { is_active: false })).status).toBe(200)
})

test('409 for leaving, demoting and removing where the other OWNER is disabled', async () => {
  const { change, owner, other, call, ...app } = await setup()
  const third = await app.createUser()
  const broker = await createBroker({ ...app, call }, owner, {
    members: [
      [other, 'OWNER'],
      [third, 'OWNER'],
    ],
  })
  expect((await change(other, { is_active: false })).status).toBe(200)
  expect((await call(third, 'PATCH', `/brokers/${broker}/access/${owner.id}`, { role: 'EDITOR' })).status).toBe(200)
  expect((await call(third, 'DELETE', `/brokers/${broker}/access/${third.id}`)).body.code).toBe('access/last-owner')
  expect((await change(third, { is_active: false })).body.code).toBe('access/last-owner')
  expect((await call(app.root, 'DELETE', `/users/${third.id}`)).body).toMatchObject({
    code: 'access/last-owner',
    broker_ids: [broker],
  })
})

test('204 for removing a user when other OWNERs are named: those brokers stay, the rest of theirs go', async () => {
  const { owner, other, root, call, store, ...app } = await setup()
  const [remaining, shared, gone] = [
    await createBroker({ ...app, call, store }, owner),
    await createBroker({ ...app, call, store }, owner, { members: [[other, 'VIEWER']] }),
    await createBroker({ ...app, call, store }, owner),
  ]
  const new_owners = [
    { broker_id: remaining, user_id: root.id },
    { broker_id: shared, user_id: other.id },
  ]
  expect((await call(root, 'DELETE', `/users/${owner.id}`, { new_owners: new_owners.slice(0, 1) })).body.broker_ids).toEqual([
    shared,
  ])
  expect((await call(root, 'DELETE', `/users/${owner.id}`, { new_owners })).status).toBe(204)
  const left = await store.reader
    .selectFrom('broker_access')
    .select(['broker_id', 'user_id', 'role'])
    .orderBy('broker_id')
    .execute()
  expect(left).toEqual([
    { broker_id: remaining, user_id: root.id, role: 'OWNER' },
    { broker_id: shared, user_id: other.id, role: 'OWNER' },
  ])
  expect((await call(root, 'GET', `/brokers/${gone}`)).status).toBe(404)
})
