import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { signSession } from '#src/session/token.ts'
import { SCOPES } from '#src/shared/scopes.ts'
import { createTestApp, TEST_SECRET } from '#test/support/app.ts'
import { type DescribedOperation, describedOperations, exampleBody, fillPath } from '#test/support/described.ts'
import { createBroker } from '#test/support/factories.ts'
import { callWith, makeToken } from '#test/support/tokens.ts'

/** What anyone may call; everything else needs a session. A new public operation has to be added here on purpose. */
const PUBLIC = [
  'beginSignIn',
  'finishSignIn',
  'getDocsAsset',
  'getHealth',
  'getOpenApi',
  'getRedoc',
  'getScalar',
  'getSwaggerUi',
  'getSystemInfo',
  'listAssetTypes',
  'listCountries',
  'listCurrencies',
  'listExchanges',
  'listLanguages',
  'listSectors',
  'listTransactionTypes',
  'login',
  'logout',
  'register',
]
const guarded = describedOperations.filter((operation) => !operation.isPublic)

test('the public operations are those that were meant to be public', () => {
  const open = describedOperations.filter((operation) => operation.isPublic).map((operation) => operation.id)
  expect(open.sort()).toEqual(PUBLIC)
  expect(guarded.length).toBeGreaterThan(50)
})

test('401 from every operation that is not public, without a session, before anything else is looked at', async () => {
  const { call } = await createTestApp()
  for (const operation of guarded) {
    const answer = await call(null, operation.method, fillPath(operation), exampleBody(operation))
    expect([operation.id, answer.status, answer.body?.code]).toEqual([operation.id, 401, 'auth/no-session'])
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    const broken = await call(null, operation.method, fillPath(operation), '{"broken', { 'Content-Type': 'application/json' })
    expect([operation.id, broken.status]).toEqual([operation.id, 401])
  }
})

test('401 from every operation for a forged, an expired and an orphaned session, and the cookie is cleared', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  const now = Math.floor(Date.now() / 1000)
  const claims = { userId: user.id, issuedAt: now - 100, expiresAt: now + 1000, epoch: 0 }
  const unsigned = `${btoa('{"alg":"none","typ":"JWT"}')}.${user.token.split('.')[1]}.`.replaceAll('=', '')
  const tokens = {
    forged: await signSession(claims, 'another-secret-that-is-long-enough-for-us'),
    unsigned,
    expired: await signSession({ ...claims, expiresAt: now - 1 }, TEST_SECRET),
    orphaned: await signSession({ ...claims, userId: 4711 }, TEST_SECRET),
    ended: await signSession({ ...claims, epoch: 1 }, TEST_SECRET),
  }
  for (const operation of guarded) {
    for (const [kind, token] of Object.entries(tokens)) {
      const answer = await app.call({ ...user, token }, operation.method, fillPath(operation), exampleBody(operation))
      expect([operation.id, kind, answer.status, answer.body?.code]).toEqual([operation.id, kind, 401, 'auth/session-invalid'])
      expect(answer.headers.get('set-cookie')).toContain('session=;')
    }
  }
})

test('401 from every operation for the session and the token of a disabled user, and for tokens that are forged, expired or revoked', async () => {
  const time = { now: Date.now() }
  const app = await createTestApp({ clock: () => new Date(time.now) })
  const [admin, user] = [await app.createUser(), await app.createUser()]
  const made = () => makeToken(app, user, ['read', 'write', 'import', 'share'])
  const [good, revoked] = [await made(), await made()]
  const expired = await makeToken(app, user, ['read'], { expires_at: new Date(time.now + 1000).toISOString() })
  await app.call(user, 'DELETE', `/auth/tokens/${revoked.id}`)
  time.now += 2000
  const other = await app.createUser()
  const disabled = { ...other, bearer: (await makeToken(app, other, ['read'])).text }
  await app.call(admin, 'PATCH', `/users/${other.id}`, { is_active: false })
  const tokens = {
    revoked: revoked.text,
    expired: expired.text,
    disabled: disabled.bearer,
    forged: `${good.text.slice(0, -8)}AAAAAAAA`,
  }
  expect((await callWith(app, good.text, 'GET', '/brokers')).status).toBe(200)
  for (const operation of guarded) {
    const [path, body] = [fillPath(operation), exampleBody(operation)]
    const session = await app.call(disabled, operation.method, path, body)
    expect([operation.id, session.status, session.body?.code]).toEqual([operation.id, 401, 'auth/session-invalid'])
    for (const [kind, token] of Object.entries(tokens)) {
      const answer = await callWith(app, token, operation.method, path, body)
      expect([operation.id, kind, answer.status, answer.body?.code]).toEqual([operation.id, kind, 401, 'auth/token-invalid'])
    }
  }
})

/** Everything of signing in is for sessions only but this; every other operation needs the one scope that the document names. */
const OF_ONESELF = ['changePreferences', 'getOwnUser', 'getPreferences']
/** What any token may do. */
const BY_ANY_TOKEN = ['cancelJob', 'getJob', 'listJobs', 'watchJob']
const BY_SHARE = ['changeAccess', 'grantAccess', 'revokeAccess']
const scopeOf = ({ operation }: DescribedOperation) => operation.security.find((way) => 'token' in way)?.['token']?.[0]

test('every operation says which scope a token needs for it', () => {
  const idsWhere = (is: (operation: DescribedOperation) => boolean) =>
    guarded
      .filter(is)
      .map(({ id }) => id)
      .sort()
  const isForSessions = ({ path, id }: DescribedOperation) => /^\/auth\b/.test(path) && !OF_ONESELF.includes(id)
  expect(idsWhere(({ operation }) => operation.security.every((way) => !('token' in way)))).toEqual(idsWhere(isForSessions))
  expect(idsWhere((one) => one.operation.security.length === 2 && scopeOf(one) === undefined)).toEqual(BY_ANY_TOKEN)
  expect(idsWhere((one) => scopeOf(one) === 'share')).toEqual(BY_SHARE)
  expect(idsWhere((one) => scopeOf(one) === 'import').every((id) => /import|report/i.test(id))).toBe(true)
  expect(guarded.filter((one) => scopeOf(one) === 'read' && one.method !== 'GET').map(({ id }) => id)).toEqual(['convertMany'])
  const writing = guarded.filter((one) => one.method !== 'GET' && scopeOf(one) === 'write')
  expect(writing.length).toBeGreaterThan(25)
})

test('403 from every operation for a token of each scope but the one that it needs, and nothing else is looked at', async () => {
  const app = await createTestApp()
  const admin = await app.createUser()
  for (const scope of SCOPES) {
    for (const operation of guarded.filter(({ id }) => id !== 'watchJob' && !BY_ANY_TOKEN.includes(id))) {
      const { text } = await makeToken(app, admin, [scope])
      const needed = scopeOf(operation)
      const answer = await callWith(app, text, operation.method, fillPath(operation), exampleBody(operation))
      const refusal = needed === undefined ? 'auth/session-needed' : needed === scope ? undefined : 'auth/scope-needed'
      const isRefused = answer.body?.code === 'auth/session-needed' || answer.body?.code === 'auth/scope-needed'
      expect([operation.id, scope, isRefused ? answer.body?.code : undefined]).toEqual([operation.id, scope, refusal])
      if (refusal === 'auth/scope-needed') {
        expect([answer.status, answer.body.scope_needed]).toEqual([403, needed])
        expect(answer.headers.get('www-authenticate')).toContain(`error="insufficient_scope", scope="${needed}"`)
      }
      await app.store.writer.deleteFrom('api_token').execute()
    }
  }
})

test('a session in a bearer header, a query key and a body field are no session', async () => {
  const app = await createTestApp()
  const { token } = await app.createUser()
  const paths = [`/brokers?session=${token}`, '/brokers']
  for (const path of paths) {
    const answer = await app.call(null, 'GET', path, undefined, { Authorization: `Bearer ${token}`, 'X-Session': token })
    expect([answer.status, answer.body.code]).toEqual([401, 'auth/no-session'])
  }
})

/** Ways to write a path that a router and a guard might read differently. */
function variantsOf(path: string): string[] {
  const segments = path.split('/').slice(3)
  const last = segments.at(-1) ?? ''
  const encoded = `%${last.charCodeAt(0).toString(16)}${last.slice(1)}`
  return [
    `/api/v1//${segments.join('/')}`,
    `//api/v1/${segments.join('/')}`,
    `/api//v1/${segments.join('//')}`,
    `/api/v1%2f${segments.join('%2f')}`,
    `/api/v1/${segments.join('%2F')}`,
    `/api/v1/${segments.join('%5c')}`,
    `/api/v1/./${segments.join('/./')}`,
    `/api/v1/x/../${segments.join('/')}`,
    `/api/v1/auth/login/../../${segments.join('/')}`,
    `/api/v1/auth/login/%2e%2e/%2e%2e/${segments.join('/')}`,
    `/api/v1/utilities/..%2f${segments.join('/')}`,
    `/api/v1/${segments.join('/')}/`,
    `/api/v1/${segments.join('/')};x=1`,
    `/api/v1/${segments.join('/')}%00`,
    `/api/v1/${[...segments.slice(0, -1), encoded].join('/')}`,
    `/API/V1/${segments.join('/').toUpperCase()}`,
    `/api/v1/${segments.join('/')}?//`,
    `/api/v1/${segments.join('/')}#/system/health`,
    `/api/v1/\u{ff0f}${segments.join('/')}`,
  ]
}

test('no way of writing a path reaches an operation without a session', async () => {
  const { app } = await createTestApp()
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request, server) => app.fetch(request, { server }) })
  const reached: string[] = []
  const statuses = new Set<number>()
  for (const operation of guarded) {
    const path = `/api/v1${fillPath(operation)}`
    for (const variant of variantsOf(path)) {
      const status = await rawStatus(server.port ?? 0, operation.method, variant)
      statuses.add(status)
      // 308 leads to the address without the slash, which answers 401.
      if (status < 400 && status !== 308) reached.push(`${operation.method} ${variant} answers ${status}`)
    }
  }
  await server.stop(true)
  expect(reached).toEqual([])
  expect([...statuses].filter((status) => status >= 500)).toEqual([])
  expect([...statuses]).toEqual(expect.arrayContaining([401, 404]))
}, 60_000)

test('HEAD and a changed method need the session as well', async () => {
  const { call } = await createTestApp()
  for (const operation of guarded.filter((entry) => entry.method === 'GET')) {
    expect([operation.id, (await call(null, 'HEAD', fillPath(operation))).status]).toEqual([operation.id, 401])
  }
  for (const operation of guarded) {
    const answer = await call(null, 'POST', fillPath(operation), {}, { 'X-HTTP-Method-Override': operation.method })
    expect(answer.status).toBeGreaterThanOrEqual(400)
  }
})

test('403 from every operation of superusers for a user, and for the token of somebody who is none any more', async () => {
  const app = await createTestApp()
  const [admin, once, user] = [await app.createUser(), await app.createUser(), await app.createUser()]
  await app.call(admin, 'PATCH', `/users/${once.id}`, { is_superuser: true })
  const { text } = await makeToken(app, once, ['admin'])
  expect((await callWith(app, text, 'GET', `/users/${user.id}`)).status).toBe(200)
  await app.call(admin, 'PATCH', `/users/${once.id}`, { is_superuser: false })
  // Webhooks are everybody's own; a token needs the scope for them.
  const ofSuperusers = guarded.filter((one) => scopeOf(one) === 'admin' && one.operation.tags[0] !== 'webhooks')
  for (const operation of ofSuperusers) {
    const [path, body] = [fillPath(operation), exampleBody(operation)]
    for (const someone of [user, once]) {
      const answer = await app.call(someone, operation.method, path, body)
      expect([operation.id, answer.status, answer.body?.code]).toEqual([operation.id, 403, 'auth/superuser-only'])
    }
    const answer = await callWith(app, text, operation.method, path, body)
    expect([operation.id, answer.status, answer.body?.code]).toEqual([operation.id, 403, 'auth/superuser-only'])
  }
  expect(ofSuperusers.length).toBeGreaterThan(12)
})

/** What is about all that a user has. Everything else a token for some of their brokers may call, and sees those alone (`roles.test.ts`, `tokens/narrowed.test.ts`). */
const OF_ALL = [
  'createBroker',
  'createUpload',
  'deleteUpload',
  'exportOwnData',
  'getPluginAsset',
  'getUpload',
  'getUploadContent',
  'getUploadUsage',
  'importExport',
  'listReceivedReports',
  'listUploads',
  'receiveReports',
  'updateUpload',
]

test('403 from what is about all that a user has for a token for some of their brokers, whatever its scopes', async () => {
  const app = await createTestApp()
  const [, user] = [await app.createUser(), await app.createUser()]
  const refused: string[] = []
  for (const operation of guarded.filter(({ id }) => id !== 'watchJob')) {
    const broker_ids = [await createBroker(app, user)]
    const { text } = await makeToken(app, user, ['read', 'write', 'import', 'share'], { broker_ids })
    const answer = await callWith(app, text, operation.method, fillPath(operation), exampleBody(operation))
    if (answer.body?.code === 'auth/token-narrowed') refused.push(operation.id)
    await app.store.writer.deleteFrom('api_token').execute()
  }
  expect(refused.sort()).toEqual(OF_ALL)
})

/** The status of a request whose target goes over the wire as it is: clients would normalise the path. */
function rawStatus(port: number, method: string, target: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const socket = connect(port, '127.0.0.1', () => {
    const body = method === 'GET' ? '' : '{}'
    const head = `Host: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
    socket.write(`${method} ${target} HTTP/1.1\r\n${head}\r\n\r\n${body}`)
  })
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString()
    const match = /^HTTP\/1\.1 (\d{3})/.exec(text)
    if (match) {
      resolve(Number(match[1]))
      socket.destroy()
    }
  })
  socket.on('close', () => resolve(400))
  socket.on('error', reject)
  return promise
}
