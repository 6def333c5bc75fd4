import { expect, test } from 'bun:test'
import { createRouter } from '#src/http/route.ts'
import { createApp } from '#src/server.ts'
import { createTestApp } from '#test/support/app.ts'

async function setup() {
  const app = await createTestApp()
  const user = await app.createUser()
  const broker = (await app.call(user, 'POST', '/brokers', { name: 'Main' })).body.id as number
  const get = (path: string, headers: Record<string, string> = {}) => app.call(user, 'GET', path, undefined, headers)
  /** For packed answers. */
  const raw = async (method: string, path: string, headers: Record<string, string>) => {
    const given = { method, headers: { cookie: `session=${user.token}`, ...headers } }
    const answer = await app.app.request(`/api/v1${path}`, given)
    return { headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
  }
  return { ...app, user, broker, get, raw }
}

test('HEAD has the length that GET sends, packed or not, and none where GET streams', async () => {
  const { call, raw, user, broker } = await setup()
  for (const path of ['/utilities/currencies', `/brokers/${broker}`]) {
    for (const headers of [{}, { 'Accept-Encoding': 'gzip' }] as Record<string, string>[]) {
      const head = await raw('HEAD', path, headers)
      expect(head.bytes.byteLength).toBe(0)
      expect(head.headers.get('content-length'), path).toBe(String((await raw('GET', path, headers)).bytes.byteLength))
    }
  }
  const stream = await call(user, 'HEAD', '/transactions?format=csv')
  expect([stream.headers.get('content-length'), stream.headers.get('transfer-encoding')]).toEqual([null, 'chunked'])
})

test('HEAD over the wire has the same length and no body', async () => {
  const { app, user, broker } = await setup()
  const server = Bun.serve({ port: 0, fetch: (request) => app.fetch(request) })
  try {
    const headers = { cookie: `session=${user.token}`, 'Accept-Encoding': 'identity' }
    const at = (path: string, method: string) => fetch(`${server.url}api/v1${path}`, { method, headers })
    const full = await (await at(`/brokers/${broker}`, 'GET')).bytes()
    expect((await at(`/brokers/${broker}`, 'HEAD')).headers.get('content-length')).toBe(String(full.byteLength))
    expect((await at('/transactions?format=csv', 'HEAD')).headers.get('content-length')).toBeNull()
  } finally {
    await server.stop(true)
  }
})

test.each([
  ['/assets/providers', 'HEAD, GET'],
  ['/assets/search', 'HEAD, GET'],
  ['/fx/providers/routes/discover', 'HEAD, GET'],
  ['/transactions/batch', 'POST'],
  ['/assets/17', 'HEAD, GET, PATCH, DELETE'],
])('405 at %s with what it takes, not what a pattern beside it takes', async (path, allowed) => {
  const { call, user } = await setup()
  const answer = await call(user, 'PUT', path)
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed])
})

test('405 and not 404 where only a pattern with an id has the method; 404 where the address is none', async () => {
  const { call, user } = await setup()
  expect((await call(user, 'DELETE', '/assets/providers')).status).toBe(405)
  expect((await call(user, 'GET', '/assets/no-number')).status).toBe(404)
  expect((await call(user, 'DELETE', '/assets/no-number')).status).toBe(404)
})

test('204 for OPTIONS with what the address takes; 404 where there is none', async () => {
  const { call } = await setup()
  const answer = await call(null, 'OPTIONS', '/brokers')
  expect([answer.status, answer.text, answer.headers.get('allow')]).toEqual([204, '', 'OPTIONS, HEAD, GET, POST'])
  expect((await call(null, 'OPTIONS', '/nothing')).status).toBe(404)
})

test('tags change with the bytes and answer If-None-Match with 304; If-Match takes lists and looks at the revision', async () => {
  const { call, get, user, broker } = await setup()
  const first = await get(`/brokers/${broker}`)
  const tag = first.headers.get('etag') ?? ''
  const again = await get(`/brokers/${broker}`, { 'If-None-Match': `"other", W/${tag}` })
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag])
  const deposit = { broker_id: broker, type: 'DEPOSIT', date: '2026-01-05', amount: '10', currency: 'EUR' }
  expect((await call(user, 'POST', '/transactions', deposit)).status).toBe(201)
  const later = await get(`/brokers/${broker}`, { 'If-None-Match': tag })
  expect(later.status).toBe(200)
  expect(later.headers.get('etag')).not.toBe(tag)
  const change = (match: string) => call(user, 'PATCH', `/brokers/${broker}`, { description: 'x' }, { 'If-Match': match })
  expect((await change('"nope", "r9999"')).status).toBe(412)
  const changed = await change(`"nope", ${tag}`)
  expect(changed.status).toBe(200)
  expect((await change(tag)).status).toBe(412)
  expect((await change(changed.headers.get('etag') ?? '')).status).toBe(200)
})

test('a packed answer has no strong tag of the plain one', async () => {
  const { call, user, get, raw, broker } = await setup()
  const plain = await get('/utilities/currencies')
  const packed = await raw('GET', '/utilities/currencies', { 'Accept-Encoding': 'gzip' })
  expect(packed.headers.get('etag')).toBe(plain.headers.get('etag'))
  expect(packed.headers.get('etag')).toStartWith('W/')
  expect((await get('/utilities/currencies', { 'If-None-Match': packed.headers.get('etag') ?? '' })).status).toBe(304)
  await call(user, 'PATCH', `/brokers/${broker}`, { description: 'long '.repeat(300) })
  const tagOf = async (headers: Record<string, string>) => (await raw('GET', `/brokers/${broker}`, headers)).headers.get('etag')
  expect([await tagOf({}), await tagOf({ 'Accept-Encoding': 'zstd' })]).toEqual([
    expect.stringMatching(/^"r\d+-\w+"$/),
    expect.stringMatching(/^"r\d+-\w+-zstd"$/),
  ])
})

test.each([
  ['gzip', 'gzip'],
  ['gzip, zstd', 'zstd'],
  ['gzip;q=1, zstd;q=0.5', 'gzip'],
  ['gzip;q=0', null],
  ['*', 'zstd'],
  ['*;q=0', null],
  ['identity;q=1, gzip;q=0.5', null],
  ['br', null],
  ['', null],
])('Accept-Encoding %p is answered with %p, and Vary says so', async (accepted, packed) => {
  const { raw } = await setup()
  const answer = await raw('GET', '/utilities/currencies', { 'Accept-Encoding': accepted })
  expect(answer.headers.get('content-encoding')).toBe(packed)
  expect(answer.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
})

test('q-values choose between JSON and CSV', async () => {
  const { get } = await setup()
  const kindOf = async (path: string, accept: string) =>
    (await get(path, { Accept: accept })).headers.get('content-type')?.split(';')[0]
  for (const path of ['/transactions', '/portfolio/holdings']) {
    expect(await kindOf(path, 'text/csv;q=0.5, application/json')).toBe('application/json')
    expect(await kindOf(path, 'application/json;q=0.5, text/csv')).toBe('text/csv')
    expect(await kindOf(path, 'text/csv')).toBe('text/csv')
    expect(await kindOf(path, 'text/csv;q=0')).toBe('application/json')
    expect(await kindOf(path, '*/*')).toBe('application/json')
    expect((await get(path)).headers.get('vary')?.toLowerCase()).toContain('accept')
  }
})

test('a 401 says how to sign in, and the title of a problem is that of its type', async () => {
  const { call } = await setup()
  const answer = await call(null, 'GET', '/brokers')
  expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="holdfast", Session realm="holdfast"')
  const wrong = await call(null, 'POST', '/auth/login', { username: 'nobody-here', password: 'wrong-wrong-1' })
  expect([answer.body.title, wrong.body.title]).toEqual(['Sign-in: no session', 'Sign-in: invalid credentials'])
})

test('a refusal because of OFFLINE is a warning in the log, no error', async () => {
  const app = await createTestApp({ env: { OFFLINE: 'true' } })
  const user = await app.createUser()
  expect((await app.call(user, 'GET', '/assets/search?q=apple')).status).toBe(503)
  expect(app.logged.join('')).not.toContain('"level":"error"')
})

test('a long answer is packed piece by piece and is whole', async () => {
  const long = `[${'"holdfast",'.repeat(200_000)}0]`
  const { app } = await createTestApp({
    serve: (deps) => {
      const router = createRouter()
      router.get('/long', (c) => c.body(long, 200, { 'Content-Type': 'application/json', 'Content-Length': String(long.length) }))
      return createApp(deps, [router])
    },
  })
  const ask = (accepted: string) => app.request('/api/v1/long', { headers: { 'Accept-Encoding': accepted } })
  const packed = await ask('gzip')
  expect([packed.headers.get('content-encoding'), packed.headers.get('content-length')]).toEqual(['gzip', null])
  expect(new TextDecoder().decode(Bun.gunzipSync(new Uint8Array(await packed.arrayBuffer())))).toBe(long)
  expect(await (await ask('zstd')).text()).toBe(long)
})
