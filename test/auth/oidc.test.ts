import { expect, test } from 'bun:test'
import { SystemInfo } from '#src/system/schema.ts'
import { browse, type Jar, signIn, whoIs, withProvider } from '#test/auth/oidc/browser.ts'
import { CLIENT, startFakeProvider } from '#test/auth/oidc/fake-provider.ts'
import { signInThere, startRealProvider } from '#test/auth/oidc/real-provider.ts'
import { createTestApp } from '#test/support/app.ts'

const LOCATION = 'location'

async function signInReally(app: Parameters<typeof browse>[0], name: string, jar: Jar = new Map(), query = '') {
  const begun = await browse(app, jar, 'GET', `/auth/oidc/login${query}`)
  const search = await signInThere(begun.headers.get(LOCATION) ?? '', name)
  return { jar, search, answer: await browse(app, jar, 'GET', `/auth/oidc/callback${search}`) }
}

test('at a real provider: the first sign-in makes a user, the next finds them, and a code counts once', async () => {
  const { issuer } = await startRealProvider({ mira: ['household', 'admins'] })
  const app = await withProvider(issuer, { OIDC_ADMIN_GROUP: 'admins' })
  await app.createUser({ username: 'root' })
  const first = await signInReally(app, 'mira', new Map(), '?return_to=/portfolio%3Ftab%3D1')
  expect([first.answer.status, first.answer.headers.get(LOCATION)]).toEqual([302, '/portfolio?tab=1'])
  const mira = { username: 'mira', email: 'mira@example.org', is_superuser: true, is_active: true }
  expect(await whoIs(app, first.jar)).toMatchObject({ ...mira, has_password: false, oidc_linked: true })
  const again = await signInReally(app, 'mira')
  expect((await whoIs(app, again.jar)).id).toBe((await whoIs(app, first.jar)).id)
  const replayed = await browse(app, first.jar, 'GET', `/auth/oidc/callback${first.search}`)
  expect([replayed.status, replayed.body.code]).toEqual([401, 'auth/oidc-state'])
  const other = await signInReally(app, 'vera')
  expect(await whoIs(app, other.jar)).toMatchObject({ username: 'vera', is_superuser: false })
})

test('the browser is sent with PKCE, state and nonce, and keeps them in a cookie that no page can read', async () => {
  const { issuer } = startFakeProvider()
  const app = await withProvider(issuer, { OIDC_ADMIN_GROUP: 'admins' })
  const begun = await app.call(null, 'GET', '/auth/oidc/login')
  const url = new URL(begun.headers.get(LOCATION) ?? '')
  expect([begun.status, `${url.origin}${url.pathname}`]).toEqual([302, `${issuer}/authorize`])
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: CLIENT.id,
    redirect_uri: 'http://localhost/api/v1/auth/oidc/callback',
    scope: 'openid profile email groups',
    code_challenge_method: 'S256',
  })
  for (const name of ['state', 'nonce', 'code_challenge']) expect(url.searchParams.get(name)?.length).toBeGreaterThan(40)
  const cookie = begun.headers.get('set-cookie') ?? ''
  expect(cookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/api/v1/auth/oidc', 'SameSite=Lax'])
  expect((await app.call(null, 'GET', '/auth/me', undefined, { Cookie: cookie.replace('oidc_state', 'session') })).status).toBe(
    401,
  )
})

test('below BASE_PATH, at PUBLIC_URL and behind a proxy the address of return is what the browser sees', async () => {
  const { issuer, says } = startFakeProvider()
  says.userinfo = { email: 'mira@example.org' }
  const proxied = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'money.local:8443' }
  for (const [env, headers, expected] of [
    [{ BASE_PATH: '/holdfast' }, {}, 'http://localhost/holdfast/api/v1/auth/oidc/callback'],
    [{ PUBLIC_URL: 'https://money.example.org' }, {}, 'https://money.example.org/api/v1/auth/oidc/callback'],
    [{}, proxied, 'https://money.local:8443/api/v1/auth/oidc/callback'],
    [{ TRUSTED_PROXIES: '192.0.2.1' }, proxied, 'http://localhost/api/v1/auth/oidc/callback'],
  ] as const) {
    const app = await withProvider(issuer, env)
    const begun = await app.call(null, 'GET', '/auth/oidc/login', undefined, headers)
    expect(new URL(begun.headers.get(LOCATION) ?? '').searchParams.get('redirect_uri')).toBe(expected)
  }
  const below = await withProvider(issuer, { BASE_PATH: '/holdfast' })
  const answer = await signIn(below)
  expect([answer.status, answer.headers.get(LOCATION)]).toEqual([302, '/holdfast/'])
  expect(answer.headers.getSetCookie().find((line) => line.startsWith('session='))).toContain('Path=/holdfast;')
})

test('the client proves itself by what the provider takes, or not at all when it is public', async () => {
  const fake = startFakeProvider()
  const proofOf = async (env: Record<string, string>, methods?: string[]) => {
    fake.says.discovery = methods ? { token_endpoint_auth_methods_supported: methods } : {}
    fake.requests.length = 0
    const app = await withProvider(fake.issuer, env)
    await app.createUser({ username: 'root' })
    fake.says.userinfo = { email: 'mira@example.org' }
    expect((await signIn(app)).status).toBe(302)
    const request = fake.requests.find(({ path }) => path === '/token')
    return { basic: request?.authorization ?? null, secret: new URLSearchParams(request?.body).get('client_secret') }
  }
  const encoded = `${CLIENT.id}:${encodeURIComponent(CLIENT.secret).replaceAll('%20', '+')}`
  const basic = `Basic ${Buffer.from(encoded).toString('base64')}`
  expect(await proofOf({})).toEqual({ basic, secret: null })
  expect(await proofOf({}, ['client_secret_post'])).toEqual({ basic: null, secret: CLIENT.secret })
  expect(await proofOf({ OIDC_CLIENT_SECRET: '' }, ['none'])).toEqual({ basic: null, secret: null })
})

test('pages learn which ways of signing in there are', async () => {
  const { issuer } = startFakeProvider()
  const signInOf = async (env: Record<string, string>) =>
    (await (await createTestApp({ env })).call(null, 'GET', '/system/info')).as(SystemInfo).sign_in
  expect(await signInOf({})).toEqual({ password: true, oidc: null })
  const variables = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'x', OIDC_NAME: 'Authelia' }
  expect(await signInOf({ ...variables, BASE_PATH: '/h' })).toEqual({
    password: true,
    oidc: { name: 'Authelia', login_url: '/h/api/v1/auth/oidc/login' },
  })
  expect(await signInOf({ ...variables, OFFLINE: 'true' })).toEqual({ password: true, oidc: null })
})

test('without a provider, or offline, there is nothing at its addresses', async () => {
  for (const env of [{}, { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'x', OFFLINE: 'true' }]) {
    const app = await createTestApp({ env })
    const root = await app.createUser()
    for (const path of ['/auth/oidc/login', '/auth/oidc/callback', '/auth/oidc/callback?code=x&state=y'])
      expect((await app.call(null, 'GET', path)).body).toMatchObject({ status: 401, code: 'auth/oidc-off' })
    expect((await app.call(root, 'POST', '/auth/oidc/link', {})).body).toMatchObject({ status: 404, code: 'auth/oidc-off' })
  }
})

test('what the provider says of itself is requested once, and 502 when it says nothing, which is not repeated for each visitor', async () => {
  const fake = startFakeProvider()
  const app = await withProvider(fake.issuer)
  await Promise.all(Array.from({ length: 5 }, () => app.call(null, 'GET', '/auth/oidc/login')))
  expect(fake.requests.map(({ path }) => path)).toEqual(['/.well-known/openid-configuration'])
  fake.says.instead['/.well-known/openid-configuration'] = () => new Response('oops', { status: 500 })
  const other = await withProvider(fake.issuer)
  const answers = [await other.call(null, 'GET', '/auth/oidc/login'), await other.call(null, 'GET', '/auth/oidc/login')]
  expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(Array(2).fill([502, 'auth/oidc-unavailable']))
  expect(fake.requests).toHaveLength(2)
})
