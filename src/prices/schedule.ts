import type { Deps } from '../context.ts'
import { readSetting } from '../settings/service.ts'
import { AppError } from '../shared/errors.ts'
import { startTicker } from '../shared/ticker.ts'
import { takeSlot } from '../sources/schedule.service.ts'
import { claimSlot } from './refresh.repository.ts'
import type { RefreshedAsset } from './refresh.ts'

const TICK_MILLISECONDS = 30_000
const REMEMBERED_DAYS = 8
const MINUTE_MILLISECONDS = 60_000

/**
 * Fetches prices every `price_refresh_minutes`, while `price_refresh_enabled`; settings act at once; it rests while the disk is at its reserve. Of several processes one does it. `stop` ends a refresh
 * under way, too.
 */
export function startPriceSchedule(deps: Deps, tickMilliseconds = TICK_MILLISECONDS): { readonly stop: () => void } {
  return startTicker(tickMilliseconds, (signal) => refreshWhenDue(deps, signal), {
    failed: (error) => deps.log.error('the schedule of prices failed', { error }),
    reason: () => new AppError('unavailable', 'price/stopping', 'The service is stopping.'),
  })
}

/** Refreshes all assets once in each stretch of `price_refresh_minutes` (counted from 1970), here or in another process; `null` when there is nothing to do. */
export async function refreshWhenDue(deps: Deps, signal?: AbortSignal): Promise<RefreshedAsset[] | null> {
  if (deps.config.offline || !(await readSetting(deps.reader, 'price_refresh_enabled'))) return null
  const time = deps.clock().getTime()
  const stretch = (await readSetting(deps.reader, 'price_refresh_minutes')) * MINUTE_MILLISECONDS
  const slot = new Date(Math.floor(time / stretch) * stretch).toISOString()
  if (!(await takeSlot(deps, claimSlot, slot, REMEMBERED_DAYS))) return null
  const { refreshPrices } = await import('./refresh.ts')
  const assets = await refreshPrices(deps, {}, { signal })
  const failed = assets.filter((one) => one.state === 'failed').length
  if (assets.length > 0) deps.log.info('prices fetched', { assets: assets.length, failed })
  return assets
}
