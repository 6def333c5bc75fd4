import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { usernamesFor } from '#src/auth/oidc/claims.ts'
import { usernameInput } from '#src/auth/schema.ts'
import { createSignable } from '#test/auth/codes.ts'
import { browse, type Jar, signIn, visitProvider, whoIs, withProvider } from '#test/auth/oidc/browser.ts'
import { startFakeProvider } from '#test/auth/oidc/fake-provider.ts'
import { PASSWORD, type TestApp, type TestUser } from '#test/support/app.ts'

async function setUp(env: Record<string, string> = {}) {
  const fake = startFakeProvider()
  fake.says.userinfo = { email: 'mira@example.org', email_verified: true, preferred_username: 'mira' }
  const app = await withProvider(fake.issuer, env)
  const root = await app.createUser({ username: 'root' })
  return { fake, app, root }
}

const jarOf = (user: TestUser): Jar => new Map([['session', user.token]])
const codeOf = async (answer: ReturnType<typeof signIn>) => [(await answer).status, (await answer).body?.code]
const login = (app: TestApp, username: string, password = PASSWORD) =>
  app.call(null, 'POST', '/auth/login', { username, password })

async function link(app: TestApp, jar: Jar, body: object = {}) {
  const begun = await browse(app, jar, 'POST', '/auth/oidc/link', body)
  if (begun.status !== 200) return begun
  return browse(app, jar, 'GET', `/auth/oidc/callback${await visitProvider(begun.body.authorization_url)}`)
}

test('nobody is made while registration is off, nor without an e-mail address, nor with that of another', async () => {
  const { app, fake, root } = await setUp()
  fake.says.userinfo = { preferred_username: 'mira' }
  expect(await codeOf(signIn(app))).toEqual([403, 'auth/oidc-email-missing'])
  fake.says.userinfo = { email: 'ROOT@example.org', email_verified: true }
  expect(await codeOf(signIn(app))).toEqual([409, 'auth/oidc-email-taken'])
  fake.says.userinfo = { email: 'mira@example.org' }
  await app.call(root, 'PATCH', '/settings', { registration_enabled: false })
  expect(await codeOf(signIn(app))).toEqual([403, 'auth/registration-disabled'])
  expect(await app.store.writer.selectFrom('user').select('username').execute()).toEqual([{ username: 'root' }])
})

test('the first user of all becomes superuser, unless there is a setup code, which no provider knows', async () => {
  const fake = startFakeProvider()
  fake.says.userinfo = { email: 'mira@example.org' }
  const guarded = await withProvider(fake.issuer, { SETUP_CODE: 'a-code-for-setup' })
  expect(await codeOf(signIn(guarded))).toEqual([403, 'auth/setup-code'])
  const open = await withProvider(fake.issuer)
  const jar: Jar = new Map()
  await signIn(open, jar)
  expect(await whoIs(open, jar)).toMatchObject({ username: 'mira', is_superuser: true })
})

test('an account is taken over by a verified e-mail address only, only where the operator wants it, and by one person', async () => {
  for (const [wanted, verified, expected] of [
    ['false', true, 409],
    ['true', false, 409],
    ['true', 'true', 409],
    ['true', undefined, 409],
    ['true', true, 302],
  ] as const) {
    const { app, fake } = await setUp({ OIDC_LINK_BY_EMAIL: wanted })
    const mira = await app.createUser({ username: 'anybody' })
    await app.store.writer.updateTable('user').set({ email_key: 'mira@example.org' }).where('id', '=', mira.id).execute()
    fake.says.userinfo = { email: 'Mira@Example.org', email_verified: verified }
    const jar: Jar = new Map()
    expect([wanted, verified, (await signIn(app, jar)).status]).toEqual([wanted, verified, expected])
    if (expected !== 302) continue
    expect((await whoIs(app, jar)).id).toBe(mira.id)
    fake.says.claims['sub'] = 'sub-2'
    expect(await codeOf(signIn(app))).toEqual([409, 'auth/oidc-email-taken'])
  }
})

test('a disabled user does not come in, by whatever way, and is linked to nobody', async () => {
  const { app, root } = await setUp({ OIDC_LINK_BY_EMAIL: 'true' })
  const mira = await app.createUser({ username: 'mira' })
  await app.call(root, 'PATCH', `/users/${mira.id}`, { is_active: false })
  expect(await codeOf(signIn(app))).toEqual([403, 'auth/account-disabled'])
  expect(await app.store.writer.selectFrom('oidc_identity').selectAll().execute()).toEqual([])
})

test('a signed-in user links themselves, then comes in by the provider, and takes the link away', async () => {
  const { app } = await setUp()
  const mira = await createSignable(app, 'someone')
  const jar = jarOf(mira)
  expect((await link(app, jar, { return_to: '/profile' })).headers.get('location')).toBe('/profile')
  expect((await link(app, jar)).body.code).toBe('auth/oidc-linked')
  const fresh: Jar = new Map()
  await signIn(app, fresh)
  expect(await whoIs(app, fresh)).toMatchObject({
    id: mira.id,
    email: 'someone@example.org',
    has_password: true,
    oidc_linked: true,
  })
  expect((await browse(app, fresh, 'DELETE', '/auth/oidc/link', {})).status).toBe(204)
  expect((await browse(app, fresh, 'DELETE', '/auth/oidc/link', {})).body.code).toBe('auth/oidc-not-linked')
  expect((await whoIs(app, fresh)).oidc_linked).toBe(false)
})

test('linking needs the password or a sign-in of late', async () => {
  const time = { now: new Date() }
  const { app } = await setUp()
  Object.assign(app.deps, { clock: () => time.now })
  const jar = jarOf(await createSignable(app, 'someone'))
  time.now = new Date(time.now.getTime() + 16 * 60_000)
  for (const [method, expected] of [
    ['POST', 403],
    ['DELETE', 403],
  ] as const)
    expect((await browse(app, jar, method, '/auth/oidc/link', {})).status).toBe(expected)
  expect((await link(app, jar, { password: 'wrong-wrong-1' })).body.code).toBe('auth/wrong-password')
  expect((await link(app, jar, { password: PASSWORD })).status).toBe(302)
})

test('a link is made for who began it alone: not in the browser of another, not after signing out, not for who is another user', async () => {
  const { app } = await setUp()
  const [victim, vandal] = [await createSignable(app, 'victim'), await createSignable(app, 'vandal')]
  const jar = jarOf(vandal)
  const begun = await browse(app, jar, 'POST', '/auth/oidc/link', {})
  const search = await visitProvider(begun.body.authorization_url)
  const state = jar.get('oidc_state') ?? ''
  for (const cookies of [[['session', victim.token]], []] as [string, string][][]) {
    const answer = await browse(app, new Map([...cookies, ['oidc_state', state]]), 'GET', `/auth/oidc/callback${search}`)
    expect(answer.body.code).toBe('auth/oidc-state')
  }
  expect((await link(app, jarOf(victim))).status).toBe(302)
  expect((await link(app, jarOf(vandal))).body.code).toBe('auth/oidc-taken')
})

test('who has no password keeps the link, and deletes their account by a sign-in of late', async () => {
  const { app } = await setUp()
  const jar: Jar = new Map()
  await signIn(app, jar)
  expect((await browse(app, jar, 'DELETE', '/auth/oidc/link', {})).body.code).toBe('auth/no-password')
  expect((await login(app, 'mira', '')).body.code).toBe('auth/invalid-credentials')
  expect((await browse(app, jar, 'POST', '/auth/second-factor', { password: '' })).body.code).toBe('auth/no-password')
  expect((await browse(app, jar, 'DELETE', '/auth/users/me', { password: '' })).status).toBe(204)
  expect(await app.store.writer.selectFrom('oidc_identity').selectAll().execute()).toEqual([])
})

test('who has no password chooses one after a sign-in of late, not later', async () => {
  const time = { now: new Date() }
  const { app } = await setUp()
  Object.assign(app.deps, { clock: () => time.now })
  const jar: Jar = new Map()
  await signIn(app, jar)
  const choose = () => browse(app, jar, 'PUT', '/auth/users/me/password', { current_password: '', new_password: PASSWORD })
  time.now = new Date(time.now.getTime() + 16 * 60_000)
  expect((await choose()).body.code).toBe('auth/password-needed')
  await signIn(app, jar)
  expect((await choose()).status).toBe(204)
  expect((await login(app, 'mira')).status).toBe(200)
})

test('a group makes superusers at sign-in and takes that away again, but nothing that it did not give', async () => {
  const { app, fake, root } = await setUp({ OIDC_ADMIN_GROUP: 'admins' })
  const jar: Jar = new Map()
  const isSuperuser = async (groups: unknown) => {
    fake.says.userinfo['groups'] = groups
    await signIn(app, jar)
    return (await whoIs(app, jar)).is_superuser
  }
  expect(await isSuperuser(['household'])).toBe(false)
  expect(await isSuperuser(['household', 'admins'])).toBe(true)
  expect(await isSuperuser('admins')).toBe(true)
  for (const none of [undefined, [], ['Admins'], 'adm', { admins: true }, 5]) expect(await isSuperuser(none)).toBe(false)
  expect(await isSuperuser(['admins'])).toBe(true)
  const { id } = await whoIs(app, jar)
  await app.call(root, 'PATCH', `/users/${id}`, { is_active: false })
  await app.call(root, 'PATCH', `/users/${id}`, { is_active: true })
  expect(await isSuperuser([])).toBe(false)
  await isSuperuser(['admins'])
  for (const is_superuser of [false, true]) await app.call(root, 'PATCH', `/users/${id}`, { is_superuser })
  expect(await isSuperuser([])).toBe(true)
})

test('the last superuser stays one, whatever their groups', async () => {
  const { app, fake, root } = await setUp({ OIDC_ADMIN_GROUP: 'admins' })
  const jar: Jar = new Map()
  fake.says.userinfo['groups'] = ['admins']
  await signIn(app, jar)
  await browse(app, jar, 'PATCH', `/users/${root.id}`, { is_superuser: false })
  fake.says.userinfo['groups'] = []
  await signIn(app, jar)
  expect((await whoIs(app, jar)).is_superuser).toBe(true)
})

test('usernames are made of what the provider says, by our rules, and are free', async () => {
  const { app, fake } = await setUp()
  const made: string[] = []
  for (const [index, [preferred_username, name]] of [
    ['mira', ''],
    ['MIRA', ''],
    ['mira@corp.example', ''],
    ['Zoë Müller', ''],
    ['å', 'Åsa Öberg'],
    ['王小明', ''],
    [7, ''],
  ].entries()) {
    fake.says.claims['sub'] = `person-${index}`
    fake.says.userinfo = { preferred_username, name, email: `p${index}@example.org` }
    const jar: Jar = new Map()
    await signIn(app, jar)
    made.push((await whoIs(app, jar)).username)
  }
  expect(made).toEqual(['mira', 'MIRA-2', 'mira-3', 'Zoe-Muller', 'Asa-Oberg', 'user', 'user-2'])
})

test('whatever names a provider gives, usernames are acceptable', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 80 }), { maxLength: 3 }), (names) => {
      for (const name of usernamesFor(names)) expect(usernameInput.safeParse(name).success).toBe(true)
    }),
  )
})

test('passwords can be switched off: then nobody learns anything by them, and the last superuser comes in', async () => {
  const { app } = await setUp()
  const [chief, mira] = [await createSignable(app, 'chief'), await createSignable(app, 'someone')]
  await app.store.writer.updateTable('user').set({ is_superuser: 1 }).where('id', '=', chief.id).execute()
  expect((await app.call(chief, 'PATCH', '/settings', { password_login: false })).status).toBe(200)
  expect((await app.call(null, 'GET', '/system/info')).body.sign_in.password).toBe(false)
  const id = { 'X-Request-Id': 'same' }
  const texts = new Set<string>()
  for (const [username, password] of [
    ['someone', PASSWORD],
    ['someone', 'wrong-wrong-1'],
    ['nobody', PASSWORD],
    ['chief', 'wrong-wrong-1'],
  ]) {
    const answer = await app.call(null, 'POST', '/auth/login', { username, password }, id)
    expect([username, answer.status, answer.body.code]).toEqual([username, 403, 'auth/password-login-off'])
    texts.add(answer.text)
  }
  expect(texts.size).toBe(1)
  expect((await login(app, 'chief')).status).toBe(200)
  const registered = await app.call(null, 'POST', '/auth/register', {
    username: 'new',
    email: 'new@example.org',
    password: PASSWORD,
  })
  expect(registered.body.code).toBe('auth/password-login-off')
  expect((await link(app, jarOf(chief))).status).toBe(302)
  expect((await login(app, 'chief')).status).toBe(200)
  await app.store.writer.updateTable('user').set({ is_superuser: 1 }).where('id', '=', mira.id).execute()
  expect((await login(app, 'someone')).body.code).toBe('auth/password-login-off')
  expect((await login(app, 'chief')).status).toBe(200)
})

test('passwords are not switched off where no provider is set up, and count again when it is taken away', async () => {
  const { app } = await setUp()
  const chief = await createSignable(app, 'chief')
  await createSignable(app, 'someone')
  await app.store.writer.updateTable('user').set({ is_superuser: 1 }).where('id', '=', chief.id).execute()
  await app.call(chief, 'PATCH', '/settings', { password_login: false })
  Object.assign(app.deps, { config: { ...app.deps.config, oidc: null } })
  expect((await login(app, 'someone')).status).toBe(200)
  const refused = await app.call(chief, 'PATCH', '/settings', { password_login: false })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/password_login'])
})
