/** Items in ascending order of their rows, of which the nearest free one to a row is found without looking at those that are taken again and again. */
export type Nearest<T> = {
  /** The nearest item that is free, the one before it where two are as near; `undefined` when none is left. */
  readonly find: (row: number) => T | undefined
}

/** `isFree` may only ever change from true to false. */
export function openNearest<T>(items: readonly T[], rowOf: (item: T) => number, isFree: (item: T) => boolean): Nearest<T> {
  const [only] = items
  if (only !== undefined && items.length === 1) return { find: () => (isFree(only) ? only : undefined) }
  const sorted = items.toSorted((a, b) => rowOf(a) - rowOf(b))
  const [after, before] = [sorted.map((_, index) => index), sorted.map((_, index) => index)]
  const seek = (links: number[], from: number, step: 1 | -1): T | undefined => {
    let at = from
    for (let item = sorted[at]; item !== undefined && !isFree(item); item = sorted[at]) {
      const next = links[at] ?? at
      at = next === at ? at + step : next
    }
    for (let index = from; index !== at && index >= 0 && index < sorted.length; ) {
      const next = links[index] ?? index
      links[index] = at
      index = next === index ? index + step : next
    }
    return sorted[at]
  }
  return {
    find: (row) => {
      const place = placeOf(sorted, row, rowOf)
      const [lower, upper] = [seek(before, place - 1, -1), seek(after, place, 1)]
      if (lower === undefined || upper === undefined) return lower ?? upper
      return rowOf(upper) - row < row - rowOf(lower) ? upper : lower
    },
  }
}

/** The index of the first item whose row is not below. */
function placeOf<T>(sorted: readonly T[], row: number, rowOf: (item: T) => number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rowOf(sorted[middle] as T) < row) low = middle + 1
    else high = middle
  }
  return low
}

/** Items by key, of which the first that is free is found; `isFree` may only ever change from true to false. */
export type Queues<T> = { readonly first: (key: string) => T | undefined }

/** They are sorted by key when the first is looked for: until then `items` and their keys stay as they are, but for items that are not free any more. */
export function openQueues<T>(items: Iterable<T>, keyOf: (item: T) => string, isFree: (item: T) => boolean): Queues<T> {
  let queues: Map<string, Queue<T>> | undefined
  return {
    first: (key) => {
      queues ??= queuesOf(items, keyOf)
      const queue = queues.get(key)
      if (!queue) return undefined
      while (queue.next < queue.items.length && !isFree(queue.items[queue.next] as T)) queue.next++
      return queue.items[queue.next]
    },
  }
}

type Queue<T> = { readonly items: T[]; next: number }

function queuesOf<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, Queue<T>> {
  const queues = new Map<string, Queue<T>>()
  for (const item of items) {
    const key = keyOf(item)
    const queue = queues.get(key)
    if (queue) queue.items.push(item)
    else queues.set(key, { items: [item], next: 0 })
  }
  return queues
}
