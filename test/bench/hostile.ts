/**
 * What hostile requests of one user do to others: `bun run build && bun test/bench/hostile.ts`. For each request: what it was answered, the longest
 * pause that others saw and their p99 of `GET /brokers`, sent from a process of their own, and the resident memory of the whole process tree
 * before, at most and after, in MiB.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Ask, hostileRequests, prepare } from '#test/bench/hostile-requests.ts'
import { BINARY } from '#test/support/binary.ts'

const OTHERS = 6
const PASSWORD = 'correct-horse-battery-9'
const SETTLE_MILLISECONDS = 4_000
const TOGETHER = ['breakdown of 400 assets since 1900', 'history since 1900', 'parse of 80,000 rows', 'batch of 1,000,000 {}']

const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
const command = (await Bun.file(BINARY).exists())
  ? [BINARY]
  : [process.execPath, new URL('../../src/main.ts', import.meta.url).pathname]
const port = 20_000 + Math.floor(Math.random() * 20_000)
const base = `http://127.0.0.1:${port}/api/v1`
const service = Bun.spawn(command, {
  env: {
    ...{ PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: join(folder, 'data') },
    ...{ OFFLINE: 'true', LOG_LEVEL: 'error', JWT_SECRET: 'a-secret-for-the-benchmark-only-0123456789' },
  },
  stdout: Bun.file(join(folder, 'log')),
  stderr: 'inherit',
})
const isUp = () =>
  fetch(`${base}/system/health`)
    .then((answer) => answer.ok)
    .catch(() => false)
while (!(await isUp())) await Bun.sleep(20)

await signIn('root')
const others: string[] = []
for (let n = 0; n < OTHERS; n++) others.push(await signIn(`other${n}`))
const cookie = await signIn('hostile')
const statuses: number[] = []
const ask: Ask = async (path, init = {}) => {
  const answer = await fetch(`${base}${path}`, { ...init, headers: { ...init.headers, cookie } })
  statuses.push(answer.status)
  return answer
}

const requests = hostileRequests(ask, await prepare(ask))
print(['request', 'answers', 'seconds', 'pause, ms', 'p99, ms', 'before', 'at most', 'after'])
for (const [name, act] of Object.entries(requests)) print(await measure(name, [act]))
print(
  await measure(
    'four at once',
    TOGETHER.flatMap((name) => requests[name] ?? []),
  ),
)
service.kill('SIGTERM')
await service.exited
rmSync(folder, { recursive: true, force: true })

async function measure(name: string, acts: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  await Bun.sleep(SETTLE_MILLISECONDS)
  const before = residentMiB()
  const script = new URL('./hostile-others.ts', import.meta.url).pathname
  const pinger = Bun.spawn([process.execPath, script, base, ...others], { stdin: 'pipe', stdout: 'pipe' })
  await Bun.sleep(500)
  const most = { resident: before }
  const timer = setInterval(() => {
    most.resident = Math.max(most.resident, residentMiB())
  }, 50)
  statuses.length = 0
  const began = performance.now()
  await Promise.all(acts.map((act) => act().catch((error: unknown) => console.log(`${name}: ${String(error).slice(0, 200)}`))))
  const seconds = (performance.now() - began) / 1000
  await Bun.sleep(500)
  clearInterval(timer)
  await pinger.stdin.end()
  const seen = JSON.parse(await new Response(pinger.stdout).text()) as { p99: number; longest: number; refused: number[] }
  if (seen.refused.length > 0) console.log(`${name}: others were refused: ${[...new Set(seen.refused)].join(' ')}`)
  await Bun.sleep(SETTLE_MILLISECONDS)
  const answers = [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => `${all.length} x ${status}`).join(' ')
  const figures = [seconds.toFixed(1), seen.longest.toFixed(0), seen.p99.toFixed(0)]
  return [name, answers, ...figures, ...[before, most.resident, residentMiB()].map((size) => size.toFixed(0))]
}

/** Of the service and all that it has started. */
function residentMiB(): number {
  const parents = new Map<number, number>()
  for (const pid of readdirSync('/proc').map(Number)) if (pid > 0) parents.set(pid, Number(field(pid, 'PPid')))
  const isOurs = (pid: number): boolean => pid === service.pid || (pid > 1 && isOurs(parents.get(pid) ?? 0))
  return [...parents.keys()].filter(isOurs).reduce((sum, pid) => sum + Number(field(pid, 'VmRSS')) / 1024, 0)
}

function field(pid: number, name: string): string {
  try {
    return new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
  } catch {
    return '0'
  }
}

/** Registers and signs in, as fast as the service takes it. */
async function signIn(username: string): Promise<string> {
  await patiently('/auth/register', { username, email: `${username}@example.org`, password: PASSWORD })
  const answer = await patiently('/auth/login', { username, password: PASSWORD })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function patiently(path: string, body: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' }
  for (;;) {
    const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (answer.ok) return answer
    if (answer.status !== 429 && answer.status !== 503) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    await Bun.sleep(1_000 * Number(answer.headers.get('retry-after') ?? 1))
  }
}

function print(row: readonly string[]): void {
  console.log(row.map((cell, index) => cell.padEnd(index === 0 ? 42 : index === 1 ? 18 : 11)).join(''))
}
