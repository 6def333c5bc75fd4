/**
 * Does work again and again, never twice at once, until stopped; what it throws goes to `failed`, unless it was stopped. `stop` aborts the
 * signal of work under way with `reason`. It does not keep the process alive.
 */
export function startTicker(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  { failed, reason }: { readonly failed: (error: unknown) => void; readonly reason: () => Error },
): { readonly stop: () => void } {
  const ended = new AbortController()
  let busy = false
  const tick = async () => {
    if (busy) return
    busy = true
    try {
      await work(ended.signal)
    } catch (error) {
      if (!ended.signal.aborted) failed(error)
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => void tick(), milliseconds)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      ended.abort(reason())
    },
  }
}
