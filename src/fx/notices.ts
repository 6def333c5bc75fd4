import type { Deps } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { notify } from '../webhooks/notify.service.ts'
import type { SyncResult } from './sync.ts'

const MOST_NAMED = 20

/** Sends the webhooks of superusers which providers gave no rates. */
export async function noticeSync(deps: Deps, { failed }: Pick<SyncResult, 'failed'>): Promise<void> {
  const providers = failed.map(({ provider }) => provider).slice(0, MOST_NAMED)
  const text = `No exchange rates came from ${providers.join(', ')}.`
  await notify(deps, { to: 'superusers' }, { event: 'sync.failed', text, data: { providers, count: failed.length } })
}

/** Sends the webhooks of superusers that no exchange rates came at all; `error` is what was thrown. */
export async function noticeNoSync(deps: Deps, error: unknown): Promise<void> {
  const why = error instanceof AppError ? error.detail : 'The log has the details.'
  const text = `No exchange rates could be fetched. ${why}`
  await notify(deps, { to: 'superusers' }, { event: 'sync.failed', text, data: { providers: [], count: 0 } })
}
