import { expect, setDefaultTimeout, test } from 'bun:test'
import { signSession } from '#src/session/token.ts'
import { afterwards } from '#test/support/afterwards.ts'
import { createTestApp, PASSWORD, type TestApp } from '#test/support/app.ts'

setDefaultTimeout(120_000)

const vera = { username: 'vera', email: 'vera@example.org', password: PASSWORD }
const keyed = (key: string) => ({ 'Idempotency-Key': key })
const users = async ({ store }: TestApp) => (await store.writer.selectFrom('user').select('id').execute()).length

test('201 again with the first answer and Location for the same key and body, also as a quoted string', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  const first = await app.call(root, 'POST', '/users', vera, keyed('k-1'))
  const again = await app.call(root, 'POST', '/users', vera, keyed('"k-1"'))
  expect([first.status, first.headers.get('idempotent-replay')]).toEqual([201, null])
  expect([again.status, again.text, again.headers.get('location'), again.headers.get('idempotent-replay')]).toEqual([
    201,
    first.text,
    first.headers.get('location'),
    'true',
  ])
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
  expect(await users(app)).toBe(2)
})

test('422 for the same key with another body or another path', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  await app.call(root, 'POST', '/users', vera, keyed('k-1'))
  const body = await app.call(root, 'POST', '/users', { ...vera, username: 'otto', email: 'otto@example.org' }, keyed('k-1'))
  expect([body.status, body.body.code]).toEqual([422, 'request/idempotency-key'])
  expect((await app.call(root, 'POST', '/users?x=1', vera, keyed('k-1'))).status).toBe(422)
  expect(await users(app)).toBe(2)
})

test('409 for the second of two at the same moment, and one user', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  const { hash } = Bun.password
  const others = Promise.withResolvers<void>()
  let [hashed, answered] = [0, 0]
  // The one that works waits until the other two have their answers; were there a second one that works, it would not.
  Bun.password.hash = (password) => {
    if (++hashed > 1) others.resolve()
    return others.promise.then(() => hash(password))
  }
  const send = async () => {
    const answer = await app.call(root, 'POST', '/users', vera, keyed('k-1'))
    if (++answered === 2) others.resolve()
    return answer
  }
  const answers = await Promise.all([send(), send(), send()]).finally(() => {
    Bun.password.hash = hash
  })
  expect(hashed).toBe(1)
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409])
  expect(answers.find((answer) => answer.status === 409)?.body.code).toBe('request/in-progress')
  expect(await users(app)).toBe(2)
})

test('a refusal is not stored: the key may be used again, with another body too', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  expect((await app.call(root, 'POST', '/users', { ...vera, password: 'password123' }, keyed('k-1'))).status).toBe(422)
  expect((await app.call(root, 'POST', '/users', { ...vera, username: root.username }, keyed('k-1'))).status).toBe(409)
  expect((await app.call(root, 'POST', '/users', vera, keyed('k-1'))).status).toBe(201)
})

test('keys of different users do not meet', async () => {
  const app = await createTestApp()
  const [one, two] = [await app.createUser(), await app.createUser({ isSuperuser: true })]
  expect((await app.call(one, 'POST', '/users', vera, keyed('k-1'))).status).toBe(201)
  const other = await app.call(two, 'POST', '/users', { ...vera, username: 'otto', email: 'otto@example.org' }, keyed('k-1'))
  expect([other.status, other.headers.get('idempotent-replay')]).toEqual([201, null])
})

test('a key is free again after 24 hours, and deleted', async () => {
  let time = new Date('2026-06-30T08:00:00Z')
  const app = await createTestApp({ clock: () => time })
  const root = await app.createUser()
  await app.call(root, 'POST', '/users', vera, keyed('k-1'))
  time = new Date('2026-07-01T07:59:00Z')
  expect((await app.call(root, 'POST', '/users', vera, keyed('k-1'))).headers.get('idempotent-replay')).toBe('true')
  const issuedAt = time.getTime() / 1000
  const token = await signSession(
    { userId: root.id, issuedAt, expiresAt: issuedAt + 86_400, epoch: 0 },
    app.deps.config.jwtSecret,
  )
  time = new Date('2026-07-01T08:00:01Z')
  const later = await app.call(
    { ...root, token },
    'POST',
    '/users',
    { ...vera, username: 'otto', email: 'otto@example.org' },
    keyed('k-1'),
  )
  expect([later.status, later.headers.get('idempotent-replay')]).toEqual([201, null])
  expect(await app.store.writer.selectFrom('idempotency').select('key').execute()).toHaveLength(1)
})

test('422 for a key that is empty, too long or not visible ASCII', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  for (const key of ['', 'x'.repeat(256), 'a b', 'é', '""']) {
    const answer = await app.call(root, 'POST', '/users', vera, keyed(key))
    expect([key, answer.status, answer.body.code]).toEqual([key, 422, 'request/idempotency-key'])
  }
  expect(await users(app)).toBe(1)
})

test('401 comes before the key is looked at: a stranger neither claims nor replays', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  await app.call(root, 'POST', '/users', vera, keyed('k-1'))
  expect((await app.call(null, 'POST', '/users', vera, keyed('k-1'))).status).toBe(401)
  expect((await app.call(null, 'POST', '/users', vera, keyed('k-2'))).status).toBe(401)
  expect(await app.store.writer.selectFrom('idempotency').select('key').execute()).toEqual([{ key: 'k-1' }])
})

test('a key on operations that do not create means nothing', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  for (const currency of ['CHF', 'JPY'])
    expect((await app.call(root, 'PATCH', '/auth/users/me/preferences', { currency }, keyed('k-1'))).body.currency).toBe(currency)
  expect(await app.store.writer.selectFrom('idempotency').select('key').execute()).toEqual([])
})

test('415 for a form where none is taken, with a key or without, whole or with no boundary', async () => {
  const app = await createTestApp()
  const root = await app.createUser()
  const server = Bun.serve({ port: 0, fetch: (request, server) => app.app.fetch(request, { server }) })
  afterwards(() => server.stop(true))
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x', 'Multipart/Mixed'])
    for (const key of [{}, keyed('k-1')]) {
      const headers = { ...key, 'content-type': type, cookie: `session=${root.token}` }
      const url = `http://127.0.0.1:${server.port}/api/v1/users`
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(vera) })
      expect([type, answer.status]).toEqual([type, 415])
    }
  expect((await app.call(root, 'POST', '/users', vera, keyed('k-1'))).status).toBe(201)
})
