import type { Db, Reader } from './connection.ts'
import { migrations } from './migrations/index.ts'
import { runScript } from './script.ts'

/** Steps of a large database take as long as they take; those of an empty one are many. */
const SLICE_MILLISECONDS = 8

/** The data were written by a newer release; nothing was changed. */
export class NewerSchemaError extends Error {}

/** The number of migrations that a database has seen. */
export async function schemaVersion(db: Reader): Promise<number> {
  const row = (await db.statements.one('PRAGMA user_version', [])) as { readonly user_version: number } | undefined
  return row?.user_version ?? 0
}

/** Brings the schema up to date, all steps in one transaction: all or nothing; now and then others have their turn between two steps. `beforeFirst` runs once when there is something to do on data that exist. Returns the names of the steps taken. */
export async function migrate(
  db: Db,
  beforeFirst: (from: number) => Promise<void> = async () => {},
  sliceMilliseconds = SLICE_MILLISECONDS,
): Promise<string[]> {
  const from = await schemaVersion(db)
  if (from > migrations.length) {
    throw new NewerSchemaError(
      `The database has schema ${from}, this release knows ${migrations.length}. Start the newer release again, or restore a backup.`,
    )
  }
  const pending = migrations.slice(from)
  if (pending.length > 0 && from > 0) await beforeFirst(from)
  if (pending.length > 0)
    await db.within(async (tx) => {
      let since = performance.now()
      for (const step of pending) {
        await step.up(tx)
        if (performance.now() - since < sliceMilliseconds) continue
        await new Promise((resolve) => setImmediate(resolve))
        since = performance.now()
      }
      await runScript(tx, `PRAGMA user_version = ${migrations.length}`)
    })
  return pending.map((step) => step.name)
}

/** The schema version that this release works with. */
export function currentSchemaVersion(): number {
  return migrations.length
}
