/** Several processes that serve together, and their replacement one by one. */
import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { emptyFolder, formOf, type Running, removeFolders, SOURCE, startBinary } from '#test/support/binary.ts'

afterAll(removeFolders)

const ACCOUNT = { username: 'otto', password: 'quiet-harbour-lantern-42' }
const KEY = { 'idempotency-key': 'once' }
const ENV = { JWT_SECRET: 'a-secret-of-the-test-0123456789-abcdef', OFFLINE: 'true', LOG_LEVEL: 'debug' }

async function serve(workers: number) {
  const cwd = emptyFolder()
  const service = await startBinary(cwd, { ...ENV, WORKERS: String(workers) }, { command: SOURCE })
  while (service.lines.filter(({ event }) => event === 'listening').length < workers) await Bun.sleep(20)
  const once = service.client()
  /** On a connection of its own, so that any of the processes may answer. */
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    once(method, path, body, { connection: 'close', ...headers })
  await call('POST', '/auth/register', { ...ACCOUNT, email: 'otto@example.org' })
  await call('POST', '/auth/login', ACCOUNT)
  return { ...service, call, database: join(cwd, 'data/holdfast.db'), [Symbol.asyncDispose]: () => service.stop().then(() => {}) }
}

/** The processes that a process has started. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
}

async function until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let turn = 0; turn < 1_200; turn += 1) {
    const found = await look()
    if (found !== undefined) return found
    await Bun.sleep(50)
  }
  throw new Error('it did not come')
}

const eventsOf = ({ lines }: Pick<Running, 'lines'>, event: string) => lines.filter((line) => line['event'] === event)

/** Reads and writes until `isOver`: how many were answered, and what was not as it should be. */
async function load({ call }: Awaited<ReturnType<typeof serve>>, isOver: () => boolean) {
  const faults: unknown[] = []
  let count = 0
  const one = async (name: string) => {
    for (let turn = 0; !isOver(); turn += 1) {
      const isWrite = turn % 3 === 0
      const answer = await (isWrite ? call('POST', '/brokers', { name: `${name} ${turn}` }) : call('GET', '/brokers')).catch(
        (error: unknown) => ({ status: String(error) }),
      )
      if (answer.status !== (isWrite ? 201 : 200)) faults.push(answer.status)
      count += 1
      await Bun.sleep(5)
    }
  }
  await Promise.all(['a', 'b', 'c'].map(one))
  return { count, faults }
}

test.each([1, 2])(
  'SIGHUP replaces %p process(es) while they serve: no request is lost, and the end is as ever',
  async (workers) => {
    await using service = await serve(workers)
    const before = new Set(childrenOf(service.child.pid))
    let isOver = false
    const loading = load(service, () => isOver)
    await Bun.sleep(200)
    service.child.kill('SIGHUP')
    await until(() => (eventsOf(service, 'left the port').length === workers ? true : undefined))
    await Bun.sleep(200)
    isOver = true
    const { count, faults } = await loading
    expect(faults).toEqual([])
    expect(count).toBeGreaterThan(5)
    expect(service.child.exitCode).toBeNull()
    const fresh = childrenOf(service.child.pid).filter((pid) => !before.has(pid))
    expect(fresh.length).toBeGreaterThanOrEqual(workers)
    const database = new Database(service.database, { readonly: true })
    const written = database.query<{ n: number }, []>('SELECT count(*) AS n FROM broker').get()?.n
    expect(written).toBeGreaterThan(0)
    database.close()
    expect(await service.stop()).toBe(0)
  },
)

test('failed sign-ins are counted by all workers together', async () => {
  await using service = await serve(2)
  const guess = () => service.call('POST', '/auth/login', { ...ACCOUNT, username: 'nobody', password: 'a-wrong-guess-9' })
  const statuses: number[] = []
  for (let turn = 0; turn < 13; turn += 1) {
    statuses.push((await guess()).status)
    await Bun.sleep(30)
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
  expect(statuses.slice(10)).toEqual([429, 429, 429])
})

test('a worker that dies takes nothing with it: others answer, its job is interrupted, its key is free, and another takes its place', async () => {
  await using service = await serve(2)
  const broker = (await service.call('POST', '/brokers', { name: 'Main' })).body.id
  const rows = Array.from({ length: 60_000 }, (_, index) => `2024-01-08,DEPOSIT,1,EUR,number-${index}`)
  const form = formOf('many.csv', ['date,type,amount,currency,external_id', ...rows].join('\n'))
  const path = `/brokers/import/upload?broker_id=${broker}&import=true`
  const started = await service.call('POST', path, form, { prefer: 'respond-async' })
  expect(started.status).toBe(202)
  const sending = connect(service.port, '127.0.0.1').on('error', () => {})
  sending.write(
    `POST /api/v1/uploads HTTP/1.1\r\nHost: x\r\nCookie: ${started.cookie}\r\nIdempotency-Key: once\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: 9000\r\n\r\n--B\r\n`,
  )
  const database = new Database(service.database, { readonly: true })
  await until(() => database.query('SELECT key FROM idempotency WHERE status IS NULL').get() ?? undefined)
  database.close()
  const workers = childrenOf(service.child.pid)
  for (const pid of workers) {
    process.kill(pid, 'SIGKILL')
    await until(async () => ((await service.call('GET', '/brokers').catch(() => undefined))?.status === 200 ? true : undefined))
    await until(() => (eventsOf(service, 'worker ended').some((line) => line['pid'] === pid) ? true : undefined))
  }
  const job = await until(async () => {
    const { body } = await service.call('GET', `/jobs/${started.body.id}`)
    return body.state === 'failed' || body.state === 'succeeded' ? body : undefined
  })
  expect([job.state, job.problem?.code]).toEqual(['failed', 'job/interrupted'])
  expect((await service.call('GET', `/brokers/${broker}/summary`)).body.balances).toEqual([])
  const again = await until(async () => {
    const answer = await service.call('POST', '/uploads', formOf('half.csv', 'a,b\n'), KEY)
    return answer.status === 409 ? undefined : answer
  })
  expect(again.status).toBe(201)
  await until(() => (childrenOf(service.child.pid).length >= 2 ? true : undefined))
  expect(await service.stop()).toBe(0)
})
