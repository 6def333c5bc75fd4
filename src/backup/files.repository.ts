import type { Reader } from '#db/connection.ts'
import { query } from '#db/query.ts'

const uploads = query()((q) => q.selectFrom('upload').select('id').orderBy('id'))
const reports = query()((q) => q.selectFrom('report').select('id').orderBy('id'))

/** Every file that a row names, as `uploads/<id>` and `reports/<id>`. */
export async function listFiles(db: Reader): Promise<string[]> {
  const [first, second] = [await uploads.all(db, {}), await reports.all(db, {})]
  return [...first.map(({ id }) => `uploads/${id}`), ...second.map(({ id }) => `reports/${id}`)]
}

const uploadTotals = query()((q) =>
  q.selectFrom('upload').select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('size').as('bytes')]),
)
const reportTotals = query()((q) =>
  q.selectFrom('report').select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('size').as('bytes')]),
)

/** How many files rows name, and their bytes. */
export async function countFiles(db: Reader): Promise<{ count: number; bytes: number }> {
  const all = [...(await uploadTotals.all(db, {})), ...(await reportTotals.all(db, {}))]
  return { count: all.reduce((sum, { count }) => sum + count, 0), bytes: all.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0) }
}

const uploadOf = query<{ id: string }>()((q, p) => q.selectFrom('upload').select('id').where('id', '=', p.id))
const reportOf = query<{ id: string }>()((q, p) => q.selectFrom('report').select('id').where('id', '=', p.id))

/** Whether a file, named as above, has a row. */
export async function isFileThere(db: Reader, name: string): Promise<boolean> {
  const [folder, id = ''] = name.split('/')
  return (await (folder === 'uploads' ? uploadOf : reportOf).one(db, { id })) !== undefined
}
