/** Failures of one key: how many, the last one and until when it waits, in milliseconds since 1970. */
type Counted = { readonly failures: number; readonly last: number; readonly until: number }
type Known = readonly (readonly [key: string, counted: Counted])[]
type Options = { readonly free: number; readonly expirySeconds: number; readonly maxKeys: number }

export type Throttle = ReturnType<typeof createThrottle>

/**
 * Counts failures per key. After `free` of them there is a wait before the next attempt, of one second first and twice as long each time.
 * Holds at most `maxKeys` keys: the oldest goes first.
 */
export function createThrottle(options: Options) {
  const { find, put, remove, newest, learn, size } = createCounts(options)

  /** Seconds to wait before the next attempt; 0 when there may be one. */
  function wait(key: string): number {
    return Math.max(0, Math.ceil(((find(key)?.until ?? 0) - Date.now()) / 1000))
  }

  /** Counts one failure, too early or not: one that another process has let in. */
  function add(key: string): void {
    const failures = (find(key)?.failures ?? 0) + 1
    const longest = options.expirySeconds * 1000
    const pause = failures < options.free ? 0 : Math.min(longest, 1000 * 2 ** (failures - options.free))
    put(key, { failures, last: Date.now(), until: Date.now() + pause })
  }

  /** Counts one failure in advance. Answers 0, or the seconds to wait when it comes too early (then it was not counted). */
  function take(key: string): number {
    const seconds = wait(key)
    if (seconds === 0) add(key)
    return seconds
  }

  function giveBack(key: string): void {
    const counted = find(key)
    if (counted) put(key, { ...counted, failures: Math.max(0, counted.failures - 1), until: 0 })
  }

  return { take, add, wait, giveBack, remove, newest, learn, size }
}

function createCounts({ expirySeconds, maxKeys }: Options) {
  const keys = new Map<string, Counted>()

  function find(key: string): Counted | undefined {
    const counted = keys.get(key)
    if (counted && Date.now() - counted.last <= expirySeconds * 1000) return counted
    keys.delete(key)
    return undefined
  }

  function put(key: string, counted: Counted): void {
    keys.delete(key)
    keys.set(key, counted)
    const oldest = keys.size > maxKeys ? keys.keys().next().value : undefined
    if (oldest !== undefined) keys.delete(oldest)
  }

  /** What was counted last, the newest first: what `learn` of another process takes. */
  function newest(count: number): Known {
    return [...keys].reverse().slice(0, count)
  }

  /** Takes over what another process has counted, where it has counted more. */
  function learn(known: Known): void {
    for (const [key, counted] of known) if ((find(key)?.failures ?? 0) < counted.failures) put(key, counted)
  }

  return { find, put, remove: (key: string) => void keys.delete(key), newest, learn, size: () => keys.size }
}
