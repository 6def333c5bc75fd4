import type { Ctx } from '../context.ts'
import { readSetting } from '../settings/service.ts'
import { storedBytes } from './repository.ts'
import { quotaBytes } from './service.ts'

const MIB = 1024 * 1024

/** How much room the caller has, in bytes: `used` of `quota` by files and reports together; `largest`: of one file. */
export async function readUsage(ctx: Ctx): Promise<{ used: number; quota: number; largest: number }> {
  const [used, quota, largest] = await Promise.all([
    storedBytes(ctx.reader, ctx.user.id),
    quotaBytes(ctx),
    readSetting(ctx.reader, 'upload_max_mb'),
  ])
  return { used, quota, largest: largest * MIB }
}
