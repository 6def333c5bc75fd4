import type { Ctx } from '../context.ts'
import { readSetting } from '../settings/service.ts'
import { AppError } from '../shared/errors.ts'
import type { Asset } from './asset.ts'
import { findAsset } from './repository.ts'

/** Throws `asset/not-found`. */
export function getAsset(ctx: Ctx, id: number): Asset {
  const asset = findAsset(ctx.reader, id)
  if (!asset) throw new AppError('not-found', 'asset/not-found', 'There is no such asset.')
  return asset
}

/** The asset, when the caller may change it: who added it, and superusers. Throws `asset/not-found` or `asset/not-yours` (403). */
export function requireChangeable(ctx: Ctx, id: number): Asset {
  const asset = getAsset(ctx, id)
  if (ctx.user.isSuperuser || asset.createdBy === ctx.user.id) return asset
  throw new AppError('forbidden', 'asset/not-yours', 'Only who added this asset, and superusers, may change or remove it.')
}

/** Throws `asset/creation-restricted` (403) where the setting `shared_data` leaves new assets to superusers. */
export function requireMayAdd(ctx: Ctx): void {
  if (ctx.user.isSuperuser || readSetting(ctx.reader, 'shared_data') === 'users') return
  throw new AppError(
    'forbidden',
    'asset/creation-restricted',
    'Only superusers may add assets here (setting shared_data). Use assets that exist, or ask a superuser.',
  )
}
