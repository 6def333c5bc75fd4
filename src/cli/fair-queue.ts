/** Waiting work of several users, who take turns: nobody's second piece comes before another's first. */
export type FairQueue<T> = {
  readonly add: (userId: number, item: T) => void
  readonly remove: (userId: number, item: T) => boolean
  /** The next item of the first user whose turn it is and who is not `isBusy`. */
  readonly take: (isBusy: (userId: number) => boolean) => T | undefined
  readonly size: (userId?: number) => number
}

export function createFairQueue<T>(): FairQueue<T> {
  const waiting = new Map<number, T[]>()
  return {
    add(userId, item) {
      const own = waiting.get(userId)
      if (own) own.push(item)
      else waiting.set(userId, [item])
    },
    remove(userId, item) {
      const own = waiting.get(userId) ?? []
      const at = own.indexOf(item)
      if (at < 0) return false
      own.splice(at, 1)
      if (own.length === 0) waiting.delete(userId)
      return true
    },
    take(isBusy) {
      for (const [userId, own] of waiting) {
        if (isBusy(userId)) continue
        const item = own.shift()
        waiting.delete(userId)
        if (own.length > 0) waiting.set(userId, own)
        return item
      }
      return undefined
    },
    size: (userId) => (userId === undefined ? [...waiting.values()].flat().length : (waiting.get(userId)?.length ?? 0)),
  }
}
