import type { Db, Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'

/** How a making of a backup ended; `fault` without `archive`: not at all, with one: it was not copied off the machine. */
export type RunEnd = { readonly finishedAt: string; readonly archive: string | null; readonly fault: string | null }

const started = query<{ slot: string; at: string }>()((q, p) =>
  q
    .insertInto('backup_run')
    .values({ slot: p.slot, started_at: p.at, finished_at: null, archive: null, fault: null })
    .onConflict((conflict) => conflict.column('slot').doNothing()),
)
const strayDeleted = query<{ before: string; after: string }>()((q, p) =>
  q.deleteFrom('backup_run').where((run) => run.or([run('started_at', '<', p.before), run('started_at', '>', p.after)])),
)

type RunStart = {
  readonly slot: string
  readonly at: string
  readonly deleteBefore: string
  readonly deleteAfter: string
}

/**
 * Notes that a backup is begun; false when somebody has begun that one. Runs that began before `deleteBefore` are deleted, and those of a clock that
 * was wrong, after `deleteAfter`.
 */
export async function startRun(db: Db | Tx, run: RunStart): Promise<boolean> {
  await strayDeleted.run(db, { before: run.deleteBefore, after: run.deleteAfter })
  return (await started.run(db, run)) > 0
}

const ended = query<RunEnd & { slot: string }>()((q, p) =>
  q.updateTable('backup_run').set({ finished_at: p.finishedAt, archive: p.archive, fault: p.fault }).where('slot', '=', p.slot),
)

export async function endRun(db: Db | Tx, slot: string, end: RunEnd): Promise<void> {
  await ended.run(db, { slot, ...end })
}

const newest = query<{ until: string }>()((q, p) =>
  q.selectFrom('backup_run').select('started_at').where('started_at', '<=', p.until).orderBy('started_at', 'desc').limit(1),
)

/** When the newest run began, of those that began until then. */
export async function lastStart(db: Reader, until: string): Promise<string | undefined> {
  return (await newest.one(db, { until }))?.started_at
}
