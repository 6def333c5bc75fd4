import type { Database, SQLQueryBindings } from 'bun:sqlite'
import { CompiledQuery, Kysely, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'
import { bunSqliteDialect, openSqlite } from './sqlite.ts'

/** Runs texts as cached statements; only `db/query.ts` calls it. */
export type Statements = {
  readonly all: (text: string, values: readonly SQLQueryBindings[]) => Promise<unknown[]>
  readonly one: (text: string, values: readonly SQLQueryBindings[]) => Promise<unknown>
  /** How many rows were written. */
  readonly run: (text: string, values: readonly SQLQueryBindings[]) => Promise<number>
}

/** What can be read with; a reader has no way to write. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom' | 'selectNoFrom' | 'isTransaction'> & {
  readonly statements: Statements
  readonly sqlite: Database
  /** Another connection for reading, for `inSnapshot`; a transaction has none. */
  readonly snapshot?: () => Db
}

/** Kysely over one connection. */
export type Db = Kysely<Schema> & {
  readonly statements: Statements
  readonly sqlite: Database
  /** Another connection for reading, opened when it is first needed and closed with this one: for `inSnapshot`. */
  readonly snapshot: () => Db
  readonly disconnect: () => Promise<void>
}
/** An open transaction. */
export type Tx = Transaction<Schema> & { readonly statements: Statements; readonly sqlite: Database }

/** One writer and one reader connection over the same file: readers never wait for a writer (WAL). */
export type Store = {
  readonly writer: Db
  readonly reader: Db
  /** Copies what a killed service left in the write-ahead log into the database file. */
  readonly takeOverLog: () => void
  /** Refuses every write from now on. */
  readonly stopWriting: () => void
  readonly close: () => Promise<void>
}

/** Opens both connections. `durable: false` is for tests. */
export function openStore(path: string, options: { durable?: boolean } = {}): Store {
  const writer = connect(path, openSqlite(path, options), serialised)
  const reader = connect(path, openSqlite(path, { ...options, readonly: true }))
  return {
    writer,
    reader,
    takeOverLog: () => void writer.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)'),
    stopWriting: () => void writer.sqlite.run('PRAGMA query_only = ON'),
    close: async () => {
      await reader.disconnect()
      writer.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
      await writer.disconnect()
    },
  }
}

/** Statements of a connection that nobody else has a transaction on. */
export function directly(sqlite: Database): Statements {
  return {
    all: async (text, values) => sqlite.query(text).all(...values),
    one: async (text, values) => sqlite.query(text).get(...values) ?? undefined,
    run: async (text, values) => sqlite.query(text).run(...values).changes,
  }
}

/** Statements of the writer outside a transaction: they wait for one that is open. */
function serialised(_: Database, kysely: Kysely<Schema>): Statements {
  const execute = (text: string, values: readonly SQLQueryBindings[]) => kysely.executeQuery(CompiledQuery.raw(text, [...values]))
  return {
    all: async (text, values) => (await execute(text, values)).rows,
    one: async (text, values) => (await execute(text, values)).rows[0],
    run: async (text, values) => Number((await execute(text, values)).numAffectedRows ?? 0),
  }
}

function connect(
  path: string,
  sqlite: Database,
  statementsOf: (sqlite: Database, kysely: Kysely<Schema>) => Statements = directly,
): Db {
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
  return Object.assign(kysely, { sqlite, statements: statementsOf(sqlite, kysely), snapshot, disconnect })
}

/** A read connection alone, for a process that writes nothing. */
export function openReader(path: string): { readonly reader: Db; readonly close: () => Promise<void> } {
  const reader = connect(path, openSqlite(path, { readonly: true }))
  return { reader, close: () => reader.disconnect() }
}
