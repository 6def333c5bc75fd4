import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { NewToken, Token } from '#src/tokens/schema.ts'
import { createTestApp, PASSWORD } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { callWith, makeToken } from '#test/support/tokens.ts'

const MINUTE = 60_000

async function household() {
  const time = { now: Date.parse('2026-06-30T08:00:00.000Z') }
  const app = await createTestApp({ clock: () => new Date(time.now) })
  const [mira, paul] = [await app.createUser({ username: 'mira' }), await app.createUser({ username: 'paul' })]
  const ask = (text: string, path = '/brokers', method = 'GET', body?: unknown, headers?: Record<string, string>) =>
    callWith(app, text, method, path, body, headers)
  return { ...app, time, mira, paul, ask }
}

test('201 with the token, once: `hf_` and 160 random bits; only its SHA-256 is stored, and no log has it', async () => {
  const app = await household()
  const made = await app.call(app.mira, 'POST', '/auth/tokens', { name: ' NAS ', scopes: ['read', 'import'] })
  expect([made.status, made.headers.get('location')]).toEqual([201, '/api/v1/auth/tokens/1'])
  expect(made.as(NewToken)).toMatchObject({ name: 'NAS', scopes: ['read', 'import'], last_used_at: null, expires_at: null })
  const { token } = made.body
  expect(token).toMatch(/^hf_[A-Za-z0-9_-]{27}$/)
  const listed = await app.call(app.mira, 'GET', '/auth/tokens')
  expect(listed.as(z.array(Token).length(1))[0]).toEqual({ ...made.as(Token) })
  expect(listed.text).not.toContain(token.slice(3))
  expect((await app.ask(token)).status).toBe(200)
  const row = await app.store.reader.selectFrom('api_token').selectAll().executeTakeFirstOrThrow()
  expect(row.hash).toBe(createHash('sha256').update(token).digest('hex'))
  for (const file of readdirSync(app.folder, { recursive: true, withFileTypes: true }))
    if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name)).includes(token.slice(3))).toBe(false)
  app.deps.log.flush()
  expect(app.logged.join('')).not.toContain(token.slice(3))
  expect(app.logged.join('')).toContain('"bearer_id":1')
})

test('a repeat with an Idempotency-Key makes another token: no answer with a token is stored', async () => {
  const { call, mira, store } = await household()
  const again = () => call(mira, 'POST', '/auth/tokens', { name: 'x', scopes: ['read'] }, { 'Idempotency-Key': 'k' })
  expect((await again()).body.token).not.toBe((await again()).body.token)
  expect(await store.reader.selectFrom('idempotency').selectAll().execute()).toEqual([])
})

test('422 for no scope, an unknown one, no name, an end in the past; 403 for admin without a superuser', async () => {
  const { call, mira, paul } = await household()
  for (const body of [
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['root'] },
    { scopes: ['read'] },
    { name: '  ', scopes: ['read'] },
    { name: 'x', scopes: ['read'], expires_at: '2020-01-01T00:00:00Z' },
    { name: 'x', scopes: ['read'], expires_at: 'tomorrow' },
    { name: 'x', scopes: ['read'], user_id: 2 },
  ])
    expect([body, (await call(mira, 'POST', '/auth/tokens', body)).status]).toEqual([body, 422])
  const refused = await call(paul, 'POST', '/auth/tokens', { name: 'x', scopes: ['admin'] })
  expect([refused.status, refused.body.code]).toEqual([403, 'auth/superuser-only'])
})

test('409 beyond 100 tokens', async () => {
  const app = await household()
  for (let count = 0; count < 100; count++) await makeToken(app, app.mira, ['read'])
  const answer = await app.call(app.mira, 'POST', '/auth/tokens', { name: 'x', scopes: ['read'] })
  expect([answer.status, answer.body.code]).toEqual([409, 'token/too-many'])
})

test('403 without the password when one signed in more than 15 minutes ago; 422 for a wrong one, 201 for the right one', async () => {
  const { call, mira, store, time } = await household()
  const password_hash = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 })
  await store.writer.updateTable('user').set({ password_hash }).where('id', '=', mira.id).execute()
  const make = (more: object = {}) => call(mira, 'POST', '/auth/tokens', { name: 'x', scopes: ['read'], ...more })
  time.now += 15 * MINUTE - 1000
  expect((await make()).status).toBe(201)
  time.now += 1000
  const late = await make()
  expect([late.status, late.body.code]).toEqual([403, 'auth/password-needed'])
  expect((await make({ password: 'wrong-horse' })).body).toMatchObject({ status: 422, code: 'auth/wrong-password' })
  expect((await make({ password: PASSWORD })).status).toBe(201)
})

test('401 with both challenges for what is no token of ours, whatever else the request has', async () => {
  const app = await household()
  const { text } = await makeToken(app, app.mira, ['read'])
  const other = text.endsWith('a') ? 'b' : 'a'
  for (const wrong of [
    text.slice(0, -1),
    `${text}a`,
    `${text.slice(0, -1)}${other}`,
    'hf_',
    `hf_${'a'.repeat(7000)}`,
    `hf_${text}`,
  ]) {
    const answer = await app.ask(wrong)
    expect([wrong.slice(0, 40), answer.status, answer.body.code]).toEqual([wrong.slice(0, 40), 401, 'auth/token-invalid'])
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="holdfast", error="invalid_token"')
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
  for (const foreign of [`xx_${text.slice(3)}`, text.slice(3), '', app.mira.token]) {
    const answer = await app.ask(foreign)
    expect([answer.status, answer.headers.get('www-authenticate')?.startsWith('Bearer realm=')]).toEqual([401, true])
  }
})

test('a token goes before the cookie beside it, right or wrong; the credentials of a proxy in front do not', async () => {
  const app = await household()
  const { text } = await makeToken(app, app.paul, ['read'])
  const whose = async (authorization: string) =>
    await app.call(app.mira, 'GET', '/auth/me', undefined, { Authorization: authorization })
  expect((await whose(`Bearer ${text}`)).body.username).toBe('paul')
  expect((await whose(`bearer  ${text}`)).body.username).toBe('paul')
  expect((await whose(`Bearer ${text}x`)).status).toBe(401)
  expect((await whose('Basic bWlyYTp4')).body.username).toBe('mira')
  expect((await whose('Bearer eyJhbGciOiJub25lIn0.e30.')).body.username).toBe('mira')
})

test('the rules about other sites are for cookies: with a token a request passes, with the credentials of a proxy it does not', async () => {
  const app = await household()
  const { text } = await makeToken(app, app.mira, ['write'])
  const evil = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  expect((await app.ask(text, '/brokers', 'POST', { name: 'A' }, evil)).status).toBe(201)
  for (const headers of [evil, { ...evil, Authorization: 'Basic bWlyYTp4' }, { ...evil, Authorization: 'Bearer eyJ.e30.' }]) {
    const answer = await app.call(app.mira, 'POST', '/brokers', { name: 'B' }, headers)
    expect([answer.status, answer.body.code]).toEqual([403, 'auth/cross-site'])
  }
})

test('last_used_at is written with the first use, then once in a minute', async () => {
  const app = await household()
  const { id, text } = await makeToken(app, app.mira, ['read'])
  const lastUse = async () => {
    await Bun.sleep(1)
    const tokens: z.infer<typeof Token>[] = (await app.call(app.mira, 'GET', '/auth/tokens')).body
    return tokens.find((one) => one.id === id)?.last_used_at
  }
  const writes = async () => (await app.store.reader.selectFrom('api_token').select('last_used_at').execute())[0]?.last_used_at
  await app.ask(text)
  expect(await lastUse()).toBe('2026-06-30T08:00:00.000Z')
  app.time.now += MINUTE - 1
  await Promise.all([app.ask(text), app.ask(text)])
  expect(await writes()).toBe('2026-06-30T08:00:00.000Z')
  app.time.now += 2
  await Promise.all([app.ask(text), app.ask(text)])
  expect(await lastUse()).toBe('2026-06-30T08:01:00.001Z')
  app.time.now += 400 * 1440 * MINUTE
  await app.ask(text)
  await Bun.sleep(1)
  app.time.now -= 400 * 1440 * MINUTE
  await app.ask(text)
  expect(await lastUse()).toBe('2026-06-30T08:01:00.001Z')
})

test('401 once it has expired, is revoked, its user is disabled or gone; another user cannot revoke it', async () => {
  const app = await household()
  const { ask, call, mira, paul, time } = app
  const short = await makeToken(app, paul, ['read'], { expires_at: '2026-06-30T10:01:00+02:00' })
  const [gone, lasting] = [await makeToken(app, paul, ['read']), await makeToken(app, paul, ['read'])]
  expect((await ask(short.text)).status).toBe(200)
  expect((await ask(short.text, '/auth/me')).body.session_expires_at).toBe('2026-06-30T08:01:00.000Z')
  expect((await ask(lasting.text, '/auth/me')).body.session_expires_at).toBeNull()
  time.now += MINUTE
  expect((await ask(short.text)).status).toBe(401)
  expect((await call(mira, 'DELETE', `/auth/tokens/${gone.id}`)).body).toMatchObject({ status: 404, code: 'token/not-found' })
  expect((await call(mira, 'GET', '/auth/tokens')).body).toEqual([])
  expect((await call(paul, 'DELETE', `/auth/tokens/${gone.id}`)).status).toBe(204)
  expect((await ask(gone.text)).status).toBe(401)
  expect((await ask(lasting.text)).status).toBe(200)
  expect((await call(paul, 'DELETE', '/auth/sessions')).status).toBe(204)
  expect((await ask(lasting.text)).status).toBe(200)
  await call(mira, 'PATCH', `/users/${paul.id}`, { is_active: false })
  expect((await ask(lasting.text)).status).toBe(401)
  await call(mira, 'PATCH', `/users/${paul.id}`, { is_active: true })
  expect((await ask(lasting.text)).status).toBe(200)
  await call(mira, 'DELETE', `/users/${paul.id}`)
  expect((await ask(lasting.text)).status).toBe(401)
})

test('a superuser is one only by a token with the scope admin, and only while they are one', async () => {
  const app = await household()
  const { ask, call, mira, paul } = app
  const [plain, admin] = [await makeToken(app, mira, ['read', 'write']), await makeToken(app, mira, ['read', 'admin'])]
  expect((await ask(plain.text, '/assets?all=true')).status).toBe(403)
  expect((await ask(admin.text, '/assets?all=true')).status).toBe(200)
  expect((await ask(plain.text, '/auth/me')).body.is_superuser).toBe(false)
  expect((await ask(admin.text, '/auth/me')).body.is_superuser).toBe(true)
  await call(mira, 'PATCH', `/users/${paul.id}`, { is_superuser: true })
  expect((await call(paul, 'PATCH', `/users/${mira.id}`, { is_superuser: false })).status).toBe(200)
  expect((await ask(admin.text, '/settings', 'PATCH', { upload_max_mb: 24 })).body).toMatchObject({ code: 'auth/superuser-only' })
})

test('budgets and repeats are of the user, whichever way they come', async () => {
  const app = await household()
  const { text } = await makeToken(app, app.mira, ['write'])
  const key = { 'Idempotency-Key': 'same' }
  const first = await app.call(app.mira, 'POST', '/brokers', { name: 'A' }, key)
  const again = await app.ask(text, '/brokers', 'POST', { name: 'A' }, key)
  expect([again.status, again.body.id, again.headers.get('idempotent-replay')]).toEqual([201, first.body.id, 'true'])
})

test('a token cannot make or see tokens, change password, names or preferences of signing in, end sessions or delete its user', async () => {
  const app = await household()
  const { text } = await makeToken(app, app.mira, ['read', 'write', 'import', 'share', 'admin'])
  await createBroker(app, app.mira)
  for (const [method, path, body] of [
    ['GET', '/auth/tokens', undefined],
    ['POST', '/auth/tokens', { name: 'x', scopes: ['read'], password: PASSWORD }],
    ['DELETE', '/auth/tokens/1', undefined],
    ['PUT', '/auth/users/me/password', { current_password: PASSWORD, new_password: `${PASSWORD}x` }],
    ['PATCH', '/auth/users/me', { email: 'n@example.org', password: PASSWORD }],
    ['DELETE', '/auth/users/me', { password: PASSWORD }],
    ['DELETE', '/auth/sessions', undefined],
  ] as const) {
    const answer = await app.ask(text, path, method, body)
    expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 403, 'auth/session-needed'])
  }
})
