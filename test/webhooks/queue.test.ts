import { expect, test } from 'bun:test'
import { queueMessage } from '#src/webhooks/queue.service.ts'
import { createTestApp } from '#test/support/app.ts'
import { sendDue } from '#test/support/hooks.ts'

const MESSAGE = {
  event: 'import.done',
  occurredAt: '2026-03-04T05:06:07.000Z',
  text: 'Five lines.',
  data: { broker_id: 3 },
} as const
const SECRET = 'never-to-be-seen-in-a-log'

async function scene(statuses: number[]) {
  const time = { now: Date.parse('2026-03-04T05:06:08.000Z') }
  const app = await createTestApp({ clock: () => new Date(time.now) })
  const user = await app.createUser()
  const hook = {
    url: 'http://hooks.example/',
    secret: SECRET,
    format: 'json',
    failing_since: null,
    switched_off_at: null,
    created_at: '2026-03-04T00:00:00Z',
  }
  const add = (user_id: number, events: string) =>
    app.store.writer
      .insertInto('webhook')
      .values({ ...hook, user_id, events })
      .execute()
  const got: { id: string; body: string }[] = []
  const tools = {
    fetch: async (_: string, init: RequestInit) => {
      got.push({ id: new Headers(init.headers).get('webhook-id') ?? '', body: String(init.body) })
      await Bun.sleep(1)
      return new Response(null, { status: statuses.shift() ?? 204 })
    },
    resolve: async () => ['93.184.215.14'],
    clock: app.deps.clock,
  }
  const send = () => sendDue(app.deps, tools, () => 0)
  const rows = () => app.store.reader.selectFrom('webhook_delivery').select(['state', 'attempts', 'status', 'fault']).execute()
  return { ...app, time, user, add, got, send, rows }
}

test('after a 500 the same message comes again five seconds later, under the same id, and then no more', async () => {
  const { deps, time, user, add, got, send, rows, logged } = await scene([500])
  await add(user.id, 'import.done import.failed')
  expect(await queueMessage(deps, { to: user.id }, MESSAGE)).toBe(1)
  expect([await send(), await send()]).toEqual([1, 0])
  time.now += 4_999
  expect(await send()).toBe(0)
  time.now += 1
  expect(await send()).toBe(1)
  expect(got).toHaveLength(2)
  expect(got[1]).toEqual(got[0] ?? { id: '', body: '' })
  expect(await rows()).toEqual([{ state: 'done', attempts: 2, status: 204, fault: null }])
  time.now += 86_400_000
  expect(await send()).toBe(0)
  deps.log.flush()
  expect(logged.join('')).toContain('webhook called')
  expect(logged.join('')).not.toContain(SECRET)
})

test('several processes at once send each message once', async () => {
  const { deps, user, add, got, send } = await scene([])
  for (let n = 0; n < 30; n++) await add(user.id, 'import.done')
  expect(await queueMessage(deps, { to: user.id }, MESSAGE)).toBe(30)
  while ((await Promise.all([send(), send(), send()])).some((count) => count > 0));
  expect(got).toHaveLength(30)
  expect(new Set(got.map(({ id }) => id)).size).toBe(30)
})

test('a message goes to the webhooks of its user that hear of its event, and to no others', async () => {
  const { deps, user, add, createUser } = await scene([])
  const other = await createUser()
  await add(other.id, 'import.done')
  await add(user.id, 'import.failed')
  await add(user.id, 'import.done-not')
  expect(await queueMessage(deps, { to: user.id }, MESSAGE)).toBe(0)
})

test('after nine failed attempts it is given up, and says so', async () => {
  const { deps, time, user, add, got, send, rows } = await scene(Array<number>(20).fill(503))
  await add(user.id, 'import.done')
  await queueMessage(deps, { to: user.id }, MESSAGE)
  for (let hour = 0; hour < 60; hour++) {
    await send()
    time.now += 3_600_000
  }
  expect(got).toHaveLength(9)
  expect(await rows()).toEqual([{ state: 'failed', attempts: 9, status: 503, fault: 'status' }])
})

test('at most a hundred messages wait for a webhook', async () => {
  const { deps, user, add } = await scene([])
  await add(user.id, 'import.done')
  let queued = 0
  for (let n = 0; n < 120; n++) queued += await queueMessage(deps, { to: user.id }, MESSAGE)
  expect(queued).toBe(100)
})
