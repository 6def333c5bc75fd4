import { expect, test } from 'bun:test'
import { createTestApp, PASSWORD } from '#test/support/app.ts'

const DAY = 86_400_000

async function scene() {
  const time = { now: Date.parse('2026-06-30T08:00:00.000Z') }
  const app = await createTestApp({ clock: () => new Date(time.now) })
  const send = (path: string, body: object, address: string, cookie = '') => {
    const headers = { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) }
    const server = { requestIP: () => ({ address, family: 'IPv4', port: 1 }) }
    const request = new Request(`http://localhost/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    // Of Bun's server the service looks at this alone.
    return app.app.fetch(request, { server } as unknown as Parameters<typeof app.app.fetch>[1])
  }
  const ann = { username: 'ann', email: 'ann@example.org', password: PASSWORD }
  expect((await send('/auth/register', ann, '198.51.100.1')).status).toBe(201)
  const signIn = async (address: string, password = PASSWORD) => {
    const answer = await send('/auth/login', { username: 'ann', password }, address)
    return { status: answer.status, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
  }
  const messages = async () => {
    const rows = await app.store.reader.selectFrom('webhook_delivery').select('body').orderBy('id').execute()
    return rows.map(({ body }) => JSON.parse(body))
  }
  const seen = () => app.store.reader.selectFrom('login_address').selectAll().execute()
  const first = await signIn('198.51.100.1')
  const hook = { url: 'https://hooks.example/', events: ['login.new_address'] }
  expect((await send('/webhooks', hook, '198.51.100.1', first.cookie)).status).toBe(201)
  return { ...app, time, signIn, messages, seen }
}

test('a login from a new network is sent once; the first of all, a known one and a wrong password are not', async () => {
  const { signIn, messages, seen } = await scene()
  await signIn('198.51.100.1')
  await signIn('203.0.113.9', 'not the password')
  expect(await messages()).toEqual([])
  await signIn('203.0.113.9')
  await signIn('203.0.113.9')
  expect(await messages()).toMatchObject([{ type: 'login.new_address', data: { address: '203.0.113.9', by: 'password' } }])
  await signIn('2001:db8:1:2::3')
  await signIn('2001:db8:1:2::4')
  expect(await messages()).toHaveLength(2)
  expect(await seen()).toHaveLength(3)
})

test('what is remembered says nothing of an address, has fifty rows at most, for 400 days, and goes with its user', async () => {
  const { signIn, messages, seen, time, call, createUser, store } = await scene()
  for (let n = 0; n < 60; n++) {
    time.now += 60_000
    await signIn(`203.0.113.${n}`)
  }
  expect(await seen()).toHaveLength(50)
  expect(JSON.stringify(await seen())).not.toMatch(/203\.0|113\./)
  expect(await messages()).toHaveLength(60)
  time.now += 401 * DAY
  await signIn('203.0.113.59')
  expect([(await seen()).length, (await messages()).length]).toEqual([1, 60])
  const root = await createUser({ isSuperuser: true })
  const { id } = await store.reader.selectFrom('user').select('id').where('username', '=', 'ann').executeTakeFirstOrThrow()
  expect((await call(root, 'DELETE', `/users/${id}`)).status).toBe(204)
  expect(await seen()).toEqual([])
})

test('a login succeeds where nothing can be remembered', async () => {
  const { signIn, store } = await scene()
  store.writer.sqlite.run('PRAGMA query_only = ON')
  expect((await signIn('203.0.113.9')).status).toBe(200)
})
