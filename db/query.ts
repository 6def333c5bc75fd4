import { type Compilable, DummyDriver, Kysely, type RawBuilder, SqliteAdapter, SqliteQueryCompiler, sql } from 'kysely'
import type { Db, Reader, Tx } from './connection.ts'
import type { Schema } from './schema.ts'
import { inSnapshot } from './snapshot.ts'

/** What a statement takes: a list goes in by `inList`. */
export type Parameter = string | number | bigint | null | Uint8Array | readonly (string | number)[]
export type Parameters = Readonly<Record<string, Parameter>>

/**
 * A statement that is built and compiled once, with Kysely's types, and then runs as a cached statement. Only `db/` knows the engine.
 * `all`, `one` = its rows, its first row; `run` = how many rows it wrote. `each` = a cursor for long answers: hands over one row after the other, on
 * one state of the database (`inSnapshot`), and gives the event loop back in between. `visit` cannot wait for anybody and must not write.
 */
export type Query<P extends Parameters, R> = {
  readonly all: (db: Reader, parameters: P) => Promise<R[]>
  readonly one: (db: Reader, parameters: P) => Promise<R | undefined>
  readonly each: (db: Reader, parameters: P, visit: (row: R) => undefined) => Promise<void>
  readonly run: (db: Db | Tx, parameters: P) => Promise<number>
}

/**
 * Every parameter is written `+?`. SQLite looks whether a bare `?` fits the condition of a partial index or bounds a page, and for that prepares the
 * statement again at each run: that took longer than reading 20 rows. The `+` changes nothing else.
 */
class PlusCompiler extends SqliteQueryCompiler {
  override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

/** A Kysely without a database: statements are built with it, and run by `query`. */
const compiler = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => {
      throw new Error('queries are compiled here, not run')
    },
    createQueryCompiler: () => new PlusCompiler(),
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
      async each(db, parameters, visit) {
        const { text, bind } = compile()
        await inSnapshot(db, (db) => db.statements.each(text, bind(parameters), (row) => visit(row as R)))
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

/** More shapes than a caller can ask for in a while; then the oldest is built again. */
const MOST_SHAPES = 200

/**
 * Statements whose shape depends on which filters a list has: like `query`, each shape is built and compiled once, for building takes longer than
 * reading a page. `shape` is what the builder may look at, as JSON its key; what is compared is in `p`.
 */
export function queryByShape<P extends Parameters, S>() {
  return <R>(build: (q: Builder, p: P, shape: S) => Compilable<R>): ((shape: S) => Query<P, R>) => {
    const shapes = new Map<string, Query<P, R>>()
    return (shape) => {
      const key = JSON.stringify(shape)
      const known = shapes.get(key)
      if (known !== undefined) return known
      const made = query<P>()<R>((q, p) => build(q, p, shape))
      const [oldest] = shapes.size < MOST_SHAPES ? [] : shapes.keys()
      if (oldest !== undefined) shapes.delete(oldest)
      shapes.set(key, made)
      return made
    }
  }
}

/** Some of the parameters by their names, for `values` and `set`: `p` itself cannot be spread. */
export function pick<P extends Parameters, K extends keyof P>(p: P, names: readonly K[]): Pick<P, K> {
  // Object.fromEntries does not know which keys there are.
  return Object.fromEntries(names.map((name) => [name, p[name]])) as Pick<P, K>
}

/**
 * How a domain object becomes columns, one function a column: a column of `Row` that has none does not compile. `names` goes to `pick`,
 * `of` makes the values.
 */
export function columnsFrom<From, Row>(read: { readonly [K in keyof Row & string]: (from: From) => Row[K] }) {
  // Object.keys does not know which keys there are, nor the compiler that the loop fills them all.
  const names = Object.keys(read) as (keyof Row & string)[]
  const of = (from: From) => {
    const row: Partial<Row> = {}
    for (const name of names) row[name] = read[name](from)
    return row as Row
  }
  return { names, of }
}

/**
 * A statement for one occasion, such as the lines of one import: what they have in common may stand in it as literals. `next` stands for the next
 * value of the list with which it is run. It is not among the cached ones and runs as often as its transaction needs it; answers how many rows it wrote.
 */
export function prepare(
  db: Tx,
  build: (q: Builder, next: <T>() => RawBuilder<T>) => Compilable<unknown>,
): (values: Value[]) => Promise<number> {
  return db.statements.prepare(occasional(build))
}

const BEFORE_ROWS = ' values '

/** The same for an insert of one row, which inserts so many `rows` at a time and takes the values of each: to build it for all of them would take longer. */
export function prepareRows(
  db: Tx,
  rows: number,
  build: (q: Builder, next: <T>() => RawBuilder<T>) => Compilable<unknown>,
): (values: Value[]) => Promise<number> {
  const text = occasional(build)
  // Names of tables and columns have no blanks.
  const place = text.indexOf(BEFORE_ROWS) + BEFORE_ROWS.length
  const row = text.slice(place)
  return db.statements.prepare(`${text.slice(0, place)}${Array.from({ length: rows }, () => row).join(', ')}`)
}

function occasional(build: (q: Builder, next: <T>() => RawBuilder<T>) => Compilable<unknown>): string {
  let count = 0
  const next = <T>() => sql<T>`${new Slot(String(count++))}`
  const { sql: text, parameters } = build(compiler, next).compile()
  if (parameters.some((value, index) => !(value instanceof Slot) || value.name !== String(index)))
    throw new Error('a prepared statement takes its values in order, and the rest as literals')
  return text
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
  const names = parameters.map((value) => (value instanceof Slot ? value.name : null))
  const fixed = parameters as Value[]
  return {
    text,
    bind: (given) => {
      const values = fixed.slice()
      for (let index = 0; index < values.length; index++) {
        const name = names[index]
        if (name == null) continue
        const value = given[name]
        values[index] = Array.isArray(value) ? JSON.stringify(value) : (value as Value)
      }
      return values
    },
  }
}
