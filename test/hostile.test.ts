/** What no client should send, to every operation that takes JSON: a problem with a code and a pointer, and nothing changes. */
import { expect, setDefaultTimeout, setSystemTime, spyOn, test } from 'bun:test'
import { createTestApp, PASSWORD } from '#test/support/app.ts'
import { type DescribedOperation, describedOperations, exampleBody, fillPath } from '#test/support/described.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { imprint } from '#test/support/imprint.ts'

setDefaultTimeout(120_000)

const MIB = 1024 * 1024
/** What one verification takes where hashes are not cheap. */
const HASH_MILLISECONDS = 36
const json = { 'Content-Type': 'application/json' }
/** They read no body, whatever is sent. */
const BODILESS = new Set(['logout'])
const taking = describedOperations.filter(
  ({ id, operation }) => operation.requestBody?.content['application/json'] && !BODILESS.has(id),
)

async function setUp() {
  const app = await createTestApp()
  const user = await app.createUser()
  const broker = await createBroker(app, user)
  const asset = await createAsset(app)
  return { ...app, user, broker, asset, imprintNow: () => imprint(app) }
}

test('every operation with a body is among those that are tried', () => {
  expect(taking.length).toBeGreaterThan(25)
})

test('400 request/malformed for broken JSON, and nothing changes', async () => {
  const app = await setUp()
  const before = app.imprintNow()
  for (const operation of taking) {
    const whole = JSON.stringify(exampleBody(operation))
    const broken = ['{', '{"a":1,}', '{"a":NaN}', "{'a':1}", '{"a":"\u0001"}', 'undefined', `${whole}}`, `${whole}${whole}`]
    if (whole.length > 2) broken.push(whole.slice(0, -1), whole.slice(0, whole.length / 2))
    for (const body of broken) {
      const answer = await app.call(app.user, operation.method, fillPath(operation), body, json)
      expect([operation.id, body, answer.status, answer.body?.code]).toEqual([operation.id, body, 400, 'request/malformed'])
    }
  }
  expect(app.imprintNow()).toEqual(before)
})

test('413 for a body announced or counted beyond 16 MiB, and nothing changes', async () => {
  const app = await setUp()
  const before = app.imprintNow()
  for (const operation of taking) {
    const headers = { ...json, 'Content-Length': String(17 * MIB) }
    const answer = await app.call(app.user, operation.method, fillPath(operation), '{}', headers)
    expect([operation.id, answer.status, answer.body?.code]).toEqual([operation.id, 413, 'request/too-large'])
  }
  const pieces = function* () {
    for (let index = 0; index < 17; index += 1) yield new Uint8Array(MIB).fill(32)
  }
  for (const path of ['/brokers', '/transactions/batch', '/auth/login']) {
    const endless = new ReadableStream({
      start: (controller) => {
        for (const piece of pieces()) controller.enqueue(piece)
        controller.close()
      },
    })
    const answer = await app.call(app.user, 'POST', path, endless, json)
    expect([path, answer.status, answer.body?.code]).toEqual([path, 413, 'request/too-large'])
  }
  expect(app.imprintNow()).toEqual(before)
})

test('422 with a pointer for a body of another type, an unknown field and a field of another type; nothing changes', async () => {
  const app = await setUp()
  const before = app.imprintNow()
  for (const operation of taking) {
    const example = exampleBody(operation)
    const send = (body: unknown) => app.call(app.user, operation.method, fillPath(operation), JSON.stringify(body), json)
    for (const body of [null, 7, 'text', true, Array.isArray(example) ? {} : []]) {
      const answer = await send(body)
      expect([operation.id, body, answer.status, answer.body?.code]).toEqual([operation.id, body, 422, 'request/invalid'])
      expect(answer.body.errors[0].pointer).toBe('')
    }
    const fields = Array.isArray(example) ? { ...example[0] } : { ...(example as object) }
    const wrapped = (body: object) => (Array.isArray(example) ? [body] : body)
    const prefix = Array.isArray(example) ? '/0' : ''
    const unknown = await send(wrapped({ ...fields, no_such_field: 1 }))
    expect([operation.id, unknown.status, pointersOf(unknown.body)]).toEqual([operation.id, 422, [`${prefix}/no_such_field`]])
    for (const key of Object.keys(fields)) {
      const wrong = await send(wrapped({ ...fields, [key]: { an: ['object'] } }))
      if (isMap(operation, key)) continue
      expect([operation.id, key, wrong.status]).toEqual([operation.id, key, 422])
      expect([operation.id, key, pointersOf(wrong.body).every((at) => at.startsWith(`${prefix}/${key}`))]).toEqual([
        operation.id,
        key,
        true,
      ])
    }
  }
  expect(app.imprintNow()).toEqual(before)
})

function pointersOf(body: { errors?: { pointer: string }[] }): string[] {
  return (body.errors ?? []).map(({ pointer }) => pointer)
}

/** Fields that take any object. */
function isMap(_: DescribedOperation, key: string): boolean {
  return key === 'options'
}

test('415 for a body that is not said to be JSON, and nothing changes', async () => {
  const app = await setUp()
  const before = app.imprintNow()
  for (const operation of taking) {
    if (operation.operation.requestBody?.content['text/csv']) continue
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
      const body = JSON.stringify(exampleBody(operation))
      const answer = await app.call(app.user, operation.method, fillPath(operation), body, { 'Content-Type': type })
      expect([operation.id, type, answer.status, answer.body?.code]).toEqual([operation.id, type, 415, 'request/content-type'])
      expect(answer.body.detail).toMatch(new RegExp(`^A body of type "${type}" is not taken here\\. Send .*Content-Type: `))
    }
  }
  expect(app.imprintNow()).toEqual(before)
})

const LONG = ['1'.repeat(40), `0.${'1'.repeat(40)}`, `-${'9'.repeat(40)}`, '9'.repeat(29), '0.0000000000001', '1e40']
const NO_DAYS = ['2024-02-30', '2023-02-29', '2024-13-01', '2024-00-10', '2024-04-31', '2024-1-5', '24-01-05', '0000-00-00']

test('422 at its pointer for a decimal of 40 digits wherever a decimal goes in, and nothing changes', async () => {
  const app = await setUp()
  const before = app.imprintNow()
  const line = {
    broker_id: app.broker,
    type: 'BUY',
    date: '2024-01-05',
    asset_id: app.asset,
    quantity: '1',
    price: '1',
    currency: 'EUR',
  }
  for (const value of LONG) {
    const tries: [string, string, unknown, string][] = [
      ...['quantity', 'price', 'amount', 'fees', 'taxes', 'fx_rate'].map((field): [string, string, unknown, string] => [
        'POST',
        '/transactions',
        { ...line, [field]: value },
        `/${field}`,
      ]),
      ['POST', '/transactions/batch', { create: [line, { ...line, price: value }] }, '/create/1/price'],
      ['PUT', '/fx/rates', [{ base: 'EUR', quote: 'USD', date: '2024-06-28', rate: value }], '/0/rate'],
      ['PUT', `/assets/${app.asset}/prices`, [{ date: '2024-06-28', close: value }], '/0/close'],
    ]
    for (const [method, path, body, pointer] of tries) {
      const answer = await app.call(app.user, method, path, body)
      expect([path, value, answer.status, pointersOf(answer.body ?? {})]).toEqual([path, value, 422, [pointer]])
    }
  }
  expect(app.imprintNow()).toEqual(before)
})

test('422 at its pointer for a day that does not exist wherever a day goes in, and nothing changes', async () => {
  const app = await setUp()
  const before = app.imprintNow()
  const line = { broker_id: app.broker, type: 'DEPOSIT', amount: '1', currency: 'EUR' }
  for (const date of NO_DAYS) {
    const tries: [string, string, unknown, string][] = [
      ['POST', '/transactions', { ...line, date }, '/date'],
      ['POST', '/transactions/batch', { create: [{ ...line, date }] }, '/create/0/date'],
      ['PUT', '/fx/rates', [{ base: 'EUR', quote: 'USD', date, rate: '1' }], '/0/date'],
      ['PUT', `/assets/${app.asset}/prices`, [{ date, close: '1' }], '/0/date'],
      ['GET', `/brokers/${app.broker}/summary?as_of=${date}`, undefined, '/query/as_of'],
      ['GET', `/transactions?date_from=${date}`, undefined, '/query/date_from'],
      ['GET', `/fx/convert?from=EUR&to=EUR&amount=1&date=${date}`, undefined, '/query/date'],
    ]
    for (const [method, path, body, pointer] of tries) {
      const answer = await app.call(app.user, method, path, body)
      expect([path, date, answer.status, [...new Set(pointersOf(answer.body ?? {}))]]).toEqual([path, date, 422, [pointer]])
    }
  }
  expect(app.imprintNow()).toEqual(before)
})

const login = (
  app: { call: Awaited<ReturnType<typeof createTestApp>>['call'] },
  username: string,
  password: string,
  from: string,
) => app.call(null, 'POST', '/auth/login', { username, password }, { 'X-Forwarded-For': from })

test('1,500 wrong logins from one address: 30 are answered 401, the rest 429 at once; memory stays and others sign in', async () => {
  const app = await setUp()
  const hash = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 64, timeCost: 1 })
  await app.store.writer.updateTable('user').set({ password_hash: hash }).execute()
  const before = app.imprintNow()
  const verify = spyOn(Bun.password, 'verify')
  setSystemTime(new Date())
  try {
    Bun.gc(true)
    const memory = process.memoryUsage.rss()
    const seen: Record<string, number> = {}
    for (let index = 0; index < 1_500; index += 1) {
      const { status, headers } = await login(app, `guess${index}`, 'wrong-wrong-1', '203.0.113.9')
      seen[status] = (seen[status] ?? 0) + 1
      if (status === 429 && headers.get('retry-after') === null) throw new Error('a 429 without Retry-After')
    }
    expect(seen).toEqual({ 401: 30, 429: 1_470 })
    expect(verify).toHaveBeenCalledTimes(30)
    Bun.gc(true)
    expect(process.memoryUsage.rss() - memory).toBeLessThan(64 * MIB)
    expect((await login(app, 'user1', PASSWORD, '203.0.113.9')).body.code).toBe('auth/too-many-attempts')
    expect((await login(app, 'user1', PASSWORD, '203.0.113.10')).status).toBe(200)
  } finally {
    setSystemTime()
    verify.mockRestore()
  }
  // The right sign-in is noted with the network that it came from; no guess is.
  const after = app.imprintNow()
  const { login_address: noted, ...rows } = after.rows
  expect([{ ...after, rows }, noted?.length]).toEqual([before, 1])
})

test('1,000 wrong logins at one moment from as many addresses: two hashes at a time, 64 wait, the rest are 503 at once; then it is over', async () => {
  const app = await setUp()
  const hash = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 64, timeCost: 1 })
  await app.store.writer.updateTable('user').set({ password_hash: hash }).execute()
  const before = app.imprintNow()
  let [running, most] = [0, 0]
  const real = Bun.password.verify
  const verify = spyOn(Bun.password, 'verify').mockImplementation(async (...given) => {
    running += 1
    most = Math.max(most, running)
    await Bun.sleep(HASH_MILLISECONDS)
    const result = await real(...given)
    running -= 1
    return result
  })
  try {
    const attempts = Array.from({ length: 1_000 }, (_, index) =>
      login(app, `guess${index}`, 'wrong-wrong-1', `198.51.${Math.floor(index / 256)}.${index % 256}`),
    )
    const seen: Record<string, number> = {}
    for (const { status, body } of await Promise.all(attempts)) {
      const what = `${status} ${body.code}`
      seen[what] = (seen[what] ?? 0) + 1
    }
    expect(Object.keys(seen).sort()).toEqual(['401 auth/invalid-credentials', '503 auth/busy'])
    expect(seen['401 auth/invalid-credentials']).toBeWithin(60, 200)
    expect(most).toBeLessThanOrEqual(2)
    expect((await login(app, 'user1', PASSWORD, '203.0.113.10')).status).toBe(200)
  } finally {
    verify.mockRestore()
  }
  // The right sign-in is noted with the network that it came from; no guess is.
  const after = app.imprintNow()
  const { login_address: noted, ...rows } = after.rows
  expect([{ ...after, rows }, noted?.length]).toEqual([before, 1])
})
