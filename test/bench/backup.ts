/**
 * A backup of a large data folder while others read and write, restored elsewhere, and archives with one damaged byte:
 * `bun run build && bun test/bench/backup.ts [--lines 300000] [--files 1000] [--mib 1000] [--damages 1000] [--seed 7]`.
 * Prints what others wait before and meanwhile, how long each step takes, whether every report and file is the same byte for byte, and how many
 * damaged archives (of a small folder; some of the large one) were refused.
 */
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BINARY, emptyFolder, type Running, requireBinary, runBinary, startBinary } from '#test/support/binary.ts'
import { faultsOf } from '#test/support/crash.ts'
import { damage } from './backup-damage.ts'
import { answersOf, type Client, fill, must, signIn } from './backup-world.ts'

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '300000' },
    files: { type: 'string', default: '1000' },
    mib: { type: 'string', default: '1000' },
    damages: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '7' },
  },
})
const ENV = { JWT_SECRET: 'a-secret-of-the-bench-0123456789-abcdef', OFFLINE: 'true', LOG_LEVEL: 'info' }
const CALM_MILLISECONDS = 10_000
const PAUSE_MILLISECONDS = 20
const MIB = 1024 * 1024
const LARGE_DAMAGES = 10
const say = (text: string) => process.stdout.write(`${text}\n`)

/** What others wait while `work` goes on: writes of single lines and four kinds of reads, fifty a second of each. */
async function meanwhile<T>(client: Client, written: string[], work: () => Promise<T>): Promise<T> {
  const waits = new Map<string, number[]>()
  let isOver = false
  const timed = async (kind: string, request: () => Promise<unknown>) => {
    while (!isOver) {
      const began = performance.now()
      await request()
      waits.set(kind, [...(waits.get(kind) ?? []), performance.now() - began])
      await Bun.sleep(PAUSE_MILLISECONDS)
    }
  }
  const others = [
    timed('write', async () => {
      written.push((await must(client, 'POST', '/transactions', lineOfOthers(written.length))).external_id)
    }),
    timed('lines', () => must(client, 'GET', '/transactions?limit=20')),
    timed('brokers', () => must(client, 'GET', '/brokers')),
    timed('holdings', () => must(client, 'GET', '/portfolio/holdings?broker_ids=2')),
  ]
  const result = await work()
  isOver = true
  await Promise.all(others)
  for (const [kind, list] of waits) say(`  ${kind.padEnd(9)}${figuresOf(list)}`)
  return result
}

function lineOfOthers(n: number) {
  return { broker_id: 2, type: 'DEPOSIT', date: '2026-01-02', amount: '1', currency: 'EUR', external_id: `other-${n}` }
}

function figuresOf(list: readonly number[]): string {
  const sorted = list.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
  return `${list.length} requests, median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  say(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return result
}

/** Makes a backup as anybody would: a job is watched until it is over. Answers the file name. */
async function backUp(client: Client): Promise<string> {
  let { body, status, headers } = await client('POST', '/backup')
  const job = headers.get('location')?.replace(/^.*\/api\/v1/, '') ?? ''
  while (status === 202 || body.state === 'queued' || body.state === 'running') {
    await Bun.sleep(200)
    ;({ body, status } = await client('GET', job))
  }
  if (body.state === 'failed') throw new Error(JSON.stringify(body))
  return (await must(client, 'GET', '/backup'))[0].filename
}

type Made = { readonly folder: string; readonly archive: string; readonly files: readonly string[] }

async function makeOne(service: Running, folder: string): Promise<Made & { written: string[]; before: Map<string, string> }> {
  const client = service.client()
  const size = { lines: Number(values.lines), files: Number(values.files), mib: Number(values.mib) }
  const files = await timed('filled', () => fill(client, size))
  const bytes = await Bun.$`du -sb ${join(folder, 'data')}`.text()
  const database = statSync(join(folder, 'data/holdfast.db')).size
  say(`data folder ${mibOf(Number.parseInt(bytes, 10))} MiB, database ${mibOf(database)} MiB, ${files.length} files`)
  const before = await answersOf(client, files)
  const written: string[] = []
  say('others, before:')
  await meanwhile(client, written, () => Bun.sleep(CALM_MILLISECONDS))
  const acknowledged = [...written]
  say('others, meanwhile:')
  const name = await meanwhile(client, written, () => timed('backup', () => backUp(client)))
  const archive = join(folder, 'data/backups', name)
  say(`archive ${mibOf(statSync(archive).size)} MiB, ${written.length - acknowledged.length} lines written meanwhile`)
  return { folder, archive, files, written: acknowledged, before }
}

/** Restores elsewhere and compares all that was answered; what differs. */
async function compare({ archive, files, written, before }: Awaited<ReturnType<typeof makeOne>>): Promise<string[]> {
  const folder = emptyFolder()
  const restored = await timed('restored elsewhere', () => runBinary(['backup', 'restore', archive], folder, ENV))
  if (restored.code !== 0) throw new Error(restored.err)
  const service = await startBinary(folder, ENV)
  const client = await signIn(service.client())
  const after = await answersOf(client, files)
  const differing = [...before].filter(([path, answer]) => after.get(path) !== answer).map(([path]) => `differs: ${path}`)
  const there = new Set((await client('GET', '/transactions.csv?broker_ids=2')).text.match(/other-\d+/g))
  const lost = written.filter((id) => !there.has(id)).map((id) => `lost: ${id}`)
  await service.stop()
  const faults = [...differing, ...lost, ...(await faultsOf(folder))]
  say(
    `${before.size} reports, lists and files compared, ${written.length} acknowledged lines looked for: ${faults.length} faults`,
  )
  rmSync(folder, { recursive: true, force: true })
  return faults
}

const mibOf = (bytes: number): string => (bytes / MIB).toFixed(0)

/** The archive of a small data folder. */
async function smallArchive(): Promise<string> {
  const folder = emptyFolder()
  const service = await startBinary(folder, ENV)
  const client = service.client()
  await fill(client, { lines: 2_000, files: 20, mib: 1 })
  const name = await backUp(client)
  await service.stop()
  return join(folder, 'data/backups', name)
}

requireBinary()
say(BINARY)
const folder = emptyFolder()
mkdirSync(join(folder, 'data'), { mode: 0o700 })
const service = await startBinary(folder, ENV)
const made = await makeOne(service, folder)
await service.stop()
const faults = await compare(made)
for (const fault of faults.slice(0, 20)) say(`  ${fault}`)
const seed = Number(values.seed)
const small = await smallArchive()
const [many, some] = [Number(values.damages), Math.min(LARGE_DAMAGES, Number(values.damages))]
const accepted = [
  ...(await timed(`${many} damaged archives of ${statSync(small).size} bytes`, () => damage(small, many, seed))),
  ...(await timed(`${some} damaged archives of ${mibOf(statSync(made.archive).size)} MiB`, () =>
    damage(made.archive, some, seed),
  )),
]
say(`${many + some - accepted.length} of ${many + some} refused${accepted.map((one) => `\n  ACCEPTED: ${one}`).join('')}`)
for (const path of [folder, join(small, '../../..')]) rmSync(path, { recursive: true, force: true })
process.exitCode = faults.length + accepted.length === 0 ? 0 : 1
