import { type Selectable, type SqlBool, sql } from 'kysely'
import { isStillTheirs } from '#db/concerned.ts'
import type { Db, Reader, Tx } from '#db/connection.ts'
import { columnsFrom, inList, pick, query } from '#db/query.ts'
import type { JobTable } from '#db/tables/jobs.ts'
import type { Job, JobKindName, JobState } from './job.ts'

const COLUMNS = columnsFrom<Job, Selectable<JobTable>>({
  id: (job) => job.id,
  kind: (job) => job.kind,
  user_id: (job) => job.userId,
  token_id: (job) => job.tokenId,
  state: (job) => job.state,
  done: (job) => job.done,
  total: (job) => job.total,
  note: (job) => job.note,
  result: (job) => job.result && JSON.stringify(job.result),
  problem: (job) => job.problem && JSON.stringify(job.problem),
  broker_ids: (job) => JSON.stringify(job.brokerIds),
  created_at: (job) => job.createdAt,
  finished_at: (job) => job.finishedAt,
})

const jobInserted = query<Selectable<JobTable>>()((q, p) => q.insertInto('job').values(pick(p, COLUMNS.names)))

/** Puts the job in, and deletes those of every user that ended before `finishedBefore`. */
export async function insertJob(db: Db | Tx, job: Job, finishedBefore: string): Promise<void> {
  await deleteFinishedJobs(db, finishedBefore)
  await jobInserted.run(db, COLUMNS.of(job))
}

const jobChange = query<Selectable<JobTable>>()((q, p) => q.updateTable('job').set(pick(p, COLUMNS.names)).where('id', '=', p.id))

const jobDeleted = query<{ id: string }>()((q, p) => q.deleteFrom('job').where('id', '=', p.id))

export async function deleteJob(db: Db | Tx, id: string): Promise<void> {
  await jobDeleted.run(db, { id })
}

export async function updateJob(db: Db | Tx, job: Job): Promise<void> {
  await jobChange.run(db, COLUMNS.of(job))
}

/** Whose jobs: those of a user; of them only those that one of their tokens started, where it is named. */
export type JobOwner = { readonly userId: number; readonly tokenId: number | null }

type OwnerValues = { readonly userId: number; readonly tokenId: number; readonly anyToken: number }

function valuesOf({ userId, tokenId }: JobOwner): OwnerValues {
  return { userId, tokenId: tokenId ?? 0, anyToken: tokenId === null ? 1 : 0 }
}

function isOf(p: OwnerValues) {
  return sql<SqlBool>`job.user_id = ${p.userId} AND (${p.anyToken} = 1 OR job.token_id = ${p.tokenId})`
}

const jobOf = query<OwnerValues & { id: string }>()((q, p) =>
  q.selectFrom('job').selectAll().where('id', '=', p.id).where(isOf(p)).where(isStillTheirs('job')),
)

/** The job of this owner; none that speaks of brokers of which they are no member any more, here and below. */
export async function findJob(db: Reader, owner: JobOwner, id: string): Promise<Job | undefined> {
  const row = await jobOf.one(db, { id, ...valuesOf(owner) })
  return row && fromRow(row)
}

/** Newest first; `before` is creation instant and id of the last one seen. */
export async function listJobRows(
  db: Reader,
  page: JobOwner & { limit: number; before: readonly [string, string] | null },
): Promise<Job[]> {
  const { before } = page
  const rows = await db
    .selectFrom('job')
    .selectAll()
    .where(isOf(valuesOf(page)))
    .where(isStillTheirs('job'))
    .$if(before !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(before?.[0] ?? '', before?.[1] ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(fromRow)
}

const jobCount = query<OwnerValues>()((q, p) =>
  q
    .selectFrom('job')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isOf(p))
    .where(isStillTheirs('job')),
)

export async function countJobs(db: Reader, owner: JobOwner): Promise<number> {
  return (await jobCount.one(db, valuesOf(owner)))?.count ?? 0
}

const UNFINISHED = ['queued', 'running'] as const
const anyUnfinished = query()((q) => q.selectFrom('job').select('id').where('state', 'in', UNFINISHED).limit(1))

/** Whether an earlier run left a job unfinished; read at every start. */
export async function hasUnfinishedJobs(db: Reader): Promise<boolean> {
  return (await anyUnfinished.one(db, {})) !== undefined
}

const unfinished = query()((q) => q.selectFrom('job').selectAll().where('state', 'in', UNFINISHED))
const unfinishedAmong = query<{ ids: readonly string[] }>()((q, p) =>
  q.selectFrom('job').selectAll().where('state', 'in', UNFINISHED).where('id', 'in', inList(p.ids)),
)

/** Jobs that have no final state; with `ids` only those among them. */
export async function listUnfinishedJobs(db: Reader, ids?: readonly string[]): Promise<Job[]> {
  const rows = ids === undefined ? await unfinished.all(db, {}) : await unfinishedAmong.all(db, { ids })
  return rows.map(fromRow)
}

const finishedDeleted = query<{ before: string }>()((q, p) => q.deleteFrom('job').where('finished_at', '<', p.before))

export async function deleteFinishedJobs(db: Db | Tx, finishedBefore: string): Promise<void> {
  await finishedDeleted.run(db, { before: finishedBefore })
}

function fromRow(row: Selectable<JobTable>): Job {
  return {
    id: row.id,
    kind: row.kind as JobKindName,
    userId: row.user_id,
    tokenId: row.token_id,
    state: row.state as JobState,
    done: row.done,
    total: row.total,
    note: row.note,
    result: row.result === null ? null : JSON.parse(row.result),
    problem: row.problem === null ? null : JSON.parse(row.problem),
    brokerIds: JSON.parse(row.broker_ids),
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }
}
