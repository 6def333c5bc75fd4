import { Cron } from 'croner'
import type { Deps } from '../context.ts'
import { readSetting } from '../settings/service.ts'
import { AppError } from '../shared/errors.ts'
import { startTicker } from '../shared/ticker.ts'
import { takeSlot } from '../sources/schedule.service.ts'
import { noticeNoSync, noticeSync } from './notices.ts'
import { claimSlot, isSlotTaken } from './sync.repository.ts'
import type { SyncResult } from './sync.ts'

const TICK_MILLISECONDS = 30_000
const REMEMBERED_DAYS = 7

/**
 * Fetches exchange rates at the times of the setting `fx_sync_times` in `scheduler_timezone`, while `fx_sync_enabled`; settings act at once.
 * A time that passed while nothing ran, or while the disk was full, is made up for. Of several processes one does it. `stop` ends a sync under way, too.
 */
export function startFxSchedule(deps: Deps, tickMilliseconds = TICK_MILLISECONDS): { readonly stop: () => void } {
  return startTicker(tickMilliseconds, (signal) => syncWhenDue(deps, signal), {
    failed: (error) => logFailure(deps, error),
    reason: () => new AppError('unavailable', 'fx/stopping', 'The service is stopping.'),
  })
}

/** Runs the sync of the last time of the schedule, unless that was done already, here or in another process; `null` when there is none to run. */
export async function syncWhenDue(deps: Deps, signal?: AbortSignal): Promise<SyncResult | null> {
  if (deps.config.offline || !(await readSetting(deps.reader, 'fx_sync_enabled'))) return null
  const now = deps.clock()
  const slot = lastTime(
    await readSetting(deps.reader, 'fx_sync_times'),
    await readSetting(deps.reader, 'scheduler_timezone'),
    now,
  )
  if (slot === undefined || (await isSlotTaken(deps.reader, slot))) return null
  if (!(await takeSlot(deps, claimSlot, slot, REMEMBERED_DAYS))) return null
  const [{ prepareSync }, { registerNeededRoutes }] = await Promise.all([import('./sync.ts'), import('./automatic.ts')])
  await registerNeededRoutes(deps, signal).catch((error: unknown) => logFailure(deps, error))
  const sync = await prepareSync(deps, {})
  const result = await sync({ signal }).catch(async (error: unknown) => {
    if (!signal?.aborted) await noticeNoSync(deps, error)
    throw error
  })
  const added = result.pairs.reduce((sum, one) => sum + one.added + one.updated, 0)
  deps.log.info('exchange rates fetched', { series: result.pairs.length, written: added, failed: result.failed.length })
  const failed = result.failed.map(({ provider }) => provider)
  if (failed.length > 0) await noticeSync(deps, failed)
  return result
}

/** The newest instant, now or before, at which one of these times of the day (`HH:MM`) came in the time zone. */
function lastTime(times: readonly string[], timezone: string, now: Date): string | undefined {
  const next = new Date(now.getTime() + 1000)
  const instants = times.flatMap((time) => {
    const [hour = '', minute = ''] = time.split(':')
    return new Cron(`${Number(minute)} ${Number(hour)} * * *`, { timezone }).previousRuns(1, next)
  })
  return instants
    .map((instant) => instant.toISOString())
    .sort()
    .at(-1)
}

function logFailure(deps: Deps, error: unknown): void {
  if (error instanceof AppError) deps.log.warn('exchange rates could not be fetched', { code: error.code, detail: error.detail })
  else deps.log.error('the schedule of exchange rates failed', { error })
}
