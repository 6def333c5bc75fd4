import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import type { Deps } from '#src/context.ts'
import { readMultipart } from '#src/http/multipart.ts'
import { answerProblem, type ProblemBody } from '#src/http/problem.ts'
import type { HttpEnv } from '#src/http/route.ts'
import { createLog } from '#src/log.ts'
import { AppError } from '#src/shared/errors.ts'

const LIMIT = 700_000
const encoder = new TextEncoder()
const text = (description: string) => `--B\r\nContent-Disposition: form-data; name="description"\r\n\r\n${description}\r\n`
const fileHead = (name = 'file', filename = 'a.csv') =>
  `--B\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: text/csv\r\n\r\n`
const file = (content: string, name = 'file', filename = 'a.csv') => `${fileHead(name, filename)}${content}\r\n`
const END = '--B--\r\n'

type Seen = { received: number; discarded: number; bytes: number; content: string }

/** One form route, with what its sink saw. */
function formRoute(options: { receive?: (chunks: AsyncIterable<Uint8Array>) => Promise<void> } = {}) {
  const logged: string[] = []
  const log = createLog({ level: 'debug', format: 'json', write: (line) => logged.push(line) })
  const seen: Seen = { received: 0, discarded: 0, bytes: 0, content: '' }
  const discard = async () => {
    seen.discarded += 1
  }
  const app = new Hono<HttpEnv>()
  app.use(async (c, next) => {
    c.set('deps', { log, storage: { noteError: () => {} } } as unknown as Deps)
    c.set('requestId', 'test')
    await next()
  })
  app.onError((error, c) => answerProblem(error, c))
  app.post('/', async (c) => {
    const tooLarge = () => new AppError('too-large', 'test/too-large', 'Too large.')
    const rules = { maxFileBytes: LIMIT, tooLarge, fields: { description: { maxLength: 10 }, note: { maxLength: 10 } } }
    const form = await readMultipart(c, rules, async (chunks, declared) => {
      seen.received += 1
      if (options.receive) await options.receive(chunks)
      const parts: Uint8Array[] = []
      for await (const chunk of chunks) {
        parts.push(chunk)
        seen.bytes += chunk.byteLength
      }
      seen.content = Buffer.concat(parts).toString()
      return { discard, declared }
    })
    return c.json({ filename: form.filename, declaredType: form.declaredType, fields: form.fields, content: seen.content })
  })
  async function send(body: BodyInit | null, headers: Record<string, string> = {}) {
    const response = await app.request('/', {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=B', ...headers },
      body,
    })
    const parsed: ProblemBody & Record<string, unknown> = JSON.parse(await response.text())
    return { status: response.status, body: parsed, pointers: parsed.errors?.map((fault) => fault.pointer) }
  }
  return { app, send, seen, logged }
}

function streamOf(parts: readonly Uint8Array[]) {
  const rest = [...parts]
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = rest.shift()
      if (next) controller.enqueue(next)
      else controller.close()
    },
  })
}

function cut(whole: Uint8Array, at: readonly number[]): Uint8Array[] {
  return [0, ...at].map((start, index) => whole.slice(start, at[index] ?? whole.length))
}

const WHOLE = {
  filename: 'Übersicht – 日本 "1".csv',
  declaredType: 'text/csv',
  fields: { description: 'héllo', note: '' },
  content: 'a\r\n--\r\n-\r-\n--B\r--B-\r\n--A\r\r\n--',
}

test('200 with the file and the fields of a form as fetch sends it', async () => {
  const { send, seen } = formRoute()
  const form = new FormData()
  form.append('description', 'short')
  form.append('file', new Blob(['a;b\n'], { type: 'text/csv' }), 'Bericht "1" – 日本.csv')
  const request = new Response(form)
  const contentType = request.headers.get('content-type') ?? ''
  const answer = await send(await request.bytes(), { 'Content-Type': contentType })
  expect(answer.body).toEqual({
    filename: 'Bericht "1" – 日本.csv',
    declaredType: 'text/csv',
    fields: { description: 'short' },
    content: 'a;b\n',
  } as never)
  expect(seen.discarded).toBe(0)
})

test('200 with the same result wherever the network cuts the form', async () => {
  const { send } = formRoute()
  const whole = encoder.encode(
    `a preamble\r\n${text('héllo')}${file(WHOLE.content, 'file', WHOLE.filename)}--B\r\nContent-Disposition: form-data; name="note"\r\n\r\n\r\n${END}an epilogue\r\n--B\r\n`,
  )
  const everyByte = Array.from(whole.keys()).slice(1)
  const cuts = [
    [],
    everyByte,
    everyByte.filter((at) => at % 2 === 0),
    everyByte.filter((at) => at % 7 === 0),
    ...everyByte.map((at) => [at]),
  ]
  for (const at of cuts)
    expect([at.length, at[0], (await send(streamOf(cut(whole, at)))).body]).toEqual([at.length, at[0], WHOLE as never])
})

test('422 without a file, with two, with text in its place, with no filename', async () => {
  const { send, seen } = formRoute()
  expect((await send(`${text('x')}${END}`)).pointers).toEqual(['/form/file'])
  expect((await send(END)).pointers).toEqual(['/form/file'])
  expect((await send(`${file('1')}${file('2')}${END}`)).pointers).toEqual(['/form/file'])
  expect((await send(`--B\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n${END}`)).pointers).toEqual(['/form/file'])
  expect((await send(`${file('', 'file', '')}${END}`)).status).toBe(422)
  expect(seen).toMatchObject({ received: 1, discarded: 1 })
})

test('422 names every field at once, also __proto__, and discards the file', async () => {
  const { send, seen } = formRoute()
  const parts = [
    text('more than ten'),
    file('1'),
    text('x').replace('description', '__proto__'),
    file('2', 'other/file'),
    text('a'),
    text('b'),
  ]
  const answer = await send(`${parts.join('')}${END}`)
  expect(answer.status).toBe(422)
  expect(answer.pointers).toEqual(['/form/description', '/form/__proto__', '/form/other~1file', '/form/description'])
  expect(seen).toMatchObject({ received: 0, discarded: 0 })
  expect((await send(`${file('1')}${text('more than ten')}${END}`)).pointers).toEqual(['/form/description'])
  expect(seen).toMatchObject({ received: 1, discarded: 1 })
})

test('422 for a text field that does not end', async () => {
  const { send } = formRoute()
  expect(await send(`${text('x'.repeat(17_000))}${END}`)).toMatchObject({ status: 422, pointers: ['/form/description'] })
})

const broken: Record<string, string> = {
  'an empty body': '',
  'no boundary at all': 'not multipart',
  'an end inside the file': `${fileHead()}half of`,
  'an end after the file': `${file('whole')}--B`,
  'an end inside the headers': '--B\r\nContent-Disposition: form-data; na',
  'line feeds alone': `${file('x')}${END}`.replaceAll('\r\n', '\n'),
  'a line break in a name': `--B\r\nContent-Disposition: form-data; name="fi\r\nle"; filename="x"\r\n\r\nx\r\n${END}`,
  'a part without a name': `--B\r\nContent-Disposition: form-data\r\n\r\nx\r\n${END}`,
  'a part without a disposition': `--B\r\nContent-Type: text/plain\r\n\r\nx\r\n${END}`,
  'two dispositions': file('x').replace('Content-Type: text/csv', 'Content-Disposition: form-data; name="file"') + END,
  'a percent sign in filename*': file('x').replace('filename="a.csv"', "filename*=UTF-8''%zz") + END,
  '10,000 parts': text('x').repeat(10_000) + END,
  'headers that do not end': `--B\r\nX: ${'y'.repeat(20_000)}`,
}
for (const [what, body] of Object.entries(broken)) {
  test(`400 for ${what}, and nothing is stored`, async () => {
    const { send, seen } = formRoute()
    const answer = await send(streamOf(cut(encoder.encode(body), [20, 50])))
    expect(answer).toMatchObject({ status: 400, body: { code: 'request/multipart' } })
    expect(seen.received - seen.discarded).toBeLessThanOrEqual(1)
    expect(seen.content).toBe('')
  })
}

test('400 for a boundary that is missing, too long or no boundary', async () => {
  const { send } = formRoute()
  for (const boundary of [
    '',
    '; boundary=',
    '; boundary=""',
    `; boundary=${'x'.repeat(71)}`,
    `; boundary=${'x'.repeat(252)}`,
    '; boundary="a<b"',
  ])
    expect((await send(`${file('x')}${END}`, { 'Content-Type': `multipart/form-data${boundary}` })).body.code).toBe(
      'request/multipart',
    )
})

test('415 for a body that is no form', async () => {
  const { send } = formRoute()
  for (const type of ['application/json', 'multipart/mixed; boundary=B', 'multipart/form-datax; boundary=B', 'text/plain'])
    expect(await send('{}', { 'Content-Type': type })).toMatchObject({
      status: 415,
      body: {
        code: 'request/content-type',
        detail: `A body of type "${type.split(';')[0]}" is not taken here. Send the file as a form, with Content-Type: multipart/form-data.`,
      },
    })
})

test('413 by the announced length, before anything is taken', async () => {
  const { send, seen } = formRoute()
  const answer = await send(`${file('x')}${END}`, { 'Content-Length': String(LIMIT + 100_000) })
  expect(answer).toMatchObject({ status: 413, body: { code: 'test/too-large' } })
  expect(seen.received).toBe(0)
})

test('413 counted while it streams, also when less was announced: the sink never gets more than the limit', async () => {
  for (const headers of [{}, { 'Content-Length': '1000' }]) {
    const { send, seen } = formRoute()
    const pieces = [encoder.encode(fileHead()), ...Array.from({ length: 100 }, () => new Uint8Array(10_000))]
    expect(await send(streamOf(pieces), headers)).toMatchObject({ status: 413, body: { code: 'test/too-large' } })
    expect(seen.bytes).toBeLessThanOrEqual(LIMIT)
    expect(seen.bytes).toBeGreaterThan(LIMIT - 20_000)
  }
})

test('413 for parts that are not the file, too', async () => {
  const { send, seen } = formRoute()
  const pieces = [encoder.encode(fileHead('other')), ...Array.from({ length: 100 }, () => new Uint8Array(10_000))]
  expect((await send(streamOf(pieces))).status).toBe(413)
  expect(seen.received).toBe(0)
})

test('200 for a file of exactly the limit, 413 for one byte more', async () => {
  const { send } = formRoute()
  expect((await send(`${file('x'.repeat(LIMIT))}${END}`)).status).toBe(200)
  expect((await send(`${file('x'.repeat(LIMIT + 1))}${END}`)).status).toBe(413)
})

test('507 when the sink finds the disk full, and the rest of the body is discarded', async () => {
  const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  const { send } = formRoute({ receive: full })
  const pieces = [
    encoder.encode(fileHead()),
    ...Array.from({ length: 5 }, () => new Uint8Array(10_000)),
    encoder.encode(`\r\n${END}`),
  ]
  let left = pieces.length
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = pieces[pieces.length - left]
      left -= 1
      if (next) controller.enqueue(next)
      else controller.close()
    },
  })
  expect(await send(body)).toMatchObject({ status: 507, body: { code: 'storage/full' } })
  expect(left).toBeLessThan(0)
})

test('rule: a slow sink slows the source down', async () => {
  let pulled = 0
  let largestLead = 0
  const { send, seen } = formRoute({
    receive: async (chunks) => {
      let taken = 0
      for await (const _ of chunks) {
        await Bun.sleep(1)
        taken += 1
        largestLead = Math.max(largestLead, pulled - taken)
      }
    },
  })
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1
      if (pulled === 1) controller.enqueue(encoder.encode(fileHead()))
      else if (pulled <= 15) controller.enqueue(new Uint8Array(10_000))
      else if (pulled === 16) controller.enqueue(encoder.encode(`\r\n${END}`))
      else controller.close()
    },
  })
  expect((await send(body)).status).toBe(200)
  expect(seen.received).toBe(1)
  expect(largestLead).toBeLessThanOrEqual(4)
})

test('400 and a quiet log line when the client goes away in the middle', async () => {
  const { app, seen, logged } = formRoute()
  const ended = Promise.withResolvers<number>()
  using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const response = await app.request(request)
      ended.resolve(response.status)
      return response
    },
  })
  const socket = await Bun.connect({ hostname: '127.0.0.1', port: server.port ?? 0, socket: { data() {} } })
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: 100000\r\n\r\n${fileHead()}half of a file`,
  )
  while (seen.bytes === 0) await Bun.sleep(1)
  socket.terminate()
  expect(await ended.promise).toBe(400)
  expect(logged.join('')).not.toContain('"level":"error"')
})
