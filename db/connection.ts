import type { Database } from 'bun:sqlite'
import { Kysely, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'
import { bunSqliteDialect, openSqlite } from './sqlite.ts'

/** Kysely over one connection, and that connection itself for compiled statements (`db/statement.ts`). */
export type Db = Kysely<Schema> & {
  readonly sqlite: Database
  /** Another connection for reading, opened when it is first asked for and closed with this one: for `inSnapshot`. */
  readonly snapshot: () => Db
  readonly disconnect: () => Promise<void>
}
/** An open transaction. */
export type Tx = Transaction<Schema> & { readonly sqlite: Database }

/** One writer and one reader connection over the same file: readers never wait for a writer (WAL). */
export type Store = { readonly writer: Db; readonly reader: Db; readonly close: () => Promise<void> }

/** Opens both connections. `durable: false` is for tests. */
export function openStore(path: string, options: { durable?: boolean } = {}): Store {
  const writer = connect(path, openSqlite(path, options))
  const reader = connect(path, openSqlite(path, { ...options, readonly: true }))
  return {
    writer,
    reader,
    close: async () => {
      await reader.disconnect()
      writer.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
      await writer.disconnect()
    },
  }
}

function connect(path: string, sqlite: Database): Db {
  let other: Db | undefined
  const kysely = new Kysely<Schema>({ dialect: bunSqliteDialect(sqlite) })
  const snapshot = () => {
    other ??= connect(path, openSqlite(path, { readonly: true }))
    return other
  }
  const disconnect = async () => {
    await other?.disconnect()
    // Kysely closes only a connection that it has used.
    await kysely.destroy()
    sqlite.close()
  }
  return Object.assign(kysely, { sqlite, snapshot, disconnect })
}

/** A read connection alone, for a process that writes nothing. */
export function openReader(path: string): { readonly reader: Db; readonly close: () => Promise<void> } {
  const reader = connect(path, openSqlite(path, { readonly: true }))
  return { reader, close: () => reader.disconnect() }
}
