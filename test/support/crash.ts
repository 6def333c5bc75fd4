/** A service that is killed at random points of its work, and what must be there afterwards. */
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { openReader } from '#db/connection.ts'
import { inSnapshot } from '#db/snapshot.ts'
import { openFolders } from '#src/folders.ts'
import { examine } from '#src/system/doctor.ts'
import { formOf, type Running, SOURCE, startBinary } from './binary.ts'

const ACCOUNT = { username: 'otto', password: 'quiet-harbour-lantern-42' }
const ENV = { JWT_SECRET: 'a-secret-of-the-test-0123456789-abcdef', OFFLINE: 'true', SLOW_MS: '0', LOG_LEVEL: 'warn' }
/** Lines that one write of a kind brings: all of them or none. */
const SIZES = { single: 1, batch: 50, report: 200, long: 7_000 } as const
/** Before the next try where the disk is full. */
const FULL_MILLISECONDS = 50
type Kind = keyof typeof SIZES
/** `long`: reports that are read and written beside the service. */
const KINDS: readonly Kind[] = ['single', 'batch', 'report']
export const ALL_KINDS: readonly Kind[] = [...KINDS, 'long']
type Client = ReturnType<Running['client']>

/** A data folder with what was sent to it and what it acknowledged, over all its crashes. */
export type World = {
  readonly folder: string
  readonly command: readonly string[]
  readonly kinds: readonly Kind[]
  readonly sent: Map<string, Kind>
  readonly acknowledged: Set<string>
  /** Size by id. */
  readonly uploads: Map<string, number>
  round: number
}

export function createWorld(folder: string, command: readonly string[] = SOURCE, kinds = KINDS): World {
  return { folder, command, kinds, sent: new Map(), acknowledged: new Set(), uploads: new Map(), round: 0 }
}

/** Starts the service, writes in several ways at once and kills it `milliseconds` after the first answer; says what is not as it should be. */
export async function crash(world: World, milliseconds: number): Promise<string[]> {
  const service = await startBinary(world.folder, { ...ENV, LOG_LEVEL: 'info' }, { command: world.command })
  const client = service.client()
  if (world.round === 0) await client('POST', '/auth/register', { ...ACCOUNT, email: 'otto@example.org' })
  await client('POST', '/auth/login', ACCOUNT)
  if (world.round === 0) await client('POST', '/brokers', { name: 'Main' })
  const open = (await client('GET', '/jobs')).body.filter(
    ({ state }: { state: string }) => state === 'queued' || state === 'running',
  )
  world.round += 1
  let isOver = false
  const writers = [...world.kinds.map((kind) => write(world, client, kind, () => isOver)), upload(world, client, () => isOver)]
  const before = world.acknowledged.size
  for (let turn = 0; world.acknowledged.size === before && turn < 1_000; turn += 1) await Bun.sleep(10)
  await Bun.sleep(milliseconds)
  await service.stop('SIGKILL')
  isOver = true
  await Promise.all(writers)
  return [...open.map(({ id }: { id: string }) => `job ${id} waits for a process that is no more`), ...(await judge(world))]
}

async function write(world: World, client: Client, kind: Kind, isOver: () => boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const key = `${kind}-${world.round}-${turn}`
    world.sent.set(key, kind)
    const answer = await send(client, kind, key).catch(() => undefined)
    if (answer === undefined) return
    if (answer.status === 200 || answer.status === 201) world.acknowledged.add(key)
    else if (answer.status === 507) await Bun.sleep(FULL_MILLISECONDS)
    else throw new Error(`${key}: ${answer.status} ${answer.text}`)
  }
}

function send(client: Client, kind: Kind, key: string) {
  const names = Array.from({ length: SIZES[kind] }, (_, index) => `${key}/${index}`)
  const line = (name: string) => ({
    broker_id: 1,
    type: 'DEPOSIT',
    date: '2024-01-02',
    amount: '1',
    currency: 'EUR',
    external_id: name,
  })
  if (kind === 'single') return client('POST', '/transactions', line(`${key}/0`))
  if (kind === 'batch') return client('POST', '/transactions/batch', { create: names.map(line) })
  const rows = names.map((name) => `2024-01-02,DEPOSIT,1,EUR,${name}`)
  const form = formOf(`${key}.csv`, ['date,type,amount,currency,external_id', ...rows].join('\n'))
  return client('POST', '/brokers/import/upload?broker_id=1&import=true', form)
}

async function upload(world: World, client: Client, isOver: () => boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const text = `a,${world.round}-${turn}\n`.repeat(5_000)
    const answer = await client('POST', '/uploads', formOf('a.csv', text)).catch(() => undefined)
    if (answer?.status !== 201) return
    world.uploads.set(answer.body.id, text.length)
  }
}

/** What the data folder has, beside what was acknowledged: nothing lost, nothing half there, files and rows agree. */
async function judge({ folder, sent, acknowledged, uploads }: World): Promise<string[]> {
  const path = join(folder, 'data/holdfast.db')
  const database = new Database(path)
  const lines = database.query<{ key: string; n: number }, []>(
    "SELECT substr(external_id, 1, instr(external_id, '/') - 1) AS key, count(*) AS n FROM ledger_transaction GROUP BY 1",
  )
  const there = new Map(lines.all().map(({ key, n }) => [key, n]))
  const files = new Map(
    database
      .query<{ id: string; size: number }, []>('SELECT id, size FROM upload')
      .all()
      .map(({ id, size }) => [id, size]),
  )
  database.close()
  const lost = [...acknowledged].filter((key) => !there.has(key)).map((key) => `${key} was acknowledged and is lost`)
  const half = [...there].filter(([key, n]) => n !== SIZES[sent.get(key) ?? 'single']).map(([key, n]) => `${key} has ${n} lines`)
  const gone = [...uploads].filter(([id, size]) => files.get(id) !== size).map(([id]) => `upload ${id} is lost`)
  return [...lost, ...half, ...gone, ...(await faultsOf(folder))]
}

/** What the doctor says of a data folder. */
export async function faultsOf(folder: string): Promise<string[]> {
  const { reader, close } = openReader(join(folder, 'data/holdfast.db'))
  try {
    const findings = await inSnapshot(reader, (db) => examine(db, openFolders(join(folder, 'data'))))
    return findings.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`))
  } finally {
    await close()
  }
}
