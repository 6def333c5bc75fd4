import type { SQLQueryBindings } from 'bun:sqlite'
import { type CompiledQuery, DummyDriver, Kysely, SqliteAdapter, SqliteQueryCompiler } from 'kysely'
import type { Db, Tx } from './connection.ts'
import type { Schema } from './schema.ts'

/** A Kysely without a database: for building hot queries. */
export const compiler = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => {
      throw new Error('queries are compiled here, not run')
    },
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that is built and compiled once, with Kysely's types, and then run as a cached statement. `names` are its parameters; `build`
 * sees a stand-in for each and must not look at its value. `where in` with a list of changing length needs `json_each`.
 */
export function hotQuery<P extends Record<string, SQLQueryBindings>, R>(
  names: readonly (keyof P & string)[],
  build: (slots: P) => { compile(): CompiledQuery<R> },
) {
  let compiled: { sql: string; bind: ((parameters: P) => SQLQueryBindings)[] } | undefined
  return async (db: Db | Tx, parameters: P): Promise<R[]> => {
    compiled ??= compile(names, build)
    const { sql, bind } = compiled
    return db.sqlite.query<R, SQLQueryBindings[]>(sql).all(...bind.map((read) => read(parameters)))
  }
}

function compile<P extends Record<string, SQLQueryBindings>, R>(
  names: readonly (keyof P & string)[],
  build: (slots: P) => { compile(): CompiledQuery<R> },
) {
  const slots = Object.fromEntries(names.map((name) => [name, new Slot(name)])) as unknown as P
  const query = build(slots).compile()
  const bind = query.parameters.map((value) =>
    value instanceof Slot ? (parameters: P) => parameters[value.name] as SQLQueryBindings : () => value as SQLQueryBindings,
  )
  return { sql: query.sql, bind }
}
