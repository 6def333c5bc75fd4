import { afterEach, describe, expect, setDefaultTimeout, setSystemTime, spyOn, test } from 'bun:test'
import { OwnUser, SessionAnswer } from '#src/auth/schema.ts'
import { createTestApp, PASSWORD, type TestApp } from '#test/support/app.ts'
import { useRealHashes } from '#test/support/hashing.ts'

setDefaultTimeout(120_000)

const json = { 'Content-Type': 'application/json' }
const login = ({ call }: TestApp, username: string, password: string = PASSWORD, headers: Record<string, string> = {}) =>
  call(null, 'POST', '/auth/login', { username, password }, headers)
const cookieOf = (headers: Headers) => headers.get('set-cookie') ?? ''
const tokenOf = (headers: Headers) => /^session=([^;]*)/.exec(cookieOf(headers))?.[1] ?? ''
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** An app with the user olga, whose hash was made once, and cheaply so that the tests are fast. */
const HASH = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 64, timeCost: 1 })
async function withOlga(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options)
  const olga = await app.createUser({ username: 'Olga' })
  await app.store.writer.updateTable('user').set({ password_hash: HASH }).where('id', '=', olga.id).execute()
  return { ...app, olga }
}

afterEach(() => setSystemTime())

test('200 with user, message and a cookie that opens the session', async () => {
  const app = await withOlga()
  const answer = await login(app, 'Olga')
  expect(answer.status).toBe(200)
  expect(answer.as(SessionAnswer).user).toMatchObject({ id: app.olga.id, username: 'Olga', is_superuser: true, is_active: true })
  expect(answer.text).not.toMatch(/password|argon|hash/i)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const me = await app.call({ ...app.olga, token: tokenOf(answer.headers) }, 'GET', '/auth/me')
  expect(me.as(OwnUser).username).toBe('Olga')
})

test('200 by name or e-mail address in any case', async () => {
  const app = await withOlga()
  for (const name of ['olga', 'OLGA', 'olga@example.org', 'OLGA@Example.org']) expect((await login(app, name)).status).toBe(200)
})

test('the cookie is HttpOnly, SameSite=Lax, Path=/, lasts 24 h and is not Secure over plain http', async () => {
  const cookie = cookieOf((await login(await withOlga(), 'olga')).headers)
  expect(cookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=86400', 'Path=/', 'SameSite=Lax'])
})

test('the cookie is Secure when a trusted proxy says https, and only then', async () => {
  const app = await withOlga()
  expect(cookieOf((await login(app, 'olga', PASSWORD, { 'X-Forwarded-Proto': 'https' })).headers)).toContain('; Secure')
  const suspicious = await withOlga({ env: { TRUSTED_PROXIES: '192.0.2.1' } })
  expect(cookieOf((await login(suspicious, 'olga', PASSWORD, { 'X-Forwarded-Proto': 'https' })).headers)).not.toContain('Secure')
})

test('COOKIE_SECURE always and never, and BASE_PATH, decide over the cookie', async () => {
  const always = await withOlga({ env: { COOKIE_SECURE: 'always', BASE_PATH: '/money' } })
  expect(cookieOf((await login(always, 'olga')).headers)).toMatch(/; Path=\/money;.*; Secure/)
  const never = await withOlga({ env: { COOKIE_SECURE: 'never' } })
  expect(cookieOf((await login(never, 'olga', PASSWORD, { 'X-Forwarded-Proto': 'https' })).headers)).not.toContain('Secure')
})

test('session_ttl_hours acts at the next login without a restart', async () => {
  const app = await withOlga()
  const before = claimsOf(tokenOf((await login(app, 'olga')).headers))
  expect(before.exp - before.iat).toBe(86_400)
  await app.call(app.olga, 'PATCH', '/settings', { session_ttl_hours: 0.5 })
  const answer = await login(app, 'olga')
  const after = claimsOf(tokenOf(answer.headers))
  expect([after.exp - after.iat, cookieOf(answer.headers).includes('Max-Age=1800;')]).toEqual([1800, true])
})

test('401, the same to the last byte but the request id, for a wrong password and an unknown name', async () => {
  const app = await withOlga()
  const id = { 'X-Request-Id': 'same' }
  const [wrong, unknown] = [await login(app, 'olga', 'wrong-wrong-1', id), await login(app, 'nobody', 'wrong-wrong-1', id)]
  expect([wrong.status, wrong.body.code]).toEqual([401, 'auth/invalid-credentials'])
  expect(unknown.text).toBe(wrong.text)
  expect([...unknown.headers].sort()).toEqual([...wrong.headers].sort())
})

describe('with hashes as the service makes them', () => {
  useRealHashes()

  test('wrong password, unknown name and broken hash all run one verification of the same cost', async () => {
    const app = await withOlga()
    await app.call(null, 'POST', '/auth/register', { username: 'vera', email: 'vera@example.org', password: PASSWORD })
    await app.createUser({ username: 'nohash' })
    const verify = spyOn(Bun.password, 'verify')
    try {
      for (const name of ['vera', 'nobody', 'nohash', 'nobody@example.org']) await login(app, name, 'wrong-wrong-1')
      const costs = verify.mock.calls.map(([, hash]) =>
        /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$.{43}\$.{43}$/.exec(String(hash))?.[0].slice(0, 31),
      )
      expect(costs).toEqual(Array(4).fill('$argon2id$v=19$m=19456,t=2,p=1$'))
    } finally {
      verify.mockRestore()
    }
  })
})

test('403 for a disabled user after the right password only, without a cookie', async () => {
  const app = await withOlga()
  await app.store.writer.updateTable('user').set({ is_active: 0 }).execute()
  expect((await login(app, 'olga', 'wrong-wrong-1')).body.code).toBe('auth/invalid-credentials')
  const right = await login(app, 'olga')
  expect([right.status, right.body.code, right.headers.get('set-cookie')]).toEqual([403, 'auth/account-disabled', null])
})

test('429 with Retry-After after 10 failures for a name from an address, whether the user exists or not; from elsewhere it goes on', async () => {
  for (const name of ['olga', 'nobody']) {
    const app = await withOlga()
    const from = (index: number) => ({ 'X-Forwarded-For': `203.0.113.${index}` })
    const codes = []
    for (let index = 0; index < 12; index += 1) codes.push((await login(app, name, 'wrong-wrong-1', from(1))).status)
    expect(codes).toEqual([...Array(10).fill(401), 429, 429])
    const right = await login(app, name.toUpperCase(), PASSWORD, from(1))
    expect([right.status, right.body.code, right.headers.get('retry-after')]).toEqual([429, 'auth/too-many-attempts', '1'])
    expect((await login(app, name, PASSWORD, from(2))).status).toBe(name === 'olga' ? 200 : 401)
  }
})

test('username and e-mail address are one key', async () => {
  const app = await withOlga()
  for (const name of ['olga', 'olga@example.org', 'OLGA', 'Olga@Example.org', 'olga'])
    for (let turn = 0; turn < 2; turn += 1) expect((await login(app, name, 'wrong-wrong-1')).status).toBe(401)
  for (const name of ['olga', 'olga@example.org']) expect((await login(app, name)).status).toBe(429)
})

test('wrong passwords from many addresses lock nobody out', async () => {
  const app = await withOlga()
  for (let index = 0; index < 14; index += 1)
    await login(app, 'olga', `wrong-wrong-${index}`, { 'X-Forwarded-For': `203.0.113.${index}` })
  expect((await login(app, 'olga', PASSWORD, { 'X-Forwarded-For': '198.51.100.9' })).status).toBe(200)
})

test('429 after 30 failures from an address for every name; other addresses go on, 15 minutes later this one too', async () => {
  const app = await withOlga()
  const there = { 'X-Forwarded-For': '203.0.113.7' }
  for (let index = 0; index < 30; index += 1) await login(app, `guess${index}`, 'wrong-wrong-1', there)
  expect((await login(app, 'olga', PASSWORD, { 'X-Forwarded-For': '203.0.113.8' })).status).toBe(200)
  setSystemTime(new Date(Date.now() + 15 * 60_000 + 1000))
  expect((await login(app, 'olga', PASSWORD, there)).status).toBe(200)
})

test('a forged X-Forwarded-For from an untrusted peer does not give fresh attempts', async () => {
  const app = await withOlga({ env: { TRUSTED_PROXIES: '192.0.2.1' } })
  const codes = []
  for (let index = 0; index < 11; index += 1)
    codes.push((await login(app, 'olga', 'wrong-wrong-1', { 'X-Forwarded-For': `203.0.113.${index}` })).status)
  expect(codes.at(-1)).toBe(429)
})

test('a success resets the name and is not counted for the address', async () => {
  const app = await withOlga()
  for (let round = 0; round < 2; round += 1) {
    for (let index = 0; index < 4; index += 1) expect((await login(app, 'olga', 'wrong-wrong-1')).status).toBe(401)
    expect((await login(app, 'olga')).status).toBe(200)
  }
  expect((await login(app, 'olga', 'wrong-wrong-1')).status).toBe(401)
  expect((await login(app, 'olga')).status).toBe(200)
})

test('200 for many right logins at the same moment from one address', async () => {
  const app = await withOlga()
  const answers = await Promise.all(Array.from({ length: 14 }, () => login(app, 'olga')))
  expect(answers.map((answer) => answer.status)).toEqual(Array(14).fill(200))
})

test('401 ten times, not once more, when 30 guesses come at the same moment', async () => {
  const app = await withOlga()
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => login(app, 'olga', `wrong-wrong-${index}`)))
  expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10)
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(20)
})

test('422 for a login body with other fields, other types or sizes that no account has', async () => {
  const app = await withOlga()
  for (const body of [
    { username: 'olga' },
    { password: PASSWORD },
    { username: 'olga', password: PASSWORD, is_superuser: true },
    { username: ['olga'], password: PASSWORD },
    { username: { $ne: '' }, password: PASSWORD },
    { username: 'olga', password: 5 },
    { username: 'o'.repeat(255), password: PASSWORD },
    { username: 'olga', password: 'x'.repeat(257) },
    [],
    null,
  ])
    expect([body, (await app.call(null, 'POST', '/auth/login', JSON.stringify(body), json)).status]).toEqual([body, 422])
})

test('401 for names that try to be something else', async () => {
  const app = await withOlga()
  for (const name of ["' OR 1=1 --", 'olga\u0000', 'olga\r\nx', 'оlga', 'olga ', '%', ''])
    expect([name, (await login(app, name, PASSWORD, { 'X-Forwarded-For': '203.0.113.1' })).status]).toEqual([name, 401])
})

test('413 for a login body over 64 KiB', async () => {
  const app = await withOlga()
  expect((await login(app, 'olga', 'x'.repeat(10 * 1024 * 1024))).status).toBe(413)
})

test('403 for a login that another site makes a browser send', async () => {
  const app = await withOlga()
  for (const headers of [
    { Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ]) {
    const answer = await login(app, 'olga', PASSWORD, headers as Record<string, string>)
    expect([answer.status, answer.body.code, answer.headers.get('set-cookie')]).toEqual([403, 'auth/cross-site', null])
  }
})

test('200 for logout with, without and with a broken session; the cookie is cleared', async () => {
  const app = await withOlga()
  for (const headers of [
    {},
    { Cookie: `session=${app.olga.token}` },
    { Cookie: 'session=garbage' },
    json,
    { 'Content-Type': 'text/plain' },
  ]) {
    const answer = await app.call(null, 'POST', '/auth/logout', undefined, headers as Record<string, string>)
    expect([answer.status, answer.body.message]).toEqual([200, 'Signed out.'])
    expect(cookieOf(answer.headers)).toMatch(/^session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/)
  }
  expect((await app.call(null, 'POST', '/auth/logout', '{"broken', json)).status).toBe(200)
})

test('the token stays valid after logout, as documented; DELETE /auth/sessions ends it', async () => {
  const app = await withOlga()
  await app.call(app.olga, 'POST', '/auth/logout')
  expect((await app.call(app.olga, 'GET', '/auth/me')).status).toBe(200)
  const ended = await app.call(app.olga, 'DELETE', '/auth/sessions')
  expect([ended.status, cookieOf(ended.headers).startsWith('session=;')]).toEqual([204, true])
  expect((await app.call(app.olga, 'GET', '/auth/me')).body.code).toBe('auth/session-invalid')
  expect((await login(app, 'olga')).status).toBe(200)
})

test('the log tells of logins and refusals, and never a password, a token or what was typed as name', async () => {
  const app = await withOlga()
  const answer = await login(app, 'olga')
  await login(app, 'typed-my-secret-here', 'wrong-wrong-1')
  app.deps.log.flush()
  const log = app.logged.join('')
  expect(log).toContain('"event":"login"')
  expect(log).toContain('"event":"login refused"')
  for (const secret of [PASSWORD, 'wrong-wrong-1', tokenOf(answer.headers), 'typed-my-secret-here', TEST_HASH_PREFIX])
    expect(log).not.toContain(secret)
})

const TEST_HASH_PREFIX = '$argon2id$'
