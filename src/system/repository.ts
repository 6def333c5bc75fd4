import type { Reader } from '#db/connection.ts'
import { query } from '#db/query.ts'

const anySetting = query()((q) => q.selectFrom('setting').select('key').limit(1))

/** Reads one row of the schema; throws what the database says when it cannot. */
export async function answersQueries(db: Reader): Promise<void> {
  await anySetting.one(db, {})
}

const idsOf = (table: 'upload' | 'report') => query()((q) => q.selectFrom(table).select('id'))
const fileIds = { upload: idsOf('upload'), report: idsOf('report') } as const

/** The ids of all rows that own a file, which is named by the id. */
export async function listFileIds(db: Reader, table: 'upload' | 'report'): Promise<string[]> {
  return (await fileIds[table].all(db, {})).map((row) => row.id)
}
