import { expect, setDefaultTimeout, test } from 'bun:test'
import { readPreferences } from '#src/auth/preferences.service.ts'
import { OwnUser, Preferences, User } from '#src/auth/schema.ts'
import { createTestApp, PASSWORD } from '#test/support/app.ts'
import { useRealHashes } from '#test/support/hashing.ts'

useRealHashes()

setDefaultTimeout(120_000)

const HASH = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 })
const NEXT = 'another-horse-battery-8'
const pointers = (answer: { body: { errors: { pointer: string }[] } }) => answer.body.errors.map((fault) => fault.pointer).sort()

async function withOlga() {
  const app = await createTestApp()
  const olga = await app.createUser({ username: 'Olga' })
  await app.store.writer.updateTable('user').set({ password_hash: HASH }).where('id', '=', olga.id).execute()
  const change = (current_password: string, new_password: string) =>
    app.call(olga, 'PUT', '/auth/users/me/password', { current_password, new_password })
  const login = (password: string) => app.call(null, 'POST', '/auth/login', { username: 'olga', password })
  return { ...app, olga, change, login }
}

test('401 for every profile operation without a session', async () => {
  const { call } = await createTestApp()
  for (const [method, path] of [
    ['GET', '/auth/me'],
    ['PATCH', '/auth/users/me'],
    ['PUT', '/auth/users/me/password'],
    ['GET', '/auth/users/me/preferences'],
    ['PATCH', '/auth/users/me/preferences'],
    ['DELETE', '/auth/sessions'],
  ] as const)
    expect([path, (await call(null, method, path, method === 'GET' ? undefined : {})).status]).toEqual([path, 401])
})

test('200 with the user and the preferences that hold', async () => {
  const { call, olga } = await withOlga()
  const answer = await call(olga, 'GET', '/auth/me')
  expect(answer.as(OwnUser)).toMatchObject({
    id: olga.id,
    username: 'Olga',
    is_superuser: true,
    preferences: { language: 'en', currency: 'EUR', theme: 'auto', cost_basis_method: 'FIFO' },
  })
  const hours = (Date.parse(String(answer.body.session_expires_at)) - Date.now()) / 3_600_000
  expect(hours).toBeWithin(23, 24.1)
  expect(Object.keys(answer.body).sort()).toEqual([
    'created_at',
    'email',
    'has_password',
    'id',
    'is_active',
    'is_superuser',
    'oidc_linked',
    'preferences',
    'second_factor',
    'session_expires_at',
    'username',
  ])
})

test('200 for another username and e-mail address, one or both; the rest stays', async () => {
  const { call, olga } = await withOlga()
  expect((await call(olga, 'PATCH', '/auth/users/me', { username: 'Olga.Two' })).as(User)).toMatchObject({
    username: 'Olga.Two',
    email: 'Olga@example.org',
  })
  expect((await call(olga, 'PATCH', '/auth/users/me', { email: 'o2@example.net', password: PASSWORD })).as(User)).toMatchObject({
    username: 'Olga.Two',
    email: 'o2@example.net',
  })
  expect((await call(olga, 'PATCH', '/auth/users/me', { username: 'OLGA.TWO', email: 'O2@example.net' })).status).toBe(200)
})

test('422 for another e-mail address without the password, or with a wrong one, which counts as a guess; the same address needs none', async () => {
  const { call, olga } = await withOlga()
  const change = (body: object) => call(olga, 'PATCH', '/auth/users/me', body)
  expect((await change({ email: 'o2@example.net' })).body).toMatchObject({
    status: 422,
    code: 'auth/password-needed',
    errors: [{ pointer: '/password' }],
  })
  expect((await change({ email: 'o2@example.net', password: 'x' })).body).toMatchObject({
    status: 422,
    code: 'auth/wrong-password',
  })
  expect((await change({ password: PASSWORD })).status).toBe(422)
  expect((await change({ email: 'OLGA@example.org', username: 'olga3' })).status).toBe(200)
  for (let guess = 0; guess < 9; guess++) await change({ email: 'o2@example.net', password: `wrong-${guess}` })
  expect((await change({ email: 'o2@example.net', password: PASSWORD })).status).toBe(429)
})

test('409 for a name or address of another user in any case; nothing is changed', async () => {
  const { call, olga, createUser } = await withOlga()
  await createUser({ username: 'Vera' })
  const answer = await call(olga, 'PATCH', '/auth/users/me', { username: 'VERA', email: 'vera@EXAMPLE.org', password: PASSWORD })
  expect([answer.status, answer.body.code, pointers(answer)]).toEqual([409, 'user/username-taken', ['/email', '/username']])
  expect(
    (await call(olga, 'PATCH', '/auth/users/me', { username: 'olga2', email: 'vera@example.org', password: PASSWORD })).body.code,
  ).toBe('user/email-taken')
  expect((await call(olga, 'GET', '/auth/me')).body.username).toBe('Olga')
})

test.each([
  [{}, ['']],
  [{ username: null }, ['/username']],
  [{ username: 'x' }, ['/username']],
  [{ is_superuser: true }, ['', '/is_superuser']],
  [{ is_active: false, email: 'x' }, ['/email', '/is_active']],
  [{ password: NEXT }, ['']],
  [{ password_hash: NEXT }, ['', '/password_hash']],
])('422 for the profile %j', async (body, expected) => {
  const { call, createUser } = await createTestApp()
  await createUser()
  const user = await createUser()
  const answer = await call(user, 'PATCH', '/auth/users/me', body)
  expect([answer.status, pointers(answer)]).toEqual([422, expected])
  expect((await call(user, 'GET', '/auth/me')).body.is_superuser).toBe(false)
})

test('204 for a new password: a new cookie, all earlier sessions end, only the new password opens', async () => {
  const { call, olga, change, login } = await withOlga()
  const answer = await change(PASSWORD, NEXT)
  expect([answer.status, answer.text]).toEqual([204, ''])
  const token =
    /^session=([^;]+); Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
  expect((await call(olga, 'GET', '/auth/me')).body.code).toBe('auth/session-invalid')
  expect((await call({ ...olga, token }, 'GET', '/auth/me')).status).toBe(200)
  expect([(await login(PASSWORD)).status, (await login(NEXT)).status]).toEqual([401, 200])
})

test('422 for a wrong present password, without a cookie, and the session goes on', async () => {
  const { call, olga, change } = await withOlga()
  const answer = await change('wrong-wrong-1', NEXT)
  expect([answer.status, answer.body.code, pointers(answer)]).toEqual([422, 'auth/wrong-password', ['/current_password']])
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect((await call(olga, 'GET', '/auth/me')).status).toBe(200)
})

test('422 for a weak new password, at its pointer', async () => {
  const { change } = await withOlga()
  for (const weak of ['short', 'password123', 'my-olga-password', 'x'.repeat(257)]) {
    const answer = await change(PASSWORD, weak)
    expect([answer.status, pointers(answer)]).toEqual([422, ['/new_password']])
  }
})

test('429 for guessing the present password of an open session', async () => {
  const { change } = await withOlga()
  const codes = []
  for (let index = 0; index < 11; index += 1) codes.push((await change(`wrong-wrong-${index}`, NEXT)).status)
  expect(codes).toEqual([...Array(10).fill(422), 429])
  expect((await change(PASSWORD, NEXT)).headers.get('retry-after')).toMatch(/^\d+$/)
})

test('204 once and 409 for the other when the password is changed twice at the same moment', async () => {
  const { change } = await withOlga()
  const answers = await Promise.all([change(PASSWORD, NEXT), change(PASSWORD, `${NEXT}-b`)])
  expect(answers.map((answer) => answer.status).sort()).toEqual([204, 409])
})

const DEFAULTS = { format_region: null, hide_amounts: false, shortcuts: true }

test('200 for preferences one by one; null brings the default of the service back, also a changed one', async () => {
  const { call, olga, deps } = await withOlga()
  const patch = async (body: unknown) => (await call(olga, 'PATCH', '/auth/users/me/preferences', body)).as(Preferences)
  expect(await patch({ language: 'it', currency: 'CHF' })).toEqual({
    language: 'it',
    currency: 'CHF',
    theme: 'auto',
    cost_basis_method: 'FIFO',
    ...DEFAULTS,
  })
  expect(await patch({ theme: 'dark', cost_basis_method: 'S104' })).toEqual({
    language: 'it',
    currency: 'CHF',
    theme: 'dark',
    cost_basis_method: 'S104',
    ...DEFAULTS,
  })
  await call(olga, 'PATCH', '/settings', { default_currency: 'JPY', default_language: 'fr' })
  expect(await patch({ currency: null, theme: null })).toEqual({
    language: 'it',
    currency: 'JPY',
    theme: 'auto',
    cost_basis_method: 'S104',
    ...DEFAULTS,
  })
  expect((await call(olga, 'GET', '/auth/users/me/preferences')).as(Preferences).currency).toBe('JPY')
  expect(await readPreferences(deps.reader, olga.id)).toEqual({
    language: 'it',
    currency: 'JPY',
    theme: 'auto',
    costBasisMethod: 'S104',
    ...{ formatRegion: null, hideAmounts: false, shortcuts: true },
  })
  expect(await patch({ language: 'DE-at' })).toMatchObject({ language: 'de-AT' })
  const shown = { format_region: 'CH', hide_amounts: true, shortcuts: false }
  expect(await patch(shown)).toMatchObject({ ...shown, language: 'de-AT' })
  expect(await patch({ hide_amounts: false })).toMatchObject({ ...shown, hide_amounts: false })
  expect(await patch({ format_region: null, hide_amounts: null, shortcuts: null })).toMatchObject(DEFAULTS)
})

test.each([
  [{}, ['']],
  [{ currency: 'XXZ' }, ['/currency']],
  [{ currency: 'chff' }, ['/currency']],
  [{ currency: 'DEM' }, ['/currency']],
  [{ currency: 756 }, ['/currency']],
  [{ language: 'klingonisch' }, ['/language']],
  [{ language: '' }, ['/language']],
  [{ language: 'xx', currency: 'BTC' }, ['/currency', '/language']],
  [{ format_region: 'QX' }, ['/format_region']],
  [{ format_region: 'che' }, ['/format_region']],
  [{ format_region: 'de' }, ['/format_region']],
  [{ hide_amounts: 'yes', shortcuts: 1 }, ['/hide_amounts', '/shortcuts']],
  [{ theme: 'pink', cost_basis_method: 'fifo', colour: 1 }, ['/colour', '/cost_basis_method', '/theme']],
])('422 for the preferences %j, and nothing is changed', async (body, expected) => {
  const { call, createUser } = await createTestApp()
  const user = await createUser()
  const answer = await call(user, 'PATCH', '/auth/users/me/preferences', body)
  expect([answer.status, pointers(answer)]).toEqual([422, expected])
  expect((await call(user, 'GET', '/auth/users/me/preferences')).body).toEqual({
    language: 'en',
    currency: 'EUR',
    theme: 'auto',
    cost_basis_method: 'FIFO',
    ...DEFAULTS,
  })
})

test('preferences are the own ones: another user keeps theirs', async () => {
  const { call, createUser } = await createTestApp()
  const [one, two] = [await createUser(), await createUser()]
  await call(one, 'PATCH', '/auth/users/me/preferences', { currency: 'CHF' })
  expect((await call(two, 'GET', '/auth/users/me/preferences')).body.currency).toBe('EUR')
})
