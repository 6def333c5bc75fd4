import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import type { Deps } from '../../context.ts'
import { memoryKey } from '../../memory.ts'
import { AppError } from '../../shared/errors.ts'
import { networkOf } from '../throttle.ts'

/** Each makes us call the provider. */
const SIGN_INS = { points: 30, duration: 60 }
const counted = memoryKey('auth/oidc-sign-ins', () => new RateLimiterMemory(SIGN_INS))

/** Throws `auth/too-many-attempts` when a network came back from the provider too often in a minute. */
export async function takeSignIn(deps: Deps, address: string): Promise<void> {
  const { consumedPoints, msBeforeNext } = await deps.memory.of(counted).penalty(networkOf(address))
  if (consumedPoints <= SIGN_INS.points) return
  const detail = `From one network ${SIGN_INS.points} people may sign in in a minute. Wait before you try again.`
  throw new AppError('too-many', 'auth/too-many-attempts', detail, {
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  })
}
