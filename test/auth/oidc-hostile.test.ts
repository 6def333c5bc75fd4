import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { withQuery } from '#src/auth/oidc/return-to.ts'
import { isOwnPath } from '#src/shared/own-path.ts'
import { browse, type Jar, signIn, visitProvider, withProvider } from '#test/auth/oidc/browser.ts'
import { type FakeProvider, signToken, startFakeProvider, strangeKey } from '#test/auth/oidc/fake-provider.ts'

const now = () => Math.floor(Date.now() / 1000)

async function setUp(env: Record<string, string> = {}) {
  const fake = startFakeProvider()
  fake.says.userinfo = { email: 'mira@example.org', email_verified: true }
  const app = await withProvider(fake.issuer, env)
  await app.createUser({ username: 'root' })
  const usersBefore = await app.store.writer.selectFrom('user').selectAll().execute()
  const expectNothing = async () => {
    expect(await app.store.writer.selectFrom('user').selectAll().execute()).toEqual(usersBefore)
    expect(await app.store.writer.selectFrom('oidc_identity').selectAll().execute()).toEqual([])
  }
  return { fake, app, expectNothing }
}

const HOSTILE: Record<string, (fake: FakeProvider) => void> = {
  'another nonce': ({ says }) => {
    says.claims['nonce'] = 'of-another-sign-in'
  },
  'no nonce': ({ says }) => {
    says.claims['nonce'] = undefined
  },
  'another audience': ({ says }) => {
    says.claims['aud'] = 'another-client'
  },
  'several audiences without an authorised party': ({ says }) => {
    says.claims['aud'] = ['another', 'clients']
  },
  'an authorised party that is not us': ({ says }) => {
    says.claims['aud'] = ['holdfast', 'another']
    says.claims['azp'] = 'another'
  },
  'another issuer': ({ says }) => {
    says.claims['iss'] = 'https://evil.example'
  },
  'a token that has expired': ({ says }) => {
    says.claims['exp'] = now() - 120
  },
  'a token of the future': ({ says }) => {
    says.claims['nbf'] = now() + 3600
  },
  'no subject': ({ says }) => {
    says.claims['sub'] = undefined
  },
  'a subject that is too long': ({ says }) => {
    says.claims['sub'] = 'x'.repeat(256)
  },
  'alg none': ({ says }) => {
    says.token = (claims) => `${signToken(claims, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`
  },
  'alg none with a signature': ({ says }) => {
    says.token = (claims) => signToken(claims, { alg: 'none' })
  },
  'alg HS256 with the secret of the client': ({ says }) => {
    says.token = (claims) => signToken(claims, { alg: 'HS256' })
  },
  'the key of somebody else': ({ says }) => {
    says.token = (claims) => signToken(claims, {}, strangeKey)
  },
  'a key that there is not': ({ says }) => {
    says.token = (claims) => signToken(claims, { kid: 'two' })
  },
  'a token that was cut': ({ says }) => {
    says.token = (claims) => signToken(claims).slice(0, -20)
  },
  'no token': ({ says }) => {
    says.token = () => ''
  },
  'userinfo of somebody else': ({ says }) => {
    says.userinfo['sub'] = 'sub-2'
  },
  'an answer of another issuer (mix-up)': ({ says }) => {
    says.discovery['authorization_response_iss_parameter_supported'] = true
    says.callback['iss'] = 'https://evil.example'
  },
  'an answer that does not say its issuer, though it should': ({ says }) => {
    says.discovery['authorization_response_iss_parameter_supported'] = true
  },
  'another state': ({ says }) => {
    says.callback['state'] = 'of-another-sign-in'
  },
  'a code that is not valid': ({ says }) => {
    says.callback['code'] = 'never-given'
  },
  'a redirect in place of an answer': ({ says, issuer }) => {
    says.instead['/token'] = () => Response.redirect(`${issuer}/elsewhere`, 307)
  },
  'a token answer that is not JSON': ({ says }) => {
    says.instead['/token'] = () => new Response('<html>')
  },
  'a token answer without end': ({ says }) => {
    says.instead['/token'] = () => Response.json({ access_token: 'x'.repeat(2_000_000) })
  },
  'keys without end': ({ says }) => {
    says.instead['/jwks'] = () => Response.json({ keys: [], x: 'x'.repeat(2_000_000) })
  },
}

test.each(Object.keys(HOSTILE))(
  '401 without a session for %s; nobody is made, nothing of it is in the answer or the log',
  async (name) => {
    const { fake, app, expectNothing } = await setUp()
    HOSTILE[name]?.(fake)
    const answer = await signIn(app)
    expect([answer.status, answer.body?.code]).toEqual([401, 'auth/oidc-refused'])
    expect(answer.headers.getSetCookie().some((line) => /^session=./.test(line))).toBe(false)
    await expectNothing()
    app.deps.log.flush()
    const seen = `${answer.text}${app.logged.join('')}`
    for (const secret of ['a-secret: of the client', 'access_token', 'eyJ']) expect(seen).not.toContain(secret)
    expect(fake.requests.some(({ path }) => path === '/elsewhere')).toBe(false)
  },
)

test.each([
  ['another issuer', { issuer: 'https://evil.example' }],
  ['no address of tokens', { token_endpoint: undefined }],
  ['without end', { padding: 'x'.repeat(2_000_000) }],
] as const)('no sign-in with a provider whose description is %s', async (name, changes) => {
  const { fake, app, expectNothing } = await setUp()
  fake.says.discovery = changes
  const answer = await signIn(app).catch(() => undefined)
  expect([name, answer?.status === 302]).toEqual([name, false])
  await expectNothing()
})

test('a redirect in place of the description is not followed', async () => {
  const { fake, app } = await setUp()
  fake.says.instead['/.well-known/openid-configuration'] = () => Response.redirect(`${fake.issuer}/elsewhere`, 302)
  expect((await app.call(null, 'GET', '/auth/oidc/login')).body.code).toBe('auth/oidc-unavailable')
  expect(fake.requests.map(({ path }) => path)).toEqual(['/.well-known/openid-configuration'])
})

test('the answer of a sign-in counts in the browser that began it alone, once, and for ten minutes', async () => {
  const { app, expectNothing } = await setUp()
  const [mine, theirs]: [Jar, Jar] = [new Map(), new Map()]
  const begun = await browse(app, theirs, 'GET', '/auth/oidc/login')
  const search = await visitProvider(begun.headers.get('location') ?? '')
  expect((await browse(app, mine, 'GET', `/auth/oidc/callback${search}`)).body.code).toBe('auth/oidc-state')
  await browse(app, mine, 'GET', '/auth/oidc/login')
  expect((await browse(app, mine, 'GET', `/auth/oidc/callback${search}`)).body.code).toBe('auth/oidc-refused')
  const token = theirs.get('oidc_state') ?? ''
  const forged = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
  for (const strange of [forged, app.deps.config.jwtSecret, 'x'.repeat(9_000), (await app.createUser()).token]) {
    const answer = await browse(app, new Map([['oidc_state', strange]]), 'GET', `/auth/oidc/callback${search}`)
    expect(answer.body.code).toBe('auth/oidc-state')
  }
  await app.store.writer.deleteFrom('user').where('username', '!=', 'root').execute()
  await expectNothing()
})

test('the person says no, or the provider does: 403, and a page that wants to know learns it', async () => {
  const { app, fake } = await setUp()
  fake.says.callback = { error: 'access_denied', error_description: '<script>alert(1)</script>' }
  const answer = await signIn(app)
  expect([answer.status, answer.body.code]).toEqual([403, 'auth/oidc-denied'])
  expect(answer.text).toContain('access_denied')
  fake.says.callback['error'] = '<script>alert(1)</script>'
  const strange = await signIn(app)
  expect(strange.body.code).toBe('auth/oidc-denied')
  app.deps.log.flush()
  expect(`${answer.text}${strange.text}${app.logged.join('')}`).not.toContain('script')
  fake.says.callback['error'] = 'access_denied'
  const back = await signIn(app, new Map(), '?return_to=/start%3Fa%3D1')
  expect([back.status, back.headers.get('location')]).toEqual([302, '/start?a=1&sign_in_problem=auth%2Foidc-denied'])
})

test('the log says what the provider has against us', async () => {
  const { app, fake } = await setUp()
  fake.says.instead['/token'] = () =>
    Response.json({ error: 'invalid_client', error_description: 'x'.repeat(500) }, { status: 401 })
  expect((await signIn(app)).body.code).toBe('auth/oidc-refused')
  app.deps.log.flush()
  const line = app.logged.join('').match(/^.*sign-in by the provider refused.*$/m)?.[0]
  expect(line).toContain('(invalid_client)')
  expect(line?.length).toBeLessThan(500)
})

test('nobody is sent elsewhere afterwards', async () => {
  const { app } = await setUp()
  for (const path of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    '/\t/evil.example',
    '/%0d/\n//evil.example',
    'javascript:alert(1)',
    'portfolio',
    '',
    `/${'x'.repeat(1000)}`,
  ]) {
    const answer = await app.call(null, 'GET', `/auth/oidc/login?return_to=${encodeURIComponent(path)}`)
    expect([path, answer.status]).toEqual([path, 422])
  }
})

test('a path of this site is one for every browser, whatever stands in it', () => {
  const pieces = fc.constantFrom('/', '\\', '.', ':', '@', 'evil.example', '?', '#', 'a', '\t', '\n', ' ', '%2f', '%5c', 'https:')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const text = parts.join('')
      if (!isOwnPath(text)) return
      for (const origin of ['https://money.example.org', 'http://localhost:8420'])
        for (const target of [text, withQuery(text, 'a', 'b')]) expect(new URL(target, `${origin}/api/v1/x`).origin).toBe(origin)
    }),
    { numRuns: 2_000 },
  )
})

test('callbacks of one network are limited, so that nobody makes us call the provider without end', async () => {
  const { app, fake } = await setUp()
  const codes: (string | undefined)[] = []
  for (let index = 0; index < 32; index += 1) {
    const answer = await app.call(null, 'GET', '/auth/oidc/callback?code=x&state=y', undefined, {
      'X-Forwarded-For': '203.0.113.7',
    })
    codes.push(answer.body.code)
  }
  expect(codes).toEqual([...Array(30).fill('auth/oidc-state'), ...Array(2).fill('auth/too-many-attempts')])
  expect(fake.requests).toEqual([])
})
