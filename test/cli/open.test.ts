import { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#db/connection.ts'
import { copyDatabase } from '#db/copy.ts'
import { takeLock } from '#db/lock.ts'
import { currentSchemaVersion, migrate } from '#db/migrate.ts'
import { EXIT, ExitError } from '#src/cli/exit.ts'
import { openData } from '#src/cli/open.ts'
import { loadConfig } from '#src/config.ts'
import { createLog } from '#src/log.ts'

const folders: string[] = []
const log = createLog({ level: 'silent', format: 'json', write: () => {} })

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-open-'))
  folders.push(folder)
  return folder
}

const configFor = (folder: string) => loadConfig({ DATA_DIR: folder, JWT_SECRET: 'a-secret-for-tests-only-0123456789abcdef' })

async function refusal(work: Promise<unknown>): Promise<ExitError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ExitError)) throw new Error(`not an ExitError: ${String(error)}`)
  return error
}

test('an empty folder becomes a data folder that only its owner reads, with the schema of this release', async () => {
  const folder = join(newFolder(), 'data')
  const data = await openData(configFor(folder), log, 'serving')
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['backups', 'holdfast.db', 'plugins', 'reports', 'tmp', 'uploads']))
  const version = data.store.reader.sqlite.query<{ user_version: number }, []>('PRAGMA user_version').get()
  expect(version?.user_version).toBe(currentSchemaVersion())
  await data.close()
})

test('a second server on the same folder is refused with a sentence; after the first has closed it may', async () => {
  const folder = newFolder()
  const first = await openData(configFor(folder), log, 'serving')
  const error = await refusal(openInAnotherProcess(folder))
  expect(error.exitCode).toBe(EXIT.locked)
  expect(error.message).toContain(`Another Holdfast serves the data folder ${folder}`)
  await first.close()
  const second = await openData(configFor(folder), log, 'serving')
  await second.close()
})

test('the lock of a killed process is free at once', async () => {
  const path = join(newFolder(), 'x.lock')
  const script = `const { takeLock } = await import(${JSON.stringify(new URL('../../db/lock.ts', import.meta.url).pathname)})
    if (!takeLock(${JSON.stringify(path)})) process.exit(9)
    console.log('held'); await Bun.sleep(60_000)`
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })
  const { value } = await child.stdout.getReader().read()
  expect(new TextDecoder().decode(value)).toBe('held\n')
  expect(takeLock(path)).toBeUndefined()
  child.kill('SIGKILL')
  await child.exited
  const lock = takeLock(path)
  expect(lock).toBeDefined()
  lock?.release()
})

test('a visitor opens the folder beside the server', async () => {
  const folder = newFolder()
  const server = await openData(configFor(folder), log, 'serving')
  const visitor = await openData(configFor(folder), log, 'visiting')
  await visitor.close()
  await server.close()
})

test('data of a newer release are refused and not touched', async () => {
  const folder = newFolder()
  const path = join(folder, 'holdfast.db')
  const database = new Database(path, { create: true })
  database.run('PRAGMA user_version = 9999')
  database.close()
  const error = await refusal(openData(configFor(folder), log, 'serving'))
  expect(error.exitCode).toBe(EXIT.data)
  expect(error.message).toContain('schema 9999')
  const again = new Database(path)
  expect(again.query<{ count: number }, []>('SELECT count(*) AS count FROM sqlite_schema').get()).toEqual({ count: 0 })
  again.close()
})

test('a damaged database is refused with its path and stays as it is', async () => {
  const folder = newFolder()
  const path = join(folder, 'holdfast.db')
  writeFileSync(path, 'this is no database, whatever its name says. '.repeat(200))
  const error = await refusal(openData(configFor(folder), log, 'serving'))
  expect(error.exitCode).toBe(EXIT.data)
  expect(error.message).toContain(path)
  expect(await Bun.file(path).text()).toStartWith('this is no database')
})

test.each(['missing', 'empty'] as const)(
  'a database that is %s beside the files of an installation is refused',
  async (state) => {
    const folder = newFolder()
    const first = await openData(configFor(folder), log, 'serving')
    await first.close()
    writeFileSync(join(folder, 'uploads', '0190a6b4-5d7e-7c3e-8a51-000000000000'), 'x')
    rmSync(join(folder, 'holdfast.db'))
    if (state === 'empty') writeFileSync(join(folder, 'holdfast.db'), '')
    for (const as of ['serving', 'visiting'] as const) {
      const error = await refusal(openData(configFor(folder), log, as))
      expect(error.exitCode).toBe(EXIT.data)
      expect(error.message).toContain(`holdfast.db is ${state}, but ${folder} holds uploads`)
    }
    rmSync(join(folder, 'uploads', '0190a6b4-5d7e-7c3e-8a51-000000000000'))
    await (await openData(configFor(folder), log, 'serving')).close()
  },
)

test('a missing -wal is reported for a database that was not closed, and for no other', async () => {
  const folder = newFolder()
  const path = join(folder, 'holdfast.db')
  const lines: string[] = []
  const telling = createLog({ level: 'warn', format: 'json', write: (text) => lines.push(text) })
  await (await openData(configFor(folder), telling, 'serving')).close()
  await (await openData(configFor(folder), telling, 'serving')).close()
  telling.flush()
  expect(lines.join('')).not.toContain('-wal')
  writeFileSync(`${path}.open`, '')
  rmSync(`${path}-wal`, { force: true })
  await (await openData(configFor(folder), telling, 'serving')).close()
  telling.flush()
  expect(lines.join('')).toContain(`"missing":"${path}-wal"`)
})

test('what a killed service left in the log of the database is in its file after the next start', async () => {
  const folder = newFolder()
  const path = join(folder, 'holdfast.db')
  const left = openStore(path)
  await migrate(left.writer)
  const crashed = newFolder()
  for (const name of ['holdfast.db', 'holdfast.db-wal']) cpSync(join(folder, name), join(crashed, name))
  await left.close()
  const size = statSync(join(crashed, 'holdfast.db')).size
  const data = await openData(configFor(crashed), log, 'serving')
  expect(statSync(join(crashed, 'holdfast.db')).size).toBeGreaterThan(size)
  await data.close()
})

test('a folder that cannot be made is refused with a sentence', async () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  const error = await refusal(openData(configFor(join(file, 'data')), log, 'serving'))
  expect(error.exitCode).toBe(EXIT.storage)
  expect(error.message).toContain('DATA_DIR')
})

test('a copy of the database holds every row, also those still in the log; a failed one leaves nothing', async () => {
  const folder = newFolder()
  const store = openStore(join(folder, 'holdfast.db'), { durable: false })
  await migrate(store.writer)
  store.writer.sqlite.run(
    "INSERT INTO setting (key, value, updated_at) VALUES ('session_ttl_hours', '48', '2026-01-01T00:00:00.000Z')",
  )
  await copyDatabase(store.writer, join(folder, 'copy.db'))
  const copy = new Database(join(folder, 'copy.db'), { readonly: true })
  expect(copy.query<{ value: string }, []>('SELECT value FROM setting').get()).toEqual({ value: '48' })
  copy.close()
  mkdirSync(join(folder, 'taken', 'by-a-folder'), { recursive: true })
  await expect(copyDatabase(store.writer, join(folder, 'taken'))).rejects.toThrow()
  expect(existsSync(join(folder, 'taken.partial'))).toBe(false)
  await store.close()
})

/** POSIX locks are per process: a second server has to be one. */
async function openInAnotherProcess(folder: string): Promise<void> {
  const main = new URL('../../src/main.ts', import.meta.url).pathname
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: folder,
    PORT: '0',
    JWT_SECRET: 'a-secret-for-tests-only-0123456789abcdef',
  }
  const child = Bun.spawn([process.execPath, 'run', main], { env, stdout: 'ignore', stderr: 'pipe' })
  const [code, text] = [await child.exited, await new Response(child.stderr).text()]
  throw new ExitError(code, text)
}
