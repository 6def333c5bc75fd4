/** Reads of one user at 1, 2 and 4 workers: requests a second, processor time a request over all processes, memory. `bun test/bench/workers.ts`. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { emptyFolder, requireBinary, startBinary } from '#test/support/binary.ts'

const ACCOUNT = { username: 'otto', password: 'quiet-harbour-lantern-42' }
const MILLISECONDS = 6_000
const CLIENTS = 24
const TICKS_A_SECOND = 100
const PAGE_BYTES = 4096

/** Of a process and all that it started: processor seconds, bytes in memory. */
function costOf(pid: number): { seconds: number; bytes: number } {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = Number(statOf(Number(name))[1])
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const family = [pid]
  for (const one of family) family.push(...(children.get(one) ?? []))
  const stats = family.map(statOf)
  const sum = (of: (fields: string[]) => number) => stats.reduce((total, fields) => total + of(fields), 0)
  const seconds = sum((fields) => (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND)
  return { seconds, bytes: sum((fields) => Number(fields[21]) * PAGE_BYTES) }
}

/** `/proc/<pid>/stat` from the state on; nothing of a process that has ended. */
function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

requireBinary()
for (const workers of [1, 2, 4]) {
  const folder = emptyFolder()
  const env = {
    WORKERS: String(workers),
    OFFLINE: 'true',
    LOG_LEVEL: 'info',
    JWT_SECRET: 'a-secret-of-the-bench-0123456789-abcdef',
  }
  const service = await startBinary(folder, env)
  while (service.lines.filter(({ event }) => event === 'listening').length < workers) await Bun.sleep(20)
  const client = service.client()
  await client('POST', '/auth/register', { ...ACCOUNT, email: 'otto@example.org' })
  const { cookie } = await client('POST', '/auth/login', ACCOUNT)
  for (let index = 0; index < 20; index += 1) await client('POST', '/brokers', { name: `Broker ${index}` })
  const read = async (until: number, connection: string) => {
    let count = 0
    while (performance.now() < until) {
      const answer = await fetch(`${service.api}/brokers`, { headers: { cookie, connection } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${answer.status}`)
      count += 1
    }
    return count
  }
  const flood = (milliseconds: number, connection: string) =>
    Promise.all(Array.from({ length: CLIENTS }, () => read(performance.now() + milliseconds, connection)))
  await flood(2_000, 'close')
  const before = costOf(service.child.pid)
  const count = (await flood(MILLISECONDS, 'keep-alive')).reduce((total, one) => total + one, 0)
  const after = costOf(service.child.pid)
  const micros = ((after.seconds - before.seconds) * 1e6) / count
  const cores = (after.seconds - before.seconds) / (MILLISECONDS / 1_000)
  process.stdout.write(
    `${workers} workers: ${Math.round((count * 1_000) / MILLISECONDS)} requests/s, ${Math.round(micros)} us of processor time each, ${cores.toFixed(2)} cores busy, ${Math.round(after.bytes / 2 ** 20)} MiB\n`,
  )
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}
