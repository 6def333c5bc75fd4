/** Lets requests pass, or holds them back for a moment in which nothing can answer them. */
export type Gate = {
  /** Whether it holds them back from now on. */
  readonly hold: () => boolean
  readonly release: () => void
  /** It never holds anything back again. */
  readonly lock: () => void
  /** Does the work, once nobody holds it back. */
  readonly pass: <T>(work: () => T | Promise<T>) => T | Promise<T>
  /** How many wait. */
  readonly waiting: () => number
}

export function createGate(): Gate {
  let closed: { readonly opened: Promise<void>; readonly open: () => void } | undefined
  let count = 0
  let isLocked = false
  const wait = async <T>(work: () => T | Promise<T>): Promise<T> => {
    count += 1
    while (closed !== undefined) await closed.opened
    count -= 1
    return await work()
  }
  return {
    hold: () => {
      if (closed !== undefined || isLocked) return false
      const { promise, resolve } = Promise.withResolvers<void>()
      closed = { opened: promise, open: resolve }
      return true
    },
    lock: () => {
      isLocked = true
    },
    release: () => {
      const was = closed
      closed = undefined
      was?.open()
    },
    pass: (work) => (closed === undefined ? work() : wait(work)),
    waiting: () => count,
  }
}
