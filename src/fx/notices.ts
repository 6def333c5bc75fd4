import type { Deps } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { notify } from '../webhooks/notify.service.ts'
import { listSeriesStates } from './sync.repository.ts'

const MOST_NAMED = 20

/** Sends the webhooks of superusers which providers gave no rates. */
export async function noticeSync(deps: Deps, failed: readonly string[]): Promise<void> {
  const providers = failed.slice(0, MOST_NAMED)
  const text = `No exchange rates came from ${providers.join(', ')}.`
  await notify(deps, { to: 'superusers' }, { event: 'sync.failed', text, data: { providers, count: failed.length } })
}

/** Before a sync that somebody requested: what afterwards sends the webhooks of superusers which providers began to fail with it. However often it is repeated, that is once. */
export async function watchSync(deps: Deps): Promise<(failed: readonly string[]) => Promise<void>> {
  const states = await listSeriesStates(deps.reader)
  const before = new Set(states.filter(({ lastError }) => lastError !== null).map(({ provider }) => provider))
  return async (failed) => {
    const begun = failed.filter((provider) => !before.has(provider))
    if (begun.length > 0) await noticeSync(deps, begun)
  }
}

/** Sends the webhooks of superusers that no exchange rates came at all; `error` is what was thrown. */
export async function noticeNoSync(deps: Deps, error: unknown): Promise<void> {
  const why = error instanceof AppError ? error.detail : 'The log has the details.'
  const text = `No exchange rates could be fetched. ${why}`
  await notify(deps, { to: 'superusers' }, { event: 'sync.failed', text, data: { providers: [], count: 0 } })
}
