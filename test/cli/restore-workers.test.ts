/** A backup is restored while several processes serve: all exchange the data together, and no request sees an error but 401. */
import { afterAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder, removeFolders, SOURCE, startBinary } from '#test/support/binary.ts'
import { faultsOf } from '#test/support/crash.ts'

afterAll(removeFolders)

const ACCOUNT = { username: 'otto', password: 'quiet-harbour-lantern-42' }
const ENV = { JWT_SECRET: 'a-secret-of-the-test-0123456789-abcdef', OFFLINE: 'true', LOG_LEVEL: 'debug' }

async function serve(workers: number) {
  const cwd = emptyFolder()
  const service = await startBinary(cwd, { ...ENV, WORKERS: String(workers) }, { command: SOURCE })
  const client = service.client()
  /** On a connection of its own, so that any of the processes may answer. */
  const call = (method: string, path: string, body?: unknown) => client(method, path, body, { connection: 'close' })
  const seen = async (event: string, count: number) => {
    while (service.lines.filter((line) => line['event'] === event).length < count) await Bun.sleep(20)
  }
  await seen('listening', workers)
  await call('POST', '/auth/register', { ...ACCOUNT, email: 'otto@example.org' })
  await call('POST', '/auth/login', ACCOUNT)
  return { ...service, call, seen, cwd }
}

type Service = Awaited<ReturnType<typeof serve>>

/** The id of a backup of now, also where making it becomes a job. */
async function backUp({ call }: Service): Promise<string> {
  await call('POST', '/backup')
  for (let turn = 0; turn < 600; turn += 1) {
    const [backup] = (await call('GET', '/backup')).body
    if (backup !== undefined) return backup.id
    await Bun.sleep(50)
  }
  throw new Error('no backup was made')
}

/** The answer of a restore, also where it becomes a job: then the session ends before it does. */
async function restore({ call, api }: Service, id: string) {
  const began = await call('POST', '/backup/restore', { id, password: ACCOUNT.password })
  let status = began.status
  for (let turn = 0; status === 202 && turn < 600; turn += 1) {
    await Bun.sleep(50)
    const job = await call('GET', `/jobs/${began.body.id}`)
    if (job.status === 401) status = 200
    else if (job.body.problem?.code === 'backup/not-serving') return { status: 503, text: job.text }
    else if (job.body.state === 'failed') throw new Error(`${api}: ${job.text}`)
  }
  return { status, text: began.text }
}

/** Reads until `isOver`: every status that was answered. */
async function statuses({ call }: Service, isOver: () => boolean): Promise<Set<number>> {
  const found = new Set<number>()
  const read = async () => {
    while (!isOver()) {
      found.add((await call('GET', '/brokers')).status)
      await Bun.sleep(10)
    }
  }
  await Promise.all([read(), read(), read()])
  return found
}

test.each([
  { workers: 2, isRolled: false },
  { workers: 1, isRolled: true },
])(
  'a restore with %p',
  async ({ workers, isRolled }) => {
    const service = await serve(workers)
    const { call } = service
    await call('POST', '/brokers', { name: 'Before' })
    const id = await backUp(service)
    await call('POST', '/brokers', { name: 'After' })
    if (isRolled) {
      service.child.kill('SIGHUP')
      await service.seen('left the port', 1)
    }
    let isOver = false
    const reading = statuses(service, () => isOver)
    const until = performance.now() + 60_000
    let done = await restore(service, id)
    while (done.status === 503 && performance.now() < until) {
      expect(done.text).toContain('backup/not-serving')
      await Bun.sleep(500)
      done = await restore(service, id)
    }
    expect([done.status, done.text]).toEqual([200, done.text])
    await service.seen('serving other data', 1)
    await Bun.sleep(200)
    isOver = true
    expect([...(await reading)].filter((status) => ![200, 401].includes(status))).toEqual([])
    for (let turn = 0; turn < 8; turn += 1) {
      await call('POST', '/auth/login', ACCOUNT)
      expect((await call('GET', '/brokers')).body.map(({ name }: { name: string }) => name)).toEqual(['Before'])
    }
    expect((await call('POST', '/brokers', { name: 'Later' })).status).toBe(201)
    expect(service.lines.filter(({ level }) => level === 'error')).toEqual([])
    expect(await service.stop()).toBe(0)
    expect(readdirSync(join(service.cwd, 'data'))).not.toContain('restore.json')
    expect(await faultsOf(service.cwd)).toEqual([])
  },
  120_000,
)
