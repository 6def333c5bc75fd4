import type { Ctx } from '../context.ts'
import { hasPassword } from './credentials.ts'
import { findFactor } from './factor/repository.ts'
import { isLinked } from './oidc/link.service.ts'
import { findAccount } from './repository.ts'

/** How the caller can sign in. */
export async function getOwnWays(ctx: Ctx): Promise<{ hasPassword: boolean; hasSecondFactor: boolean; isLinked: boolean }> {
  const account = await findAccount(ctx.reader, ctx.user.id)
  return {
    hasPassword: account !== undefined && hasPassword(account),
    hasSecondFactor: ((await findFactor(ctx.reader, ctx.user.id))?.confirmedAt ?? null) !== null,
    isLinked: await isLinked(ctx),
  }
}
