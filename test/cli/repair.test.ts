/** Databases that are broken in each way that can be put right, and in some that cannot. */
import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { emptyFolder, removeFolders, SOURCE } from '#test/support/binary.ts'

afterAll(removeFolders)

const ID = '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11'
const OLD = new Date('2026-01-02T08:00:00Z')
const AT = OLD.toISOString()

/** A data folder with one user, one broker and two lines. */
async function createData() {
  const folder = emptyFolder()
  const path = join(folder, 'holdfast.db')
  const store = openStore(path, { durable: false })
  await migrate(store.writer)
  const { sqlite } = store.writer
  sqlite.run(
    `INSERT INTO user (username, username_key, email, email_key, password_hash, is_superuser, created_at, updated_at)
     VALUES ('mira', 'mira', 'mira@example.org', 'mira@example.org', 'none', 1, '${AT}', '${AT}')`,
  )
  await store.writer
    .insertInto('broker')
    .values({ name: 'Main', name_key: 'main', created_by: 1, created_at: AT, updated_at: AT, transaction_count: 2 } as never)
    .execute()
  for (const [date, amount] of [
    ['2026-01-02', '100'],
    ['2026-01-03', '-40'],
  ])
    await store.writer
      .insertInto('ledger_transaction')
      .values({
        broker_id: 1,
        type: amount?.startsWith('-') ? 'WITHDRAWAL' : 'DEPOSIT',
        date,
        quantity: '0',
        amount,
        currency: 'EUR',
        fees: '0',
        taxes: '0',
        created_at: AT,
        updated_at: AT,
        created_by: 1,
      } as never)
      .execute()
  sqlite.run("INSERT INTO balance_day VALUES (1, 'EUR', '2026-01-02', '100'), (1, 'EUR', '2026-01-03', '-40')")
  sqlite.run("INSERT INTO balance_month VALUES (1, 'EUR', '2026-01', '60', '60')")
  await store.close()
  return { folder, path }
}

function run(folder: string, ...words: string[]) {
  const env = { DATA_DIR: folder, JWT_SECRET: 'a-secret-of-the-test-0123456789-abcdef' }
  const { exitCode, stdout, stderr } = Bun.spawnSync([...SOURCE, 'doctor', ...words], { cwd: folder, env, stdin: 'ignore' })
  return { code: exitCode, out: stdout.toString(), err: stderr.toString() }
}

function change(path: string, ...statements: string[]): void {
  const database = new Database(path)
  for (const statement of statements) database.run(statement)
  database.close()
}

function read(path: string, text: string): unknown[] {
  const database = new Database(path, { readonly: true })
  const rows = database.query(text).values()
  database.close()
  return rows
}

test('nothing to repair where all is well', async () => {
  const { folder } = await createData()
  expect(run(folder)).toMatchObject({ code: 0 })
  expect(run(folder, '--repair')).toMatchObject({ code: 0, out: 'There is nothing to repair.\n' })
  expect(readdirSync(join(folder, 'backups'))).toEqual([])
})

const BALANCES =
  'SELECT unit, date, change FROM balance_day UNION ALL SELECT unit, month, change || lowest FROM balance_month ORDER BY 2'

test.each([
  [
    'balances',
    ["UPDATE balance_day SET change = '99' WHERE date = '2026-01-02'", "UPDATE balance_month SET lowest = '-1'"],
    'the lines give 100',
  ],
  ['balances that are not there', ['DELETE FROM balance_day', 'DELETE FROM balance_month'], 'is stored as nothing'],
  ['balances without lines', ["INSERT INTO balance_day VALUES (1, 'USD', '2026-01-02', '5')"], 'the lines give nothing'],
  ['a count of lines', ['UPDATE broker SET transaction_count = 7'], 'broker 1 counts 7 lines and has 2'],
  ['a missing trigger or index', ['DROP INDEX ledger_by_day'], 'is missing'],
  [
    'a job of a process that is no more',
    [
      `INSERT INTO job (id, kind, user_id, state, done, broker_ids, created_at) VALUES ('${ID}', 'fx-sync', 1, 'running', 0, '[]', '${AT}')`,
    ],
    'jobs wait',
  ],
])('%s: shown first, with nothing changed; then repaired, after a copy', async (_, statements, shown) => {
  const { folder, path } = await createData()
  const whole = read(path, BALANCES)
  const index = read(
    path,
    "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'ledger_transaction' AND sql IS NOT NULL LIMIT 1",
  )
  change(path, ...statements.map((text) => text.replace('ledger_by_day', String(index[0]))))
  const broken = read(path, BALANCES)
  const look = run(folder, '--repair')
  expect([look.code, look.out.includes(shown), look.out.includes('Nothing was changed.')]).toEqual([1, true, true])
  expect(read(path, BALANCES)).toEqual(broken)
  expect(readdirSync(join(folder, 'backups'))).toEqual([])
  const done = run(folder, '--repair', '--yes')
  expect([done.code, done.err]).toEqual([0, ''])
  expect(run(folder)).toMatchObject({ code: 0 })
  expect(read(path, BALANCES)).toEqual(whole)
  expect(read(path, 'SELECT count(*) FROM ledger_transaction')).toEqual([[2]])
  expect(read(path, "SELECT state FROM job WHERE state IN ('queued', 'running')")).toEqual([])
  const [copy = ''] = readdirSync(join(folder, 'backups'))
  expect(read(join(folder, 'backups', copy), BALANCES)).toEqual(broken)
})

test('files without a row go, and what is not ours stays; a row without a file is not touched', async () => {
  const { folder, path } = await createData()
  for (const kind of ['uploads', 'reports']) mkdirSync(join(folder, kind), { recursive: true })
  const litter = join(folder, 'reports', ID)
  writeFileSync(litter, 'nobody knows it')
  utimesSync(litter, OLD, OLD)
  expect(run(folder, '--repair').out).toContain(`reports/${ID} has no row: remove the file`)
  expect(existsSync(litter)).toBe(true)
  expect(run(folder, '--repair', '--yes').code).toBe(0)
  expect(existsSync(litter)).toBe(false)
  expect(read(path, 'SELECT count(*) FROM broker')).toEqual([[1]])
})

test('lines that refer to what is not there are never removed', async () => {
  const { folder, path } = await createData()
  change(path, 'PRAGMA foreign_keys = OFF', 'UPDATE ledger_transaction SET asset_id = 77 WHERE id = 1')
  run(folder, '--repair', '--yes')
  expect(read(path, 'SELECT count(*) FROM ledger_transaction')).toEqual([[2]])
  expect(run(folder)).toMatchObject({ code: 1 })
})
