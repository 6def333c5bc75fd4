import type { Database } from 'bun:sqlite'
import { Kysely, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'
import { bunSqliteDialect, openSqlite } from './sqlite.ts'

/** Kysely over one connection, and that connection itself for compiled statements (`db/statement.ts`). */
export type Db = Kysely<Schema> & { readonly sqlite: Database }
/** An open transaction. */
export type Tx = Transaction<Schema> & { readonly sqlite: Database }

/** One writer and one reader connection over the same file: readers never wait for a writer (WAL). */
export type Store = { readonly writer: Db; readonly reader: Db; readonly close: () => Promise<void> }

/** Opens both connections. `durable: false` is for tests. */
export function openStore(path: string, options: { durable?: boolean } = {}): Store {
  const writer = connect(openSqlite(path, options))
  const reader = connect(openSqlite(path, { ...options, readonly: true }))
  return {
    writer,
    reader,
    close: async () => {
      await disconnect(reader)
      writer.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
      await disconnect(writer)
    },
  }
}

function connect(sqlite: Database): Db {
  return Object.assign(new Kysely<Schema>({ dialect: bunSqliteDialect(sqlite) }), { sqlite })
}

/** Kysely closes only a connection that it has used. */
async function disconnect(db: Db): Promise<void> {
  await db.destroy()
  db.sqlite.close()
}

/** A read connection alone, for a process that writes nothing. */
export function openReader(path: string): { readonly reader: Db; readonly close: () => Promise<void> } {
  const reader = connect(openSqlite(path, { readonly: true }))
  return { reader, close: () => disconnect(reader) }
}
