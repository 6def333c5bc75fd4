import { createHmac } from 'node:crypto'
import { inTransaction } from '#db/transaction.ts'
import type { Deps } from '../context.ts'
import { notify } from '../webhooks/notify.service.ts'
import { deleteLoginAddress, listLoginAddresses, writeLoginAddress } from './login-address.repository.ts'
import type { Account } from './repository.ts'
import { networkOf } from './throttle.ts'

/** Of one user. */
const MOST_REMEMBERED = 50
const REMEMBERED_MILLISECONDS = 400 * 86_400_000
/** A known address is written down again after so long. */
const FRESH_MILLISECONDS = 86_400_000

/**
 * Remembers from where a user signed in, as a keyed hash of the network, and sends their webhooks that it is a new one; the first of all is none. Whatever goes wrong
 * is logged: they are signed in all the same.
 */
export async function noteLogin(deps: Deps, account: Account, address: string, by: 'password' | 'oidc'): Promise<void> {
  try {
    if (!(await remember(deps, account, address))) return
    const text = `${account.username} signed in from ${address}, from where they did not before.`
    await notify(deps, { to: account.id }, { event: 'login.new_address', text, data: { address, by } })
  } catch (error) {
    deps.log.error('the address of a login could not be remembered', { user_id: account.id, error })
  }
}

/** Answers whether it is a new address of somebody of whom others are known. */
async function remember(deps: Deps, account: Account, address: string): Promise<boolean> {
  const now = deps.clock().getTime()
  const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString()
  const { id: userId } = account
  const hash = hashOf(deps, account, address)
  const known = (await listLoginAddresses(deps.reader, userId)).find((one) => one.hash === hash)
  if (known && known.at > ago(FRESH_MILLISECONDS)) return false
  return await inTransaction(deps, async ({ db }) => {
    const all = await listLoginAddresses(db, userId)
    const recent = all.filter(({ at }) => at > ago(REMEMBERED_MILLISECONDS))
    const others = all.filter((one) => one.hash !== hash)
    const spare = others.filter((one, index) => index >= MOST_REMEMBERED - 1 || !recent.includes(one))
    for (const one of spare) await deleteLoginAddress(db, userId, one.hash)
    await writeLoginAddress(db, { userId, hash, at: ago(0) })
    return recent.length > 0 && !recent.some((one) => one.hash === hash)
  })
}

/** Without the secret of the service nobody can try out which address it was. One that is new at each start would make every address a new one. */
function hashOf({ config }: Pick<Deps, 'config'>, { id, createdAt }: Account, address: string): string {
  const key = config.jwtSecretIsRandom ? createdAt : config.jwtSecret
  return createHmac('sha256', key)
    .update(`login address ${id} ${networkOf(address)}`)
    .digest('base64url')
}
