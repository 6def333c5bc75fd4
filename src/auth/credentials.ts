import type { Deps } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { passwordFaults } from '../shared/passwords.ts'
import { type HashingQueue, hashPassword, queueHashing, verifyPassword } from './hashing.ts'
import { awaitTurn, forgiveAttempt, type Guesser, isKnown, takeAttempt } from './throttle.ts'

/**
 * Whether the password belongs to the hash. Each call is one counted attempt of the guesser, given back when it was right; an absent
 * hash takes as long as a wrong password. Throws `auth/too-many-attempts`, `auth/busy`.
 */
export async function provePassword(
  deps: Deps,
  guesser: Guesser,
  password: string,
  passwordHash: string | undefined,
): Promise<boolean> {
  await awaitTurn(deps, guesser)
  const queue = isKnown(deps, guesser) ? 'known' : 'everybody'
  return queueHashing(deps, queue, async () => {
    takeAttempt(deps, guesser)
    const isRight = await verifyPassword(password, passwordHash)
    if (isRight) forgiveAttempt(deps, guesser)
    return isRight
  })
}

/** The hash of a password that someone wants from now on. Throws `user/password-weak` (422, at `pointer`), `auth/busy`. */
export async function hashNewPassword(
  deps: Deps,
  password: string,
  pointer: string,
  owner: { username: string; email: string },
  queue: HashingQueue = 'everybody',
): Promise<string> {
  const faults = await passwordFaults(password, [owner.username, owner.email, owner.email.slice(0, owner.email.indexOf('@'))])
  if (faults.length > 0) {
    throw new AppError('invalid', 'user/password-weak', 'This password is too easy to guess.', {
      errors: faults.map(({ detail }) => ({ pointer, detail })),
    })
  }
  return queueHashing(deps, queue, () => hashPassword(password))
}
