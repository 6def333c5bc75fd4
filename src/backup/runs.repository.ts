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
const oldDeleted = query<{ before: string }>()((q, p) => q.deleteFrom('backup_run').where('started_at', '<', p.before))

/** Notes that a backup is begun; false when somebody has begun that one. Runs that began before `deleteBefore` are deleted. */
export async function startRun(db: Db | Tx, run: { slot: string; at: string; deleteBefore: string }): Promise<boolean> {
  await oldDeleted.run(db, { before: run.deleteBefore })
  return (await started.run(db, run)) > 0
}

const ended = query<RunEnd & { slot: string }>()((q, p) =>
  q.updateTable('backup_run').set({ finished_at: p.finishedAt, archive: p.archive, fault: p.fault }).where('slot', '=', p.slot),
)

export async function endRun(db: Db | Tx, slot: string, end: RunEnd): Promise<void> {
  await ended.run(db, { slot, ...end })
}

const newest = query()((q) => q.selectFrom('backup_run').select('started_at').orderBy('started_at', 'desc').limit(1))

/** When the newest run began. */
export async function lastStart(db: Reader): Promise<string | undefined> {
  return (await newest.one(db, {}))?.started_at
}
