import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#db/connection.ts'
import { snapshotDatabase } from '#db/copy.ts'
import { databaseFault } from '#db/errors.ts'
import { integrityFaultsOf } from '#db/integrity.ts'
import { migrate } from '#db/migrate.ts'
import { migrations } from '#db/migrations/index.ts'
import { afterwards } from '#test/support/afterwards.ts'

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-test-'))
  afterwards(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a snapshot has all that was committed, also what is only in the log, and leaves the log as it is', async () => {
  const folder = scratch()
  const [from, to] = [join(folder, 'from.db'), join(folder, 'to.db')]
  const database = new Database(from, { create: true })
  database.run('PRAGMA journal_mode = WAL')
  database.run('CREATE TABLE line (n INTEGER)')
  for (let n = 0; n < 100; n++) database.query('INSERT INTO line VALUES (?)').run(n)
  await snapshotDatabase(from, to)
  expect(existsSync(`${from}-wal`)).toBe(true)
  database.close()
  const copy = new Database(to)
  expect(copy.query('SELECT count(*) AS n, sum(n) AS sum FROM line').get()).toEqual({ n: 100, sum: 4_950 })
  copy.close()
  await expect(snapshotDatabase(from, to)).rejects.toThrow('already exists')
})

test('faults of pages and what is no database are the faults of the file', async () => {
  const path = join(scratch(), 'some.db')
  const database = new Database(path, { create: true })
  database.run('CREATE TABLE line (n INTEGER); CREATE INDEX by_n ON line (n)')
  database.run('WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 9) INSERT INTO line SELECT n FROM i')
  expect(await integrityFaultsOf(path)).toEqual([])
  database.close()
  const bytes = readFileSync(path)
  // The rowid of the first entry of the index, which is the third page.
  const last = 3 * bytes.readUInt16BE(16) - 1
  bytes[last] = 99
  writeFileSync(path, bytes)
  expect((await integrityFaultsOf(path)).join()).toContain('by_n')
  writeFileSync(path, 'no database, whatever its name says'.repeat(100))
  const error = await integrityFaultsOf(path).catch((error: unknown) => error)
  expect(databaseFault(error)).toBe('damaged')
})

test('others have their turn between steps of the schema that take long', async () => {
  const store = openStore(':memory:', { durable: false })
  let [turns, isOver, time] = [0, false, 0]
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const clock = spyOn(performance, 'now').mockImplementation(() => {
    time += 10
    return time
  })
  await migrate(store.writer).finally(() => clock.mockRestore())
  isOver = true
  await store.close()
  expect(turns).toBeGreaterThanOrEqual(migrations.length)
})
