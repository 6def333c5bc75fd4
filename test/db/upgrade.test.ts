/** A database of every release goes up to this one, with all its rows, or stays as it was. */
import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { currentSchemaVersion, migrate, schemaVersion } from '#db/migrate.ts'
import { migrations } from '#db/migrations/index.ts'
import { databaseBefore } from './before.ts'

const TIME = '2026-01-01T00:00:00.000Z'
const ROWS = `
  INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at)
    VALUES ('ada', 'ada', 'ada@example.org', 'ada@example.org', 'none', '${TIME}', '${TIME}');
  INSERT INTO broker (name, name_key, created_by, created_at, updated_at) VALUES ('Main', 'main', 1, '${TIME}', '${TIME}');
  INSERT INTO broker_access (broker_id, user_id, role, granted_at) VALUES (1, 1, 'OWNER', '${TIME}');
  INSERT INTO asset (symbol, name, name_key, search_key, type, currency, created_by, created_at, updated_at)
    VALUES ('SAP', 'SAP', 'sap', 'sap', 'STOCK', 'EUR', 1, '${TIME}', '${TIME}');
  INSERT INTO ledger_transaction (broker_id, type, date, asset_id, quantity, amount, currency, created_by, created_at, updated_at)
    VALUES (1, 'BUY', '2025-01-02', 1, '3', '-300', 'EUR', 1, '${TIME}', '${TIME}');
  INSERT INTO balance_day (broker_id, unit, date, change) VALUES (1, 'EUR', '2025-01-02', '-300');
  INSERT INTO job (id, kind, user_id, state, created_at) VALUES ('j', 'import', 1, 'succeeded', '${TIME}')`
const TABLES = ['user', 'broker', 'broker_access', 'asset', 'ledger_transaction', 'balance_day', 'job']

/** Columns of every table, with type, default and key, and the indexes and triggers. */
function schemaOf(database: Database): unknown {
  const names = database.query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all()
  const columns = names.map(({ name }) => [
    name,
    database.query(`SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info('${name}')`).values().sort(),
  ])
  return [columns, database.query("SELECT type, name, sql FROM sqlite_master WHERE type <> 'table' ORDER BY type, name").values()]
}

const rowsOf = (database: Database) => TABLES.map((table) => database.query<object, []>(`SELECT * FROM "${table}"`).all())

test('every schema that was released becomes this one, and no row is lost or changed', async () => {
  const [first = '', ...later] = migrations.map((step) => step.name)
  const fresh = await databaseBefore(first)
  await migrate(fresh.writer)
  const wanted = schemaOf(fresh.writer.sqlite)
  for (const name of later) {
    const { writer, reader } = await databaseBefore(name)
    writer.sqlite.run(ROWS)
    const before = rowsOf(writer.sqlite)
    await migrate(writer)
    expect([name, await schemaVersion(reader), schemaOf(writer.sqlite)]).toEqual([name, currentSchemaVersion(), wanted])
    for (const [at, rows] of rowsOf(writer.sqlite).entries()) expect(rows).toMatchObject(before[at] ?? [])
    expect(writer.sqlite.query('PRAGMA foreign_key_check').all()).toEqual([])
  }
}, 60_000)

test('a step that fails leaves the schema and the rows of before, and a later try goes on from there', async () => {
  const { writer, reader } = await databaseBefore('0014_fx_owner')
  writer.sqlite.run(ROWS)
  writer.sqlite.run('CREATE INDEX asset_source ON asset(name)')
  const [schema, rows, version] = [schemaOf(writer.sqlite), rowsOf(writer.sqlite), await schemaVersion(reader)]
  expect(migrate(writer)).rejects.toThrow('asset_source')
  await migrate(writer).catch(() => {})
  expect([schemaOf(writer.sqlite), rowsOf(writer.sqlite), await schemaVersion(reader)]).toEqual([schema, rows, version])
  writer.sqlite.run('DROP INDEX asset_source')
  await migrate(writer)
  expect(await schemaVersion(reader)).toBe(currentSchemaVersion())
})
