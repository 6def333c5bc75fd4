import pLimit from 'p-limit'
import type { Deps } from '../context.ts'
import { memoryKey } from '../memory.ts'
import { AppError } from '../shared/errors.ts'
import { normalPassword } from '../shared/passwords.ts'

/** OWASP's minimum for argon2id; one hash takes 19 MiB and some 36 ms. `memoryCost` in KiB. */
const COST = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
const AT_ONCE = 2
const MAX_WAITING = 64
const MAX_REGISTRATIONS = 16
const BUSY_RETRY_SECONDS = 2

/** A hash of our cost that no password has: verified where there is no account, so that the answer takes the same time. */
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=1$${unpadded(1)}$${unpadded(2)}`

/** Runs work `atOnce` at a time; with `maxWaiting` in the queue more is refused as `auth/busy`. */
export function boundedQueue(atOnce: number, maxWaiting: number) {
  const limit = pLimit(atOnce)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= maxWaiting)
      throw new AppError('unavailable', 'auth/busy', 'Too many people sign in at this moment. Try again in a few seconds.', {
        retryAfterSeconds: BUSY_RETRY_SECONDS,
      })
    return limit(work)
  }
}

/** Who stands in a queue: everybody who signs in or chooses a password, who registers, and who signed in from there before. */
export type HashingQueue = 'everybody' | 'registrations' | 'known'

/**
 * Hashes are costly in memory and share the work pool with file reads: never more than four at once. Those who register, and the guesses of
 * strangers, do not stand in the way of those who sign in from where they did before.
 */
const queues = memoryKey('auth/hashing', () => {
  return {
    everybody: boundedQueue(AT_ONCE, MAX_WAITING),
    registrations: boundedQueue(1, MAX_REGISTRATIONS),
    known: boundedQueue(1, MAX_WAITING),
  }
})

/** Runs work when it is its turn in a queue. Throws `auth/busy`. */
export function queueHashing<T>({ memory }: Pick<Deps, 'memory'>, queue: HashingQueue, work: () => Promise<T>): Promise<T> {
  return memory.of(queues)[queue](work)
}

/** The argon2id hash of a password, as PHC string. Call it inside `queueHashing`. */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(normalPassword(password), COST)
}

/** Whether the password has this hash; without a usable hash it takes just as long and is false. Call it inside `queueHashing`. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const usable = isUsableHash(hash)
  const matches = await Bun.password.verify(normalPassword(password), usable ? hash : NOBODY)
  return usable && matches
}

/** Whether any password can have this hash. */
export function isUsableHash(hash: string | undefined): hash is string {
  return hash?.startsWith('$argon2id$') === true
}

function unpadded(byte: number): string {
  return Buffer.alloc(32, byte).toString('base64').replace(/=+$/, '')
}
