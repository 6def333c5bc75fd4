import { expect, test } from 'bun:test'
import { createServer as createTcpServer } from 'node:net'
import { inTransaction } from '#db/transaction.ts'
import { sendToolsOf } from '#src/webhooks/attempt.service.ts'
import { queueMessage, removeMessages } from '#src/webhooks/queue.service.ts'
import { afterwards } from '#test/support/afterwards.ts'
import type { TestUser } from '#test/support/app.ts'
import { createHookApp, listenForHooks, sendDue } from '#test/support/hooks.ts'

const MESSAGE = { event: 'import.done', occurredAt: '2026-03-04T05:06:07.000Z', text: 'Five lines.', data: {} } as const
const DAY = 86_400_000
/** How long one attempt to send may take. */
const SEND_MILLISECONDS = 10_000

async function scene() {
  const app = await createHookApp()
  const tell = (user: TestUser) => queueMessage(app.deps, { to: user.id }, MESSAGE)
  const rows = () => app.store.reader.selectFrom('webhook_delivery').selectAll().orderBy('id').execute()
  return { ...app, ann: await app.createUser({ username: 'ann' }), tell, rows }
}

/** Something that takes connections and does with them as it likes. */
async function listenRaw(handle: (write: (text: string) => void) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    handle((text) => void (socket.destroyed || socket.write(text)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterwards(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
}

test('what is due is sent by one of several processes, and what is finished says no more what it said', async () => {
  const { hook, ann, tell, start, until, rows, deliveries } = await scene()
  const { got, url } = listenForHooks()
  for (let n = 0; n < 5; n++) await hook(ann, url, ['import.done'])
  for (let n = 0; n < 4; n++) await tell(ann)
  for (let n = 0; n < 3; n++) start()
  await until(async () => (await rows()).every(({ state }) => state === 'done'))
  expect([got.length, new Set(got.map(({ headers }) => headers.get('webhook-id'))).size]).toEqual([20, 20])
  expect((await rows()).map(({ body, headers, attempts }) => body + headers + attempts)).toEqual(Array(20).fill('{}1'))
  expect(await deliveries(ann, 1)).toHaveLength(4)
})

test('a process that stops in the middle leaves the message to be sent again under the same id', async () => {
  const { hook, ann, tell, start, until, time, rows } = await scene()
  const { got, url } = listenForHooks((nth) => (nth === 1 ? new Promise<Response>(() => {}) : new Response()))
  await hook(ann, url, ['import.done'])
  await tell(ann)
  const first = start()
  await until(() => got.length === 1)
  first.stop()
  start()
  await Bun.sleep(50)
  expect([got.length, (await rows())[0]?.state]).toEqual([1, 'pending'])
  time.later += 61_000
  await until(async () => (await rows())[0]?.state === 'done')
  expect(got[1]?.headers.get('webhook-id')).toBe(got[0]?.headers.get('webhook-id') ?? '')
  expect(got[1]?.body).toBe(got[0]?.body ?? '')
})

/** What has ten seconds has one, until the end of the test; how often that was. */
function hurryTimeouts() {
  const hurried = { times: 0 }
  const real = globalThis.setTimeout
  const hurry = ((handler: () => void, milliseconds?: number) => {
    if (milliseconds !== SEND_MILLISECONDS) return real(handler, milliseconds)
    hurried.times += 1
    return real(handler, milliseconds / 10)
  }) as typeof setTimeout // Only its overloads for promises and for other arguments are not there.
  globalThis.setTimeout = hurry
  afterwards(() => {
    globalThis.setTimeout = real
  })
  return hurried
}

test('listeners that hang, drip, never end or lead elsewhere hold up nobody else, and end', async () => {
  const app = await scene()
  const { hook, tell, start, until, createUser, deliveries } = app
  const inward = listenForHooks()
  const drips = await listenRaw((write) => {
    write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => write('X-More: y\r\n'), 50)
    afterwards(() => clearInterval(timer))
  })
  let produced = 0
  const endless = () =>
    new ReadableStream({
      pull: (controller) => {
        produced += 1
        if (produced > 1024) controller.close()
        else controller.enqueue(new Uint8Array(1024 * 1024))
      },
    })
  const moved = { status: 307, headers: { Location: inward.url } }
  const hostile = {
    timeout: [listenForHooks(() => new Promise<Response>(() => {})).url, drips, await listenRaw(() => {})],
    status: [listenForHooks(() => new Response(endless(), { status: 500 })).url],
    redirect: [listenForHooks(() => new Response(null, moved)).url],
  }
  const users: { user: TestUser; fault: string }[] = []
  for (const [fault, urls] of Object.entries(hostile))
    for (const url of urls) {
      const user = await createUser()
      await hook(user, url, ['import.done'])
      await tell(user)
      users.push({ user, fault })
    }
  const good = listenForHooks()
  await hook(app.ann, good.url, ['import.done'])
  const hurried = hurryTimeouts()
  start()
  await tell(app.ann)
  await until(() => good.got.length === 1)
  expect(good.got).toHaveLength(1)
  const first = async (user: TestUser, index: number) => (await deliveries(user, index + 1))[0]
  await until(async () =>
    (await Promise.all(users.map(({ user }, index) => first(user, index)))).every((one) => one.fault !== null),
  )
  for (const [index, { user, fault }] of users.entries())
    expect(await first(user, index)).toMatchObject({ state: 'pending', fault })
  expect(hurried.times).toBe(users.length + 1)
  expect(inward.got).toEqual([])
  expect(produced).toBeLessThan(512)
}, 40_000)

test('a thousand webhooks of fifty users are served in turns: who has one message waits for none of the others', async () => {
  const { store, ann, hook, tell, start, until, createUser, rows } = await scene()
  const [{ got, url }, quick] = [listenForHooks(), listenForHooks()]
  const common = { secret: 'x'.repeat(20), format: 'json', events: 'import.done', failing_since: null, switched_off_at: null }
  for (let user = 0; user < 50; user++) {
    const busy = await createUser()
    const fields = { ...common, url, user_id: busy.id, created_at: '2026-01-01T00:00:00.000Z' }
    await store.writer.insertInto('webhook').values(Array(20).fill(fields)).execute()
    await tell(busy)
  }
  await hook(ann, quick.url, ['import.done'])
  await tell(ann)
  start()
  await until(() => quick.got.length === 1)
  expect(got.length).toBeLessThan(200)
  await until(async () => (await rows()).every(({ state }) => state === 'done'))
  expect([got.length, new Set(got.map(({ headers }) => headers.get('webhook-id'))).size]).toEqual([1000, 1000])
}, 60_000)

test('a webhook that fails for days is switched off and says so, with nothing left to send, until its user switches it on', async () => {
  const { call, hook, ann, signIn, tell, time, rows, deps } = await scene()
  let status = 503
  const { got, url } = listenForHooks(() => new Response(null, { status }))
  await hook(ann, url, ['import.done'])
  const shown = async () => (await call(await signIn(ann.id), 'GET', '/webhooks/1')).body
  const tryForHours = async (hours: number) => {
    for (let hour = 0; hour < hours; hour++) {
      await sendDue(deps, sendToolsOf(deps), () => 0)
      time.later += 3_600_000
    }
  }
  await tell(ann)
  await tryForHours(40)
  expect([got.length, (await rows())[0]?.state]).toEqual([9, 'failed'])
  expect(await shown()).toMatchObject({ active: true, failing_since: expect.any(String), switched_off_at: null })
  await tell(ann)
  await tryForHours(20)
  await tell(ann)
  await tryForHours(20)
  expect(await shown()).toMatchObject({ active: false, failing_since: expect.any(String), switched_off_at: expect.any(String) })
  expect((await rows()).map(({ state }) => state)).toEqual(['failed', 'failed'])
  expect(await tell(ann)).toBe(0)
  status = 204
  const on = await call(await signIn(ann.id), 'PATCH', '/webhooks/1', { active: true })
  expect(on.body).toMatchObject({ active: true, failing_since: null, switched_off_at: null })
  expect(await tell(ann)).toBe(1)
  await tryForHours(1)
  expect((await rows()).at(-1)?.state).toBe('done')
})

test('410 switches a webhook off at once; one failure that is over counts no more', async () => {
  const { call, hook, ann, tell, deps, time } = await scene()
  const gone = listenForHooks(() => new Response(null, { status: 410 }))
  const brief = listenForHooks((nth) => new Response(null, { status: nth === 1 ? 500 : 204 }))
  await hook(ann, gone.url, ['import.done'])
  await hook(ann, brief.url, ['import.failed'])
  await tell(ann)
  await sendDue(deps, sendToolsOf(deps))
  expect((await call(ann, 'GET', '/webhooks/1')).body).toMatchObject({ active: false, switched_off_at: expect.any(String) })
  await queueMessage(deps, { to: ann.id }, { ...MESSAGE, event: 'import.failed' })
  await sendDue(deps, sendToolsOf(deps))
  expect((await call(ann, 'GET', '/webhooks/2')).body.failing_since).toBeString()
  time.later += 6_000
  await sendDue(deps, sendToolsOf(deps))
  expect((await call(ann, 'GET', '/webhooks/2')).body.failing_since).toBeNull()
})

test('who may not read the broker any more, was disabled or is no superuser any more gets nothing of what was queued before', async () => {
  const { call, hook, root, ann, createUser, deps, store, rows } = await scene()
  const { got, url } = listenForHooks()
  const [bob, cid] = [await createUser({ isSuperuser: true }), await createUser()]
  const broker = (await call(root, 'POST', '/brokers', { name: 'Oak' })).body.id as number
  for (const { id } of [ann, cid]) await call(root, 'POST', `/brokers/${broker}/access`, { user_id: id, role: 'VIEWER' })
  for (const user of [ann, cid]) await hook(user, url, ['prices.failed'])
  await hook(bob, url, ['backup.done'])
  for (const { id } of [ann, cid])
    expect(await queueMessage(deps, { to: id, brokerId: broker }, { ...MESSAGE, event: 'prices.failed' })).toBe(1)
  expect(await queueMessage(deps, { to: 'superusers' }, { ...MESSAGE, event: 'backup.done' })).toBe(1)
  expect((await call(ann, 'GET', '/webhooks/1/deliveries')).body).toHaveLength(1)
  await call(root, 'DELETE', `/brokers/${broker}/access/${ann.id}`)
  expect((await call(ann, 'GET', '/webhooks/1/deliveries')).body).toEqual([])
  await call(root, 'PATCH', `/users/${cid.id}`, { is_active: false })
  await call(root, 'PATCH', `/users/${bob.id}`, { is_superuser: false })
  while ((await sendDue(deps, sendToolsOf(deps))) > 0);
  expect([got.length, await rows()]).toEqual([0, []])
  await hook(root, url, ['prices.failed'])
  await queueMessage(deps, { to: root.id, brokerId: broker }, { ...MESSAGE, event: 'prices.failed' })
  await call(root, 'DELETE', `/brokers/${broker}`)
  expect(await rows()).toEqual([])
  await call(root, 'DELETE', `/users/${ann.id}`)
  const owners = await store.reader.selectFrom('webhook').select('user_id').execute()
  expect(owners.map((one) => one.user_id)).not.toContain(ann.id)
})

test('of what is finished the last hundred of a webhook stay, for thirty days; nothing is queued where nothing may go out', async () => {
  const { hook, ann, tell, deps, store, rows, start, time, until } = await scene()
  const { url } = listenForHooks()
  await hook(ann, url, ['import.done'])
  for (let n = 0; n < 130; n++) {
    await tell(ann)
    await sendDue(deps, sendToolsOf(deps))
  }
  expect(await rows()).toHaveLength(100)
  time.later += 31 * DAY
  await tell(ann)
  start()
  await until(async () => (await rows()).length === 1 && (await rows())[0]?.state === 'done')
  expect(await rows()).toHaveLength(1)
  await inTransaction(deps, ({ db }) => removeMessages(db))
  expect(await rows()).toHaveLength(1)
  await tell(ann)
  await store.writer
    .updateTable('webhook_delivery')
    .set({ due_at: '9999-01-01T00:00:00.000Z' })
    .where('state', '=', 'pending')
    .execute()
  await inTransaction(deps, ({ db }) => removeMessages(db))
  expect((await rows()).map(({ state }) => state)).toEqual(['done'])
})
