import { expect, test } from 'bun:test'
import type { HttpEnv } from '#src/http/route.ts'
import { createTestApp, PASSWORD, type TestUser } from '#test/support/app.ts'

const PROXY = '10.1.2.3'

type Ask = {
  readonly path?: string
  readonly method?: string
  readonly body?: unknown
  readonly from?: string | null
  readonly user?: TestUser
  readonly headers?: Record<string, string>
}

async function behindProxy(env: Record<string, string> = {}) {
  const app = await createTestApp({ env: { AUTH_HEADER: 'Remote-User', TRUSTED_PROXIES: PROXY, ...env } })
  const ask = async (
    name: string | undefined,
    { path = '/auth/me', method = 'GET', body, from = PROXY, user, headers }: Ask = {},
  ) => {
    const server = { requestIP: () => (from === null ? null : { address: from, family: 'IPv4', port: 1 }) }
    const request = new Request(`http://localhost/api/v1${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(name === undefined ? {} : { 'Remote-User': name }),
        ...(user ? { Cookie: `session=${user.token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = await app.app.fetch(request, { server } as unknown as HttpEnv['Bindings'])
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  }
  return { ...app, ask }
}

test('200 for the user whom a trusted proxy names, in any letter case; nobody is made', async () => {
  const { ask, createUser, store } = await behindProxy()
  const ida = await createUser({ username: 'ida' })
  expect((await ask('ida')).body).toMatchObject({ id: ida.id, username: 'ida', session_expires_at: null })
  expect((await ask('IDA')).body.id).toBe(ida.id)
  for (const name of ['nobody', 'ida@example.org', 'ida, root', 'i', 'bad name', "' or 1=1"]) {
    const answer = await ask(name)
    expect([name, answer.status, answer.body.code]).toEqual([name, 401, 'auth/user-unknown'])
  }
  expect((await store.reader.selectFrom('user').select('id').execute()).length).toBe(1)
})

test('401 from anywhere else, whatever it was forwarded for, and where the other end is not known', async () => {
  const { ask, createUser } = await behindProxy()
  await createUser({ username: 'ida' })
  for (const from of ['10.1.2.4', '127.0.0.1', '::1', null])
    for (const headers of [{}, { 'X-Forwarded-For': PROXY }, { Forwarded: `for=${PROXY}` }])
      expect([from, (await ask('ida', { from, headers })).body.code]).toEqual([from, 'auth/no-session'])
  expect((await ask('ida', { from: `::ffff:${PROXY}`, headers: { 'X-Forwarded-For': '203.0.113.9' } })).status).toBe(200)
})

test('401 where no header is configured; another header than the configured one says nothing', async () => {
  const app = await createTestApp({ env: { TRUSTED_PROXIES: PROXY } })
  await app.createUser({ username: 'ida' })
  expect((await app.call(null, 'GET', '/auth/me', undefined, { 'Remote-User': 'ida' })).status).toBe(401)
  const { ask, createUser } = await behindProxy({ AUTH_HEADER: 'X-Forwarded-User' })
  await createUser({ username: 'ida' })
  expect((await ask('ida')).status).toBe(401)
  expect((await ask(undefined, { headers: { 'X-Forwarded-User': 'ida' } })).status).toBe(200)
})

test('AUTH_HEADER_CREATE makes one user of a name, however many requests come at once; never a superuser, and without a password', async () => {
  const { ask, store, call } = await behindProxy({ AUTH_HEADER_CREATE: 'true' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask('hanna')))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(answers[0]?.body).toMatchObject({ username: 'hanna', is_superuser: false })
  expect((await ask('hugo')).body.id).not.toBe(answers[0]?.body.id)
  expect((await ask('bad name')).body.code).toBe('auth/user-unknown')
  const rows = await store.reader.selectFrom('user').select(['username', 'is_superuser', 'password_hash']).orderBy('id').execute()
  expect(rows).toEqual(['hanna', 'hugo'].map((username) => ({ username, is_superuser: 0, password_hash: 'none' })))
  for (const password of ['none', ''])
    expect((await call(null, 'POST', '/auth/login', { username: 'hanna', password })).status).toBe(401)
})

test('no superuser by the header alone; with the session of the same user they are one, with that of another they are not', async () => {
  const { ask, createUser } = await behindProxy()
  const root = await createUser({ username: 'root' })
  const ida = await createUser({ username: 'ida' })
  const change = { method: 'PATCH', path: '/settings', body: { upload_max_mb: 20 } }
  expect((await ask('root', change)).body).toMatchObject({ status: 403, code: 'auth/superuser-only' })
  expect((await ask('root', { path: '/assets?all=true' })).status).toBe(403)
  expect((await ask('root')).body).toMatchObject({ id: root.id, is_superuser: false })
  expect((await ask('root', { ...change, user: root })).status).toBe(200)
  expect((await ask('ROOT', { user: root })).body).toMatchObject({ id: root.id, is_superuser: true })
  expect((await ask('ida', { ...change, user: root })).status).toBe(403)
  expect((await ask('ida', { user: root })).body.id).toBe(ida.id)
  expect((await ask(undefined, { user: root })).body.id).toBe(root.id)
  expect((await ask('ida', { user: { ...root, token: 'ended' } })).body.id).toBe(ida.id)
})

test('403 for other sites and for a disabled user; a token goes before the header', async () => {
  const { ask, call, createUser } = await behindProxy()
  const root = await createUser({ username: 'root' })
  await createUser({ username: 'ida' })
  const create = { method: 'POST', path: '/brokers', body: { name: 'A' } }
  const token = (await call(root, 'POST', '/auth/tokens', { name: 'x', scopes: ['read'] })).body.token
  expect((await ask('ida', create)).status).toBe(201)
  expect((await ask('ida', { ...create, headers: { Origin: 'https://evil.example' } })).body.code).toBe('auth/cross-site')
  expect((await ask('ida', { headers: { Authorization: `Bearer ${token}` } })).body.id).toBe(root.id)
  expect((await ask('ida', { headers: { Authorization: `Bearer ${token}x` } })).status).toBe(401)
  const hugo = await createUser({ username: 'hugo' })
  expect((await call(root, 'PATCH', `/users/${hugo.id}`, { is_active: false })).status).toBe(200)
  expect((await ask('hugo')).body).toMatchObject({ status: 403, code: 'auth/account-disabled' })
})

test('who has no password makes a token and changes their address by the header alone; who has one needs it; names stay', async () => {
  const { ask, createUser, store } = await behindProxy({ AUTH_HEADER_CREATE: 'true' })
  const token = { method: 'POST', path: '/auth/tokens', body: { name: 'x', scopes: ['read'] } }
  const address = { method: 'PATCH', path: '/auth/users/me', body: { email: 'new@example.org' } }
  expect((await ask('hanna', token)).status).toBe(201)
  expect((await ask('hanna', address)).body.email).toBe('new@example.org')
  const ida = await createUser({ username: 'ida' })
  await store.writer
    .updateTable('user')
    .set({ password_hash: await Bun.password.hash(PASSWORD) })
    .where('id', '=', ida.id)
    .execute()
  expect((await ask('ida', token)).body).toMatchObject({ status: 403, code: 'auth/password-needed' })
  expect((await ask('ida', { ...token, body: { ...token.body, password: PASSWORD } })).status).toBe(201)
  expect((await ask('ida', address)).body).toMatchObject({ status: 422, code: 'auth/password-needed' })
  const renamed = await ask('ida', { ...address, body: { username: 'boss' } })
  expect([renamed.status, renamed.body.code]).toEqual([403, 'auth/name-of-proxy'])
})
