import type { Deps } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { notify } from '../webhooks/notify.service.ts'
import type { Made } from './make.chore.ts'

/** Sends the webhooks of superusers that there is a new archive, and that it could not be copied away. */
export async function noticeBackup(deps: Deps, { filename: archive, size, offSite }: Made): Promise<void> {
  const isCopied = offSite === null ? null : offSite.fault === null
  if (isCopied === false) {
    const text = `The backup ${archive} was made, but could not be copied to its target.`
    return await notify(
      deps,
      { to: 'superusers' },
      { event: 'backup.failed', text, data: { archive, size, code: 'backup/off-site' } },
    )
  }
  const where = isCopied === true ? ' and copied to its target' : ''
  const text = `The backup ${archive} was made${where}.`
  await notify(deps, { to: 'superusers' }, { event: 'backup.done', text, data: { archive, size, code: null } })
}

/** Sends the webhooks of superusers that no archive was made; `error` is what was thrown. */
export async function noticeNoBackup(deps: Deps, error: unknown): Promise<void> {
  const [code, why] = error instanceof AppError ? [error.code, error.detail] : ['internal', 'The log has the details.']
  const text = `No backup was made. ${why}`
  await notify(deps, { to: 'superusers' }, { event: 'backup.failed', text, data: { archive: null, size: null, code } })
}
