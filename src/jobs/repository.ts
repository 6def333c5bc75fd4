import type { Selectable } from 'kysely'
import { isStillTheirs } from '#db/concerned.ts'
import type { Db, Tx } from '#db/connection.ts'
import type { JobTable } from '#db/schema.ts'
import type { Job, JobKindName, JobState } from './job.ts'

/** Puts the job in, and drops those of every user that ended before `finishedBefore`. */
export async function insertJob(db: Db | Tx, job: Job, finishedBefore: string): Promise<void> {
  await deleteFinishedJobs(db, finishedBefore)
  await db.insertInto('job').values(toRow(job)).execute()
}

export async function updateJob(db: Db | Tx, job: Job): Promise<void> {
  const { id, ...row } = toRow(job)
  await db.updateTable('job').set(row).where('id', '=', id).execute()
}

/** The job of this user; none that speaks of brokers of which they are no member any more, here and below. */
export async function findJob(db: Db | Tx, userId: number, id: string): Promise<Job | undefined> {
  const row = await db
    .selectFrom('job')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where(isStillTheirs('job'))
    .executeTakeFirst()
  return row && fromRow(row)
}

/** Newest first; `before` is creation instant and id of the last one seen. */
export async function listJobRows(
  db: Db | Tx,
  page: { userId: number; limit: number; before: readonly [string, string] | null },
): Promise<Job[]> {
  const { before } = page
  const rows = await db
    .selectFrom('job')
    .selectAll()
    .where('user_id', '=', page.userId)
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

export async function countJobs(db: Db | Tx, userId: number): Promise<number> {
  const row = await db
    .selectFrom('job')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where(isStillTheirs('job'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Whether an earlier run left a job unfinished; asked at every start. */
export async function hasUnfinishedJobs(db: Db | Tx): Promise<boolean> {
  return db.sqlite.query("SELECT 1 FROM job WHERE state IN ('queued', 'running') LIMIT 1").get() !== null
}

/** Jobs that have no final state; with `ids` only those among them. */
export async function listUnfinishedJobs(db: Db | Tx, ids?: readonly string[]): Promise<Job[]> {
  const rows = await db
    .selectFrom('job')
    .selectAll()
    .where('state', 'in', ['queued', 'running'])
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))
    .execute()
  return rows.map(fromRow)
}

export async function deleteFinishedJobs(db: Db | Tx, finishedBefore: string): Promise<void> {
  await db.deleteFrom('job').where('finished_at', '<', finishedBefore).execute()
}

function toRow(job: Job): Selectable<JobTable> {
  return {
    id: job.id,
    kind: job.kind,
    user_id: job.userId,
    state: job.state,
    done: job.done,
    total: job.total,
    note: job.note,
    result: job.result && JSON.stringify(job.result),
    problem: job.problem && JSON.stringify(job.problem),
    broker_ids: JSON.stringify(job.brokerIds),
    created_at: job.createdAt,
    finished_at: job.finishedAt,
  }
}

function fromRow(row: Selectable<JobTable>): Job {
  return {
    id: row.id,
    kind: row.kind as JobKindName,
    userId: row.user_id,
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
