import type { FxChunk, FxIssue, FxProvider, FxRate, FxRequest, FxTools } from '#plugins/fx/contract.ts'
import * as kit from '#plugins/fx/kit.ts'
import { afterwards } from '#test/support/afterwards.ts'

type Call = { readonly url: string; readonly method: string; readonly headers: Headers; readonly body: string }
export type Answering = (call: Call) => Response | string | undefined | Promise<Response | string | undefined>

type Handler = (request: Request) => Promise<Response>

/** What answers for the tests that run, by the name that their requests carry. */
const worlds = new Map<string, Handler>()
let opened = 0

/** One server for all: a port for each of thousands of worlds takes longer than what is sent there. It does not hold the process. */
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 30,
  fetch: (request) => worlds.get(request.headers.get('x-world') ?? '')?.(request) ?? new Response('Gone', { status: 410 }),
})
server.unref()

/**
 * A real server on the loopback interface and the tools to reach it: `fetch` sends every request there, whatever its host; the handler sees
 * the address that was requested. `undefined` = 404.
 */
export function loopback(answer: Answering, options: Partial<FxTools> & { today?: string } = {}) {
  const calls: Call[] = []
  const pauses: number[] = []
  const world = String(++opened)
  worlds.set(world, async (request) => {
    const headers = request.headers
    const call = { url: headers.get('x-requested') ?? request.url, method: request.method, headers, body: await request.text() }
    calls.push(call)
    const found = await answer(call)
    if (found instanceof Response) return found
    return found === undefined ? new Response('Not Found', { status: 404 }) : new Response(found)
  })
  afterwards(() => worlds.delete(world))
  const tools: FxTools = {
    clock: () => new Date(`${options.today ?? '2026-09-01'}T12:00:00Z`),
    random: () => 1,
    sleep: (milliseconds, signal) => {
      pauses.push(milliseconds)
      return signal?.aborted ? Promise.reject(signal.reason) : Promise.resolve()
    },
    ...options,
    fetch: (url, init) => {
      const target = new URL(url)
      target.protocol = 'http:'
      target.host = `127.0.0.1:${server.port}`
      const headers = { ...(init.headers as Record<string, string>), 'X-Requested': url, 'X-World': world }
      return fetch(target.href, { ...init, headers })
    },
  }
  return { tools, calls, pauses }
}

/** Everything that a provider gives, in one piece. */
export async function collect(provider: FxProvider, request: FxRequest, tools: FxTools) {
  const rates: FxRate[] = []
  const issues: FxIssue[] = []
  const chunks: FxChunk[] = []
  for await (const chunk of provider.fetchRates(request, tools, kit)) {
    chunks.push(chunk)
    rates.push(...chunk.rates)
    issues.push(...chunk.issues)
  }
  const rate = (date: string, base: string, quote: string) =>
    rates.find((one) => one.date === date && one.base === base && one.quote === quote)?.rate
  return { rates, issues, chunks, rate }
}
