import type { Db, Tx } from '#db/connection.ts'

/** Reads one row of the schema; throws what SQLite says when it cannot. */
export async function answersQueries(db: Db | Tx): Promise<void> {
  await db.selectFrom('setting').select('key').limit(1).execute()
}

/** The ids of all rows that own a file, which is named by the id. */
export async function listFileIds(db: Db | Tx, table: 'upload' | 'report'): Promise<string[]> {
  const rows = await db.selectFrom(table).select('id').execute()
  return rows.map((row) => row.id)
}
