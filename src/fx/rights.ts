import type { Ctx } from '../context.ts'
import { readSetting } from '../settings/service.ts'
import { AppError } from '../shared/errors.ts'

/** Throws `fx/adding-restricted` (403) where the setting `shared_data` leaves routes and manual rates to superusers. */
export function requireMayAdd(ctx: Ctx): void {
  if (ctx.user.isSuperuser || readSetting(ctx.reader, 'shared_data') === 'users') return
  throw new AppError(
    'forbidden',
    'fx/adding-restricted',
    'Only superusers may add routes and rates here (setting shared_data). Ask one of them.',
  )
}

/** Throws `fx/not-yours` (403) unless the caller added it or is a superuser. */
export function requireMayChange(ctx: Ctx, thing: { readonly createdBy: number | null }, what: string): void {
  if (ctx.user.isSuperuser || thing.createdBy === ctx.user.id) return
  throw new AppError('forbidden', 'fx/not-yours', `Only who added ${what}, and superusers, may change or remove it.`)
}
