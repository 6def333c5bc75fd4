import { expect, setDefaultTimeout, test } from 'bun:test'
import { z } from 'zod'
import { User } from '#src/auth/schema.ts'
import { DirectoryUser } from '#src/users/schema.ts'
import { createTestApp, PASSWORD, type TestApp } from '#test/support/app.ts'

setDefaultTimeout(120_000)

const Directory = z.array(DirectoryUser)
const vera = { username: 'vera', email: 'vera@example.org', password: PASSWORD }
const pointers = (answer: { body: { errors: { pointer: string }[] } }) => answer.body.errors.map((fault) => fault.pointer).sort()
const login = (app: TestApp, username: string, password: string) => app.call(null, 'POST', '/auth/login', { username, password })

const OPERATIONS = [
  ['POST', '/users', vera],
  ['GET', '/users/1', undefined],
  ['PATCH', '/users/1', { is_superuser: true }],
  ['PUT', '/users/1/password', { password: PASSWORD }],
  ['DELETE', '/users/1', undefined],
] as const

test('401 without a session and 403 for normal users on every administration operation; nothing is changed', async () => {
  const { createUser, call, store } = await createTestApp()
  await createUser()
  const normal = await createUser()
  const before = await store.writer.selectFrom('user').selectAll().execute()
  for (const [method, path, body] of OPERATIONS) {
    expect([method, path, (await call(null, method, path, body)).status]).toEqual([method, path, 401])
    const answer = await call(normal, method, path, body)
    expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 403, 'auth/superuser-only'])
  }
  expect(await store.writer.selectFrom('user').selectAll().execute()).toEqual(before)
})

test('200 with id and username only for normal users, everything for superusers, by name', async () => {
  const { createUser, call } = await createTestApp()
  const root = await createUser({ username: 'Zoe' })
  const normal = await createUser({ username: 'adam' })
  const seen = (await call(normal, 'GET', '/users')).body
  const hidden = { email: null, is_active: null, is_superuser: null, created_at: null }
  expect(seen).toEqual([
    { id: normal.id, username: 'adam', ...hidden },
    { id: root.id, username: 'Zoe', ...hidden },
  ])
  const all = (await call(root, 'GET', '/users')).as(Directory)
  expect(all[0]).toMatchObject({ username: 'adam', email: 'adam@example.org', is_active: true, is_superuser: false })
})

test('200 for a search without regard to case; e-mail addresses and wildcards find nothing for normal users', async () => {
  const { createUser, call } = await createTestApp()
  const root = await createUser({ username: 'root' })
  const normal = await createUser({ username: 'Vera_1' })
  await createUser({ username: 'Oliver' })
  const found = async (user: typeof root, q: string) =>
    (await call(user, 'GET', `/users?q=${encodeURIComponent(q)}`)).as(Directory).map((entry) => entry.username)
  expect(await found(normal, 'VER')).toEqual(['Oliver', 'Vera_1'])
  expect(await found(normal, '_')).toEqual(['Vera_1'])
  expect(await found(normal, '%')).toEqual([])
  expect(await found(normal, '@example')).toEqual([])
  expect(await found(root, 'oliver@EXAMPLE')).toEqual(['Oliver'])
  expect(await found(normal, "' OR 1=1 --")).toEqual([])
})

test('disabled users are shown to superusers who ask, 403 for others who do', async () => {
  const { createUser, call } = await createTestApp()
  const [root, normal, gone] = [await createUser(), await createUser(), await createUser()]
  await call(root, 'PATCH', `/users/${gone.id}`, { is_active: false })
  const ids = async (user: typeof root, query: string) =>
    (await call(user, 'GET', `/users${query}`)).as(Directory).map((entry) => entry.id)
  expect(await ids(normal, '')).toEqual([root.id, normal.id])
  expect(await ids(root, '')).toEqual([root.id, normal.id])
  expect(await ids(root, '?inactive=true')).toEqual([root.id, normal.id, gone.id])
  expect((await call(normal, 'GET', '/users?inactive=true')).body.code).toBe('auth/superuser-only')
})

test('pages follow the Link header to the end, each user once, and count on request', async () => {
  const { createUser, call } = await createTestApp()
  const root = await createUser({ username: 'm0' })
  for (let index = 1; index < 7; index += 1) await createUser({ username: `m${index}` })
  const names: string[] = []
  let path: string | undefined = '/users?limit=3&count=true'
  while (path !== undefined) {
    const answer = await call(root, 'GET', path)
    expect(answer.headers.get('x-total-count')).toBe('7')
    names.push(...answer.as(Directory).map((entry) => entry.username))
    path = /<\/api\/v1([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  expect(names).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6'])
})

test('422 for query keys and values that the directory does not take', async () => {
  const { createUser, call } = await createTestApp()
  const root = await createUser()
  for (const [query, pointer] of [
    ['email=x', '/query/email'],
    ['limit=0', '/query/limit'],
    ['limit=1001', '/query/limit'],
    ['q=', '/query/q'],
    [`q=${'x'.repeat(101)}`, '/query/q'],
    ['cursor=nonsense', '/query/cursor'],
    ['inactive=yes', '/query/inactive'],
  ] as const) {
    const answer = await call(root, 'GET', `/users?${query}`)
    expect([query, answer.status, pointers(answer)]).toEqual([query, 422, [pointer]])
  }
})

test('201 with Location for a new user, also while registration is off; the user can sign in', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  await app.call(root, 'PATCH', '/settings', { registration_enabled: false })
  const made = await app.call(root, 'POST', '/users', vera)
  expect(made.status).toBe(201)
  expect(made.as(User)).toMatchObject({ username: 'vera', is_active: true, is_superuser: false })
  expect(made.headers.get('location')).toBe(`/api/v1/users/${made.body.id}`)
  expect((await app.call(root, 'GET', `/users/${made.body.id}`)).as(User)).toEqual(made.as(User))
  expect((await login(app, 'vera', PASSWORD)).status).toBe(200)
})

test('201 for a superuser or a disabled user on request', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  const made = await app.call(root, 'POST', '/users', { ...vera, is_superuser: true, is_active: false })
  expect(made.as(User)).toMatchObject({ is_superuser: true, is_active: false })
  expect((await login(app, 'vera', PASSWORD)).body.code).toBe('auth/account-disabled')
})

test('409 and 422 for a new user as in registration', async () => {
  const { createUser, call } = await createTestApp()
  const root = await createUser({ username: 'root' })
  const taken = await call(root, 'POST', '/users', { ...vera, username: 'ROOT' })
  expect([taken.status, taken.body.code]).toEqual([409, 'user/username-taken'])
  expect((await call(root, 'POST', '/users', { ...vera, password: 'password123' })).body.code).toBe('user/password-weak')
  const strange = await call(root, 'POST', '/users', { ...vera, id: 7, is_superuser: 'yes' })
  expect([strange.status, pointers(strange)]).toEqual([422, ['/id', '/is_superuser']])
})

test('the same answer again for a repeated Idempotency-Key, and one user', async () => {
  const { createUser, call, store } = await createTestApp()
  const root = await createUser()
  const key = { 'Idempotency-Key': 'make-vera' }
  const [first, again] = [await call(root, 'POST', '/users', vera, key), await call(root, 'POST', '/users', vera, key)]
  expect([again.status, again.text, again.headers.get('idempotent-replay')]).toEqual([201, first.text, 'true'])
  expect(await store.writer.selectFrom('user').select('id').execute()).toHaveLength(2)
})

test('404 for a user that does not exist or an id that is none', async () => {
  const { createUser, call } = await createTestApp()
  const root = await createUser()
  for (const id of ['999', '0', '-1', 'abc', '1e3', '9'.repeat(30)]) {
    expect([id, (await call(root, 'GET', `/users/${id}`)).status]).toEqual([id, 404])
    expect([id, (await call(root, 'PATCH', `/users/${id}`, { is_active: true })).status]).toEqual([id, 404])
    expect([id, (await call(root, 'PUT', `/users/${id}/password`, { password: PASSWORD })).status]).toEqual([id, 404])
    expect([id, (await call(root, 'DELETE', `/users/${id}`)).status]).toEqual([id, 404])
  }
})

test('200 for names, status or both; a disabled user is out at once, and old sessions stay ended after enabling', async () => {
  const { createUser, call } = await createTestApp()
  const [root, other] = [await createUser(), await createUser()]
  expect((await call(root, 'PATCH', `/users/${other.id}`, { username: 'renamed', is_superuser: true })).as(User)).toMatchObject({
    username: 'renamed',
    is_superuser: true,
  })
  expect((await call(other, 'GET', '/users/1')).status).toBe(200)
  await call(root, 'PATCH', `/users/${other.id}`, { is_superuser: false })
  expect((await call(other, 'GET', '/users/1')).status).toBe(403)
  await call(root, 'PATCH', `/users/${other.id}`, { is_active: false })
  expect((await call(other, 'GET', '/auth/me')).body.code).toBe('auth/session-invalid')
  await call(root, 'PATCH', `/users/${other.id}`, { is_active: true })
  expect((await call(other, 'GET', '/auth/me')).body.code).toBe('auth/session-invalid')
})

test('422 for a change that is empty, unknown or of the wrong type; 409 for a taken name changes nothing at all', async () => {
  const { createUser, call } = await createTestApp()
  const [root, other] = [await createUser({ username: 'root' }), await createUser({ username: 'other' })]
  for (const body of [{}, { password: PASSWORD }, { is_active: 1 }, { is_superuser: null }, { username: 'x' }, []])
    expect([body, (await call(root, 'PATCH', `/users/${other.id}`, body)).status]).toEqual([body, 422])
  const taken = await call(root, 'PATCH', `/users/${other.id}`, { username: 'Root', is_superuser: true })
  expect([taken.status, taken.body.code]).toEqual([409, 'user/username-taken'])
  expect((await call(root, 'GET', `/users/${other.id}`)).body).toMatchObject({ username: 'other', is_superuser: false })
})

test('409 for disabling or demoting the last active superuser; a disabled superuser does not count', async () => {
  const { createUser, call } = await createTestApp()
  const [root, second] = [await createUser(), await createUser({ isSuperuser: true })]
  await call(root, 'PATCH', `/users/${second.id}`, { is_active: false })
  for (const body of [
    { is_active: false },
    { is_superuser: false },
    { is_active: false, is_superuser: false, username: 'sneaky' },
  ]) {
    const answer = await call(root, 'PATCH', `/users/${root.id}`, body)
    expect([answer.status, answer.body.code]).toEqual([409, 'user/last-superuser'])
  }
  expect((await call(root, 'GET', '/auth/me')).body).toMatchObject({
    username: root.username,
    is_superuser: true,
    is_active: true,
  })
  await call(root, 'PATCH', `/users/${second.id}`, { is_active: true })
  expect((await call(root, 'PATCH', `/users/${root.id}`, { is_superuser: false })).status).toBe(200)
})

test('one superuser stays when two demote, disable or delete each other at the same moment, 12 times', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { createUser, call, store } = await createTestApp()
    const [one, two] = [await createUser(), await createUser({ isSuperuser: true })]
    const act = (by: typeof one, on: typeof two) =>
      round % 3 === 0
        ? call(by, 'PATCH', `/users/${on.id}`, { is_superuser: false })
        : round % 3 === 1
          ? call(by, 'PATCH', `/users/${on.id}`, { is_active: false })
          : call(by, 'DELETE', `/users/${on.id}`)
    const answers = await Promise.all([act(one, two), act(two, one)])
    expect(answers.filter((answer) => answer.status < 300)).toHaveLength(1)
    const left = await store.writer
      .selectFrom('user')
      .select('id')
      .where('is_active', '=', 1)
      .where('is_superuser', '=', 1)
      .execute()
    expect(left).toHaveLength(1)
  }
})

test('204 for a reset password: the old one and all sessions end; weak ones are 422', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  const made = (await app.call(root, 'POST', '/users', vera)).as(User)
  const token = /session=([^;]+)/.exec((await login(app, 'vera', PASSWORD)).headers.get('set-cookie') ?? '')?.[1] ?? ''
  expect((await app.call(root, 'PUT', `/users/${made.id}/password`, { password: 'vera-vera-vera' })).body.code).toBe(
    'user/password-weak',
  )
  expect((await app.call(root, 'PUT', `/users/${made.id}/password`, { password: 'another-horse-8' })).status).toBe(204)
  expect((await app.call({ ...made, token }, 'GET', '/auth/me')).body.code).toBe('auth/session-invalid')
  expect((await login(app, 'vera', PASSWORD)).status).toBe(401)
  expect((await login(app, 'vera', 'another-horse-8')).status).toBe(200)
})

test('403 for resetting or deleting the own account without its password', async () => {
  const { createUser, call } = await createTestApp()
  const root = await createUser()
  await createUser({ isSuperuser: true })
  const reset = await call(root, 'PUT', `/users/${root.id}/password`, { password: 'another-horse-8' })
  expect([reset.status, reset.body.code]).toEqual([403, 'user/own-account'])
  expect((await call(root, 'DELETE', `/users/${root.id}`)).body.code).toBe('user/own-account')
  expect((await call(root, 'GET', '/auth/me')).status).toBe(200)
})

test('403 for a change that waited while its superuser was demoted', async () => {
  const { createUser, call, store } = await createTestApp()
  const [one, two, other] = [await createUser(), await createUser({ isSuperuser: true }), await createUser()]
  const released = Promise.withResolvers<void>()
  const demotion = store.writer.transaction().execute(async (transaction) => {
    await transaction.updateTable('user').set({ is_superuser: 0 }).where('id', '=', two.id).execute()
    await released.promise
  })
  const waiting = [
    call(two, 'PATCH', `/users/${other.id}`, { is_superuser: true }),
    call(two, 'DELETE', `/users/${other.id}`),
    call(two, 'POST', '/users', { ...vera, is_superuser: true }),
  ]
  await Bun.sleep(150)
  released.resolve()
  await demotion
  expect((await Promise.all(waiting)).map((answer) => [answer.status, answer.body.code])).toEqual(
    Array(3).fill([403, 'auth/superuser-only']),
  )
  const superusers = await store.writer.selectFrom('user').select('id').where('is_superuser', '=', 1).execute()
  expect(superusers).toEqual([{ id: one.id }])
})
