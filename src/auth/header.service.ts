import { inTransaction } from '#db/transaction.ts'
import { type Deps, now } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { isUsername } from '../shared/username.ts'
import { findAccountByName, insertAccount } from './repository.ts'

/** No password has this hash. */
const NO_PASSWORD = 'none'

/**
 * The id of the active user whom a trusted proxy names; made where the service was started so (`AUTH_HEADER_CREATE`), never as a superuser, and
 * without a password. Throws `auth/user-unknown` (401), `auth/account-disabled`.
 */
export async function admitByHeader(deps: Deps, name: string): Promise<{ readonly id: number; readonly username: string }> {
  const found = isUsername(name) ? await findAccountByName(deps.reader, name) : undefined
  const user = found ?? (deps.config.authHeaderCreate && isUsername(name) ? await addNamed(deps, name) : undefined)
  if (!user) throw new AppError('unauthenticated', 'auth/user-unknown', 'The proxy in front names somebody who is no user here.')
  if (user.isActive) return user
  throw new AppError('forbidden', 'auth/account-disabled', 'This account is disabled. Ask an administrator of the service.')
}

async function addNamed(deps: Deps, username: string) {
  const user = await inTransaction(deps, async (deps) => {
    const found = await findAccountByName(deps.db, username)
    if (found) return found
    return await insertAccount(deps.db, {
      username,
      email: `${username}@${crypto.randomUUID().slice(0, 8)}.invalid`,
      passwordHash: NO_PASSWORD,
      isActive: true,
      isSuperuser: false,
      createdAt: now(deps),
    })
  })
  deps.log.info('user created', { user_id: user.id, superuser: false, by: 'header' })
  return user
}
