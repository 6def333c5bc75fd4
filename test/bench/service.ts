/**
 * The whole service against raw `Bun.serve` over `bun:sqlite`, in one run: `bun run build && bun test/bench/service.ts`.
 * Prints ratios (ours / raw); the machine's own speed cancels out. Load comes from `wrk` when it is installed, else from a loop in a process of its own.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BINARY } from '#test/support/binary.ts'

const ROWS = 50_000
const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
const command = (await Bun.file(BINARY).exists())
  ? [BINARY]
  : [process.execPath, new URL('../../src/main.ts', import.meta.url).pathname]
const port = 20_000 + Math.floor(Math.random() * 20_000)
const base = `http://127.0.0.1:${port}/api/v1`

const raw = await startRaw()
const began = performance.now()
const ours = Bun.spawn(command, {
  env: {
    PATH: process.env['PATH'] ?? '',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    OFFLINE: 'true',
    LOG_FORMAT: 'json',
    JWT_SECRET: 'a-secret-for-the-benchmark-only-0123456789',
  },
  stdout: Bun.file(join(folder, 'log')),
  stderr: 'inherit',
})
while (
  !(await fetch(`${base}/system/health`)
    .then((answer) => answer.ok)
    .catch(() => false))
)
  await Bun.sleep(1)
const started = performance.now() - began
const cookie = await signIn()
const headers = { Cookie: cookie, 'Content-Type': 'application/json' }
const broker = (
  (await (await fetch(`${base}/brokers`, { method: 'POST', headers, body: JSON.stringify({ name: 'Bench' }) })).json()) as {
    id: number
  }
).id

const imported = await measureImport()
const rows: string[][] = [['measure', 'ours', 'raw', 'ratio', 'wanted']]
rows.push(['import, rows/s', fixed(imported.rate), fixed(raw.insertRate), (imported.rate / raw.insertRate).toFixed(2), '0.25'])
rows.push(['GET /brokers meanwhile, p99 ms', imported.p99.toFixed(0), '', '', '< 50'])
for (const [stage, milliseconds] of await lastStages(imported.seconds * 1000))
  rows.push([`  of the import: ${stage}, ms`, milliseconds.toFixed(0), '', '', ''])
rows.push(['resident at most while it ran, MiB', residentMiB(ours.pid, 'VmHWM').toFixed(0), '', '', ''])
const again = await measureImport()
rows.push([
  'the same again, other ids, rows/s',
  fixed(again.rate),
  fixed(raw.insertRate),
  (again.rate / raw.insertRate).toFixed(2),
  '',
])
rows.push(['GET /brokers meanwhile, p99 ms', again.p99.toFixed(0), '', '', ''])
for (const [name, path, wanted] of [
  ['GET /transactions?limit=20', `/transactions?limit=20`, '0.5'],
  ['the same for one broker', `/transactions?limit=20&broker_ids=${broker}`, '0.5'],
] as const) {
  const best = { ratio: 0, ours: 0, raw: 0 }
  for (let round = 0; round < 3; round++) {
    const [mine, theirs] = [await load(`${base}${path}`, cookie), await load(`http://127.0.0.1:${raw.port}/`)]
    if (mine / theirs > best.ratio) Object.assign(best, { ratio: mine / theirs, ours: mine, raw: theirs })
  }
  rows.push([`${name}, requests/s`, fixed(best.ours), fixed(best.raw), best.ratio.toFixed(2), wanted])
}
rows.push(['start to first answer, ms', started.toFixed(0), '', '', command.length === 1 ? '50' : '(not compiled)'])
rows.push(['resident after the load, MiB', residentMiB(ours.pid).toFixed(0), '', '', '120'])
for (const row of rows) console.log(row.map((cell, index) => cell.padEnd(index === 0 ? 40 : 14)).join(''))
ours.kill('SIGTERM')
raw.stop()
await ours.exited
rmSync(folder, { recursive: true, force: true })

async function signIn(): Promise<string> {
  const user = { username: 'bench', email: 'bench@example.org', password: 'correct-horse-battery-9' }
  const json = { 'Content-Type': 'application/json' }
  await fetch(`${base}/auth/register`, { method: 'POST', headers: json, body: JSON.stringify(user) })
  const answer = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username: user.username, password: user.password }),
  })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** What the last import spent its time on, as the service has logged it; the rest is what lies around it (upload, recognition, job, answer). */
async function lastStages(milliseconds: number): Promise<[string, number][]> {
  await Bun.sleep(200)
  const lines = (await Bun.file(join(folder, 'log')).text()).split('\n').filter((line) => line.includes('"report imported"'))
  const stages = Object.entries((JSON.parse(lines.at(-1) ?? '') as { milliseconds: Record<string, number> }).milliseconds)
  const known = stages.reduce((total, [, each]) => total + each, 0)
  return [...stages, ['upload, recognition, answer', milliseconds - known]]
}

async function measureImport(): Promise<{ rate: number; p99: number; seconds: number }> {
  const lines = ['date,type,symbol,quantity,price,amount,currency,fees,external_id']
  const run = Math.random().toString(36).slice(2, 8)
  for (let i = 0; i < ROWS; i++) {
    const day = `20${10 + (i % 15)}-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`
    lines.push(`${day},BUY,SYM${i % 20},10,12.5,-126,EUR,1,${run}${i}`)
  }
  const form = new FormData()
  form.set('file', new File([lines.join('\n')], `${run}.csv`, { type: 'text/csv' }))
  const waits: number[] = []
  const state = { done: false }
  const reader = (async () => {
    while (!state.done) {
      const at = performance.now()
      await (await fetch(`${base}/brokers`, { headers: { Cookie: cookie } })).arrayBuffer()
      waits.push(performance.now() - at)
      await Bun.sleep(5)
    }
  })()
  const at = performance.now()
  let answer = await fetch(`${base}/brokers/import/upload?broker_id=${broker}&import=true`, {
    method: 'POST',
    headers: { Cookie: cookie },
    body: form,
  })
  while (answer.status === 202) {
    await Bun.sleep(50)
    const job = (await (
      await fetch(new URL(answer.headers.get('location') ?? '', base), { headers: { Cookie: cookie } })
    ).json()) as { state: string }
    if (job.state !== 'queued' && job.state !== 'running')
      answer = new Response(null, { status: job.state === 'succeeded' ? 201 : 500 })
  }
  const seconds = (performance.now() - at) / 1000
  state.done = true
  await reader
  if (answer.status !== 201) throw new Error(`the import failed: ${await answer.text()}`)
  waits.sort((a, b) => a - b)
  return { rate: ROWS / seconds, seconds, p99: waits[Math.floor(waits.length * 0.99)] ?? 0 }
}

async function startRaw() {
  const child = Bun.spawn([process.execPath, new URL('./raw-server.ts', import.meta.url).pathname, join(folder, 'raw.db')], {
    stdout: 'pipe',
  })
  const { value } = await child.stdout.getReader().read()
  const started = JSON.parse(new TextDecoder().decode(value)) as { port: number; insertRate: number }
  return { ...started, stop: () => child.kill() }
}

async function load(url: string, session?: string): Promise<number> {
  if (Bun.which('wrk')) {
    const out = Bun.spawnSync([
      'wrk',
      '-t1',
      '-c16',
      '-d3s',
      ...(session ? ['-H', `Cookie: ${session}`] : []),
      url,
    ]).stdout.toString()
    if (/Non-2xx/.test(out)) throw new Error(out)
    return Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1])
  }
  const script = `const end=performance.now()+3000;let n=0;await Promise.all(Array.from({length:16},async()=>{while(performance.now()<end){const r=await fetch(${JSON.stringify(url)},{headers:${JSON.stringify(session ? { Cookie: session } : {})}});await r.arrayBuffer();if(!r.ok)throw r.status;n++}}));console.log(n/3)`
  return Number(Bun.spawnSync([process.execPath, '-e', script]).stdout.toString())
}

function residentMiB(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

function fixed(value: number): string {
  return Math.round(value).toLocaleString('en')
}
