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

/** Gives the event loop back once: between steps each of which takes a while. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
