import type { Ctx } from '../context.ts'
import { readSetting } from '../settings/service.ts'
import { AppError } from '../shared/errors.ts'

/**
 * Whether routes and rates by hand that the caller enters count for all: those of superusers do, and everybody's where the setting
 * `shared_data` is `everyone`; else they count for the caller alone. Throws `fx/adding-restricted` (403) where the setting leaves them to superusers.
 */
export async function writesForAll(ctx: Ctx): Promise<boolean> {
  if (ctx.user.isSuperuser) return true
  if ((await readSetting(ctx.reader, 'shared_data')) !== 'superusers') return await isForEverybody(ctx)
  throw new AppError(
    'forbidden',
    'fx/adding-restricted',
    'Only superusers may add routes and rates here (setting shared_data). Ask one of them.',
  )
}

/** Throws `fx/not-yours` (403) for what counts for all, unless the caller is a superuser or added it where everybody may write for all. */
export async function requireMayChange(
  ctx: Ctx,
  thing: { readonly userId: number | null; readonly createdBy: number | null },
  what: string,
): Promise<void> {
  if (ctx.user.isSuperuser || thing.userId === ctx.user.id) return
  if (thing.createdBy === ctx.user.id && (await isForEverybody(ctx))) return
  throw new AppError('forbidden', 'fx/not-yours', `${what} counts for all: only superusers may change or remove it.`)
}

/** Whether the setting `shared_data` lets everybody write for all. */
export async function isForEverybody(ctx: Ctx): Promise<boolean> {
  return (await readSetting(ctx.reader, 'shared_data')) === 'everyone'
}
