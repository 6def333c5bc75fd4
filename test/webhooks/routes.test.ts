import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from '@hono/zod-openapi'
import { NewWebhook, Webhook, WebhookDelivery } from '#src/webhooks/schema.ts'
import { createHookApp, listenForHooks } from '#test/support/hooks.ts'
import { callWith, makeToken } from '#test/support/tokens.ts'

const INPUT = { url: 'https://hooks.example/in?token=abc', events: ['import.done', 'broker.shared'] }
const SECRET = 'a-secret-between-the-two-of-us'

test('201 without the secret that was given, 200 for the list, one, a change and 204 for its end; strangers get 404', async () => {
  const { call, root, createUser } = await createHookApp()
  const ann = await createUser()
  const made = await call(ann, 'POST', '/webhooks', { ...INPUT, secret: SECRET, format: 'ntfy' })
  expect([made.status, made.headers.get('location')]).toEqual([201, '/api/v1/webhooks/1'])
  expect(made.as(NewWebhook)).toMatchObject({ ...INPUT, format: 'ntfy', active: true, failing_since: null, secret: null })
  expect((await call(ann, 'GET', '/webhooks')).as(z.array(Webhook))).toEqual([made.as(Webhook)])
  expect((await call(ann, 'GET', '/webhooks/1')).as(Webhook)).toEqual(made.as(Webhook))
  const changed = await call(ann, 'PATCH', '/webhooks/1', { events: ['import.failed'], format: 'json', active: false })
  expect(changed.as(Webhook)).toMatchObject({ url: INPUT.url, events: ['import.failed'], format: 'json', active: false })
  for (const [method, path, body] of [
    ['GET', '/webhooks/1'],
    ['PATCH', '/webhooks/1', { active: true }],
    ['DELETE', '/webhooks/1'],
    ['POST', '/webhooks/1/test'],
    ['GET', '/webhooks/1/deliveries'],
  ] as const) {
    const answer = await call(root, method, path, body)
    expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 404, 'webhook/not-found'])
  }
  expect((await call(root, 'GET', '/webhooks')).body).toEqual([])
  expect((await call(ann, 'DELETE', '/webhooks/1')).status).toBe(204)
  expect((await call(ann, 'GET', '/webhooks')).body).toEqual([])
})

test('a secret that was made here is shown once, and neither kind is in an answer, the log, an export or a file but the database', async () => {
  const app = await createHookApp()
  const { call, createUser } = app
  const { got, url } = listenForHooks()
  const ann = await createUser()
  const { secret } = (await call(ann, 'POST', '/webhooks', { ...INPUT, url })).as(NewWebhook)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  await call(ann, 'POST', '/webhooks', { ...INPUT, url, secret: SECRET })
  const said = [await call(ann, 'PATCH', '/webhooks/1', { active: true }), await call(ann, 'GET', '/webhooks/1')]
  for (const id of [1, 2])
    said.push(await call(ann, 'POST', `/webhooks/${id}/test`), await call(ann, 'GET', `/webhooks/${id}/deliveries`))
  said.push(await call(ann, 'GET', '/webhooks'), await call(ann, 'GET', '/auth/me'))
  const zip = await call(ann, 'GET', '/backup/export')
  app.deps.log.flush()
  const { BlobReader, TextWriter, ZipReader } = await import('@zip.js/zip.js')
  const entries = await new ZipReader(new BlobReader(new Blob([zip.bytes.slice()]))).getEntries()
  const exported = await Promise.all(entries.map((one) => ('getData' in one && one.getData ? one.getData(new TextWriter()) : '')))
  const texts = [...said.map(({ text }) => text), ...exported, ...app.logged, ...got.map((one) => one.body)]
  expect([got.length, exported.length > 3]).toEqual([2, true])
  for (const text of texts) for (const one of [String(secret), SECRET]) expect(text).not.toContain(one)
  expect(app.logged.join('')).not.toContain('/hook')
  for (const file of readdirSync(app.folder, { recursive: true, withFileTypes: true }))
    if (file.isFile() && !file.name.startsWith('holdfast.db'))
      expect(readFileSync(join(file.parentPath, file.name)).includes(SECRET)).toBe(false)
})

test('422 for what is no address, no event or no secret; 409 beyond twenty; 403 for what is for superusers', async () => {
  const { call, root, createUser } = await createHookApp()
  const ann = await createUser()
  for (const body of [
    { ...INPUT, url: 'ftp://hooks.example/' },
    { ...INPUT, url: 'https://me:pw@hooks.example/' },
    { ...INPUT, url: 'file:///etc/passwd' },
    { ...INPUT, url: `https://hooks.example/${'x'.repeat(2000)}` },
    { ...INPUT, events: [] },
    { ...INPUT, events: ['webhook.test'] },
    { ...INPUT, secret: 'short' },
    { ...INPUT, secret: 'whsec_this is no base64 at all' },
    { ...INPUT, secret: 'whsec_c2hvcnQ=xx' },
    { ...INPUT, format: 'slack' },
    { ...INPUT, user_id: 1 },
  ])
    expect([body, (await call(ann, 'POST', '/webhooks', body)).status]).toEqual([body, 422])
  const service = { ...INPUT, events: ['backup.failed'] }
  expect((await call(ann, 'POST', '/webhooks', service)).body.code).toBe('auth/superuser-only')
  expect((await call(root, 'POST', '/webhooks', service)).status).toBe(201)
  for (let n = 0; n < 20; n++) expect((await call(ann, 'POST', '/webhooks', INPUT)).status).toBe(201)
  expect((await call(ann, 'POST', '/webhooks', INPUT)).body.code).toBe('webhook/too-many')
  expect((await call(ann, 'PATCH', '/webhooks/2', { events: ['sync.failed'] })).body.code).toBe('auth/superuser-only')
})

test('private addresses are refused until a superuser lists them, by number and by name', async () => {
  const { call, root, createUser } = await createHookApp()
  const ann = await createUser()
  const { got, url } = listenForHooks()
  await call(root, 'PATCH', '/settings', { webhook_private_addresses: ['10.0.0.0/8'] })
  const privates = ['127.0.0.1', '[::1]', '192.168.0.1', '169.254.169.254', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]']
  for (const host of privates) {
    const answer = await call(ann, 'POST', '/webhooks', { ...INPUT, url: `http://${host}/` })
    expect([host, answer.status, answer.body.code]).toEqual([host, 403, 'webhook/private-address'])
  }
  expect((await call(ann, 'POST', '/webhooks', { ...INPUT, url: 'http://10.1.2.3/' })).status).toBe(201)
  const named = url.replace('127.0.0.1', 'localhost')
  expect((await call(ann, 'POST', '/webhooks', { ...INPUT, url: named })).status).toBe(201)
  expect((await call(ann, 'PATCH', '/webhooks/2', { url })).body.code).toBe('webhook/private-address')
  expect((await call(ann, 'POST', '/webhooks/2/test')).body).toMatchObject({ state: 'failed', fault: 'private-address' })
  expect(got).toEqual([])
})

test('a test is sent once and says what came of it, ten times a minute; 503 where nothing may go out', async () => {
  const { call, createUser, hook, time } = await createHookApp()
  const ann = await createUser()
  const { got, url } = listenForHooks((nth) => new Response(null, { status: nth === 1 ? 500 : 204 }))
  await hook(ann, url, ['import.done'])
  await call(ann, 'PATCH', '/webhooks/1', { active: false })
  const first = await call(ann, 'POST', '/webhooks/1/test')
  expect(first.as(WebhookDelivery)).toMatchObject({ event: 'webhook.test', state: 'failed', status: 500, fault: 'status' })
  expect((await call(ann, 'POST', '/webhooks/1/test')).body).toMatchObject({
    state: 'done',
    attempts: 1,
    status: 204,
    due_at: null,
  })
  for (let n = 2; n < 10; n++) await call(ann, 'POST', '/webhooks/1/test')
  const refused = await call(ann, 'POST', '/webhooks/1/test')
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'webhook/too-many-tests', '60'])
  expect(got).toHaveLength(10)
  time.later += 61_000
  expect((await call(ann, 'POST', '/webhooks/1/test')).status).toBe(200)
  const offline = await createHookApp({ env: { OFFLINE: 'true' } })
  await offline.hook(offline.root, url, ['import.done'])
  expect((await offline.call(offline.root, 'POST', '/webhooks/1/test')).body.code).toBe('webhook/offline')
})

test('a token with the scope admin manages the webhooks of its superuser; 403 for every other token', async () => {
  const app = await createHookApp()
  const admin = await makeToken(app, app.root, ['admin'])
  expect((await callWith(app, admin.text, 'POST', '/webhooks', INPUT)).status).toBe(201)
  expect((await callWith(app, admin.text, 'GET', '/webhooks')).body).toHaveLength(1)
  const { text } = await makeToken(app, app.root, ['read', 'write', 'import', 'share'])
  for (const [method, path] of [
    ['GET', '/webhooks'],
    ['POST', '/webhooks'],
    ['GET', '/webhooks/1'],
    ['DELETE', '/webhooks/1'],
  ] as const)
    expect((await callWith(app, text, method, path, method === 'POST' ? INPUT : undefined)).body.code).toBe('auth/scope-needed')
})
