/** Databases that are broken in each way that can be put right, and in some that cannot. */
import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { folderNames } from '#src/folders.ts'
import { planRepairs } from '#src/system/repair.ts'
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

/** Where a page of the database is in its file, after everything is in it. */
function pageOf(path: string, name: string): { readonly from: number; readonly to: number } {
  change(path, 'PRAGMA wal_checkpoint(TRUNCATE)')
  const [[page = 0, size = 0] = []] = read(
    path,
    `SELECT rootpage, page_size FROM sqlite_master, pragma_page_size() WHERE name = '${name}'`,
  ) as number[][]
  return { from: (page - 1) * size, to: page * size }
}

/** A third line that the disk has written in the table and not in an index. Answers the name of the index. */
function loseWrite(path: string): string {
  const [[name = ''] = []] = read(
    path,
    "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'ledger_transaction' AND sql IS NOT NULL LIMIT 1",
  ) as string[][]
  const { from, to } = pageOf(path, name)
  const before = readFileSync(path).subarray(from, to)
  const list = read(path, "SELECT name FROM pragma_table_info('ledger_transaction') WHERE name <> 'id'").join(', ')
  change(path, `INSERT INTO ledger_transaction (${list}) SELECT ${list} FROM ledger_transaction WHERE id = 1`)
  pageOf(path, name)
  const after = readFileSync(path)
  after.set(before, from)
  writeFileSync(path, after)
  return name
}

test('an index that does not agree with its table is rebuilt, together with what else is wrong', async () => {
  const { folder, path } = await createData()
  const name = loseWrite(path)
  const look = run(folder, '--repair')
  expect([look.code, look.out.includes(`index ${name} does not agree with its table: rebuild it, then look again`)]).toEqual([
    1,
    true,
  ])
  expect(run(folder, '--repair', '--yes')).toMatchObject({ code: 0, err: '' })
  expect(run(folder)).toMatchObject({ code: 0 })
  expect(read(path, 'PRAGMA integrity_check')).toEqual([['ok']])
  expect(read(path, 'SELECT date, amount FROM ledger_transaction ORDER BY id')).toEqual([
    ['2026-01-02', '100'],
    ['2026-01-03', '-40'],
    ['2026-01-02', '100'],
  ])
})

test('an index of what may be there once, over rows that have it twice, is no index to rebuild: the refusal says what to do', async () => {
  const { folder, path } = await createData()
  const name = 'ledger_transaction_external'
  const rewrite = (word: string) => {
    const text = readFileSync(path, 'latin1').replace(
      new RegExp(`CREATE .{6} INDEX ${name} `, 'g'),
      `CREATE ${word} INDEX ${name} `,
    )
    writeFileSync(path, text, 'latin1')
  }
  rewrite('      ')
  change(path, "UPDATE ledger_transaction SET external_id = 'twice'")
  rewrite('UNIQUE')
  const done = run(folder, '--repair', '--yes')
  expect([done.code, done.err]).toEqual([1, expect.stringContaining(`index ${name} cannot be rebuilt`)])
  expect(done.err).toContain('Restore a backup')
  expect(read(path, 'SELECT date, amount FROM ledger_transaction ORDER BY id').length).toBe(2)
})

test('an index that is wrong again after it was rebuilt is not rebuilt for ever', async () => {
  const { folder, path } = await createData()
  const name = loseWrite(path)
  const store = openStore(path, { durable: false })
  const folders = folderNames(folder)
  expect((await planRepairs(store.reader, folders)).map(({ index }) => index)).toEqual([name])
  const again = planRepairs(store.reader, folders, new Set([name]))
  await expect(again).rejects.toThrow(`The index ${name} cannot be rebuilt`)
  await store.close()
})

test('packed closes that are not those of their asset go, and the closes stay', async () => {
  const { folder, path } = await createData()
  const day = (n: number) => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10)
  change(
    path,
    `INSERT INTO asset (symbol, symbol_key, name, name_key, search_key, type, currency, created_by, created_at, updated_at)
     VALUES ('OAK', 'oak', 'Oak', 'oak', 'oak', 'STOCK', 'EUR', 1, '${AT}', '${AT}')`,
    ...Array.from(
      { length: 80 },
      (_, n) =>
        `INSERT INTO price (asset_id, date, close, currency, source) VALUES (1, '${day(n)}', '${n + 1}.5', 'EUR', 'MANUAL')`,
    ),
    'INSERT INTO price_mark (asset_id, mark) VALUES (1, 7) ON CONFLICT (asset_id) DO UPDATE SET mark = 7',
    "INSERT INTO price_pack (asset_id, mark, currency, days, closes) VALUES (1, 7, 'EUR', zeroblob(320), zeroblob(640))",
  )
  expect(run(folder).out).toContain('the packed closes of asset 1 are not its closes')
  expect(run(folder, '--repair', '--yes')).toMatchObject({ code: 0, err: '' })
  expect(run(folder)).toMatchObject({ code: 0 })
  expect(read(path, 'SELECT count(*), (SELECT count(*) FROM price_pack) FROM price')).toEqual([[80, 0]])
})

test('pages that are damaged are refused with what to do, and not a byte changes', async () => {
  const { folder, path } = await createData()
  const { from, to } = pageOf(path, 'ledger_transaction')
  const bytes = readFileSync(path).fill(0xa5, from, to)
  writeFileSync(path, bytes)
  const done = run(folder, '--repair', '--yes')
  expect([done.code, done.err]).toEqual([1, expect.stringContaining('Restore a backup')])
  expect(readFileSync(path).equals(bytes)).toBe(true)
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
