/**
 * Gives the event loop back between slices of long synchronous work, so that other requests are answered meanwhile:
 * `await yieldWhenDue()` returns at once until `milliseconds` of work have passed since the last pause.
 */
export function createYielder(milliseconds = 8): () => Promise<void> | undefined {
  let last = performance.now()
  return () => {
    if (performance.now() - last < milliseconds) return undefined
    return new Promise((resolve) => {
      setImmediate(() => {
        last = performance.now()
        resolve()
      })
    })
  }
}

/** Items between two looks at the clock. */
const SLICE_ITEMS = 250

/**
 * Does something with each item of a long list, and gives the event loop back in between. The loop itself is no generator, as that of an asynchronous function
 * is: it is compiled to better code, and sooner.
 */
export async function forEachInSlices<T>(items: readonly T[], visit: (item: T, index: number) => void): Promise<void> {
  const yieldWhenDue = createYielder()
  for (let from = 0; from < items.length; from += SLICE_ITEMS) {
    visitSlice(items, from, visit)
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
  }
}

function visitSlice<T>(items: readonly T[], from: number, visit: (item: T, index: number) => void): void {
  const end = Math.min(from + SLICE_ITEMS, items.length)
  for (let index = from; index < end; index++) visit(items[index] as T, index) // one for each place
}

/** Gives the event loop back once: between steps each of which takes a while. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
