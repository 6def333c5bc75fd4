/**
 * Imports of 50,000 rows, over HTTP: `bun test/bench/imports.ts [--root ../before] [--rounds 3] [name ...]`. For each kind of file the processor time of
 * all processes of the service beside that of raw inserts in the same run, the wall time, the stages as the service logs them, and the memory of all its
 * processes at most over that at rest; then, for what somebody else waits meanwhile, once more with others at work. `--root`: another checkout, run in turn with this one.
 */
import { Database } from 'bun:sqlite'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { processorTime } from '#test/support/processor-time.ts'
import { importerFile } from './importer-files.ts'
import { commaTable, plainTable, workbook } from './imports-files.ts'

const ROWS = 50_000
const HERE = new URL('../..', import.meta.url).pathname
const OTHERS = new URL('./hostile-others.ts', import.meta.url).pathname
const { values, positionals } = parseArgs({
  options: { root: { type: 'string' }, rounds: { type: 'string', default: '2' } },
  allowPositionals: true,
})

type File_ = { readonly name: string; readonly bytes: string | Uint8Array; readonly body: object }
type Service = {
  readonly base: string
  readonly pid: number
  readonly cookie: string
  readonly stop: () => Promise<void>
  readonly log: string
}

const FILES: Readonly<Record<string, () => Promise<File_>>> = {
  generic: async () => ({ name: 'generic.csv', bytes: plainTable(ROWS), body: {} }),
  commas: async () => ({ name: 'commas.csv', ...commaTable(ROWS) }),
  degiro: async () => ({ name: 'degiro.csv', bytes: importerFile('degiro', ROWS, 'plain'), body: { short: 'allow' } }),
  xlsx: async () => ({ name: 'generic.xlsx', bytes: await workbook(ROWS), body: {} }),
}

const raw = rawInserts()
console.log(`raw inserts: ${Math.round(ROWS / (raw / 1000)).toLocaleString('en')} rows a second of processor time`)
const roots = values.root === undefined ? [HERE] : [values.root, HERE]
for (const [name, make] of Object.entries(FILES)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const file = await make()
  const best = new Map<string, Measured>()
  for (let round = 0; round < Number(values.rounds); round++)
    for (const root of roots) {
      const one = await measure(root, file, await waits(root, file))
      const known = best.get(root)
      if (known === undefined || one.cpu < known.cpu) best.set(root, one)
    }
  for (const [root, { cpu, wall, p99, longest, peak, stages }] of best) {
    const ratio = (raw / cpu).toFixed(2)
    console.log(
      `${name} ${root}: ${cpu} ms of processor time (${ratio} of raw), ${wall} ms, others p99 ${p99} longest ${longest} ms, +${peak} MiB at most; ${stages}`,
    )
  }
}

type Waits = Readonly<Record<'p99' | 'longest', number>>
type Measured = Waits & Readonly<Record<'cpu' | 'wall' | 'peak', number>> & { readonly stages: string }

async function measure(root: string, file: File_, others: Waits): Promise<Measured> {
  return await withService(root, async (service, broker) => {
    const [rest, before, began] = [memoryOf(service.pid), timeOf(service.pid), performance.now()]
    const memory = { most: rest }
    const watch = setInterval(() => {
      memory.most = Math.max(memory.most, memoryOf(service.pid))
    }, 20)
    await importFile(service, file, broker)
    const [cpu, wall] = [timeOf(service.pid) - before, Math.round(performance.now() - began)]
    clearInterval(watch)
    return { cpu, wall, ...others, peak: Math.round(memory.most - rest), stages: await stagesOf(service.log) }
  })
}

/** What others wait for small answers while the file is imported. */
async function waits(root: string, file: File_): Promise<Waits> {
  return await withService(root, async (service, broker) => {
    const others = Bun.spawn([process.execPath, OTHERS, service.base, service.cookie], { stdin: 'pipe', stdout: 'pipe' })
    await Bun.sleep(500)
    await importFile(service, file, broker)
    others.stdin.end()
    const { p99, longest } = JSON.parse(await new Response(others.stdout).text()) as Waits
    return { p99: Math.round(p99), longest: Math.round(longest) }
  })
}

async function withService<T>(root: string, work: (service: Service, broker: number) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
  const service = await start(root, folder)
  try {
    const headers = { Cookie: service.cookie, 'Content-Type': 'application/json' }
    const answer = await fetch(`${service.base}/brokers`, { method: 'POST', headers, body: '{"name":"Bench","currency":"EUR"}' })
    const { id } = (await answer.json()) as { id: number }
    return await work(service, id)
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function importFile({ base, cookie }: Service, { name, bytes, body }: File_, broker: number): Promise<void> {
  const form = new FormData()
  form.set('file', new File([bytes as BlobPart], name))
  const uploaded = await done(
    base,
    cookie,
    await fetch(`${base}/brokers/import/upload?broker_id=${broker}`, { method: 'POST', headers: { Cookie: cookie }, body: form }),
  )
  const { id } = uploaded as { id: string }
  const headers = { Cookie: cookie, 'Content-Type': 'application/json' }
  const answer = await fetch(`${base}/brokers/import/files/${id}/import`, { method: 'POST', headers, body: JSON.stringify(body) })
  await done(base, cookie, answer)
}

/** The answer, or that of the job behind a 202. */
async function done(base: string, cookie: string, first: Response): Promise<unknown> {
  if (first.status !== 202) {
    if (!first.ok) throw new Error(`${first.status}: ${(await first.text()).slice(0, 500)}`)
    return first.json()
  }
  for (;;) {
    await Bun.sleep(50)
    const answer = await fetch(new URL(first.headers.get('location') ?? '', base), { headers: { Cookie: cookie } })
    const job = (await answer.json()) as { state: string; result?: unknown }
    if (job.state === 'succeeded') return job.result
    if (job.state !== 'queued' && job.state !== 'running') throw new Error(JSON.stringify(job).slice(0, 500))
  }
}

async function start(root: string, folder: string): Promise<Service> {
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const [base, log] = [`http://127.0.0.1:${port}/api/v1`, join(folder, 'log')]
  const settings = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: join(folder, 'data'), OFFLINE: 'true', LOG_FORMAT: 'json' }
  const child = Bun.spawn([process.execPath, join(root, 'src/main.ts')], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...settings, JWT_SECRET: 'a-secret-for-the-benchmark-only-0123456789' },
    stdout: Bun.file(log),
    stderr: 'inherit',
  })
  const isUp = () =>
    fetch(`${base}/system/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) await Bun.sleep(20)
  const user = { username: 'bench', password: 'correct-horse-battery-9' }
  const send = (path: string, body: object) =>
    fetch(`${base}${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  await send('/auth/register', { ...user, email: 'bench@example.org' })
  const cookie = (await send('/auth/login', user)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
  }
  return { base, pid: child.pid, cookie, stop, log }
}

async function stagesOf(log: string): Promise<string> {
  await Bun.sleep(100)
  const line = (await Bun.file(log).text()).split('\n').findLast((one) => one.includes('"report imported"'))
  return line === undefined ? '' : JSON.stringify((JSON.parse(line) as { milliseconds: object }).milliseconds)
}

/** A process and those that it has started. */
function familyOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? Number(statOf(Number(name))[1]) : Number.NaN
    if (!Number.isNaN(parent)) parents.set(Number(name), parent)
  }
  const family = [pid]
  for (const member of family) for (const [child, parent] of parents) if (parent === member) family.push(child)
  return family
}

/** The fields of `/proc/PID/stat` behind the name; empty for one that has ended. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

/** Milliseconds of processor time of the service, of children that have ended too. */
function timeOf(pid: number): number {
  const ticks = familyOf(pid).flatMap((member) => statOf(member).slice(11, 15).map(Number))
  return ticks.reduce((sum, each) => sum + each, 0) * 10
}

/** Resident MiB of all processes of the service. */
function memoryOf(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + Number(statOf(member)[21] ?? 0) * 4096, 0) / 1_048_576
}

/** Milliseconds of processor time for as many plain inserts into a table with two indexes. */
function rawInserts(): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
    const db = new Database(join(folder, 'raw.db'), { create: true })
    db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL')
    db.exec(`CREATE TABLE tx(id INTEGER PRIMARY KEY, broker_id INT, type TEXT, date TEXT, asset_id INT, quantity TEXT, price TEXT, amount TEXT,
      currency TEXT, fees TEXT, taxes TEXT, external_id TEXT, description TEXT, tags TEXT, created_at TEXT) STRICT`)
    db.exec('CREATE INDEX tx_date ON tx(broker_id, date, id); CREATE UNIQUE INDEX tx_id ON tx(broker_id, external_id)')
    const insert = db.prepare('INSERT INTO tx VALUES (NULL,?,?,?,?,?,?,?,?,?,?,?,?,?,?)')
    const [time, began] = ['2024-01-01T00:00:00Z', processorTime()]
    db.transaction(() => {
      for (let i = 0; i < ROWS; i++) {
        const day = `20${10 + (i % 15)}-0${1 + (i % 9)}-1${i % 10}`
        insert.run(1, 'BUY', day, i % 20, '10', '12.5', '-126', 'EUR', '1', '0', `x${i}`, 'row', '[]', time)
      }
    })()
    least = Math.min(least, processorTime() - began)
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return least
}
