import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, test } from 'bun:test'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quickCheck } from '#db/integrity.ts'
import { folderNames } from '#src/folders.ts'
import { makeRoomAtStart, RESERVE_FILE, type Storage, watchStorage } from '#src/storage.ts'
import { createTestApp, PASSWORD } from '#test/support/app.ts'
import { CALM_STORAGE } from '#test/support/storage.ts'

const MAIN = new URL('../src/main.ts', import.meta.url).pathname
const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step()
})

const deposit = (brokerId: number) => ({
  broker_id: brokerId,
  type: 'DEPOSIT',
  date: '2026-01-05',
  amount: '10',
  currency: 'EUR',
})
const report = (rows: number) => {
  const form = new FormData()
  const lines = Array.from({ length: rows }, (_, n) => `2026-01-05,DEPOSIT,1,EUR,row ${n}`)
  form.append('file', new File([['date,type,amount,currency,description', ...lines, ''].join('\n')], 'own.csv'))
  return form
}

describe('a damaged database', () => {
  test('503 for every write and none for reads, health says so, and the log says what to do', async () => {
    const app = await createTestApp()
    const user = await app.createUser()
    const broker = (await app.call(user, 'POST', '/brokers', { name: 'Main' })).body.id
    app.deps.storage.noteError(new Error('outer', { cause: damagedError(app.folder) }))
    const write = await app.call(user, 'POST', '/transactions', deposit(broker))
    expect([write.status, write.body.code]).toEqual([503, 'storage/damaged'])
    expect((await app.call(user, 'DELETE', `/brokers/${broker}`)).status).toBe(503)
    expect((await app.call(user, 'GET', '/brokers')).body).toHaveLength(1)
    const health = await app.call(null, 'GET', '/system/health')
    expect([health.status, health.body.checks.database]).toEqual([503, 'damaged'])
    expect(app.logged.join('')).toMatch(/damaged.*doctor.*restore a backup/)
    expect(() => app.store.writer.sqlite.run("INSERT INTO setting (key, value, updated_at) VALUES ('a', '1', 'x')")).toThrow()
  })

  test('an error of the database in a request switches to reading only at once', async () => {
    const app = await createTestApp()
    const user = await app.createUser()
    const error = damagedError(app.folder)
    app.deps.storage.noteError(new Error('something else'))
    expect(app.deps.storage.damage()).toBeNull()
    const broken = Object.assign(Object.create(app.deps.reader), {
      selectFrom: () => {
        throw error
      },
    })
    Object.assign(app.deps, { reader: broken })
    const answer = await app.call(user, 'GET', '/uploads')
    expect([answer.status, answer.body.code]).toEqual([503, 'storage/damaged'])
    expect(app.deps.storage.damage()).not.toBeNull()
  })

  test('quickCheck finds pages that were overwritten, and nothing in a whole file', async () => {
    const app = await createTestApp()
    const path = join(app.folder, 'holdfast.db')
    expect(await quickCheck(path)).toBeNull()
    app.store.writer.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
    const copy = join(app.folder, 'copy.db')
    const bytes = readFileSync(path)
    for (let page = 4; page < 40; page += 3) bytes.fill(0xa5, page * 8192, (page + 1) * 8192)
    writeFileSync(copy, bytes)
    expect(await quickCheck(copy)).toBeString()
    let stopped = 0
    const given = { folders: app.deps.folders, log: app.deps.log, database: copy, stopWriting: () => void stopped++ }
    const storage = watchStorage(given)
    expect([await storage.check(), await storage.check(), storage.damage() === null, stopped]).toEqual([false, false, false, 1])
    const watched = watchStorage(given)
    await watched.checked()
    expect([watched.damage() === null, stopped]).toEqual([false, 2])
  })
})

describe('the reserve of the disk', () => {
  const withRoom = async (room: () => number) => {
    const storage: Storage = { ...CALM_STORAGE, room: async () => room() }
    const app = await createTestApp({ deps: { storage } })
    const user = await app.createUser()
    const broker = (await app.call(user, 'POST', '/brokers', { name: 'Main' })).body.id
    return { ...app, user, broker }
  }

  test('507 for uploads and imports at the reserve; small writes and deletions work, health says low', async () => {
    let room = 1_000_000
    const { call, user, broker } = await withRoom(() => room)
    const form = new FormData()
    form.append('file', new File(['hello'], 'a.txt', { type: 'text/plain' }))
    const stored = await call(user, 'POST', '/uploads', form)
    expect(stored.status).toBe(201)
    room = 0
    for (const path of ['/uploads', `/brokers/import/upload?broker_id=${broker}`]) {
      const refused = await call(user, 'POST', path, report(3))
      expect([refused.status, refused.body.code]).toEqual([507, 'storage/reserve'])
    }
    expect((await call(user, 'POST', '/transactions', deposit(broker))).status).toBe(201)
    expect((await call(user, 'DELETE', `/uploads/${stored.body.id}`)).status).toBe(204)
    expect((await call(null, 'GET', '/system/health')).body).toMatchObject({ status: 'ok', checks: { storage: 'low' } })
  })

  test('507 for a file or an import that would reach into the reserve, with nothing stored', async () => {
    let room = 20_000
    const { call, user, broker, folder } = await withRoom(() => room)
    const large = new FormData()
    large.append('file', new File(['x'.repeat(30_000)], 'a.txt', { type: 'text/plain' }))
    expect((await call(user, 'POST', '/uploads', large)).body.code).toBe('storage/reserve')
    const stored = await call(user, 'POST', `/brokers/import/upload?broker_id=${broker}`, report(300))
    expect(stored.status).toBe(201)
    room = stored.body.size + 1
    const refused = await call(user, 'POST', `/brokers/import/files/${stored.body.id}/import`, {})
    expect([refused.status, refused.body.code]).toEqual([507, 'storage/reserve'])
    expect((await call(user, 'GET', '/transactions')).body).toEqual([])
    expect([...new Bun.Glob('*').scanSync(join(folder, 'tmp'))]).toEqual([])
  })

  test('room counts what is free above the reserve, which is at most a twentieth of the disk', async () => {
    const app = await createTestApp()
    const { bavail, blocks, bsize } = statfsSync(app.folder)
    const [whole, withReserve] = [await app.deps.storage.room(0), await app.deps.storage.room(1_048_576)]
    const near = (value: number, wanted: number) => expect(Math.abs(value - wanted)).toBeLessThan(0.02 * blocks * bsize)
    near(whole, bavail * bsize)
    near(whole - withReserve, Math.min(1_048_576 * 1_048_576, (blocks * bsize) / 20))
  })

  test('the reserve file is filled once and stays as it is', async () => {
    const app = await createTestApp()
    const path = join(app.folder, RESERVE_FILE)
    await app.deps.storage.refill()
    const first = statSync(path)
    expect(first.size).toBe(2 * 1024 * 1024)
    await app.deps.storage.refill()
    expect(statSync(path).mtimeMs).toBe(first.mtimeMs)
    await app.deps.storage.makeRoom()
    expect(statSync(path).size).toBe(first.size)
  })
})

test('on a full disk the service starts, says so, and its owner may delete', async () => {
  const data = smallDisk('24m')
  if (data === undefined) return console.info('left out: no small disk can be mounted here')
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: data,
    PORT: '0',
    HOST: '127.0.0.1',
    OFFLINE: 'true',
    JWT_SECRET: PASSWORD.repeat(3),
  }
  const first = await start(env)
  const { cookie, upload } = await firstUser(first.base)
  const stored = await upload(1_000)
  expect(stored.status).toBe(201)
  const { id } = (await stored.json()) as { id: string }
  while (statSync(join(data, RESERVE_FILE), { throwIfNoEntry: false })?.size !== 2 * 1024 * 1024) await Bun.sleep(20)
  await first.end()
  fill(join(data, 'fill'))
  const second = await start(env)
  const gone = await fetch(`${second.base}/uploads/${id}`, { method: 'DELETE', headers: { cookie } })
  const log = await second.end()
  expect(gone.status).toBe(204)
  expect(log).toMatch(/disk is full/)
  expect(log).not.toMatch(/owner/i)
})

test('makeRoomAtStart leaves the reserve file alone where there is space', () => {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-room-'))
  undo.push(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(join(root, RESERVE_FILE), 'x')
  expect(makeRoomAtStart(folderNames(root))).toBeGreaterThan(0)
  expect(statSync(join(root, RESERVE_FILE)).size).toBe(1)
})

/** What SQLite throws of a file that is no database. */
function damagedError(folder: string): unknown {
  const path = join(folder, 'no-database.db')
  writeFileSync(path, 'no database, whatever its name says. '.repeat(400))
  const database = new Database(path)
  try {
    database.run('SELECT * FROM sqlite_schema')
  } catch (error) {
    return error
  } finally {
    database.close()
  }
  throw new Error('it was a database')
}

function smallDisk(size: string): string | undefined {
  const path = mkdtempSync(join(tmpdir(), 'holdfast-small-'))
  undo.push(() => rmSync(path, { recursive: true, force: true }))
  if (process.getuid?.() !== 0 || !Bun.which('mount')) return undefined
  if (!Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path]).success) return undefined
  undo.push(() => void Bun.spawnSync(['umount', '-l', path]))
  return path
}

function fill(path: string): void {
  const file = openSync(path, 'w')
  const block = new Uint8Array(65_536)
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    closeSync(file)
  }
}

async function start(env: Record<string, string>) {
  const child = Bun.spawn([process.execPath, 'run', MAIN], { env, stdout: 'pipe', stderr: 'pipe' })
  let log = ''
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  const read = async (until?: RegExp) => {
    while (until === undefined || !until.test(log)) {
      const { done, value } = await reader.read()
      if (done) return
      log += decoder.decode(value, { stream: true })
    }
  }
  await read(/"listening".*\n/)
  const address = /"address":"(.*?)"/.exec(log)?.[1]
  if (address === undefined) throw new Error(`it did not start: ${log}${await new Response(child.stderr).text()}`)
  const end = async () => {
    child.kill('SIGTERM')
    await read()
    await child.exited
    return log
  }
  return { base: address, end }
}

async function firstUser(base: string) {
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ username: 'disk', email: 'disk@example.org', password: PASSWORD })
  await fetch(`${base}/auth/register`, { method: 'POST', headers: json, body })
  const login = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username: 'disk', password: PASSWORD }),
  })
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const upload = (bytes: number) => {
    const form = new FormData()
    form.append('file', new File(['x'.repeat(bytes)], 'a.txt', { type: 'text/plain' }))
    return fetch(`${base}/uploads`, { method: 'POST', headers: { cookie }, body: form })
  }
  return { cookie, upload }
}
