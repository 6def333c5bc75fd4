import { isIPv6 } from 'node:net'
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import type { Deps } from '../context.ts'
import { memoryKey } from '../memory.ts'
import { type HeardMessage, tellPeers } from '../peers.ts'
import { AppError } from '../shared/errors.ts'
import { createThrottle, type Throttle } from './failures.ts'
import { createTurns, type Turns } from './turns.ts'

const MAX_KEYS = 20_000
/** Failures without a wait: of one name from one network, of all names from one network. */
const FREE = { pair: 10, network: 30 } as const
/** A key is removed so long after its last failure; no wait is longer. */
const EXPIRY_SECONDS = 15 * 60
/** So much of what is known a new process gets: an attack is among what was counted last. */
const MOST_SENT = 2_000
/** New accounts from one network. */
const REGISTRATIONS = { points: 20, duration: 60 }

/** Whose guesses are counted: the account (or what was typed, where there is none), and where from. */
export type Guesser = { readonly name: string; readonly address: string }

type Remembering = Pick<Deps, 'memory'>
/** What the processes of a service say to each other of guesses. */
type Message = {
  readonly taken?: Guesser
  readonly forgiven?: Guesser
  readonly registered?: string
  readonly all?: {
    readonly pairs: ReturnType<Throttle['newest']>
    readonly networks: ReturnType<Throttle['newest']>
    readonly known: readonly string[]
  }
}
type Throttles = {
  readonly pair: Throttle
  readonly network: Throttle
  readonly turns: Turns
  /** Names with the networks from which they signed in, while the service runs; the oldest first. */
  readonly known: Set<string>
  readonly registrations: RateLimiterMemory
}

const throttles = memoryKey('auth/throttle', (): Throttles => {
  const common = { expirySeconds: EXPIRY_SECONDS, maxKeys: MAX_KEYS }
  return {
    pair: createThrottle({ free: FREE.pair, ...common }),
    network: createThrottle({ free: FREE.network, ...common }),
    turns: createTurns({ free: 20, firstSeconds: 0.25, longestSeconds: 10, maxWaiting: 5, maxWaitingOfAll: 200, ...common }),
    known: new Set<string>(),
    registrations: new RateLimiterMemory(REGISTRATIONS),
  }
})

/** Whether somebody signed in under this name from this network since the service began: strangers' guesses are no matter there. */
export function isKnown(deps: Deps, guesser: Guesser): boolean {
  return deps.memory.of(throttles).known.has(pairOf(guesser))
}

/**
 * Waits until an attempt may be made. Throws `auth/too-many-attempts` where the wait is that of the guesser; waits itself where others,
 * from elsewhere, guess the same name. Counts nothing.
 */
export async function awaitTurn(deps: Deps, guesser: Guesser): Promise<void> {
  const { pair, network, turns } = deps.memory.of(throttles)
  const isStranger = !isKnown(deps, guesser)
  refuseFor(Math.max(pair.wait(pairOf(guesser)), isStranger ? network.wait(networkOf(guesser.address)) : 0))
  if (isStranger) refuseFor(await turns.wait(guesser.name))
}

/** Counts a failure in advance, in every process of the service; throws `auth/too-many-attempts` when it comes too early. */
export function takeAttempt(deps: Deps, guesser: Guesser): void {
  const { pair, network } = deps.memory.of(throttles)
  refuseFor(pair.wait(pairOf(guesser)))
  if (!isKnown(deps, guesser)) refuseFor(network.wait(networkOf(guesser.address)))
  count(deps, guesser)
  tell(deps, { taken: guesser })
}

function count(deps: Remembering, guesser: Guesser): void {
  const { pair, network, turns, known } = deps.memory.of(throttles)
  const key = pairOf(guesser)
  pair.add(key)
  if (known.has(key)) return
  network.add(networkOf(guesser.address))
  turns.count(guesser.name)
}

/** The attempt was right: the name is known from this network, and nothing is counted of it. */
export function forgiveAttempt(deps: Deps, guesser: Guesser): void {
  forgive(deps, guesser)
  tell(deps, { forgiven: guesser })
}

function forgive(deps: Remembering, guesser: Guesser): void {
  const { pair, network, turns, known } = deps.memory.of(throttles)
  const key = pairOf(guesser)
  pair.remove(key)
  if (!known.has(key)) {
    network.giveBack(networkOf(guesser.address))
    turns.giveBack(guesser.name)
  }
  remember(known, key)
}

function remember(known: Set<string>, key: string): void {
  known.delete(key)
  known.add(key)
  const oldest = known.size > MAX_KEYS ? known.keys().next().value : undefined
  if (oldest !== undefined) known.delete(oldest)
}

/** The attempt was neither wrong nor complete: it is not counted, and the name is no better known than before. */
export function returnAttempt(deps: Deps, guesser: Guesser): void {
  const { pair, network, turns } = deps.memory.of(throttles)
  pair.giveBack(pairOf(guesser))
  if (isKnown(deps, guesser)) return
  network.giveBack(networkOf(guesser.address))
  turns.giveBack(guesser.name)
}

/** Throws `auth/too-many-registrations` when a network has registered too many in a minute. */
export async function takeRegistration(deps: Deps, address: string): Promise<void> {
  const { registrations } = deps.memory.of(throttles)
  const counted = await registrations.penalty(networkOf(address))
  tell(deps, { registered: address })
  if (counted.consumedPoints <= REGISTRATIONS.points) return
  const detail = `From one network ${REGISTRATIONS.points} people may register in a minute. Wait before you try again.`
  throw new AppError('too-many', 'auth/too-many-registrations', detail, {
    retryAfterSeconds: Math.max(1, Math.ceil(counted.msBeforeNext / 1000)),
  })
}

/** What another process has counted counts here too; one that has just come gets what is known here. */
export async function hearOfThrottle(deps: Remembering, { throttle, joined }: HeardMessage): Promise<void> {
  const { pair, network, known, registrations } = deps.memory.of(throttles)
  if (joined) {
    const names = [...known].slice(-MOST_SENT)
    tell(deps, { all: { pairs: pair.newest(MOST_SENT), networks: network.newest(MOST_SENT), known: names } })
  }
  // What comes is what `tell` of this file has sent.
  const { taken, forgiven, registered, all } = (throttle ?? {}) as Message
  if (taken) count(deps, taken)
  if (forgiven) forgive(deps, forgiven)
  if (registered !== undefined) await registrations.penalty(networkOf(registered))
  if (!all) return
  pair.learn(all.pairs)
  network.learn(all.networks)
  for (const name of all.known) remember(known, name)
}

function tell(deps: Remembering, throttle: Message): void {
  tellPeers(deps, { throttle })
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

function pairOf({ name, address }: Guesser): string {
  return `${name} from ${networkOf(address)}`
}

function refuseFor(seconds: number): void {
  if (seconds === 0) return
  throw new AppError('too-many', 'auth/too-many-attempts', 'Too many failed attempts. Wait before you try again.', {
    retryAfterSeconds: seconds,
  })
}
