import { expect, test } from 'bun:test'
import { loadConfig } from '#src/config.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'

const ORIGIN = 'https://app.example.org'
const OTHER = 'https://evil.example'
const env = { CORS_ORIGINS: `${ORIGIN}, http://localhost:5173/` }

const words = (value: string | null) => (value ?? '').split(',').map((word) => word.trim())
const preflight = (app: TestApp, origin: string, path = '/brokers') =>
  app.call(null, 'OPTIONS', path, undefined, {
    Origin: origin,
    'Access-Control-Request-Method': 'PATCH',
    'Access-Control-Request-Headers': 'content-type,if-match',
  })

test('204 for the preflight of a listed origin, without a session', async () => {
  const answer = await preflight(await createTestApp({ env }), ORIGIN)
  expect([answer.status, answer.text]).toEqual([204, ''])
  const { headers } = answer
  expect(headers.get('access-control-allow-origin')).toBe(ORIGIN)
  expect(headers.get('access-control-allow-credentials')).toBe('true')
  expect(words(headers.get('access-control-allow-methods'))).toEqual(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
  expect(words(headers.get('access-control-allow-headers'))).toEqual([
    'Authorization',
    'Content-Type',
    'If-Match',
    'If-None-Match',
    'Idempotency-Key',
    'Prefer',
    'X-Request-Id',
    'Mcp-Protocol-Version',
    'Mcp-Method',
    'Mcp-Name',
  ])
  expect(headers.get('access-control-max-age')).toBe('600')
  expect(words(headers.get('vary'))).toContain('Origin')
})

test('204 without an allowed origin for the preflight of another site', async () => {
  const app = await createTestApp({ env })
  for (const origin of [OTHER, 'http://app.example.org', `${ORIGIN}.evil.example`, `${ORIGIN}:8443`, 'null', '*']) {
    const answer = await preflight(app, origin)
    expect([origin, answer.headers.get('access-control-allow-origin')]).toEqual([origin, null])
  }
})

test('200 and 201 with the session cookie for a listed origin, readable with the headers of the interface', async () => {
  const { call, createUser } = await createTestApp({ env })
  const mira = await createUser()
  const site = { Origin: 'http://localhost:5173', 'Sec-Fetch-Site': 'same-site' }
  const made = await call(mira, 'POST', '/brokers', { name: 'Northwind Brokerage', currency: 'EUR' }, site)
  expect(made.status).toBe(201)
  expect(made.headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
  const answer = await call(mira, 'GET', '/brokers/1', undefined, { ...site, 'Accept-Encoding': 'gzip' })
  expect([answer.status, answer.body.name]).toEqual([200, 'Northwind Brokerage'])
  expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
  expect(words(answer.headers.get('vary'))).toContain('Origin')
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-site')
  expect(words(answer.headers.get('access-control-expose-headers'))).toEqual([
    'ETag',
    'Link',
    'Location',
    'X-Total-Count',
    'X-Request-Id',
    'Retry-After',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    'Idempotent-Replay',
    'X-Complete',
    'Preference-Applied',
  ])
})

test('401 and 404 are readable for a listed origin too', async () => {
  const { call } = await createTestApp({ env })
  for (const [path, status] of [
    ['/brokers', 401],
    ['/nothing-here', 404],
  ] as const) {
    const answer = await call(null, 'GET', path, undefined, { Origin: ORIGIN })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, ORIGIN])
    expect(answer.body.status).toBe(status)
  }
})

test('403 without an allowed origin for a state-changing request of another site', async () => {
  const { call, createUser } = await createTestApp({ env })
  const mira = await createUser()
  const answer = await call(mira, 'POST', '/brokers', { name: 'Northwind Brokerage', currency: 'EUR' }, { Origin: OTHER })
  expect([answer.status, answer.body.code]).toEqual([403, 'auth/cross-site'])
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect((await call(mira, 'GET', '/brokers')).body).toEqual([])
})

test('200 with bytes and length of a file as without CORS', async () => {
  const bytes = []
  for (const settings of [{}, env]) {
    const { call, createUser } = await createTestApp({ env: settings })
    const mira = await createUser()
    const form = new FormData()
    form.append('file', new File(['twelve bytes'], 'note.txt', { type: 'text/plain' }))
    const { body } = await call(mira, 'POST', '/uploads', form)
    const answer = await call(mira, 'GET', `/uploads/file/${body.id}`, undefined, {
      Origin: ORIGIN,
      'Sec-Fetch-Site': 'same-site',
    })
    bytes.push([answer.status, answer.text, answer.headers.get('content-length')])
  }
  expect(bytes[1]).toEqual(bytes[0] ?? [])
  expect(bytes[0]?.slice(0, 2)).toEqual([200, 'twelve bytes'])
})

test('without CORS_ORIGINS no answer has a header of CORS, and images stay on this origin', async () => {
  const app = await createTestApp()
  for (const answer of [
    await preflight(app, ORIGIN),
    await app.call(null, 'GET', '/system/info', undefined, { Origin: ORIGIN }),
  ]) {
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  }
  expect((await preflight(app, ORIGIN)).status).toBe(204)
})

test('CORS_ORIGINS are origins: a slash at the end and capitals do not matter, a path or a wildcard is a fault', () => {
  expect(loadConfig({ CORS_ORIGINS: 'HTTPS://App.Example.org/,http://localhost:80' }).corsOrigins).toEqual([
    ORIGIN,
    'http://localhost',
  ])
  for (const text of ['https://app.example.org/app', 'https://*.example.org', '*', 'null', 'https://a@b.example'])
    expect(() => loadConfig({ CORS_ORIGINS: text })).toThrow('CORS_ORIGINS')
})
