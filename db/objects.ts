import type { Reader, Tx } from './connection.ts'
import { runScript } from './script.ts'

/** An index or trigger, with the statement that makes it. */
export type SchemaObject = { readonly type: string; readonly name: string; readonly sql: string }

const OBJECTS =
  "SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type, name"

/** Indexes and triggers that every database of this release (`ours`) has and this one has not. */
export async function missingObjects(db: Reader, ours: Reader): Promise<{ expected: number; missing: SchemaObject[] }> {
  const expected = await objectsOf(ours)
  const names = new Set((await objectsOf(db)).map(({ name }) => name))
  return { expected: expected.length, missing: expected.filter(({ name }) => !names.has(name)) }
}

/** Makes indexes and triggers that are missing. Throws what the database says, as when rows are not unique that should be. */
export async function makeObjects(db: Tx, objects: readonly SchemaObject[]): Promise<void> {
  for (const { sql } of objects) await runScript(db, sql)
}

/** Rebuilds indexes from the rows of their tables. */
export async function rebuildIndexes(db: Tx, names: readonly string[]): Promise<void> {
  for (const name of names) await runScript(db, `REINDEX "${name.replaceAll('"', '""')}"`)
}

async function objectsOf(db: Reader): Promise<SchemaObject[]> {
  return (await db.statements.all(OBJECTS, [])) as SchemaObject[]
}
