import { type Compilable, DummyDriver, Kysely, type RawBuilder, SqliteAdapter, SqliteQueryCompiler, sql } from 'kysely'
import type { Db, Reader, Tx } from './connection.ts'
import type { Schema } from './schema.ts'

/** What a statement takes: a list goes in by `inList`. */
export type Parameter = string | number | bigint | null | Uint8Array | readonly (string | number)[]
export type Parameters = Readonly<Record<string, Parameter>>

/**
 * A statement that is built and compiled once, with Kysely's types, and then runs as a cached statement. Only `db/` knows the engine.
 * `all`, `one` = its rows, its first row; `run` = how many rows it wrote.
 */
export type Query<P extends Parameters, R> = {
  readonly all: (db: Reader, parameters: P) => Promise<R[]>
  readonly one: (db: Reader, parameters: P) => Promise<R | undefined>
  readonly run: (db: Db | Tx, parameters: P) => Promise<number>
}

/** A Kysely without a database: statements are built with it, and run by `query`. */
const compiler = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => {
      throw new Error('queries are compiled here, not run')
    },
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

export type Builder = typeof compiler

/**
 * The way to the database: `query<{ id: number }>()((q, p) => q.selectFrom('broker').selectAll().where('id', '=', p.id))`. `p` stands for the
 * parameters and must not be looked at. What changes its shape from call to call (filters of a list) is written on `db` itself.
 */
export function query<P extends Parameters = Readonly<Record<never, never>>>() {
  return <R>(build: (q: Builder, p: P) => Compilable<R>): Query<P, R> => {
    let compiled: Compiled<P> | undefined
    const compile = () => {
      compiled ??= compileOnce(build)
      return compiled
    }
    return {
      async all(db, parameters) {
        const { text, bind } = compile()
        return (await db.statements.all(text, bind(parameters))) as R[]
      },
      async one(db, parameters) {
        const { text, bind } = compile()
        return (await db.statements.one(text, bind(parameters))) as R | undefined
      },
      async run(db, parameters) {
        const { text, bind } = compile()
        return await db.statements.run(text, bind(parameters))
      },
    }
  }
}

/** A list as what `in` compares with: `where('id', 'in', inList(p.ids))`. */
export function inList<T extends string | number>(list: readonly T[]): RawBuilder<T> {
  return sql<T>`(select value from json_each(${Array.isArray(list) ? JSON.stringify(list) : list}))`
}

type Compiled<P> = { readonly text: string; readonly bind: (parameters: P) => Value[] }
type Value = Exclude<Parameter, readonly unknown[]>

class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

function compileOnce<P extends Parameters>(build: (q: Builder, p: P) => Compilable<unknown>): Compiled<P> {
  const slots = new Proxy({} as P, { get: (_, name) => new Slot(String(name)) })
  const { sql: text, parameters } = build(compiler, slots).compile()
  const places = parameters.map((value) => (value instanceof Slot ? value.name : null))
  return {
    text,
    bind: (given) =>
      places.map((name, index) => {
        const value = name === null ? (parameters[index] as Value) : given[name]
        return Array.isArray(value) ? JSON.stringify(value) : (value as Value)
      }),
  }
}
