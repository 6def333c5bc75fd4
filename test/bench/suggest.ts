/**
 * Price sources for 500 assets: `bun test/bench/suggest.ts`. Three sources, each a server in a process of its own that answers at once, searched over HTTP; what
 * others wait meanwhile is printed beside what they wait while nothing happens. The pauses that real sources want are left out: they are what it takes there.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import { definePrices } from '#plugins/assets/provider.ts'
import type { Deps } from '#src/context.ts'
import { createServer } from '#src/server.ts'
import { signSession } from '#src/session/token.ts'
import { isIsin } from '#src/shared/identifier.ts'
import { BENCH_SECRET, benchDeps } from './deps.ts'

const ASSETS = 500
const SOURCES = 3
const TODAY = '2026-06-30'
const BASELINE_SECONDS = 3
const OTHERS = new URL('./hostile-others.ts', import.meta.url).pathname

if (process.argv[2] === 'source') serveSource()
else await measure()

/** Knows every ISIN under its own name, and closes around 50. */
function serveSource(): void {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const { pathname, searchParams } = new URL(request.url)
      const isin = searchParams.get('q') ?? ''
      if (pathname === '/search')
        return Response.json([
          { identifier: isin, symbol: isin.slice(2, 7), name: `Asset ${isin}`, isin, currency: 'EUR', type: 'STOCK' },
        ])
      return Response.json(
        ['24', '25', '26', '29', '30'].map((day) => ({ date: `2026-06-${day}`, close: `50.${day}`, currency: 'EUR' })),
      )
    },
  })
  console.log(String(server.port))
}

function sourceAt(index: number, port: number): PriceProvider {
  const get = async (path: string, { fetch, signal }: Parameters<PriceProvider['fetchPrices']>[1]) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, signal === undefined ? {} : { signal })
    return (await answer.json()) as never
  }
  return definePrices({
    ...{
      code: `SOURCE_${index}`,
      name: 'Source',
      description: '',
      website: '',
      attribution: '',
      adjusted: 'none',
      identifierHint: 'x',
    },
    pauseMilliseconds: 0,
    search: (query, tools) => get(`/search?q=${query}`, tools),
    fetchPrices: async function* ({ identifier }, tools) {
      yield { prices: await get(`/closes?q=${identifier}`, tools), issues: [] }
    },
  })
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
  const children = Array.from({ length: SOURCES }, () =>
    Bun.spawn([process.execPath, import.meta.path, 'source'], { stdout: 'pipe', stderr: 'inherit' }),
  )
  try {
    const ports = await Promise.all(children.map(async (child) => Number(await firstLine(child.stdout))))
    const store = openStore(join(folder, 'holdfast.db'))
    await migrate(store.writer)
    const base = benchDeps(store, folder, TODAY)
    const deps: Deps = { ...base, plugins: { brim: [], fx: [], assets: ports.map((port, index) => sourceAt(index, port)) } }
    const cookie = await fill(deps)
    const app = createServer(deps)
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => app.fetch(request) })
    const address = `${server.url}api/v1`
    console.log(`others, while nothing happens: ${await others(address, cookie, () => Bun.sleep(BASELINE_SECONDS * 1000))}`)
    let line = ''
    const seen = await others(address, cookie, async () => {
      line = await suggest(address, cookie)
    })
    console.log(line)
    console.log(`others meanwhile: ${seen}`)
    await server.stop(true)
    await deps.memory.close()
    await store.close()
  } finally {
    for (const child of children) child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function suggest(address: string, cookie: string): Promise<string> {
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  const headers = { cookie, 'Content-Type': 'application/json', Prefer: 'respond-async' }
  const { id } = (await (
    await fetch(`${address}/assets/price-sources/suggest`, { method: 'POST', headers, body: '{}' })
  ).json()) as { id: string }
  for (;;) {
    const job = (await (await fetch(`${address}/jobs/${id}`, { headers: { cookie } })).json()) as {
      finished_at: string | null
      state: string
      result: { proposed: number; assets: { candidates: { certainty: string }[] }[] } | null
    }
    if (job.finished_at === null) {
      await Bun.sleep(50)
      continue
    }
    const certain = job.result?.assets.filter(({ candidates }) => candidates[0]?.certainty === 'certain').length
    const { user, system } = process.cpuUsage(cpu)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    return `${ASSETS} assets at ${SOURCES} sources: ${job.state}, ${certain} certain, ${seconds} s, ${((user + system) / 1e6).toFixed(1)} s of processor time`
  }
}

async function others(address: string, cookie: string, work: () => Promise<unknown>): Promise<string> {
  const child = Bun.spawn([process.execPath, OTHERS, address, ...Array.from({ length: 4 }, () => cookie)], {
    stdin: 'pipe',
    stdout: 'pipe',
  })
  await work()
  await child.stdin.end()
  const { count, p50, p99, longest } = JSON.parse(await new Response(child.stdout).text()) as Record<string, number>
  const figure = (value = 0) => `${value.toFixed(1)} ms`
  return `p50 ${figure(p50)}, p99 ${figure(p99)}, longest ${figure(longest)} of ${count} requests`
}

/** A user, a broker, and as many holdings. Returns the cookie. */
async function fill(deps: Deps): Promise<string> {
  const time = deps.clock().toISOString()
  const app = createServer(deps)
  await deps.db
    .insertInto('user')
    .values({
      ...{ username: 'ada', username_key: 'ada', email: 'ada@example.org', email_key: 'ada@example.org', password_hash: 'none' },
      ...{ is_superuser: 1, created_at: time, updated_at: time },
    })
    .execute()
  const issuedAt = Math.floor(deps.clock().getTime() / 1000)
  const token = await signSession({ userId: 1, issuedAt, expiresAt: issuedAt + 86_400, epoch: 0 }, BENCH_SECRET)
  const cookie = `session=${token}`
  const call = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', cookie }
    const answer = await app.request(`/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (answer.status >= 300) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as { id: number }
  }
  const broker = await call('/brokers', { name: 'Bench' })
  const create: object[] = []
  for (let index = 0; index < ASSETS; index++) {
    const body = `DE${String(index).padStart(9, '0')}`
    const isin = Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find(isIsin)
    const asset = await call('/assets', { symbol: `S${index}`, name: `Asset ${index}`, type: 'STOCK', currency: 'EUR', isin })
    const trade = { broker_id: broker.id, type: 'BUY', asset_id: asset.id, date: '2026-06-24', currency: 'EUR' }
    create.push({ ...trade, quantity: '1', price: '50' })
  }
  await call('/transactions/batch', { create })
  return cookie
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  for await (const bytes of stream) return new TextDecoder().decode(bytes).trim()
  return ''
}
