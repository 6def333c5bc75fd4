/**
 * Every sort of page over HTTP, warm: `bun run build && bun test/bench/web.ts [--lines 10000,100000]`.
 * Prints for each the median and 95th percentile of 15 requests, the ratio to `GET /portfolio/holdings` of the interface in the same run, bytes packed, and
 * the largest paint of the overview at 1.6 Mbit/s and 150 ms where there is a Chromium.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BINARY } from '#test/support/binary.ts'
import { BROWSER, launchBrowser } from '#test/support/browser.ts'
import { crawl, createReader } from '#test/support/web.ts'

const ROUNDS = 15
const ASSETS = 20
const DAY = 86_400_000
const { values } = parseArgs({ options: { lines: { type: 'string', default: '10000' } } })
const command = (await Bun.file(BINARY).exists())
  ? [BINARY]
  : [process.execPath, new URL('../../src/main.ts', import.meta.url).pathname]

for (const lines of values.lines.split(',').map(Number)) await measure(lines)

async function measure(lines: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const base = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    OFFLINE: 'true',
    LOG_LEVEL: 'error',
  }
  const service = Bun.spawn(command, { env, stdout: 'ignore', stderr: 'inherit' })
  try {
    while (
      !(await fetch(`${base}/api/v1/system/health`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      await Bun.sleep(5)
    const cookie = await fill(base, lines)
    await report({ base, cookie, lines })
  } finally {
    service.kill()
    await service.exited
    rmSync(folder, { recursive: true, force: true })
  }
}

/** An owner with a broker, twenty assets with weekly closes of seven years, and so many transactions. Answers the session cookie. */
async function fill(base: string, lines: number): Promise<string> {
  const who = { username: 'bench', email: 'bench@example.org', password: 'correct-horse-battery-9' }
  const json = { 'Content-Type': 'application/json' }
  const { email: _, ...credentials } = who
  await fetch(`${base}/api/v1/auth/register`, { method: 'POST', headers: json, body: JSON.stringify(who) })
  const login = await fetch(`${base}/api/v1/auth/login`, { method: 'POST', headers: json, body: JSON.stringify(credentials) })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const send = async (method: string, path: string, body: unknown): Promise<{ id: number }> => {
    const answer = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: { ...json, Cookie: cookie },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as { id: number }
  }
  const day = (back: number) => new Date(Date.now() - back * DAY).toISOString().slice(0, 10)
  const { id: broker } = await send('POST', '/brokers', { name: 'Bench' })
  const assets: number[] = []
  for (let n = 0; n < ASSETS; n++) {
    const { id } = await send('POST', '/assets', {
      symbol: `SYM${n}`,
      name: `Company number ${n}`,
      type: n % 2 ? 'ETF' : 'STOCK',
      currency: 'EUR',
    })
    assets.push(id)
    await send(
      'PUT',
      `/assets/${id}/prices`,
      Array.from({ length: 370 }, (_, week) => ({ date: day(1 + 7 * week), close: `${50 + n + (week % 9)}.25` })),
    )
  }
  const of = { broker_id: broker, currency: 'EUR' }
  await send('POST', '/transactions', { ...of, type: 'DEPOSIT', date: day(2600), amount: String(lines * 1000) })
  const line = (n: number) => {
    const at = { ...of, date: day(2599 - Math.floor((n * 2590) / lines)), asset_id: assets[n % ASSETS] }
    return n % 9 === 5
      ? { ...at, type: 'DIVIDEND', amount: '3.31' }
      : { ...at, type: 'BUY', quantity: '2.253', price: '45.21', fees: '1.5' }
  }
  for (let from = 0; from < lines; from += 5000)
    await send('POST', '/transactions/batch', {
      create: Array.from({ length: Math.min(5000, lines - from) }, (_, n) => line(from + n)),
    })
  return cookie
}

type Measured = { readonly base: string; readonly cookie: string; readonly lines: number }

async function report({ base, cookie, lines }: Measured): Promise<void> {
  const request = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, base), { ...init, redirect: 'manual', headers: { ...init.headers, Cookie: cookie } })
  const over = {
    request: (target: string | URL | Request, init?: RequestInit) =>
      request(new URL(String(target)).pathname + new URL(String(target)).search, init),
  }
  const reader = createReader({ app: { ...over, fetch: () => new Response() } })
  const { pages } = await crawl(reader)
  const baseline = await times(() => request('/api/v1/portfolio/holdings'))
  const rows = [['page', 'median ms', 'p95 ms', 'of holdings', 'bytes']]
  for (const { path } of pages) {
    const taken = await times(() => request(path))
    const packed = await request(path, { headers: { 'Accept-Encoding': 'gzip' } })
    const bytes = Number(packed.headers.get('content-length') ?? 0)
    rows.push([
      path.slice(0, 60),
      at(taken, 0.5),
      at(taken, 0.95),
      (Number(at(taken, 0.5)) / Number(at(baseline, 0.5))).toFixed(1),
      String(bytes),
    ])
  }
  console.log(`\n${lines} transactions; GET /portfolio/holdings ${at(baseline, 0.5)} ms`)
  for (const row of rows) console.log(row.map((cell, index) => (index === 0 ? cell.padEnd(60) : cell.padStart(12))).join(''))
  if (BROWSER) console.log(`largest paint of the overview: ${await largestPaint(base, cookie)} ms, median of 5`)
}

async function times(ask: () => Promise<Response>): Promise<number[]> {
  const taken: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now()
    await (await ask()).arrayBuffer()
    if (round > 0) taken.push(performance.now() - began)
  }
  return taken.sort((a, b) => a - b)
}

function at(taken: readonly number[], share: number): string {
  return (taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? 0).toFixed(1)
}

async function largestPaint(base: string, cookie: string): Promise<number> {
  const browser = await launchBrowser()
  const paints: number[] = []
  for (let round = 0; round < 5; round++) {
    const context = await browser.newContext({ viewport: { width: 360, height: 780 } })
    await context.addCookies([{ name: 'session', value: cookie.split('=')[1] ?? '', url: base }])
    const tab = await context.newPage()
    const network = await context.newCDPSession(tab)
    await network.send('Network.enable')
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 94_000,
    })
    await tab.goto(base, { waitUntil: 'load' })
    paints.push(
      await tab.evaluate(
        () =>
          new Promise<number>((done) => {
            new PerformanceObserver((list) => done(list.getEntries().at(-1)?.startTime ?? 0)).observe({
              type: 'largest-contentful-paint',
              buffered: true,
            })
          }),
      ),
    )
    await context.close()
  }
  await browser.close()
  return Math.round(paints.sort((a, b) => a - b)[2] ?? 0)
}
