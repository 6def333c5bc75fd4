import { AHEAD_MILLISECONDS } from '../shared/ahead.ts'
import type { ArchiveName } from '../shared/archive-name.ts'

/** How many archives stay: the newest, and the newest of each of so many days, weeks and months (UTC) that have one. */
export type Keep = { readonly newest: number; readonly daily: number; readonly weekly: number; readonly monthly: number }

const DAY_MILLISECONDS = 86_400_000
/** 1970 began on a Thursday: weeks begin on Mondays. */
const DAYS_BEFORE = 3

/**
 * Those of the archives that the schedule made and that may go; made by hand, they stay. Those of an instant that is to come are of a clock that was
 * wrong: they stay until then, and take no place of others.
 */
export function spareArchives(archives: readonly ArchiveName[], keep: Keep, now: Date): ArchiveName[] {
  const latest = now.getTime() + AHEAD_MILLISECONDS
  const isOfNow = ({ isScheduled, madeAt }: ArchiveName) => isScheduled && madeAt.getTime() <= latest
  const scheduled = archives.filter(isOfNow).sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
  const stay = new Set<ArchiveName>(scheduled.slice(0, keep.newest))
  const day = ({ madeAt }: ArchiveName) => Math.floor(madeAt.getTime() / DAY_MILLISECONDS)
  const periods: readonly (readonly [count: number, period: (archive: ArchiveName) => unknown])[] = [
    [keep.daily, day],
    [keep.weekly, (archive) => Math.floor((day(archive) + DAYS_BEFORE) / 7)],
    [keep.monthly, ({ madeAt }) => madeAt.toISOString().slice(0, 'YYYY-MM'.length)],
  ]
  for (const [count, period] of periods) {
    const newestOf = [...Map.groupBy(scheduled, period).values()].slice(0, count)
    for (const [newest] of newestOf) if (newest !== undefined) stay.add(newest)
  }
  return scheduled.filter((one) => !stay.has(one))
}
