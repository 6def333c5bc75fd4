import type { Db, Tx } from '#db/connection.ts'

/** Reads one row of the schema; throws what SQLite says when it cannot. */
export async function answersQueries(db: Db | Tx): Promise<void> {
  db.sqlite.query('SELECT key FROM setting LIMIT 1').get()
}

/** The ids of all rows that own a file, which is named by the id. */
export async function listFileIds(db: Db | Tx, table: 'upload' | 'report'): Promise<string[]> {
  return db.sqlite
    .query<{ id: string }, []>(`SELECT id FROM ${table}`)
    .all()
    .map((row) => row.id)
}
