import type { Ctx } from '../context.ts'
import { readSetting } from '../settings/service.ts'
import { AppError } from '../shared/errors.ts'
import { storedBytes } from './repository.ts'

const MIB = 1024 * 1024

/**
 * How large a file the caller may send now: the smaller of a setting and of what is left of the quota, with the refusal of a larger one
 * (`upload/too-large` or `upload/quota`). Shaped for `readMultipart`; 0 bytes when nothing is left.
 */
export async function fileAllowance(ctx: Ctx, setting: 'upload_max_mb' | 'report_max_mb') {
  const maximum = (await readSetting(ctx.reader, setting)) * MIB
  const quota = await quotaBytes(ctx)
  const left = quota - (await storedBytes(ctx.reader, ctx.user.id))
  const room = await roomLeft(ctx)
  if (room <= 0) throw noRoom()
  const tooLarge = () =>
    left < maximum && left <= room
      ? overQuota(quota)
      : room < maximum
        ? noRoom()
        : new AppError('too-large', 'upload/too-large', `The file is larger than ${maximum / MIB} MiB; nothing was stored.`)
  return { maxFileBytes: Math.max(0, Math.min(maximum, left, room)), tooLarge }
}

/** Throws `upload/quota` when the caller's files with these bytes more exceed the quota. Inside the transaction that inserts the row. */
export async function requireQuota(ctx: Ctx, bytes: number): Promise<void> {
  const quota = await quotaBytes(ctx)
  if ((await storedBytes(ctx.reader, ctx.user.id)) + bytes > quota) throw overQuota(quota)
}

/** What the files and reports of one user may come to. */
export async function quotaBytes(ctx: Ctx): Promise<number> {
  return (await readSetting(ctx.reader, 'storage_quota_mb_per_user')) * MIB
}

/** Bytes that may still be written before the reserve of the disk is reached. */
async function roomLeft(ctx: Ctx): Promise<number> {
  return ctx.storage.room(await readSetting(ctx.reader, 'disk_reserve_mb'))
}

/** Throws `storage/reserve` (507) when writing `bytes` more would leave less than the reserve of the disk. */
export async function requireRoom(ctx: Ctx, bytes: number): Promise<void> {
  if ((await roomLeft(ctx)) < bytes) throw noRoom()
}

function noRoom(): AppError {
  return new AppError(
    'storage-full',
    'storage/reserve',
    'The disk of the service has only its reserve left (setting disk_reserve_mb): files and imports are refused until there is space; nothing was stored. Deleting and small changes still work.',
  )
}

function overQuota(bytes: number): AppError {
  const quota = `${bytes / MIB} MiB`
  return new AppError(
    'too-large',
    'upload/quota',
    `Your files would exceed your ${quota}; nothing was stored. Delete some first.`,
  )
}
