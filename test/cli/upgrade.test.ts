/** A release with another schema: copied first, all or nothing, and the figures of before. */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openReader, openStore } from '#db/connection.ts'
import { currentSchemaVersion, migrate } from '#db/migrate.ts'
import { migrations } from '#db/migrations/index.ts'
import { EXIT, ExitError } from '#src/cli/exit.ts'
import { openData } from '#src/cli/open.ts'
import { upgrade } from '#src/cli/upgrade.ts'
import { loadConfig } from '#src/config.ts'
import { openFolders } from '#src/folders.ts'
import { createLog } from '#src/log.ts'
import { examine } from '#src/system/doctor.ts'
import { databaseBefore } from '#test/db/before.ts'
import { afterwards } from '#test/support/afterwards.ts'
import { createTestApp } from '#test/support/app.ts'

const TIME = '2026-01-01T00:00:00.000Z'
/** Bought 4 for 400.40, sold 1 for 120.10: a gain of 20 over a cost of 100.10. */
const LINES = [
  ['DEPOSIT', '2025-01-02', 'NULL', '0', '1000.5'],
  ['BUY', '2025-01-03', '1', '4', '-400.4'],
  ['SELL', '2025-03-04', '1', '-1', '120.1'],
  ['WITHDRAWAL', '2025-03-05', 'NULL', '0', '-20.2'],
]
const LEDGER = `
  INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at)
    VALUES ('ada', 'ada', 'ada@example.org', 'ada@example.org', 'none', '${TIME}', '${TIME}');
  INSERT INTO broker (name, name_key, transaction_count, created_by, created_at, updated_at) VALUES ('Main', 'main', 4, 1, '${TIME}', '${TIME}');
  INSERT INTO broker_access (broker_id, user_id, role, granted_at) VALUES (1, 1, 'OWNER', '${TIME}');
  INSERT INTO asset (symbol, name, name_key, search_key, type, currency, created_by, created_at, updated_at)
    VALUES ('ELM', 'Elm Works', 'elm works', 'elm works', 'STOCK', 'EUR', 1, '${TIME}', '${TIME}');
  ${LINES.map(
    ([type, date, asset, quantity, amount]) =>
      `INSERT INTO ledger_transaction (broker_id, type, date, asset_id, quantity, amount, currency, created_by, created_at, updated_at)
         VALUES (1, '${type}', '${date}', ${asset}, '${quantity}', '${amount}', 'EUR', 1, '${TIME}', '${TIME}');`,
  ).join('\n')}
  INSERT INTO balance_day (broker_id, unit, date, change) VALUES (1, 'EUR', '2025-01-02', '1000.5'), (1, 'EUR', '2025-01-03', '-400.4'),
    (1, '#1', '2025-01-03', '4'), (1, 'EUR', '2025-03-04', '120.1'), (1, '#1', '2025-03-04', '-1'), (1, 'EUR', '2025-03-05', '-20.2');
  INSERT INTO balance_month (broker_id, unit, month, change, lowest) VALUES (1, 'EUR', '2025-01', '600.1', '600.1'), (1, '#1', '2025-01', '4', '4'),
    (1, 'EUR', '2025-03', '99.9', '99.9'), (1, '#1', '2025-03', '-1', '-1');`

/** A data folder as a release left it whose schema had so many steps. */
async function createOld(steps: number) {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-upgrade-'))
  afterwards(async () => rmSync(root, { recursive: true, force: true }))
  const folders = openFolders(root)
  const { writer } = await databaseBefore(migrations[steps]?.name ?? '')
  writer.sqlite.run(LEDGER)
  writer.sqlite.run('VACUUM INTO ?', [join(root, 'holdfast.db')])
  return { root, folders, path: join(root, 'holdfast.db') }
}

function createLines() {
  const lines: string[] = []
  const log = createLog({ level: 'debug', format: 'json', write: (text) => void lines.push(text) })
  const read = () => {
    log.flush()
    return lines.join('')
  }
  return { log, read }
}

const configFor = (root: string) => loadConfig({ DATA_DIR: root, JWT_SECRET: 'a-secret-for-tests-only-0123456789abcdef' })

function versionOf(path: string): number | undefined {
  const database = new Database(path)
  const row = database.query<{ user_version: number }, []>('PRAGMA user_version').get()
  database.close()
  return row?.user_version
}

async function errorOf(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) throw new Error('it was not refused')
  return error
}

test('before the schema changes the database is copied; log and doctor name the copy, and a start without a change makes none', async () => {
  const { root, folders, path } = await createOld(20)
  const { log, read } = createLines()
  await (await openData(configFor(root), log, 'serving')).close()
  const [name = '', ...others] = readdirSync(folders.backups)
  expect(others).toEqual([])
  const copy = join(folders.backups, name)
  expect([versionOf(copy), versionOf(path)]).toEqual([20, currentSchemaVersion()])
  expect(read()).toContain(`"copy_of_before":"${copy}"`)
  const { reader, close } = openReader(path)
  const found = (await examine(reader, folders)).find((finding) => finding.name === 'before upgrades')
  await close()
  expect(found).toEqual({ name: 'before upgrades', detail: `${copy} (schema 20, 1 MiB)`, faults: [], warnings: [] })
  await (await openData(configFor(root), log, 'serving')).close()
  expect(readdirSync(folders.backups)).toEqual([name])
})

test('the three newest copies stay; backups, other copies and what is unknown are never touched', async () => {
  const { root, folders } = await createOld(20)
  const old = [1, 2, 3, 4].map((at) => `before-schema-${at + 1}-from-${at}-${1_700_000_000_000 + at}.db`)
  const foreign = ['before-repair-1700000000000.db', 'holdfast-2025-01-01.tar.zst', 'before-schema-9.db', 'notes.txt']
  const unfinished = 'before-schema-9-from-8-1700000000009.db.partial'
  for (const name of [...old, ...foreign, unfinished]) writeFileSync(join(folders.backups, name), 'x')
  await (await openData(configFor(root), createLines().log, 'serving')).close()
  const left = readdirSync(folders.backups)
  expect(left).toEqual(expect.arrayContaining([...foreign, ...old.slice(2)]))
  expect(left).toHaveLength(foreign.length + 3)
})

test('tries that were killed leave no more than three copies and nothing that was being written', async () => {
  const { root, folders } = await createOld(20)
  const copies = [1, 2, 3, 4, 5].map((at) => `before-schema-38-from-20-${1_700_000_000_000 + at}.db`)
  const unfinished = ['', '-journal'].map((ending) => `before-schema-38-from-20-1700000000006.db.partial${ending}`)
  for (const name of [...copies, ...unfinished]) writeFileSync(join(folders.backups, name), 'x')
  const database = new Database(join(root, 'holdfast.db'))
  database.run('CREATE TABLE oidc_identity (x TEXT) STRICT')
  database.close()
  expect((await errorOf(openData(configFor(root), createLines().log, 'serving'))).message).toContain('oidc_identity')
  expect(readdirSync(folders.backups).sort()).toEqual(copies.slice(2))
})

test('without space for the copy nothing is begun, and the sentence says how much is needed', async () => {
  const { folders, path } = await createOld(20)
  const store = openStore(path, { durable: false })
  afterwards(() => store.close())
  const error = await errorOf(upgrade(store, folders, createLines().log, async () => 5_000_000))
  expect(error).toBeInstanceOf(ExitError)
  expect(error).toHaveProperty('exitCode', EXIT.storage)
  expect(error.message).toMatch(/needs \d MiB, and 5 MiB are free/)
  expect([versionOf(path), readdirSync(folders.backups)]).toEqual([20, []])
  await upgrade(store, folders, createLines().log, async () => 50_000_000)
  expect(versionOf(path)).toBe(currentSchemaVersion())
})

test('a step that fails leaves the database of before and no copy, however often it is tried', async () => {
  const { root, folders, path } = await createOld(20)
  const database = new Database(path)
  database.run('CREATE TABLE oidc_identity (x TEXT) STRICT')
  database.close()
  for (const _ of [1, 2]) {
    expect((await errorOf(openData(configFor(root), createLines().log, 'serving'))).message).toContain('oidc_identity')
    expect([versionOf(path), readdirSync(folders.backups)]).toEqual([20, []])
  }
})

test('a database of a newer release is refused with the copy to go back to, and not a byte of it changes', async () => {
  const { root, folders, path } = await createOld(20)
  const store = openStore(path, { durable: false })
  await migrate(store.writer)
  store.writer.sqlite.run('PRAGMA user_version = 9999')
  await store.close()
  mkdirSync(folders.backups, { recursive: true })
  const copy = `before-schema-9999-from-${currentSchemaVersion()}-1700000000000.db`
  writeFileSync(join(folders.backups, copy), 'x')
  const bytes = readFileSync(path)
  for (const as of ['serving', 'visiting'] as const) {
    const error = await errorOf(openData(configFor(root), createLines().log, as))
    expect(error).toHaveProperty('exitCode', EXIT.data)
    expect(error.message).toContain('schema 9999')
    expect(error.message).toContain(copy)
  }
  expect(readFileSync(path).equals(bytes)).toBe(true)
  expect(readdirSync(folders.backups).map((name) => basename(name))).toEqual([copy])
})

test('reports on a ledger of every released schema have the figures that it had', async () => {
  for (let steps = 1; steps < migrations.length; steps += 1) {
    const { folders, path } = await createOld(steps)
    const store = openStore(path, { durable: false })
    await upgrade(store, folders, createLines().log)
    const app = await createTestApp({ store })
    const user = await app.signIn(1)
    const holdings = await app.call(user, 'GET', '/portfolio/holdings?currency=EUR&as_of=2025-12-31')
    const gains = await app.call(user, 'GET', '/portfolio/gains?currency=EUR&from=2025-01-01&to=2025-12-31')
    const faults = (await examine(store.reader, folders)).flatMap((finding) => finding.faults)
    await store.close()
    const [held] = holdings.body.holdings
    expect([steps, faults]).toEqual([steps, []])
    expect([steps, held.quantity, held.cost_basis, holdings.body.totals.cash]).toEqual([steps, '3', '300.3', '700'])
    const { cost, proceeds, gain } = gains.body.totals
    expect({ steps, cost, proceeds, gain }).toEqual({ steps, cost: '100.1', proceeds: '120.1', gain: '20' })
  }
}, 120_000)
