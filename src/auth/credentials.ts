import type { Deps } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { passwordFaults } from '../shared/passwords.ts'
import type { FactorProof } from './factor/prove.service.ts'
import { type HashingQueue, hashPassword, isUsableHash, queueHashing, verifyPassword } from './hashing.ts'
import { awaitTurn, forgiveAttempt, type Guesser, isKnown, returnAttempt, takeAttempt } from './throttle.ts'

/** The hash of who signs in by a provider alone: no password has it. */
export const NO_PASSWORD = ''

export function hasPassword({ passwordHash }: { readonly passwordHash: string }): boolean {
  return isUsableHash(passwordHash)
}

/** What came of a password and, where one is needed, a code. */
export type Proof = 'right' | 'wrong-password' | 'wrong-code' | 'code-needed'

/**
 * Whether the password belongs to the hash, and then what `proveCode` says. Each call is one counted attempt of the guesser, given back when all
 * was right, or nothing was wrong and a code is still to come; an absent hash takes as long as a wrong password. Throws
 * `auth/too-many-attempts`, `auth/busy`.
 */
export async function proveCredentials(
  deps: Deps,
  guesser: Guesser,
  password: { readonly given: string; readonly hash: string | undefined },
  proveCode: (isKnown: boolean) => Promise<FactorProof>,
): Promise<Proof> {
  await awaitTurn(deps, guesser)
  const known = isKnown(deps, guesser)
  return queueHashing(deps, known ? 'known' : 'everybody', async () => {
    takeAttempt(deps, guesser)
    if (!(await verifyPassword(password.given, password.hash))) return 'wrong-password'
    const proof = await proveCode(known)
    if (proof === 'wrong') return 'wrong-code'
    if (proof === 'right') forgiveAttempt(deps, guesser)
    else returnAttempt(deps, guesser)
    return proof === 'right' ? 'right' : 'code-needed'
  })
}

/** The same of a password alone. */
export async function provePassword(
  deps: Deps,
  guesser: Guesser,
  password: string,
  passwordHash: string | undefined,
): Promise<boolean> {
  return (await proveCredentials(deps, guesser, { given: password, hash: passwordHash }, async () => 'right')) === 'right'
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
