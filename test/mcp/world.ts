import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterwards } from '#test/support/afterwards.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { makeToken } from '#test/support/tokens.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

/** Nora with two brokers, holdings, a sale, dividends and cash in two currencies, one of which has no rate; and Olaf, who has nothing. */
export async function openWorld(env: Record<string, string> = {}) {
  const app = await createTestApp({ env, clock: () => new Date('2026-06-30T08:00:00.000Z') })
  const [nora, olaf] = [await app.createUser({ username: 'nora' }), await app.createUser({ username: 'olaf' })]
  const [main, second] = [await createBroker(app, nora, { name: 'Main' }), await createBroker(app, nora, { name: 'Second' })]
  const oak = await createAsset(app, { symbol: 'OAK', name: 'Oak and Sons', createdBy: nora.id })
  const elm = await createAsset(app, { symbol: 'ELM', name: 'Elm Works', createdBy: nora.id })
  const book = async (broker_id: number, type: string, date: string, fields: object) => {
    const answer = await app.call(nora, 'POST', '/transactions', { broker_id, type, date, currency: 'EUR', ...fields })
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  }
  await book(main, 'DEPOSIT', '2026-01-02', { amount: '5000' })
  await book(main, 'BUY', '2026-01-05', { asset_id: oak, quantity: '10', price: '101.37', amount: '-1015.20', fees: '1.5' })
  await book(main, 'SELL', '2026-03-09', { asset_id: oak, quantity: '-4', price: '120.05', amount: '479.20', fees: '1' })
  await book(main, 'DIVIDEND', '2026-04-01', { asset_id: oak, amount: '7.35', taxes: '2.65' })
  await book(second, 'DEPOSIT', '2026-02-02', { amount: '900' })
  await book(second, 'BUY', '2026-02-03', { asset_id: elm, quantity: '3', price: '33.333333', amount: '-99.999999' })
  await book(second, 'DEPOSIT', '2026-02-04', { amount: '40', currency: 'SEK' })
  const token = async (by: TestUser, scopes: Parameters<typeof makeToken>[2] = ['read'], more = {}) =>
    await makeToken(app, by, scopes, more)
  return { ...app, nora, olaf, main, second, oak, elm, book, token }
}

/** One POST to the endpoint, as a client without a library sends it. */
export async function post(
  { app, deps }: Pick<World, 'app' | 'deps'>,
  message: unknown,
  headers: Record<string, string | undefined> = {},
) {
  const all = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers }
  const sent = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]))
  const response = await app.request(`${deps.config.basePath}/mcp`, {
    method: 'POST',
    headers: sent,
    body: typeof message === 'string' ? message : JSON.stringify(message),
  })
  const text = await response.text()
  const body: ReturnType<typeof JSON.parse> = text === '' ? undefined : JSON.parse(text)
  return { status: response.status, headers: response.headers, text, body }
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

/** A call of a tool as a message. */
export const calling = (name: string, given: unknown = {}, id = 1) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: given },
})

/** Calls a tool: what it says, and what was wrong. */
export async function callTool(world: World, token: string, name: string, given: unknown = {}) {
  const { status, body } = await post(world, calling(name, given), bearer(token))
  if (status !== 200 || body.result === undefined) throw new Error(`${status} ${JSON.stringify(body)}`)
  const { structuredContent, content, isError } = body.result
  return { said: structuredContent, text: String(content[0].text), isError: isError === true }
}

/** The official client over a real port; `mode` chooses the era of the protocol. */
export async function connect(world: World, token: string, mode: 'legacy' | 'auto') {
  const server = Bun.serve({ port: 0, fetch: (request, server) => world.app.fetch(request, { server }) })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  afterwards(async () => {
    await client.close()
    await server.stop(true)
  })
  const url = new URL(`http://127.0.0.1:${server.port}${world.deps.config.basePath}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: bearer(token) } }))
  return client
}
