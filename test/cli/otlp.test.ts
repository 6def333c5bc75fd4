/** Traces as a collector gets them. */
import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { startTracing } from '#src/cli/otlp.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

type Got = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status?: { code: number }
}

/** A collector on this machine that remembers what came. */
function collector(status = 200) {
  const spans: Got[] = []
  const resources: unknown[] = []
  const headers: Headers[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      headers.push(request.headers)
      if (new URL(request.url).pathname !== '/v1/traces') return new Response(null, { status: 404 })
      const body = await request.json()
      for (const one of body.resourceSpans) {
        resources.push(one.resource)
        for (const scope of one.scopeSpans) spans.push(...scope.spans)
      }
      return Response.json({}, { status })
    },
  })
  return {
    spans,
    resources,
    headers,
    endpoint: `http://127.0.0.1:${server.port}/`,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

const OUTER = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const attributesOf = (span: Got | undefined) =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]))

function tracingTo(endpoint: string) {
  const warned: unknown[] = []
  const options = { otlpEndpoint: endpoint, otlpHeaders: { 'x-key': 'the-key' }, serviceName: 'money' }
  return { ...startTracing(options, { warn: (event) => warned.push(event) }), warned }
}

test('a request is a span with its statements below it, in the trace that it came with', async () => {
  await using got = collector()
  const tracing = tracingTo(got.endpoint)
  const app = await createTestApp({ deps: { tracer: tracing.tracer } })
  const mira = await app.createUser()
  const path = '/api/v1/brokers'
  const headers = { cookie: `session=${mira.token}`, 'content-type': 'application/json', traceparent: OUTER }
  const clock = () => performance.timeOrigin + performance.now()
  const before = clock()
  const answer = await app.app.request(path, { method: 'POST', headers, body: JSON.stringify({ name: 'Very private name' }) })
  const after = clock()
  expect(answer.status).toBe(201)
  await tracing.close()
  const server = got.spans.find(({ kind }) => kind === 2)
  expect(server).toMatchObject({ name: `POST ${path}`, traceId: OUTER.slice(3, 35), parentSpanId: OUTER.slice(36, 52) })
  expect(attributesOf(server)).toMatchObject({
    'http.request.method': 'POST',
    'http.route': path,
    'http.response.status_code': '201',
  })
  const below = got.spans.filter(({ parentSpanId }) => parentSpanId === server?.spanId)
  expect(below.map(({ name }) => name)).toContain('insert broker')
  expect(below.every(({ traceId }) => traceId === server?.traceId)).toBe(true)
  for (const span of got.spans) expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true)
  const [start, end] = [server?.startTimeUnixNano, server?.endTimeUnixNano].map((at) => Number(BigInt(at ?? 0)) / 1e6)
  expect([Math.floor(before), start, end, Math.ceil(after)]).toEqual(
    [Math.floor(before), start, end, Math.ceil(after)].toSorted((a, b) => Number(a) - Number(b)),
  )
  expect(JSON.stringify(got.resources)).toContain('"money"')
  expect([got.headers[0]?.get('x-key'), got.headers[0]?.get('content-type')]).toEqual(['the-key', 'application/json'])
  expect(JSON.stringify(got.spans)).not.toContain('Very private name')
  expect(JSON.stringify(got.spans)).not.toContain(mira.token)
})

test('where the caller does not record the trace nothing is sent; a traceparent that is none begins a trace', async () => {
  await using got = collector()
  const tracing = tracingTo(got.endpoint)
  const { app } = await createTestApp({ deps: { tracer: tracing.tracer } })
  await app.request('/api/v1/system/health', { headers: { traceparent: OUTER.replace(/01$/, '00') } })
  await tracing.close()
  expect(got.spans).toEqual([])
  for (const traceparent of ['x', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`, OUTER.replace(/^00/, 'ff')])
    await app.request('/api/v1/system/health', { headers: { traceparent } })
  await tracing.close()
  const servers = got.spans.filter(({ kind }) => kind === 2)
  expect(servers).toHaveLength(3)
  expect(new Set(servers.map(({ traceId }) => traceId)).size).toBe(3)
  for (const span of servers) expect([span.traceId.length, span.spanId.length, span.parentSpanId]).toEqual([32, 16, undefined])
})

test('an outgoing request is a span below what began it, carries a traceparent, and names the host alone', async () => {
  await using got = collector()
  const tracing = tracingTo(got.endpoint)
  const sent: Headers[] = []
  const inner = Object.assign(
    async (_: unknown, init?: RequestInit) => {
      sent.push(new Headers(init?.headers))
      if (sent.length === 2) throw new Error('unreachable')
      return new Response('ok', { status: 503 })
    },
    { preconnect: () => {} },
  )
  const traced = tracing.fetch(inner)
  await traced('https://rates.example.org/daily?key=a-secret-key', { headers: { accept: 'text/csv' } })
  expect(traced('https://rates.example.org/daily')).rejects.toThrow('unreachable')
  await Bun.sleep(1)
  await tracing.close()
  expect(got.spans.map(({ name, kind, status }) => [name, kind, status?.code])).toEqual([
    ['GET', 3, 2],
    ['GET', 3, 2],
  ])
  expect(attributesOf(got.spans[0])).toEqual({
    'http.request.method': 'GET',
    'server.address': 'rates.example.org',
    'http.response.status_code': '503',
  })
  expect(sent[0]?.get('traceparent')).toBe(`00-${got.spans[0]?.traceId}-${got.spans[0]?.spanId}-01`)
  expect(sent[0]?.get('accept')).toBe('text/csv')
  expect(JSON.stringify(got.spans)).not.toContain('a-secret-key')
})

test('a collector that refuses or is not there costs one line in the log, and the service nothing', async () => {
  await using got = collector(500)
  for (const endpoint of [got.endpoint, 'http://127.0.0.1:1']) {
    const tracing = tracingTo(endpoint)
    const { app } = await createTestApp({ deps: { tracer: tracing.tracer } })
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await app.request('/api/v1/system/health')).status).toBe(200)
      await tracing.close()
    }
    expect(tracing.warned).toEqual(['traces cannot be sent'])
  }
})

test('a job is a span below the request that began it, with the statements of its own', async () => {
  await using got = collector()
  const tracing = tracingTo(got.endpoint)
  const plugins = { brim: brokerPlugins, fx: [], assets: [] }
  const app = await createTestApp({ deps: { tracer: tracing.tracer, plugins } })
  const mira = await app.createUser()
  const broker = await createBroker(app, mira)
  const answer = await upload(app, mira, broker, 'a.csv', 'date,type,amount,currency\n2024-01-02,DEPOSIT,1,EUR\n', '&import=true')
  expect(answer.status).toBe(201)
  await tracing.close()
  const job = got.spans.find(({ name }) => name === 'job import-report')
  const request = got.spans.find(({ spanId }) => spanId === job?.parentSpanId)
  expect(request?.name).toBe('POST /api/v1/brokers/import/upload')
  const below = got.spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId).map(({ name }) => name)
  expect(below).toContain('insert ledger_transaction')
})
