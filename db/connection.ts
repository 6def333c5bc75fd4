import { type Database, SQLiteError, type SQLQueryBindings } from 'bun:sqlite'
import { CompiledQuery, Kysely, type Transaction } from 'kysely'
import { leaveCheckpointsToOthers } from './checkpoint.ts'
import type { Schema } from './schema.ts'
import { bunSqliteDialect, eachRow, openSqlite, shrinkMemory } from './sqlite.ts'
import { type DatabaseWatch, timed, timedLong } from './watch.ts'

/** Reads with texts as cached statements; only `db/` calls it. */
type ReadStatements = {
  readonly all: (text: string, values: readonly SQLQueryBindings[]) => Promise<unknown[]>
  readonly one: (text: string, values: readonly SQLQueryBindings[]) => Promise<unknown>
  /** Hands over one row after the other, and now and then gives the event loop back. */
  readonly each: (text: string, values: readonly SQLQueryBindings[], visit: (row: unknown) => void) => Promise<void>
}

/** The same, and writes. */
type Statements = ReadStatements & {
  /** How many rows were written. */
  readonly run: (text: string, values: readonly SQLQueryBindings[]) => Promise<number>
}

/** Within a transaction. */
type TxStatements = Statements & {
  /** Runs a text that is not among the cached ones as often as its transaction needs it; how many rows were written. */
  readonly prepare: (text: string) => (values: readonly SQLQueryBindings[]) => Promise<number>
  /** Runs several statements, separated by `;`. */
  readonly script: (text: string) => Promise<void>
}

/** What can be read with: it has no way to write and does not say which engine there is. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom' | 'selectNoFrom' | 'isTransaction'> & {
  readonly statements: ReadStatements
  /** Another connection for reading, for `inSnapshot`; a transaction has none. */
  readonly snapshot?: () => Snapshot
}

/** A connection for reading that can stay on one state of the database. */
export type Snapshot = Reader & {
  readonly begin: () => void
  readonly end: () => void
}

/** Kysely over one connection. */
export type Db = Kysely<Schema> & {
  readonly statements: Statements
  /** Another connection for reading, opened when it is first needed and closed with this one: for `inSnapshot`. */
  readonly snapshot: () => Snapshot
  /** Runs `work` in a transaction, which is rolled back when it throws. */
  readonly within: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Keeps everything that would write here waiting while `work` goes on: another process writes meanwhile. `work` must not use this connection. */
  readonly lend: <T>(work: () => Promise<T>) => Promise<T>
  /** Gives back the memory in which the connection holds pages that it has not changed. */
  readonly shrinkMemory: () => void
}

/** An open transaction. */
export type Tx = Transaction<Schema> & { readonly statements: TxStatements }

/** A connection with its engine, for `db/` and for tests. */
export type Connection = Db & { readonly sqlite: Database; readonly disconnect: () => Promise<void> }

/** One writer and one reader connection over the same file: readers never wait for a writer (WAL). */
export type Store = {
  readonly writer: Connection
  readonly reader: Connection
  /** Copies what a killed service left in the write-ahead log into the database file. */
  readonly takeOverLog: () => void
  /** Refuses every write from now on. */
  readonly stopWriting: () => void
  readonly close: () => Promise<void>
}

/** Opens both connections. `durable: false` is for tests. */
export function openStore(path: string, { watch, ...options }: { durable?: boolean; watch?: DatabaseWatch } = {}): Store {
  const writer = connect(path, openSqlite(path, options), watch, serialised)
  const reader = connect(path, openSqlite(path, { ...options, readonly: true }), watch)
  return {
    writer,
    reader,
    takeOverLog: () => void writer.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)'),
    stopWriting: () => void writer.sqlite.run('PRAGMA query_only = ON'),
    close: async () => {
      await reader.disconnect()
      emptyLog(writer.sqlite)
      await writer.disconnect()
    },
  }
}

/** Copies the write-ahead log into the database file; where a statement is still read, it stays, and the next start takes it over. */
function emptyLog(sqlite: Database): void {
  try {
    sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!(error instanceof SQLiteError && error.code?.startsWith('SQLITE_LOCKED'))) throw error
  }
}

/** Statements of a connection that nobody else has a transaction on. */
function directly(sqlite: Database, watch: DatabaseWatch | undefined): TxStatements {
  return {
    all: async (text, values) => timed(watch, text, () => sqlite.query(text).all(...values)),
    one: async (text, values) => timed(watch, text, () => sqlite.query(text).get(...values) ?? undefined),
    each: (text, values, visit) => timedLong(watch, text, () => eachRow(sqlite, text, values, visit)),
    run: async (text, values) => timed(watch, text, () => sqlite.query(text).run(...values).changes),
    prepare: (text) => {
      const statement = sqlite.prepare(text)
      return async (values) => timed(watch, text, () => statement.run(...values).changes)
    },
    script: async (text) => timed(watch, text, () => void sqlite.run(text)),
  }
}

/** Statements of the writer outside a transaction: they wait for one that is open. */
function serialised(sqlite: Database, watch: DatabaseWatch | undefined, kysely: Kysely<Schema>): Statements {
  const execute = (text: string, values: readonly SQLQueryBindings[]) => kysely.executeQuery(CompiledQuery.raw(text, [...values]))
  return {
    all: async (text, values) => (await execute(text, values)).rows,
    one: async (text, values) => (await execute(text, values)).rows[0],
    each: directly(sqlite, watch).each,
    run: async (text, values) => Number((await execute(text, values)).numAffectedRows ?? 0),
  }
}

function connect(
  path: string,
  sqlite: Database,
  watch: DatabaseWatch | undefined,
  statementsOf: (sqlite: Database, watch: DatabaseWatch | undefined, kysely: Kysely<Schema>) => Statements = directly,
): Connection {
  let other: Connection | undefined
  const kysely = new Kysely<Schema>({ dialect: bunSqliteDialect(sqlite, watch) })
  const snapshot = () => {
    other ??= connect(path, openSqlite(path, { readonly: true }), watch)
    const { sqlite } = other
    return Object.assign(other, { begin: () => void sqlite.run('BEGIN'), end: () => void sqlite.run('COMMIT') })
  }
  const waiting = <T>(begin: (has: () => void) => Promise<T>): Promise<T> => {
    const has = watch?.waits()
    return has === undefined ? begin(() => {}) : begin(has).finally(has)
  }
  const within = <T>(work: (tx: Tx) => Promise<T>) =>
    waiting((has) =>
      kysely.transaction().execute((transaction) => {
        has()
        return work(Object.assign(transaction, { statements: directly(sqlite, watch) }))
      }),
    )
  const lend = <T>(work: () => Promise<T>) =>
    waiting((has) =>
      kysely.connection().execute(() => {
        has()
        return work()
      }),
    )
  const disconnect = async () => {
    await other?.disconnect()
    // Kysely closes only a connection that it has used.
    await kysely.destroy()
    sqlite.close()
  }
  const statements = statementsOf(sqlite, watch, kysely)
  return Object.assign(kysely, {
    sqlite,
    statements,
    snapshot,
    within,
    lend,
    disconnect,
    shrinkMemory: () => shrinkMemory(sqlite),
  })
}

/** A connection that writes, for a process beside the one that has the store open: its commits leave checkpoints to that. */
export function openWriter(path: string, watch?: DatabaseWatch): Db {
  const sqlite = openSqlite(path)
  leaveCheckpointsToOthers({ sqlite })
  return connect(path, sqlite, watch, serialised)
}

/** A read connection alone, for a process that writes nothing. */
export function openReader(path: string, watch?: DatabaseWatch): { readonly reader: Db; readonly close: () => Promise<void> } {
  const reader = connect(path, openSqlite(path, { readonly: true }), watch)
  return { reader, close: () => reader.disconnect() }
}
