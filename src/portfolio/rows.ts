import type { Table } from '../shared/csv.ts'

/** A report in wire names, and the rows that stand for it as CSV. */
export type Answer = { readonly body: object; readonly table: () => Table }

/** The rows of a report, made one at a time whenever they are gone through: a long report is not in memory as objects. */
export type Rows = Iterable<Readonly<Record<string, unknown>>> & { readonly toJSON: () => unknown[] }

const ROWS_AT_ONCE = 200

/** A row of each of these; `make` must say the same each time. */
export function lazyRows<T>(from: Iterable<T>, make: (one: T) => Readonly<Record<string, unknown>>): Rows {
  const rows = {
    *[Symbol.iterator]() {
      for (const one of from) yield make(one)
    },
    toJSON: () => [...rows],
  }
  return rows
}

/** The JSON of a report in pieces; lists of rows are written some rows at a time. */
export function* jsonTexts(body: object): Iterable<string> {
  let before = '{'
  for (const [key, value] of Object.entries(body)) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(key)}:`
    if (isRows(value)) yield* rowsTexts(value)
    else yield JSON.stringify(value)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

function* rowsTexts(rows: Rows): Iterable<string> {
  let some: unknown[] = []
  let before = '['
  for (const row of rows) {
    if (some.push(row) < ROWS_AT_ONCE) continue
    yield before + JSON.stringify(some).slice(1, -1)
    some = []
    before = ','
  }
  if (some.length > 0) yield before + JSON.stringify(some).slice(1, -1)
  yield before === '[' && some.length === 0 ? '[]' : ']'
}

function isRows(value: unknown): value is Rows {
  return value !== null && typeof value === 'object' && 'toJSON' in value && Symbol.iterator in value
}
