import { Database, type SQLQueryBindings } from 'bun:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import { type DatabaseWatch, timed } from './watch.ts'

const PRAGMAS = [
  'PRAGMA page_size = 8192',
  'PRAGMA busy_timeout = 5000',
  'PRAGMA journal_mode = WAL',
  'PRAGMA foreign_keys = ON',
  'PRAGMA trusted_schema = OFF',
  'PRAGMA temp_store = MEMORY',
]

/** The pages of the file are in the memory of the system as well. The writer keeps what a large transaction changes. */
const WRITER_CACHE_KIB = 8_000
const READER_CACHE_KIB = 4_000

/** Bun keeps only 20 statements of `query()` unless the size is set; we have more hot ones than that. */
Database.MAX_QUERY_CACHE_SIZE = 500

export type OpenOptions = { readonly readonly?: boolean; readonly durable?: boolean }

/** Opens one SQLite connection with our settings. `durable: false` skips the sync to disk at commit (tests only). */
export function openSqlite(path: string, options: OpenOptions = {}): Database {
  const database = new Database(path, { create: true, readwrite: true })
  for (const pragma of PRAGMAS) database.run(pragma)
  database.run(`PRAGMA synchronous = ${options.durable === false ? 'OFF' : 'FULL'}`)
  database.run(`PRAGMA cache_size = -${options.readonly ? READER_CACHE_KIB : WRITER_CACHE_KIB}`)
  if (options.readonly) database.run('PRAGMA query_only = ON')
  return database
}

/** Gives back the memory in which a connection keeps pages that it has not changed; nothing when it is closed. */
export function shrinkMemory(sqlite: Database): void {
  try {
    sqlite.run('PRAGMA shrink_memory')
  } catch (error) {
    if (!(error instanceof Error && /closed/i.test(error.message))) throw error
  }
}

/** A cursor gives the event loop back after so long, looked at after so many rows. */
const SLICE_MILLISECONDS = 8
const ROWS_A_LOOK = 100

/** Hands over the rows of a statement of its own, one after the other. */
export async function eachRow(
  database: Database,
  text: string,
  values: readonly SQLQueryBindings[],
  visit: (row: unknown) => void,
): Promise<void> {
  const statement = database.prepare(text)
  let [count, since] = [0, performance.now()]
  try {
    for (const row of statement.iterate(...values)) {
      visit(row)
      if (++count % ROWS_A_LOOK !== 0 || performance.now() - since < SLICE_MILLISECONDS) continue
      await new Promise((resolve) => setImmediate(resolve))
      since = performance.now()
    }
  } finally {
    statement.finalize()
  }
}

/** Kysely's SQLite dialect over a `bun:sqlite` connection; transactions begin IMMEDIATE so that they never fail half-way as busy. */
export function bunSqliteDialect(database: Database, watch: DatabaseWatch | undefined): SqliteDialect {
  return new ImmediateDialect({ database: asSqliteDatabase(database, watch) }, database)
}

function asSqliteDatabase(database: Database, watch: DatabaseWatch | undefined): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(sql): SqliteStatement {
      const statement = database.query(sql)
      return {
        reader: statement.columnNames.length > 0,
        all: (parameters) => timed(watch, sql, () => statement.all(...(parameters as SQLQueryBindings[]))),
        run: (parameters) => timed(watch, sql, () => statement.run(...(parameters as SQLQueryBindings[]))),
        iterate: (parameters) => statement.iterate(...(parameters as SQLQueryBindings[])) as IterableIterator<unknown>,
      }
    },
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  readonly #sqlite: Database

  constructor(config: SqliteDialectConfig, sqlite: Database) {
    super(config)
    this.#config = config
    this.#sqlite = sqlite
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config, this.#sqlite)
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #sqlite: Database

  constructor(config: SqliteDialectConfig, sqlite: Database) {
    super(config)
    this.#sqlite = sqlite
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite rolls back by itself when the disk is full or fails; a second rollback would be an error that hides the first. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection)
  }
}
