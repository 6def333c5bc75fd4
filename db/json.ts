import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'
import type { Parameter } from './query.ts'

/** A column of rows that are given as JSON, and its type in both engines. */
type ColumnType = 'text' | 'bigint'
type Given<C extends Readonly<Record<string, ColumnType>>> = {
  readonly [K in keyof C]: (C[K] extends 'text' ? string : number) | null
}

/**
 * Rows that go in as one parameter, a JSON list of objects, to select from: writing many by one statement takes a fraction of the time.
 * PostgreSQL: `jsonb_to_recordset(?) as given(date text, ...)`.
 */
export function givenRows<C extends Readonly<Record<string, ColumnType>>, A extends string>(
  list: Parameter,
  columns: C,
  alias: A,
): AliasedRawBuilder<Given<C>, A> {
  const cells = Object.keys(columns).map((name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`)
  return sql<Given<C>>`(select ${sql.join(cells)} from json_each(${list}))`.as(alias)
}

/** The same of a JSON object: its keys and what stands under them, both texts. PostgreSQL: `jsonb_each_text(?)`. */
export function givenEntries<A extends string>(
  entries: Parameter,
  alias: A,
): AliasedRawBuilder<{ readonly key: string; readonly value: string }, A> {
  return sql<{ readonly key: string; readonly value: string }>`json_each(${entries})`.as(alias)
}

/**
 * What a column lists that holds a JSON list, as rows with one column `value`. PostgreSQL: `jsonb_array_elements_text(column::jsonb) as t(value)`, cast to
 * `type`.
 */
export function itemsOf<T extends 'text' | 'bigint'>(column: string, _type: T): RawBuilder<T extends 'text' ? string : number> {
  return sql`json_each(${sql.ref(column)})`
}
