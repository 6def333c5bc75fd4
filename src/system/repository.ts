import type { Reader } from '#db/connection.ts'
import { query } from '#db/query.ts'

const anySetting = query()((q) => q.selectFrom('setting').select('key').limit(1))

/** Reads one row of the schema; throws what the database says when it cannot. */
export async function answersQueries(db: Reader): Promise<void> {
  await anySetting.one(db, {})
}

const newest = query()((q) =>
  q.selectNoFrom(({ selectFrom }) => [
    selectFrom('user')
      .select((user) => user.fn.max('updated_at').as('at'))
      .as('user'),
    selectFrom('job')
      .select((job) => job.fn.max('created_at').as('at'))
      .as('job'),
    selectFrom('broker')
      .select((broker) => broker.fn.max('updated_at').as('at'))
      .as('broker'),
  ]),
)

/** The newest instant that some small table knows (RFC 3339); `null` in an empty database. */
export async function newestInstant(db: Reader): Promise<string | null> {
  const row = await newest.one(db, {})
  return [row?.user, row?.job, row?.broker].reduce<string | null>(
    (last, at) => (at != null && at > (last ?? '') ? at : last),
    null,
  )
}

const idsOf = (table: 'upload' | 'report') => query()((q) => q.selectFrom(table).select('id'))
const fileIds = { upload: idsOf('upload'), report: idsOf('report') } as const

/** The ids of all rows that own a file, which is named by the id. */
export async function listFileIds(db: Reader, table: 'upload' | 'report'): Promise<string[]> {
  return (await fileIds[table].all(db, {})).map((row) => row.id)
}
