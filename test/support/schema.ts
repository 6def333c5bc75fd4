import type { Database } from 'bun:sqlite'
import { openStore, type Store } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'

const SETTINGS = ['page_size', 'journal_mode', 'auto_vacuum', 'encoding', 'user_version']

const rowsOf = (database: Database) =>
  database
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => [name, database.query(`SELECT * FROM ${name}`).all()])

/** The schema, the settings of the file and every row. */
export function contentsOf({ writer: { sqlite } }: Store) {
  return {
    schema: sqlite.query('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name').all(),
    settings: SETTINGS.map((name) => sqlite.query(`PRAGMA ${name}`).get()),
    rows: rowsOf(sqlite),
  }
}

/** The contents of a new database that has taken every step of the schema. */
export async function migrated(path: string) {
  const store = openStore(path)
  await migrate(store.writer)
  const contents = contentsOf(store)
  await store.close()
  return contents
}
