import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { signSession } from '#src/session/token.ts'
import { createTestApp, TEST_SECRET, type TestApp, type TestUser } from '#test/support/app.ts'

const NOW = Math.floor(Date.now() / 1000)
const b64 = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

function forge(header: object, claims: object, options: { secret?: string; hash?: string; signature?: string } = {}): string {
  const body = `${b64(header)}.${b64(claims)}`
  const signature =
    options.signature ??
    createHmac(options.hash ?? 'sha256', options.secret ?? TEST_SECRET)
      .update(body)
      .digest('base64url')
  return `${body}.${signature}`
}

const HEADER = { alg: 'HS256', typ: 'JWT' }
const claimsOf = (user: TestUser) => ({ sub: String(user.id), iat: NOW, exp: NOW + 3600, epoch: 0 })
const me = (app: TestApp, token: string) => app.call(null, 'GET', '/auth/me', undefined, { Cookie: `session=${token}` })

async function expectRefused(app: TestApp, token: string) {
  const answer = await me(app, token)
  expect([answer.status, answer.body?.code]).toEqual([401, 'auth/session-invalid'])
  expect(answer.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0; Path=\//)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
}

test('200 for a token of ours, made by hand', async () => {
  const app = await createTestApp()
  expect((await me(app, forge(HEADER, claimsOf(await app.createUser())))).status).toBe(200)
})

test.each<[string, (claims: ReturnType<typeof claimsOf>) => string]>([
  ['alg none without signature', (claims) => forge({ alg: 'none', typ: 'JWT' }, claims, { signature: '' })],
  ['alg none with our signature', (claims) => forge({ alg: 'none', typ: 'JWT' }, claims)],
  ['alg None', (claims) => forge({ alg: 'None' }, claims)],
  ['alg HS384 signed as such', (claims) => forge({ alg: 'HS384', typ: 'JWT' }, claims, { hash: 'sha384' })],
  ['alg HS384 signed as HS256', (claims) => forge({ alg: 'HS384', typ: 'JWT' }, claims)],
  ['alg HS512 signed as such', (claims) => forge({ alg: 'HS512', typ: 'JWT' }, claims, { hash: 'sha512' })],
  ['alg RS256', (claims) => forge({ alg: 'RS256', typ: 'JWT' }, claims)],
  ['alg missing', (claims) => forge({ typ: 'JWT' }, claims)],
  ['alg in lower case', (claims) => forge({ alg: 'hs256', typ: 'JWT' }, claims)],
  ['alg as a list', (claims) => forge({ alg: ['HS256'] }, claims)],
  ['another secret', (claims) => forge(HEADER, claims, { secret: 'x'.repeat(40) })],
  ['an empty secret', (claims) => forge(HEADER, claims, { secret: '' })],
  [
    'a key named by the token',
    (claims) => forge({ ...HEADER, kid: '/dev/null', jwk: { kty: 'oct', k: '' } }, claims, { secret: '' }),
  ],
  ['a signature cut short', (claims) => forge(HEADER, claims).slice(0, -4)],
  ['an empty signature', (claims) => forge(HEADER, claims, { signature: '' })],
  ['expired', (claims) => forge(HEADER, { ...claims, exp: NOW - 5 })],
  ['an issue time of a clock that was ahead', (claims) => forge(HEADER, { ...claims, iat: NOW + 7200, exp: NOW + 9000 })],
  ['a last use of a clock that was ahead', (claims) => forge(HEADER, { ...claims, seen: NOW + 7200, exp: NOW + 9000 })],
  ['no expiry', ({ exp: _, ...claims }) => forge(HEADER, claims)],
  ['expiry as text', (claims) => forge(HEADER, { ...claims, exp: '9999999999' })],
  ['no issue time', ({ iat: _, ...claims }) => forge(HEADER, claims)],
  ['no epoch', ({ epoch: _, ...claims }) => forge(HEADER, claims)],
  ['an epoch to come', (claims) => forge(HEADER, { ...claims, epoch: 1 })],
  ['no subject', ({ sub: _, ...claims }) => forge(HEADER, claims)],
  ['a subject that does not exist', (claims) => forge(HEADER, { ...claims, sub: '999' })],
  ['a numeric subject', (claims) => forge(HEADER, { ...claims, sub: 1 })],
  ['a subject with SQL', (claims) => forge(HEADER, { ...claims, sub: '1 OR 1=1' })],
  ['claims that are a list', () => forge(HEADER, [])],
  [
    'claims that are null',
    () =>
      `${b64(HEADER)}.${b64('null')}.${createHmac('sha256', TEST_SECRET)
        .update(`${b64(HEADER)}.${b64('null')}`)
        .digest('base64url')}`,
  ],
  ['a fourth part', (claims) => `${forge(HEADER, claims)}.x`],
  ['two parts', () => 'a.b'],
  ['garbage', () => 'a.b.c'],
  ['very long garbage', () => `${'a'.repeat(7000)}.b.c`],
])('401 and a cleared cookie for a token with %s', async (_, make) => {
  const app = await createTestApp()
  await expectRefused(app, make(claimsOf(await app.createUser())))
})

test('401 for another subject under the signature of a real token, also after that token was seen', async () => {
  const app = await createTestApp()
  const [user, other] = [await app.createUser(), await app.createUser()]
  const [head, , signature] = user.token.split('.')
  expect((await me(app, user.token)).status).toBe(200)
  await expectRefused(app, `${head}.${b64(claimsOf(other))}.${signature}`)
})

test('401 once the time is over, also for a token that was seen before', async () => {
  let time = new Date('2026-06-30T08:00:00Z')
  const app = await createTestApp({ clock: () => time })
  const user = await app.createUser()
  expect((await me(app, user.token)).status).toBe(200)
  time = new Date('2026-07-01T08:00:01Z')
  await expectRefused(app, user.token)
})

test('401 on the next request after a user was deactivated, deleted or had all sessions ended', async () => {
  const app = await createTestApp()
  for (const change of [
    (id: number) => app.store.writer.updateTable('user').set({ is_active: 0 }).where('id', '=', id).execute(),
    (id: number) => app.store.writer.updateTable('user').set({ session_epoch: 1 }).where('id', '=', id).execute(),
    (id: number) => app.store.writer.deleteFrom('user').where('id', '=', id).execute(),
  ]) {
    const user = await app.createUser()
    expect((await me(app, user.token)).status).toBe(200)
    await change(user.id)
    await expectRefused(app, user.token)
  }
})

test('401 without a session: no cookie, an empty one, a Bearer header, a token in the query', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  for (const [path, headers] of [
    ['/auth/me', {}],
    ['/auth/me', { Cookie: 'session=' }],
    ['/auth/me', { Cookie: 'other=1; sessions=x' }],
    ['/auth/me', { Authorization: `Bearer ${user.token}` }],
    [`/auth/me?session=${user.token}`, {}],
  ] as [string, Record<string, string>][]) {
    const answer = await app.call(null, 'GET', path, undefined, headers)
    expect([answer.status, answer.body.code]).toEqual([401, 'auth/no-session'])
  }
})

test('401 for a token of another secret even when the same token was seen under its own', async () => {
  const first = await createTestApp()
  const user = await first.createUser()
  expect((await me(first, user.token)).status).toBe(200)
  const second = await createTestApp({ env: { JWT_SECRET: 'another-secret-for-tests-0123456789abcdef' } })
  await second.createUser()
  await expectRefused(second, user.token)
})

test('signed tokens carry subject, issue time, expiry and epoch, and nothing else', async () => {
  const token = await signSession({ userId: 7, issuedAt: 100, expiresAt: 200, epoch: 3 }, TEST_SECRET)
  const [head = '', body = ''] = token.split('.')
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' })
  expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toEqual({ sub: '7', iat: 100, exp: 200, epoch: 3 })
})

test('401 on a path written in another way: no variant reaches the operation without a session', async () => {
  const { app, createUser } = await createTestApp()
  await createUser()
  for (const path of [
    '/api/v1//auth/me',
    '/api/v1/auth/me/',
    '/api/v1/auth%2fme',
    '/api/v1/auth/./me',
    '/api/v1/x/../auth/me',
    '/API/v1/auth/me',
    '/api/v1/auth/me%00',
    '//api/v1/auth/me',
    '/api/v1/auth\\me',
  ]) {
    const response = await app.request(path)
    expect([path, [308, 401, 404].includes(response.status)]).toEqual([path, true])
    expect(await response.text()).not.toContain('username')
  }
})
