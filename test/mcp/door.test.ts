import { expect, test } from 'bun:test'
import { mcpRoutes } from '#src/mcp/routes.ts'
import { createApp } from '#src/server.ts'
import { SCOPES } from '#src/shared/scopes.ts'
import { bearer, calling, callTool, openWorld, post } from './world.ts'

const START = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

test('401 with a challenge without a token, whatever session there is, and for one that is none', async () => {
  const world = await openWorld()
  for (const [headers, code, challenge] of [
    [{}, 'auth/token-needed', 'Bearer realm="holdfast"'],
    [{ Cookie: `session=${world.nora.token}` }, 'auth/token-needed', 'Bearer realm="holdfast"'],
    [{ Authorization: `Basic ${btoa('nora:x')}` }, 'auth/token-needed', 'Bearer realm="holdfast"'],
    [bearer(`hf_${'a'.repeat(27)}`), 'auth/token-invalid', 'Bearer realm="holdfast", error="invalid_token"'],
  ] as const) {
    const answer = await post(world, START, headers)
    expect([answer.status, answer.body.code, answer.headers.get('WWW-Authenticate')]).toEqual([401, code, challenge])
  }
})

test('a token of each scope: only `read` is let in, 403 with the scope that is needed for all others', async () => {
  const world = await openWorld()
  for (const scope of SCOPES) {
    const { text } = await world.token(world.nora, [scope])
    const { status, headers } = await post(world, START, bearer(text))
    const challenge = scope === 'read' ? null : 'Bearer realm="holdfast", error="insufficient_scope", scope="read"'
    expect([scope, status, headers.get('WWW-Authenticate')]).toEqual([scope, scope === 'read' ? 200 : 403, challenge])
  }
})

test('a token that is revoked, or whose user is disabled, is out with the next message', async () => {
  const world = await openWorld()
  const [first, second] = [await world.token(world.nora), await world.token(world.olaf)]
  expect((await callTool(world, first.text, 'get_cash')).isError).toBe(false)
  await world.call(world.nora, 'DELETE', `/auth/tokens/${first.id}`)
  expect((await post(world, calling('get_cash'), bearer(first.text))).status).toBe(401)
  expect((await callTool(world, second.text, 'get_cash')).isError).toBe(false)
  await world.store.writer.updateTable('user').set({ is_active: 0 }).where('id', '=', world.olaf.id).execute()
  expect((await post(world, calling('get_cash'), bearer(second.text))).status).toBe(401)
})

test('403 for a page of another site, with a valid token too; none, our own and CORS_ORIGINS are fine', async () => {
  const world = await openWorld({ CORS_ORIGINS: 'https://app.example', PUBLIC_URL: 'https://money.example' })
  const { text } = await world.token(world.nora)
  const statusOf = async (headers: Record<string, string>) => (await post(world, START, { ...bearer(text), ...headers })).status
  expect(await statusOf({})).toBe(200)
  for (const Origin of ['https://app.example', 'https://money.example', 'http://localhost'])
    expect(await statusOf({ Origin })).toBe(200)
  for (const Origin of ['https://evil.example', 'null', 'http://localhost.evil.example', 'https://app.example.evil.example'])
    expect([Origin, await statusOf({ Origin })]).toEqual([Origin, 403])
  expect(await statusOf({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
  expect(await statusOf({ Host: 'evil.example' })).toBe(421)
  const preflight = await world.app.request('/mcp', {
    method: 'OPTIONS',
    headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' },
  })
  expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('Mcp-Protocol-Version')
})

test('405 for GET and DELETE, which are for servers with sessions; below BASE_PATH, and nowhere else', async () => {
  const world = await openWorld({ BASE_PATH: '/money' })
  const { text } = await world.token(world.nora)
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const answer = await world.app.request('/money/mcp', { method, headers: bearer(text) })
    expect([method, answer.status, answer.headers.get('Allow')]).toEqual([method, 405, 'POST'])
  }
  expect((await post(world, START, bearer(text))).status).toBe(200)
  expect((await callTool(world, text, 'get_cash')).said.total).toBe('5271.350001')
  for (const path of ['/mcp', '/money/mcps', '/money/mcp/x', '/money/api/v1/mcp'])
    expect([path, (await world.app.request(path, { method: 'POST', headers: bearer(text) })).status]).toEqual([path, 404])
})

test('the protocol version that both know, ours for one that nobody knows; 400 for an unknown one in the header', async () => {
  const world = await openWorld()
  const { text } = await world.token(world.nora)
  for (const [wanted, version] of [
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['1999-01-01', '2025-11-25'],
  ]) {
    const message = { ...START, params: { ...START.params, protocolVersion: wanted } }
    expect((await post(world, message, bearer(text))).body.result.protocolVersion).toBe(version)
  }
  const old = await post(world, calling('get_cash'), { ...bearer(text), 'Mcp-Protocol-Version': '1999-01-01' })
  expect([old.status, old.body.error.code]).toEqual([400, -32_000])
  expect((await post(world, { jsonrpc: '2.0', method: 'notifications/initialized' }, bearer(text))).status).toBe(202)
  expect((await post(world, { jsonrpc: '2.0', id: 7, method: 'ping' }, bearer(text))).body).toEqual({
    jsonrpc: '2.0',
    id: 7,
    result: {},
  })
})

test('what is no JSON-RPC is answered with its code, and nothing of it is carried out', async () => {
  const world = await openWorld()
  const { text } = await world.token(world.nora)
  const deep = `${'['.repeat(40)}${']'.repeat(40)}`
  for (const [body, status, code] of [
    ['{"jsonrpc":', 400, -32_700],
    ['', 400, -32_700],
    [deep, 400, -32_600],
    [JSON.stringify(Array.from({ length: 21 }, (_, id) => calling('get_cash', {}, id))), 400, -32_600],
    [JSON.stringify(Array.from({ length: 6_000 }, () => 1)), 400, -32_600],
    ['[]', 400, -32_600],
    ['7', 400, -32_600],
    [JSON.stringify({ id: 1, method: 'ping' }), 400, -32_600],
    [JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/list' }), 200, -32_601],
    [JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'logging/setLevel', params: { level: 'debug' } }), 200, -32_601],
    [JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call' }), 200, -32_602],
    [JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 7 } }), 200, -32_602],
    [JSON.stringify(calling('no_such_tool')), 200, -32_602],
    [JSON.stringify(calling('get_cash', 'all')), 200, -32_602],
  ] as const) {
    const answer = await post(world, body, bearer(text))
    expect([body.slice(0, 80), answer.status, answer.body?.error?.code]).toEqual([body.slice(0, 80), status, code])
  }
  expect((await post(world, '{}', { ...bearer(text), 'Content-Type': 'text/plain' })).status).toBe(415)
  expect((await post(world, ' '.repeat(300_000), bearer(text))).status).toBe(413)
})

test('a batch is answered in one list, each call as if it were alone; no stream is opened for subscriptions', async () => {
  const world = await openWorld()
  const { text } = await world.token(world.nora)
  const batch = await post(
    world,
    [calling('get_cash', {}, 1), calling('get_holdings', {}, 2), calling('nothing', {}, 3)],
    bearer(text),
  )
  const byId = new Map(batch.body.map((each: { id: number }) => [each.id, each]))
  expect(byId.get(1)).toMatchObject({ result: { structuredContent: { currency: 'EUR' } } })
  expect(byId.get(2)).toMatchObject({ result: { structuredContent: { page: { total: 2 } } } })
  expect(byId.get(3)).toMatchObject({ error: { code: -32_602 } })
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { notifications: { toolsListChanged: true }, _meta: envelope }
  const listening = await post(
    world,
    { jsonrpc: '2.0', id: 4, method: 'subscriptions/listen', params },
    {
      ...bearer(text),
      ...{ 'Mcp-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' },
    },
  )
  expect([listening.headers.get('Content-Type')?.replace(' ', ''), listening.body.error.message]).toEqual([
    'application/json;charset=utf-8',
    'Subscription limit reached',
  ])
})

test('a fault of ours is logged, and the client gets a fixed sentence with the request id', async () => {
  const world = await openWorld()
  const { text } = await world.token(world.nora)
  const { fetch } = world.app
  const fails = (request: Request) => {
    if (request.url.endsWith('/mcp')) return fetch(request)
    return new Response('<h1>a secret of the house</h1>', { headers: { 'Content-Type': 'text/html' } })
  }
  const app = createApp(world.deps, [mcpRoutes(fails)], { below: '/' })
  const headers = { ...bearer(text), 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
  const message = { method: 'POST', headers, body: JSON.stringify(calling('get_cash')) }
  const answer: { result: unknown } = await (await app.request('http://localhost/mcp', message)).json()
  expect(answer.result).toEqual({
    content: [{ type: 'text', text: expect.stringMatching(/^Something went wrong on our side; .* \([\w-]{36}\)$/) }],
    isError: true,
  })
  world.deps.log.flush()
  expect(world.logged.join('')).toContain('a call of a tool failed')
})
