import type { Db, Tx } from '#db/connection.ts'

/** The ids of all rows that own a file, which is named by the id. */
export async function listFileIds(db: Db | Tx, table: 'upload' | 'report'): Promise<string[]> {
  const rows = await db.selectFrom(table).select('id').execute()
  return rows.map((row) => row.id)
}
