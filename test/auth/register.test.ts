import { expect, setDefaultTimeout, test } from 'bun:test'
import { SessionAnswer } from '#src/auth/schema.ts'
import { createTestApp, PASSWORD, type TestApp } from '#test/support/app.ts'
import { useRealHashes } from '#test/support/hashing.ts'

useRealHashes()

setDefaultTimeout(120_000)

const olga = { username: 'olga', email: 'olga@example.org', password: PASSWORD }
const pointers = (answer: { body: { errors: { pointer: string }[] } }) => answer.body.errors.map((fault) => fault.pointer).sort()

async function turnRegistrationOff({ store }: TestApp) {
  const updated_at = '2026-01-01T00:00:00.000Z'
  await store.writer
    .insertInto('setting')
    .values({ key: 'registration_enabled', value: 'false', updated_at, updated_by: null })
    .execute()
}

test('201 with the user and no password material; the first is superuser, the second is not', async () => {
  const { call } = await createTestApp()
  const first = await call(null, 'POST', '/auth/register', olga)
  expect(first.status).toBe(201)
  expect(first.headers.get('location')).toBe('/api/v1/auth/me')
  expect(first.headers.get('set-cookie')).toBeNull()
  expect(first.as(SessionAnswer).user).toMatchObject({
    id: 1,
    username: 'olga',
    email: 'olga@example.org',
    is_active: true,
    is_superuser: true,
  })
  expect(first.text).not.toMatch(/argon|hash|password/i)
  const second = await call(null, 'POST', '/auth/register', { ...olga, username: 'vera', email: 'vera@example.org' })
  expect(second.as(SessionAnswer).user.is_superuser).toBe(false)
})

test('the stored hash is argon2id with 19,456 KiB and 2 passes', async () => {
  const { call, store } = await createTestApp()
  await call(null, 'POST', '/auth/register', olga)
  const row = await store.writer.selectFrom('user').select('password_hash').executeTakeFirstOrThrow()
  expect(row.password_hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
  expect(await Bun.password.verify(PASSWORD, row.password_hash)).toBe(true)
})

const register = (app: Pick<TestApp, 'call'>, index: number, more: object = {}, headers: Record<string, string> = {}) =>
  app.call(
    null,
    'POST',
    '/auth/register',
    { username: `first${index}`, email: `first${index}@example.org`, password: PASSWORD, ...more },
    headers,
  )

test('201 for exactly one superuser among 16 first registrations at the same moment', async () => {
  const { call, store } = await createTestApp()
  const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => register({ call }, index)))
  expect(answers.map((answer) => answer.status)).toEqual(Array(16).fill(201))
  expect(answers.filter((answer) => answer.body.user.is_superuser)).toHaveLength(1)
  const rows = await store.writer.selectFrom('user').select('is_superuser').execute()
  expect(rows.filter((row) => row.is_superuser === 1)).toHaveLength(1)
})

test('409 for all but one of several registrations of the same name at the same moment', async () => {
  const { call } = await createTestApp()
  const answers = await Promise.all(Array.from({ length: 8 }, () => call(null, 'POST', '/auth/register', olga)))
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(409)])
})

test('201 for the first user and 403 for the second while registration is off', async () => {
  const app = await createTestApp()
  await turnRegistrationOff(app)
  expect((await app.call(null, 'POST', '/auth/register', olga)).body.user.is_superuser).toBe(true)
  const second = await app.call(null, 'POST', '/auth/register', { ...olga, username: 'vera', email: 'vera@example.org' })
  expect([second.status, second.body.code]).toEqual([403, 'auth/registration-disabled'])
})

test('201 once and 403 for the others when many register first at the same moment while registration is off', async () => {
  const app = await createTestApp()
  await turnRegistrationOff(app)
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      app.call(null, 'POST', '/auth/register', {
        username: `first${index}`,
        email: `first${index}@example.org`,
        password: PASSWORD,
      }),
    ),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(5).fill(403)])
})

test('409 for a username or e-mail address that differs only in case, both named at once', async () => {
  const { call } = await createTestApp()
  await call(null, 'POST', '/auth/register', olga)
  const name = await call(null, 'POST', '/auth/register', { ...olga, username: 'OLGA', email: 'other@example.org' })
  expect([name.status, name.body.code, pointers(name)]).toEqual([409, 'user/username-taken', ['/username']])
  const email = await call(null, 'POST', '/auth/register', { ...olga, username: 'other', email: 'Olga@Example.ORG' })
  expect([email.status, email.body.code, pointers(email)]).toEqual([409, 'user/email-taken', ['/email']])
  const both = await call(null, 'POST', '/auth/register', { ...olga, username: 'Olga' })
  expect([both.status, pointers(both)]).toEqual([409, ['/email', '/username']])
})

test.each(['is_superuser', 'is_active', 'id', 'role', 'session_epoch', 'constructor'])(
  '422 for mass assignment of %s',
  async (field) => {
    const { call, store } = await createTestApp()
    const answer = await call(null, 'POST', '/auth/register', { ...olga, [field]: true })
    expect([answer.status, pointers(answer)]).toEqual([422, [`/${field}`]])
    expect(await store.writer.selectFrom('user').select('id').execute()).toEqual([])
  },
)

test('a __proto__ member makes nobody superuser', async () => {
  const { call, createUser } = await createTestApp()
  await createUser()
  const body = `{"username":"vera","email":"vera@example.org","password":"${PASSWORD}","__proto__":{"is_superuser":true,"isSuperuser":true}}`
  const answer = await call(null, 'POST', '/auth/register', body, { 'Content-Type': 'application/json' })
  expect(answer.status === 422 || answer.body.user.is_superuser === false).toBe(true)
})

test.each([
  ['two letters', 'ol'],
  ['51 letters', 'o'.repeat(51)],
  ['a line break', 'olga\r\nSet-Cookie: x=1'],
  ['NUL', 'olga\u0000'],
  ['a Cyrillic look-alike', 'оlga'],
  ['a full-width look-alike', 'ｏlga'],
  ['a blank', 'ol ga'],
  ['an @', 'olga@example.org'],
  ['a slash', '../olga'],
  ['markup', '<b>olga</b>'],
  ['right-to-left override', 'olga\u202e'],
  ['nothing', ''],
  ['a number', 12345],
  ['null', null],
])('422 for a username with %s', async (_, username) => {
  const { call } = await createTestApp()
  const answer = await call(null, 'POST', '/auth/register', { ...olga, username })
  expect([answer.status, pointers(answer)]).toEqual([422, ['/username']])
})

test.each([
  'olga',
  'olga@',
  '@example.org',
  'olga@example',
  'a b@example.org',
  'olga@example.org\r\nBcc: x@example.org',
  `${'o'.repeat(250)}@example.org`,
])('422 for the e-mail address %j', async (email) => {
  const { call } = await createTestApp()
  const answer = await call(null, 'POST', '/auth/register', { ...olga, email })
  expect([answer.status, pointers(answer)]).toEqual([422, ['/email']])
})

test.each([
  ['7 characters', 'x7#kQ!p'],
  ['257 characters', `${'xy'.repeat(128)}z`],
  ['a lone surrogate', 'correct-horse-\ud800-9'],
  ['a common one', 'password123'],
  ['a common one in other case', 'PassWord123'],
  ['a common one in full-width letters', 'ｐassword123'],
  ['the username', 'my-OLGA-2026-horse'],
  ['the e-mail address', 'xx-olga@example.org-yy'],
])('422 for a password: %s', async (_, password) => {
  const { call } = await createTestApp()
  const answer = await call(null, 'POST', '/auth/register', { ...olga, password })
  expect([answer.status, [...new Set(pointers(answer))]]).toEqual([422, ['/password']])
  expect(answer.text).not.toContain(password)
})

test('201 for passwords of 8 and of 256 characters of any script', async () => {
  const { call } = await createTestApp()
  for (const [username, password] of [
    ['short', 'k7#Qx!pz'],
    ['long', '字'.repeat(256)],
    ['emoji', '🐎🔋🐎🔋 horse'],
  ])
    expect((await call(null, 'POST', '/auth/register', { username, email: `${username}@example.org`, password })).status).toBe(
      201,
    )
})

test('422 with every fault at once', async () => {
  const { call } = await createTestApp()
  const answer = await call(null, 'POST', '/auth/register', { username: 'x', email: 'x', password: 'x', admin: 1 })
  expect([answer.status, pointers(answer)]).toEqual([422, ['/admin', '/email', '/password', '/username']])
  expect(pointers(await call(null, 'POST', '/auth/register', {}))).toEqual(['/email', '/password', '/username'])
})

test('413 for a password of 10 MB, announced or streamed, before it is parsed', async () => {
  const { call } = await createTestApp()
  const body = JSON.stringify({ ...olga, password: 'x'.repeat(10 * 1024 * 1024) })
  const json = { 'Content-Type': 'application/json' }
  const announced = await call(null, 'POST', '/auth/register', body, { ...json, 'Content-Length': String(body.length) })
  expect([announced.status, announced.body.code]).toEqual([413, 'request/too-large'])
  const streamed = await call(null, 'POST', '/auth/register', new Blob([body]).stream(), json)
  expect([streamed.status, streamed.body.code]).toEqual([413, 'request/too-large'])
})

test('415 without a JSON content type, 400 for broken JSON', async () => {
  const { call } = await createTestApp()
  const text = await call(null, 'POST', '/auth/register', JSON.stringify(olga), { 'Content-Type': 'text/plain' })
  expect([text.status, text.body.code]).toEqual([415, 'request/content-type'])
  expect((await call(null, 'POST', '/auth/register', '{"username":', { 'Content-Type': 'application/json' })).status).toBe(400)
})

test('429 with Retry-After after 20 registrations in a minute from one network; another network and logins go on', async () => {
  const app = await createTestApp()
  for (let index = 0; index < 20; index += 1) expect((await register(app, index, { password: 'password' })).status).toBe(422)
  const refused = await register(app, 99)
  expect([refused.status, refused.body.code]).toEqual([429, 'auth/too-many-registrations'])
  expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 61)
  expect((await register(app, 99, {}, { 'X-Forwarded-For': '203.0.113.1' })).status).toBe(201)
  expect((await app.call(null, 'POST', '/auth/login', { username: 'first99', password: PASSWORD })).status).toBe(200)
})

test('50 registrations at once from as many networks: a login is answered before most of those that are made, the rest come again later', async () => {
  const app = await createTestApp()
  expect((await register(app, 99)).status).toBe(201)
  const statuses: number[] = []
  const many = Array.from({ length: 50 }, async (_, index) => {
    statuses.push((await register(app, index, {}, { 'X-Forwarded-For': `203.0.113.${index}` })).status)
  })
  const login = await app.call(null, 'POST', '/auth/login', { username: 'first99', password: PASSWORD })
  const made = () => statuses.filter((status) => status === 201).length
  const before = made()
  await Promise.all(many)
  expect([login.status, before < made() / 2]).toEqual([200, true])
  expect(new Set(statuses)).toEqual(new Set([201, 503]))
})

test('403 auth/setup-code for the first registration without the code of the service; later ones need none', async () => {
  const app = await createTestApp({ env: { SETUP_CODE: 'only-with-this-code' } })
  for (const more of [{}, { setup_code: '' }, { setup_code: 'only-with-this-cod' }, { setup_code: 'ONLY-WITH-THIS-CODE' }]) {
    const answer = await register(app, 1, more)
    expect([answer.status, answer.body.code]).toEqual([403, 'auth/setup-code'])
  }
  expect((await register(app, 1, { setup_code: 'only-with-this-code' })).body.user.is_superuser).toBe(true)
  expect((await register(app, 2)).status).toBe(201)
  expect((await register(app, 3, { setup_code: 'whatever' })).status).toBe(201)
})
