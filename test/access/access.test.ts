import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { BrokerAccess } from '#src/access/schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'

async function setUp() {
  const app = await createTestApp()
  const [owner, editor, viewer, stranger] = [
    await app.createUser(),
    await app.createUser(),
    await app.createUser(),
    await app.createUser(),
  ]
  const id = await createBroker(app, owner, {
    members: [
      [editor, 'EDITOR'],
      [viewer, 'VIEWER'],
    ],
  })
  return { ...app, owner, editor, viewer, stranger, id, path: `/brokers/${id}/access` }
}

test('200 with owners first; strangers get the 404 of a missing broker', async () => {
  const { call, viewer, stranger, path } = await setUp()
  const members = (await call(viewer, 'GET', path)).as(z.array(BrokerAccess))
  expect(members.map((member) => member.role)).toEqual(['OWNER', 'EDITOR', 'VIEWER'])
  const [strange, missing] = [await call(stranger, 'GET', path), await call(stranger, 'GET', '/brokers/99999/access')]
  expect([strange.status, strange.body.code, strange.body.detail]).toEqual([404, missing.body.code, missing.body.detail])
})

test('403 broker/role-too-small names the role that is needed', async () => {
  const { call, editor, stranger, path } = await setUp()
  const answer = await call(editor, 'POST', path, { user_id: stranger.id, role: 'VIEWER' })
  expect(answer.body).toMatchObject({ status: 403, code: 'broker/role-too-small', role_needed: 'OWNER' })
})

test('201 by username; 409 access/exists; 422 for an unknown or inactive user and for both names', async () => {
  const { call, owner, stranger, path, store } = await setUp()
  expect(
    (await call(owner, 'POST', path, { username: stranger.username.toUpperCase(), role: 'VIEWER' })).as(BrokerAccess),
  ).toMatchObject({ user_id: stranger.id, share: '0' })
  expect((await call(owner, 'POST', path, { user_id: stranger.id, role: 'EDITOR' })).body).toMatchObject({
    status: 409,
    code: 'access/exists',
  })
  expect((await call(owner, 'POST', path, { user_id: 9999, role: 'VIEWER' })).status).toBe(422)
  expect((await call(owner, 'POST', path, { user_id: 1, username: 'x', role: 'VIEWER' })).status).toBe(422)
  await call(owner, 'DELETE', `${path}/${stranger.id}`)
  await store.writer.updateTable('user').set({ is_active: 0 }).where('id', '=', stranger.id).execute()
  expect((await call(owner, 'POST', path, { user_id: stranger.id, role: 'VIEWER' })).body).toMatchObject({
    status: 422,
    code: 'access/user-unknown',
  })
})

test('a share is taken from that of who gives it, where they say so, and never more than they have', async () => {
  const { call, owner, stranger, path } = await setUp()
  const give = (share: string, more: object) =>
    call(owner, 'POST', path, { user_id: stranger.id, role: 'EDITOR', share, ...more })
  expect((await give('0.3', {})).body.detail).toContain('together may be at most 1')
  expect((await give('1.01', { from_own_share: true })).body).toMatchObject({ status: 422, code: 'access/share' })
  expect((await give('0.3', { from_own_share: true })).body.share).toBe('0.3')
  const members = (await call(owner, 'GET', path)).as(z.array(BrokerAccess))
  expect(members.map(({ user_id, share }) => [user_id, share])).toContainEqual([owner.id, '0.7'])
  expect(members.map(({ user_id, share }) => [user_id, share])).toContainEqual([stranger.id, '0.3'])
})

test('409 access/last-owner for leaving, 403 access/own-role for stepping down', async () => {
  const { call, owner, editor, path } = await setUp()
  expect((await call(owner, 'DELETE', `${path}/${owner.id}`)).body.code).toBe('access/last-owner')
  expect((await call(owner, 'PATCH', `${path}/${owner.id}`, { role: 'EDITOR' })).body).toMatchObject({
    status: 403,
    code: 'access/own-role',
  })
  expect((await call(owner, 'PATCH', `${path}/${editor.id}`, { role: 'OWNER' })).status).toBe(200)
  expect((await call(owner, 'PATCH', `${path}/${owner.id}`, { role: 'EDITOR' })).status).toBe(403)
  expect((await call(owner, 'DELETE', `${path}/${owner.id}`)).status).toBe(204)
})

test('two owners who remove each other at the same moment never leave a broker without one', async () => {
  const { call, owner, editor, id, path, store } = await setUp()
  for (let round = 0; round < 10; round++) {
    await store.writer.deleteFrom('broker_access').where('broker_id', '=', id).execute()
    for (const user of [owner, editor]) {
      await store.writer
        .insertInto('broker_access')
        .values({ broker_id: id, user_id: user.id, role: 'OWNER', granted_at: '', granted_by: null })
        .execute()
    }
    const answers = await Promise.all([
      call(owner, 'DELETE', `${path}/${editor.id}`),
      call(editor, 'DELETE', `${path}/${owner.id}`),
    ])
    expect(answers.filter((answer) => answer.status === 204)).toHaveLength(1)
    const left = await store.reader.selectFrom('broker_access').select('role').where('broker_id', '=', id).execute()
    expect(left).toEqual([{ role: 'OWNER' }])
  }
})

test('422 when the shares of all members add up to more than 1; one may change one’s own share', async () => {
  const { call, owner, editor, path } = await setUp()
  expect((await call(owner, 'PATCH', `${path}/${editor.id}`, { share: '0.5' })).body).toMatchObject({
    status: 422,
    code: 'access/share',
  })
  expect((await call(owner, 'PATCH', `${path}/${owner.id}`, { share: '0.5' })).as(BrokerAccess).share).toBe('0.5')
  expect((await call(owner, 'PATCH', `${path}/${editor.id}`, { share: 0.5 })).as(BrokerAccess).share).toBe('0.5')
})

test('the payloads that repeat the ids of the path are taken; 422 where they differ', async () => {
  const { call, owner, editor, stranger, id, path } = await setUp()
  const grant = { user_id: stranger.id, broker_id: id, role: 'VIEWER' }
  expect((await call(owner, 'POST', path, { ...grant, broker_id: id + 1 })).body).toMatchObject({
    status: 422,
    errors: [{ pointer: '/broker_id' }],
  })
  expect((await call(owner, 'POST', path, grant)).status).toBe(201)
  const change = { user_id: editor.id, role: 'VIEWER' }
  for (const [body, pointer] of [
    [{ ...change, user_id: owner.id }, '/user_id'],
    [{ ...change, broker_id: id + 1 }, '/broker_id'],
  ] as const)
    expect((await call(owner, 'PATCH', `${path}/${editor.id}`, body)).body).toMatchObject({ status: 422, errors: [{ pointer }] })
  expect((await call(owner, 'PATCH', `${path}/${editor.id}`, change)).as(BrokerAccess).role).toBe('VIEWER')
  expect((await call(owner, 'PATCH', `${path}/${editor.id}`, { ...change, broker_id: id })).status).toBe(200)
  expect((await call(owner, 'PATCH', `${path}/${editor.id}`, { user_id: editor.id })).status).toBe(422)
})
