import { expect, test } from 'bun:test'
import { gunzipSync } from 'bun'
import { createTestApp } from '#test/support/app.ts'

const PAGES = ['/docs', '/redoc', '/scalar'] as const

function referencesIn(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '').filter((url) => url !== 'data:,')
}

test.each(PAGES)('200 from %s without a session: a page whose files are all ours', async (path) => {
  const { call } = await createTestApp()
  const page = await call(null, 'GET', path)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toStartWith('text/html')
  expect(page.text).not.toMatch(/https?:\/\//)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/default-src 'none'; script-src 'self'[; ]/)
  expect(policy).toContain("img-src 'self' data: blob:;")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  for (const [, attributes = '', script = ''] of page.text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    const hash = new Bun.CryptoHasher('sha256').update(script).digest('base64')
    const nonce = /nonce="([^"]+)"/.exec(attributes)?.[1]
    const isNamed = nonce === undefined ? policy.includes(`'sha256-${hash}'`) : policy.includes(`'nonce-${nonce}'`)
    expect(isNamed || /src="docs\/assets/.test(attributes)).toBe(true)
  }
  expect(policy).not.toContain('http')
  const references = referencesIn(page.text)
  expect(references.length).toBeGreaterThanOrEqual(1)
  for (const reference of references) {
    const asset = await call(null, 'GET', `/${reference}`)
    expect(asset.status).toBe(200)
    expect(asset.headers.get('content-type')).toStartWith(reference.endsWith('.css') ? 'text/css' : 'text/javascript')
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.bytes.byteLength).toBeGreaterThan(100)
  }
})

test('Scalar has another nonce in every answer; Swagger UI has the hash of its script', async () => {
  const { call } = await createTestApp()
  const policyOf = async (path: string) => (await call(null, 'GET', path)).headers.get('content-security-policy') ?? ''
  const [first, second] = [await policyOf('/scalar'), await policyOf('/scalar')]
  expect(first).toMatch(/script-src 'self' 'nonce-[\w-]{22}'/)
  expect(second).not.toBe(first)
  expect(await policyOf('/docs')).toMatch(/script-src 'self' 'sha256-[\w+/]{43}='/)
})

test('ReDoc does not ask the server of its makers for their logo', async () => {
  const { call } = await createTestApp()
  const [, script = ''] = referencesIn((await call(null, 'GET', '/redoc')).text).reverse()
  const { text } = await call(null, 'GET', `/${script}`)
  expect(text).toContain('API docs by Redocly')
  expect(text).not.toContain('cdn.redoc.ly')
})

test('files of the pages are packed once and the same after unpacking', async () => {
  const { call } = await createTestApp()
  const [, script = ''] = referencesIn((await call(null, 'GET', '/redoc')).text).reverse()
  const plain = await call(null, 'GET', `/${script}`)
  const packed = await call(null, 'GET', `/${script}`, undefined, { 'Accept-Encoding': 'gzip, br' })
  expect(plain.headers.has('content-encoding')).toBe(false)
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(packed.headers.get('vary')).toContain('Accept-Encoding')
  expect(packed.bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 2)
  expect(Buffer.from(gunzipSync(new Uint8Array(packed.bytes))).equals(Buffer.from(plain.bytes))).toBe(true)
})

test.each(['nothing.js', 'constructor', '..%2f..%2fpackage.json', '__proto__'])(
  '404 for %s among the files of the pages',
  async (name) => {
    const { call } = await createTestApp()
    const answer = await call(null, 'GET', `/docs/assets/x/${name}`)
    expect([answer.status, answer.body.code]).toEqual([404, 'request/not-found'])
  },
)

test('200 from openapi.json for anyone, with an ETag that saves sending it again', async () => {
  const { call } = await createTestApp()
  const first = await call(null, 'GET', '/openapi.json')
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api/v1' }] })
  expect(first.body.components.securitySchemes.session).toMatchObject({ type: 'apiKey', in: 'cookie', name: 'session' })
  const again = await call(null, 'GET', '/openapi.json', undefined, { 'If-None-Match': first.headers.get('etag') ?? '' })
  expect([again.status, again.text]).toEqual([304, ''])
})

test('BASE_PATH and PUBLIC_URL are in the document, and the pages find their files below the base path', async () => {
  const { app, call } = await createTestApp({ env: { BASE_PATH: '/money', PUBLIC_URL: 'https://home.example.org' } })
  const { body } = await call(null, 'GET', '/openapi.json')
  expect(body.servers.map((server: { url: string }) => server.url)).toEqual([
    '/money/api/v1',
    'https://home.example.org/money/api/v1',
  ])
  const page = await call(null, 'GET', '/docs')
  for (const reference of referencesIn(page.text)) {
    const url = new URL(reference, 'http://localhost/money/api/v1/docs')
    expect((await app.request(url)).status).toBe(200)
  }
})
