import { Cron } from 'croner'
import type { Deps } from '../context.ts'
import { mayGrow, readSetting } from '../settings/service.ts'
import { AHEAD_MILLISECONDS } from '../shared/ahead.ts'
import { AppError } from '../shared/errors.ts'
import { startTicker } from '../shared/ticker.ts'
import { lastStart } from './runs.repository.ts'
import { type Made, makeBackup, pruneBackups } from './service.ts'

const TICK_MILLISECONDS = 15_000

/**
 * Makes a backup when the setting `backup_schedule` says, in `scheduler_timezone`, and then deletes old ones; settings act at once. A time that
 * passed while nothing ran is made up for. Of several processes one does it. `stop` ends a backup under way, too.
 */
export function startBackupSchedule(deps: Deps, tickMilliseconds = TICK_MILLISECONDS): { readonly stop: () => void } {
  return startTicker(tickMilliseconds, (signal) => backUpWhenDue(deps, signal), {
    failed: (error) => deps.log.error('the scheduled backup failed', { error }),
    reason: () => new AppError('unavailable', 'backup/stopping', 'The service is stopping.'),
  })
}

/** Makes the backup of the last time of the schedule, unless one was begun since; `null` when there is none to make. */
export async function backUpWhenDue(deps: Deps, signal: AbortSignal): Promise<Made | null> {
  const expression = await readSetting(deps.reader, 'backup_schedule')
  if (expression === '') return null
  const timezone = await readSetting(deps.reader, 'scheduler_timezone')
  const now = deps.clock().getTime()
  const [last] = new Cron(expression, { timezone }).previousRuns(1, new Date(now + 1000))
  const slot = last?.toISOString()
  // What begins later was noted by a clock that was wrong.
  const begun = await lastStart(deps.reader, new Date(now + AHEAD_MILLISECONDS).toISOString())
  if (slot === undefined || (begun !== undefined && begun >= slot) || !(await mayGrow(deps))) return null
  const made = await makeBackup(deps, { signal, progress: () => {} }, slot)
  if (made !== null) await pruneBackups(deps)
  return made
}
