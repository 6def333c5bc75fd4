import pLimit, { type LimitFunction } from 'p-limit'

type Name = { failures: number; last: number; readonly limit: LimitFunction }

/** Slows down guesses of one name from many networks. */
export type Turns = ReturnType<typeof createTurns>

/**
 * After `free` failures of a name its attempts come one at a time, each after a pause that doubles with every failure up to
 * `longestSeconds`. Nobody is locked out: whoever waits gets their turn. A name is removed `expirySeconds` after its last failure.
 */
export function createTurns(options: {
  free: number
  firstSeconds: number
  longestSeconds: number
  maxWaiting: number
  maxWaitingOfAll: number
  expirySeconds: number
  maxKeys: number
}) {
  const names = new Map<string, Name>()
  let waiting = 0

  function find(name: string): Name | undefined {
    const found = names.get(name)
    if (found && Date.now() - found.last <= options.expirySeconds * 1000) return found
    names.delete(name)
    return undefined
  }

  /** Returns 0 when it is one's turn, or the seconds after which to come again when too many wait already. */
  async function wait(name: string): Promise<number> {
    const found = find(name)
    const doublings = (found?.failures ?? 0) - options.free
    if (!found || doublings < 0) return 0
    const seconds = Math.min(options.longestSeconds, options.firstSeconds * 2 ** doublings)
    const mine = found.limit.activeCount + found.limit.pendingCount
    if (mine >= options.maxWaiting || waiting >= options.maxWaitingOfAll) return Math.ceil(seconds)
    waiting += 1
    try {
      await found.limit(() => Bun.sleep(seconds * 1000))
    } finally {
      waiting -= 1
    }
    return 0
  }

  function count(name: string): void {
    const found = find(name)
    names.delete(name)
    names.set(name, { failures: (found?.failures ?? 0) + 1, last: Date.now(), limit: found?.limit ?? pLimit(1) })
    const oldest = names.size > options.maxKeys ? names.keys().next().value : undefined
    if (oldest !== undefined) names.delete(oldest)
  }

  function giveBack(name: string): void {
    const found = find(name)
    if (found) found.failures = Math.max(0, found.failures - 1)
  }

  return { wait, count, giveBack }
}
