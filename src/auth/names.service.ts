import type { Ctx } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { requirePassword } from './proof.service.ts'
import { changeNames, getOwnUser, type User } from './service.ts'

/**
 * Changes the caller's username, e-mail address or both. Another e-mail address needs the password: see `requirePassword`. Throws `auth/name-of-proxy`
 * (403) where a proxy names users: whoever took the name of somebody else would be them. Also what `changeNames` throws.
 */
export async function changeOwnNames(
  ctx: Ctx,
  names: { username?: string | undefined; email?: string | undefined },
  proof: { password: string | undefined; address: string },
): Promise<User> {
  const { username, email } = await getOwnUser(ctx)
  if (ctx.config.authHeader !== null && names.username !== undefined && !isSame(names.username, username))
    throw new AppError(
      'forbidden',
      'auth/name-of-proxy',
      'The proxy in front of the service names its users: ask an administrator.',
    )
  if (names.email !== undefined && !isSame(names.email, email)) await requirePassword(ctx, proof)
  return await changeNames(ctx, ctx.user.id, names)
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
