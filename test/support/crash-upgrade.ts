/** A service that is killed, or whose disk becomes full, while it brings data of an older release to its own schema. */
import { Database } from 'bun:sqlite'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '#db/connection.ts'
import { currentSchemaVersion } from '#db/migrate.ts'
import { migrations } from '#db/migrations/index.ts'
import { SOURCE, startBinary } from './binary.ts'
import { faultsOf } from './crash.ts'

const ENV = { JWT_SECRET: 'a-secret-of-the-test-0123456789-abcdef', OFFLINE: 'true', LOG_LEVEL: 'info' }
const TIME = '2026-01-01T00:00:00.000Z'
const LINES = 12_000
const ASSETS = 500
const COUNTER = (count: number) => `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
/** A deposit of 1 EUR a line, with its text: some 3 MiB. */
const ROWS = `
  INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at)
    VALUES ('ada', 'ada', 'ada@example.org', 'ada@example.org', 'none', '${TIME}', '${TIME}');
  INSERT INTO broker (name, name_key, transaction_count, created_by, created_at, updated_at) VALUES ('Main', 'main', ${LINES}, 1, '${TIME}', '${TIME}');
  INSERT INTO broker_access (broker_id, user_id, role, granted_at) VALUES (1, 1, 'OWNER', '${TIME}');
  ${COUNTER(ASSETS)} INSERT INTO asset (symbol, name, name_key, search_key, type, currency, created_by, created_at, updated_at)
    SELECT 'ELM' || i, 'Elm ' || i, 'elm ' || i, 'elm ' || i, 'STOCK', 'EUR', 1, '${TIME}', '${TIME}' FROM n;
  ${COUNTER(LINES)} INSERT INTO ledger_transaction (broker_id, type, date, quantity, amount, currency, description, created_by, created_at, updated_at)
    SELECT 1, 'DEPOSIT', '2025-01-02', '0', '1', 'EUR', 'line ' || i || hex(zeroblob(40)), 1, '${TIME}', '${TIME}' FROM n;
  INSERT INTO balance_day (broker_id, unit, date, change) VALUES (1, 'EUR', '2025-01-02', '${LINES}');
  INSERT INTO balance_month (broker_id, unit, month, change, lowest) VALUES (1, 'EUR', '2025-01', '${LINES}', '${LINES}');`
const TABLES = ['user', 'broker', 'broker_access', 'asset', 'ledger_transaction', 'balance_day', 'balance_month']
/** The service is looked at so often while it starts. */
const LOOK_MILLISECONDS = 1

/** Data as a release left them, with what was in every column of its tables. */
export type OldData = {
  readonly folder: string
  readonly steps: number
  readonly rows: string
  readonly columns: ReadonlyMap<string, string>
}

/** Makes data of the release whose schema had so many steps, in the empty folder `folder`. */
export async function createOldData(folder: string, steps: number): Promise<OldData> {
  mkdirSync(join(folder, 'data'))
  const store = openStore(join(folder, 'data/holdfast.db'), { durable: false })
  await store.writer.within(async (tx) => {
    for (const step of migrations.slice(0, steps)) await step.up(tx)
  })
  store.writer.sqlite.run(ROWS)
  store.writer.sqlite.run(`PRAGMA user_version = ${steps}`)
  const columns = new Map(TABLES.map((table) => [table, columnsOf(store.writer.sqlite, table)]))
  const rows = imprint(store.writer.sqlite, columns)
  await store.close()
  return { folder, steps, rows, columns }
}

function columnsOf(database: Database, table: string): string {
  const rows = database.query<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?)').all(table)
  return rows.map(({ name }) => `"${name}"`).join()
}

/** What is in the columns that the release of before had. */
function imprint(database: Database, columns: ReadonlyMap<string, string>): string {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const [table, names] of columns)
    hasher.update(JSON.stringify(database.query(`SELECT ${names} FROM "${table}" ORDER BY 1, 2`).values()))
  return hasher.digest('hex')
}

/** When to act: as soon as the copy is begun or done, or that many milliseconds after it was begun. */
export type Moment = 'copying' | 'copied' | number

/** Starts the service and calls `act` at a moment of its upgrade, unless it was over before; what became of the process. */
export async function startThen({ folder }: OldData, moment: Moment, act: (kill: () => void) => void) {
  const child = Bun.spawn([...SOURCE], {
    cwd: folder,
    env: { ...ENV, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const known = new Set(copiesIn(folder))
  const isBegun = () => copiesIn(folder).some((name) => !known.has(name) && (moment !== 'copied' || name.endsWith('.db')))
  while (child.exitCode === null && !isBegun()) await Bun.sleep(LOOK_MILLISECONDS)
  if (typeof moment === 'number') await Bun.sleep(moment)
  act(() => child.kill('SIGKILL'))
  return { child, said: said.then((texts) => texts.join('')) }
}

/** Copies of the database from before a change of its schema, whole ones and those that are being written. */
export function copiesIn(folder: string): string[] {
  try {
    return readdirSync(join(folder, 'data/backups')).filter((name) => name.startsWith('before-schema-'))
  } catch {
    return []
  }
}

/** Kills the upgrade at a moment; says what is not as it should be, and whether the schema was still the old one. */
export async function crashUpgrade(old: OldData, moment: Moment): Promise<{ faults: string[]; wasMidway: boolean }> {
  const { child } = await startThen(old, moment, (kill) => kill())
  await child.exited
  const { version, faults } = look(old)
  return { faults, wasMidway: version === old.steps }
}

/** The version of the schema, and what is not as it was. */
export function look({ folder, steps, rows, columns }: OldData): { version: number; faults: string[] } {
  const database = new Database(join(folder, 'data/holdfast.db'))
  const version = database.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? -1
  const faults = imprint(database, columns) === rows ? [] : [`rows differ at version ${version}`]
  if (version !== steps && version !== currentSchemaVersion()) faults.push(`the schema has version ${version}`)
  database.close()
  return { version, faults }
}

/** Lets the upgrade end; says what is not as it should be then. */
export async function finishUpgrade(old: OldData): Promise<string[]> {
  const service = await startBinary(old.folder, ENV, { command: SOURCE })
  const code = await service.stop()
  const { version, faults } = look(old)
  if (code !== 0) faults.push(`it ended with ${code}`)
  if (version !== currentSchemaVersion()) faults.push(`the schema has version ${version}`)
  const unfinished = copiesIn(old.folder).filter((name) => !name.endsWith('.db'))
  return [...faults, ...unfinished.map((name) => `${name} is left`), ...(await faultsOf(old.folder))]
}
