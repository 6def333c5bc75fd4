import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import fc from 'fast-check'
import { parseJson } from '#src/http/json-parse.ts'
import { scanJson } from '#src/http/json-scan.ts'
import { boundedRecord } from '#src/http/size.ts'
import { validate } from '#src/http/validate.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'

const NO_LIMITS = { maxDepth: 1_000, maxValues: 1e9 }
const bytesOf = (text: string) => new TextEncoder().encode(text)
const parse = async (text: string) => {
  const bytes = bytesOf(text)
  return parseJson(bytes, (await scanJson(bytes, NO_LIMITS)).lists)
}
const long = (item: string) => Array.from({ length: Math.ceil(300_000 / (item.length + 1)) }, () => item).join(',')

test('what is parsed in pieces is what JSON.parse makes of the whole', async () => {
  const item = fc.json({ maxDepth: 3 })
  await fc.assert(
    fc.asyncProperty(
      item,
      fc.constantFrom('root', 'field', 'two', 'twice'),
      fc.constantFrom('', ' ', '\n\t'),
      async (one, shape, gap) => {
        const list = `[${gap}${long(one)}${gap}]`
        const text =
          shape === 'root'
            ? list
            : shape === 'field'
              ? `{"a":${one},${gap}"list":${list},"b":[[${one}],${one}]}`
              : shape === 'two'
                ? `{"first":${list},"second":${list}}`
                : `{"list":${list},"list":[${one}]}`
        expect(await parse(text)).toEqual(JSON.parse(text))
      },
    ),
    { numRuns: 60 },
  )
}, 60_000)

test('what JSON.parse refuses is refused in pieces too', async () => {
  const many = long('{"a":"b,c]}\\""}')
  for (const text of [
    `[${many},]`,
    `[,${many}]`,
    `[${many},,1]`,
    `[${many}`,
    `[${many}}`,
    `{"a":[${many}]`,
    `[${many}] x`,
    `[${many}]]`,
    `[${many},]]`,
  ])
    await expect([text.length, await parse(text).catch((error: unknown) => error)]).toEqual([
      text.length,
      expect.any(SyntaxError),
    ])
})

test('quotes behind backslashes, brackets and commas in texts are no structure', async () => {
  for (const text of ['"\\\\"', '"\\\\\\""', '["a\\"]","b"]', '{"a,[{":"\\u0022,]"}', '"[[[[[["', '"\\"[[[[[["'])
    expect([text, await scanJson(bytesOf(text), { maxDepth: 2, maxValues: 4 })]).toEqual([text, { fault: null, lists: [] }])
})

test('too deep and too many are recognised by the bytes alone', async () => {
  expect((await scanJson(bytesOf('['.repeat(33)), { maxDepth: 32, maxValues: 100 })).fault).toBe('too-deep')
  expect((await scanJson(bytesOf('['.repeat(5_000_000)), { maxDepth: 32, maxValues: 100 })).fault).toBe('too-deep')
  expect((await scanJson(bytesOf(`[${'{},'.repeat(60)}`), { maxDepth: 32, maxValues: 100 })).fault).toBe('too-many')
  expect((await scanJson(bytesOf(`{${'"k":1,'.repeat(200)}`), { maxDepth: 32, maxValues: 100 })).fault).toBe('too-many')
})

const Item = z
  .strictObject({ name: z.string().max(5), size: z.int().min(0).optional(), tags: z.array(z.string().max(3)).max(2).nullish() })
  .refine((item) => item.name !== 'bad', { path: ['name'], error: 'Must not be bad.' })
const Body = z
  .strictObject({
    list: z.array(Item).max(2_000).default([]),
    other: z.array(Item).min(1).optional(),
    flag: z.boolean(),
  })
  .refine((body) => body.list.length !== 300, 'Not 300.')

test('a long list that is checked piece by piece has the value and the faults that the schema gives', async () => {
  const item = fc.record(
    {
      name: fc.constantFrom('a', 'bad', 'too long', 7),
      size: fc.constantFrom(1, -1, 'x'),
      tags: fc.constantFrom(null, [], ['abcd'], ['a', 'b'], 'no list'),
      unknown: fc.constant(1),
    },
    { requiredKeys: [] },
  )
  const items = fc.array(fc.oneof(item, fc.constantFrom(null, 5, 'text', [])), { minLength: 0, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(
      items,
      items,
      fc.constantFrom(201, 300, 400),
      fc.constantFrom<unknown>(true, 'no', undefined),
      async (some, other, count, flag) => {
        const good = Array.from({ length: count }, () => ({ name: 'good' }))
        const body = { list: [...good, ...some], other, flag }
        const found = await validate(Body, body)
        const plain = Body.safeParse(body)
        if (plain.success) expect(found).toEqual({ ok: true, value: plain.data })
        else
          expect(found.ok ? [] : found.faults.map(({ pointer }) => pointer).sort()).toEqual(
            plain.error.issues
              .flatMap((issue) =>
                issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path],
              )
              .map((path) => path.map((part) => `/${String(part)}`).join(''))
              .sort(),
          )
      },
    ),
    { numRuns: 100 },
  )
}, 60_000)

test('sizes are judged before contents: one fault for a list, an object, a text that is too large, at any depth', async () => {
  let looked = 0
  const watched = z
    .string()
    .max(10)
    .refine(() => {
      looked += 1
      return true
    })
  const Deep = z.strictObject({
    list: z.array(watched).max(3).optional(),
    map: boundedRecord(z.string(), watched, 3).optional(),
    text: watched.nullish(),
    either: z.union([z.int(), z.array(watched).max(3)]).optional(),
    inner: z
      .array(z.strictObject({ list: z.array(watched).max(3) }))
      .max(3)
      .optional(),
  })
  const many = Array.from({ length: 1_000 }, () => 'x')
  for (const [body, pointer] of [
    [{ list: many }, '/list'],
    [{ map: Object.fromEntries(many.map((_, index) => [`k${index}`, 'x'])) }, '/map'],
    [{ text: 'x'.repeat(100_000) }, '/text'],
    [{ either: many }, '/either'],
    [{ inner: [{ list: ['x'] }, { list: many }] }, '/inner/1/list'],
    [Object.fromEntries(many.map((_, index) => [`unknown${index}`, 'x'])), ''],
  ] as const) {
    const found = await validate(Deep, body)
    expect([pointer, found.ok ? [] : found.faults.map((fault) => fault.pointer)]).toEqual([pointer, [pointer]])
  }
  expect(looked).toBe(0)
})

async function setUp() {
  const app = await createTestApp()
  const user = await app.createUser()
  const broker = await createBroker(app, user)
  const send = (path: string, body: string, method = 'POST') =>
    app.call(user, method, path, body, { 'Content-Type': 'application/json' })
  return { ...app, user, broker, send }
}

const times = (count: number, text: string) => Array.from({ length: count }, () => text).join(',')
const keys = (count: number, value: string) => Array.from({ length: count }, (_, index) => `"k${index}":${value}`).join(',')

test('413 or 422 and a short answer for lists, objects and texts of any size', async () => {
  const { send } = await setUp()
  const id = crypto.randomUUID()
  for (const [name, path, body, status] of [
    ['a million {}', '/transactions/batch', `{"create":[${times(1_000_000, '{}')}]}`, 422],
    ['100,000 {}', '/transactions/batch', `{"create":[${times(100_000, '{}')}]}`, 422],
    ['10,000 {}', '/transactions/batch', `{"create":[${times(10_000, '{}')}]}`, 422],
    ['a million numbers', '/transactions/batch', `{"delete":[${times(400_000, '0')}]}`, 422],
    ['chain steps', '/fx/providers/routes', `{"chain_steps":[${times(1_000_000, '{}')}]}`, 413],
    ['chain steps that fit', '/fx/providers/routes', `{"chain_steps":[${times(5_000, '{}')}]}`, 422],
    ['unknown keys', '/brokers', `{${keys(1_000_000, '1')}}`, 413],
    ['unknown keys that fit', '/brokers', `{${keys(9_000, '1')}}`, 422],
    ['a long unknown key', '/brokers', `{"${'k'.repeat(100_000)}":1}`, 422],
    ['unknown keys in a batch', '/transactions/batch', `{"create":[{${keys(400_000, '1')}}]}`, 422],
    ['a long text', '/transactions/batch', `{"create":[{"description":"${'x'.repeat(15_000_000)}"}]}`, 422],
    ['asset_map', `/brokers/import/files/${id}/import`, `{"asset_map":{${keys(500_000, '1')}}}`, 413],
    ['types', `/brokers/import/files/${id}/parse`, `{"options":{"mapping":{"types":{${keys(500_000, '"BUY"')}}}}}`, 413],
    ['depth', '/brokers', `${'['.repeat(50_000)}`, 422],
    ['depth that is closed', '/brokers', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 422],
    ['depth in options', `/brokers/import/files/${id}/parse`, `{"options":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}`, 422],
  ] as const) {
    const answer = await send(path, body)
    expect([name, answer.status]).toEqual([name, status])
    expect([name, answer.text.length < 40_000]).toEqual([name, true])
    expect([name, answer.body.code]).toEqual([name, status === 413 ? 'request/too-large' : 'request/invalid'])
  }
}, 60_000)

test('a problem lists 100 faults and says how many there are', async () => {
  const { send, broker } = await setUp()
  const line = JSON.stringify({ broker_id: broker, type: 'BUY', date: 'never', no: 1 })
  const answer = await send('/transactions/batch', `{"create":[${times(3_000, line)}]}`)
  expect([answer.status, answer.body.errors.length, answer.body.errors_total]).toEqual([422, 100, 3_000])
  const few = await send('/transactions/batch', `{"create":[${times(3, line)}]}`)
  expect([few.body.errors.length, few.body.errors_total]).toEqual([3, undefined])
  const ledger = JSON.stringify({ broker_id: broker, type: 'BUY', date: 'never' })
  const later = await send('/transactions/batch', `{"create":[${times(3_000, ledger)}]}`)
  expect([later.status, later.body.errors.length, later.body.errors_total >= 3_000]).toEqual([422, 100, true])
})

test('200 for 10,000 transactions in one batch, all of them stored', async () => {
  const { send, broker, call, user } = await setUp()
  const line = (index: number) =>
    JSON.stringify({ broker_id: broker, type: 'DEPOSIT', date: '2024-01-02', amount: String(index + 1), currency: 'EUR' })
  const answer = await send(
    '/transactions/batch',
    `{"create":[${Array.from({ length: 10_000 }, (_, index) => line(index)).join(',')}]}`,
  )
  expect([answer.status, answer.body.created.length]).toEqual([200, 10_000])
  const summary = await call(user, 'GET', `/brokers/${broker}/summary`)
  expect(summary.body.balances).toEqual([{ currency: 'EUR', amount: '50005000' }])
}, 60_000)

test('413 for a body that is larger than its operation takes, announced or not; the limit is said in the document', async () => {
  const { call, user } = await setUp()
  const json = { 'Content-Type': 'application/json' }
  const big = `{"name":"${'x'.repeat(200 * 1024)}"}`
  expect((await call(user, 'POST', '/brokers', big, { ...json, 'Content-Length': String(big.length) })).status).toBe(413)
  const stream = new ReadableStream({
    start(controller) {
      for (let at = 0; at < big.length; at += 10_000) controller.enqueue(bytesOf(big.slice(at, at + 10_000)))
      controller.close()
    },
  })
  const answer = await call(user, 'POST', '/brokers', stream, json)
  expect([answer.status, answer.body.detail]).toEqual([413, 'The request body is larger than 128 KiB.'])
})

test('422 for prices that are nothing but line breaks', async () => {
  const { call, user, send } = await setUp()
  const asset = await send('/assets', JSON.stringify({ symbol: 'X', name: 'X plc', type: 'STOCK', currency: 'EUR' }))
  const csv = `date,close\n${'\n'.repeat(5_000_000)}`
  const answer = await call(user, 'PUT', `/assets/${asset.body.id}/prices`, csv, { 'Content-Type': 'text/csv' })
  expect([answer.status, answer.body.code, answer.text.length < 1_000]).toEqual([422, 'price/csv', true])
})
