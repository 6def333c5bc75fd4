import { isIPv6 } from 'node:net'
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import type { Deps } from '../context.ts'
import { AppError } from '../shared/errors.ts'

const MAX_FAILURES = 10
const WINDOW_SECONDS = 15 * 60
const MAX_KEYS = 20_000

/** Whose guesses are counted: what was typed as name, and where from. */
export type Guesser = { readonly name: string; readonly address: string }

/** Counts failures per key in a window that starts with the first. Holds at most `maxKeys` keys: the oldest goes first. */
export function createThrottle(options: { failures: number; seconds: number; maxKeys: number }) {
  const limiter = new RateLimiterMemory({ points: options.failures, duration: options.seconds })
  const keys = new Set<string>()

  /** Counts one failure in advance. Answers 0, or the seconds to wait when there are too many (then it was not counted). */
  async function take(key: string): Promise<number> {
    const oldest = keys.size >= options.maxKeys && !keys.has(key) ? keys.values().next().value : undefined
    if (oldest !== undefined) await forget(oldest)
    keys.add(key)
    const counted = await limiter.penalty(key)
    if (counted.consumedPoints <= options.failures) return 0
    await limiter.reward(key)
    return Math.max(1, Math.ceil(counted.msBeforeNext / 1000))
  }

  /** Seconds to wait before the next attempt; 0 when there may be one. */
  async function wait(key: string): Promise<number> {
    const counted = await limiter.get(key)
    const blocked = counted !== null && counted.consumedPoints >= options.failures && counted.msBeforeNext > 0
    return blocked ? Math.ceil(counted.msBeforeNext / 1000) : 0
  }

  async function giveBack(key: string): Promise<void> {
    if ((await limiter.get(key)) !== null) await limiter.reward(key)
  }

  async function forget(key: string): Promise<void> {
    keys.delete(key)
    await limiter.delete(key)
  }

  return { take, wait, giveBack, forget, size: () => keys.size }
}

const throttles = new WeakMap<Deps['config'], ReturnType<typeof createThrottle>>()

/** Throws `auth/too-many-attempts` when this name or address has used up its failures; counts nothing. */
export async function requireAttemptsLeft(deps: Deps, guesser: Guesser): Promise<void> {
  const throttle = throttleOf(deps)
  const [name, address] = keysOf(guesser)
  refuseFor(Math.max(await throttle.wait(name), await throttle.wait(address)))
}

/** Counts a failure in advance for name and address; throws `auth/too-many-attempts` when either has none left. */
export async function takeAttempt(deps: Deps, guesser: Guesser): Promise<void> {
  const throttle = throttleOf(deps)
  const [name, address] = keysOf(guesser)
  refuseFor(await throttle.take(name))
  const seconds = await throttle.take(address)
  if (seconds > 0) await throttle.giveBack(name)
  refuseFor(seconds)
}

/** The attempt was right: the name starts afresh, and the address gets this one back. */
export async function forgiveAttempt(deps: Deps, guesser: Guesser): Promise<void> {
  const throttle = throttleOf(deps)
  const [name, address] = keysOf(guesser)
  await throttle.forget(name)
  await throttle.giveBack(address)
}

/** The network that counts as one guesser: an IPv4 address as it is, of an IPv6 address the /64 that one subscriber has. */
export function networkOf(address: string): string {
  const plain = address.split('%')[0] ?? ''
  if (!isIPv6(plain)) return plain
  const [left = [], right = []] = plain.split('::').map((half) => half.split(':').filter((group) => group !== ''))
  const gap = plain.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  const groups = [...left, ...gap, ...right].slice(0, 4)
  return `${groups.map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':')}::/64`
}

function throttleOf(deps: Deps) {
  const known = throttles.get(deps.config)
  if (known) return known
  const made = createThrottle({ failures: MAX_FAILURES, seconds: WINDOW_SECONDS, maxKeys: MAX_KEYS })
  throttles.set(deps.config, made)
  return made
}

function keysOf({ name, address }: Guesser): [string, string] {
  return [`name ${name.toLowerCase()}`, `address ${networkOf(address)}`]
}

function refuseFor(seconds: number): void {
  if (seconds === 0) return
  throw new AppError('too-many', 'auth/too-many-attempts', 'Too many failed attempts. Wait before you try again.', {
    retryAfterSeconds: seconds,
  })
}
