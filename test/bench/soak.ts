/**
 * Mixed load for a long time: `bun run build && bun test/bench/soak.ts [--minutes 10] [--share 0.8]`.
 * Finds the capacity of the machine: the quickest even pace at which nothing is refused and p99 is less than twice what it is at a slow one. Then sends that
 * share of it at an even pace: lists, reports, pages, searches and writes, each by another of eight users, since what one user alone may have worked on at once
 * is bounded. (Clients that wait for each answer would find more: while one waits for a report, nobody else asks for one.)
 * What one write adds the next takes away, so that the ledger stays as large as it is while the capacity is looked for.
 * Prints errors, response times, and the memory of the second and the last minute; the ratio of the two is what should stay at 1.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BINARY } from '#test/support/binary.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, share: { type: 'string', default: '0.8' } },
})
const MINUTE = 60_000
const USERS = 8
const LINES = 1000
/** How long each pace is tried, the slowest one of them, and how much quicker the next one is. */
const PROBE_MILLISECONDS = 6_000
const SLOWEST_PER_SECOND = 20
const STEP = 1.5
/** How often the span between a pace that goes and one that does not is halved. */
const HALVINGS = 3
/** p99 of so few requests is noise below this. */
const QUIET_MILLISECONDS = 20
const milliseconds = Number(values.minutes) * MINUTE
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
const service = Bun.spawn([BINARY], { env, stdout: 'ignore', stderr: 'inherit' })

type Kind = 'list' | 'report' | 'page' | 'search' | 'write'
type Taken = { readonly kind: Kind; readonly milliseconds: number; readonly isRight: boolean; readonly outcome: string }
/** Of ten requests. */
const MIX: readonly Kind[] = ['list', 'write', 'list', 'report', 'list', 'page', 'list', 'write', 'search', 'report']

try {
  while (
    !(await fetch(`${base}/api/v1/system/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await Bun.sleep(5)
  const idle = residentMiB()
  const senders: Send[] = []
  for (let user = 0; user < USERS; user++) senders.push(await signedIn(`bench-${user}`))
  const send: Send = (kind, n) => senders[n % USERS]?.(kind, n) ?? Promise.reject(new Error('there is no user'))
  const perSecond = await capacityOf(send)
  console.log(`idle at the start ${idle} MiB; capacity ${perSecond.toFixed(0)} requests/s at an even pace`)
  await soak(send, perSecond * Number(values.share))
} finally {
  service.kill()
  await service.exited
  rmSync(folder, { recursive: true, force: true })
}

/** An owner with a broker, five assets and 1,000 transactions; answers what sends one request of a kind. */
async function signedIn(username: string): Promise<Send> {
  const credentials = { username, password: 'correct-horse-battery-9' }
  const json = { 'Content-Type': 'application/json' }
  const post = (path: string, body: unknown, headers: Record<string, string> = json) =>
    fetch(`${base}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await post('/auth/register', { ...credentials, email: `${username}@example.org` })
  const cookie = (await post('/auth/login', credentials)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const headers = { ...json, Cookie: cookie }
  const settings = { requests_per_minute: 1_000_000 }
  await fetch(`${base}/api/v1/settings`, { method: 'PATCH', headers, body: JSON.stringify(settings) })
  const made = async (path: string, body: unknown): Promise<number> => (await (await post(path, body, headers)).json()).id
  const broker_id = await made('/brokers', { name: 'Bench', allow_cash_overdraft: true })
  const assets: number[] = []
  for (let n = 1; n <= 5; n++)
    assets.push(await made('/assets', { symbol: `SYM${n}`, name: `Company ${n}`, type: 'STOCK', currency: 'EUR' }))
  const line = (n: number) => ({
    broker_id,
    type: 'BUY',
    date: dayOf(n),
    asset_id: assets[n % 5],
    quantity: '2',
    price: '10.5',
    currency: 'EUR',
  })
  const create = Array.from({ length: LINES }, (_, n) => line(n))
  const filled = await post('/transactions/batch', { create }, headers)
  if (!filled.ok) throw new Error(await filled.text())
  const added: number[] = []
  const asks: Record<Kind, (n: number) => Promise<Response>> = {
    list: (n) => fetch(`${base}/api/v1/transactions?limit=20&asset_ids=${assets[n % 5]}`, { headers }),
    report: (n) => fetch(`${base}/api/v1/portfolio/${n % 2 ? 'holdings' : 'performance'}`, { headers }),
    page: () => fetch(`${base}/`, { headers, redirect: 'manual' }),
    search: (n) => fetch(`${base}/api/v1/search?q=company%20${1 + (n % 5)}`, { headers }),
    write: (n) => {
      const id = added.pop()
      return id === undefined
        ? post('/transactions', line(n), headers)
        : fetch(`${base}/api/v1/transactions/${id}`, { method: 'DELETE', headers })
    },
  }
  const RIGHT: readonly number[] = [200, 201, 204]
  return async (kind, n) => {
    const began = performance.now()
    const outcome = await asks[kind](n).then(
      async (answer) => {
        const text = await answer.text()
        if (answer.status === 201) added.push(JSON.parse(text).id)
        return String(answer.status)
      },
      (error: unknown) => String(error),
    )
    return { kind, milliseconds: performance.now() - began, isRight: RIGHT.includes(Number(outcome)), outcome }
  }
}

function dayOf(n: number): string {
  return new Date(Date.UTC(2020, 0, 1 + (n % 2000))).toISOString().slice(0, 10)
}

type Send = (kind: Kind, n: number) => Promise<Taken>

async function capacityOf(send: Send): Promise<number> {
  // What is loaded with the first requests is no question of pace.
  await paced(send, SLOWEST_PER_SECOND, PROBE_MILLISECONDS)
  const usual = Math.max(QUIET_MILLISECONDS, p99(await paced(send, SLOWEST_PER_SECOND, PROBE_MILLISECONDS)))
  const isFine = async (perSecond: number) => {
    const taken = await paced(send, perSecond, PROBE_MILLISECONDS)
    const wrong = taken.filter(({ isRight }) => !isRight).length
    console.log(`  ${perSecond.toFixed(0)} requests/s: p99 ${p99(taken).toFixed(0)} ms, ${wrong} refused`)
    return wrong === 0 && p99(taken) < 2 * usual
  }
  let [fine, tooQuick] = [SLOWEST_PER_SECOND, SLOWEST_PER_SECOND * STEP]
  while (await isFine(tooQuick)) [fine, tooQuick] = [tooQuick, tooQuick * STEP]
  for (let turn = 0; turn < HALVINGS; turn++) {
    const middle = (fine + tooQuick) / 2
    if (await isFine(middle)) fine = middle
    else tooQuick = middle
  }
  return fine
}

function p99(taken: readonly Taken[]): number {
  const sorted = taken.map((one) => one.milliseconds).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}

async function soak(send: Send, perSecond: number): Promise<void> {
  const memory: number[] = []
  const watch = setInterval(() => memory.push(residentMiB()), 1000)
  const taken = await paced(send, perSecond, milliseconds)
  clearInterval(watch)
  print(taken, memory)
}

/** Sends so many requests a second for so long, whether they are answered or not, and waits for the answers. */
async function paced(send: Send, perSecond: number, milliseconds: number): Promise<Taken[]> {
  const began = performance.now()
  const taken: Taken[] = []
  const open = new Set<Promise<unknown>>()
  for (let n = 0; performance.now() - began < milliseconds; n++) {
    const wait = began + (n * 1000) / perSecond - performance.now()
    if (wait > 1) await Bun.sleep(wait)
    const one = send(MIX[n % MIX.length] ?? 'list', n).then((answered) => taken.push(answered))
    open.add(one)
    void one.finally(() => open.delete(one))
    if (open.size > 1000) await Promise.race(open)
  }
  await Promise.all(open)
  return taken
}

function print(taken: readonly Taken[], memory: readonly number[]): void {
  console.log(['kind', 'requests', 'wrong', 'median ms', 'p99 ms', 'longest ms'].map((one) => one.padStart(12)).join(''))
  for (const kind of new Set(MIX)) {
    const all = taken.filter((one) => one.kind === kind)
    const sorted = all.map((one) => one.milliseconds).sort((a, b) => a - b)
    const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
    const row = [kind, String(all.length), String(all.filter(({ isRight }) => !isRight).length), at(0.5), at(0.99), at(1)]
    console.log(row.map((one) => one.padStart(12)).join(''))
  }
  const wrong = Map.groupBy(
    taken.filter(({ isRight }) => !isRight),
    ({ outcome }) => outcome,
  )
  for (const [outcome, all] of wrong) console.log(`wrong ${all.length} times: ${outcome}`)
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length)
  const [second, last] = [mean(memory.slice(60, 120)), mean(memory.slice(-60))]
  console.log(
    `memory (over three minutes and more): second minute ${second.toFixed(0)} MiB, last minute ${last.toFixed(0)} MiB, ratio ${(last / second).toFixed(2)}`,
  )
}

/** Of the service and its children. */
function residentMiB(): number {
  const of = (pid: number): number => {
    try {
      const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
      return own + children.reduce((sum, child) => sum + of(Number(child)), 0)
    } catch {
      return 0
    }
  }
  return Math.round(of(service.pid))
}
