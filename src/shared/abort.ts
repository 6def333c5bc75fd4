/** What `work` comes to; rejects with the reason of `signal` as soon as that aborts, after `abandon`. The work goes on unheeded. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined, abandon: () => void = () => {}): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const give = () => {
      abandon()
      reject(signal.reason)
    }
    if (signal.aborted) give()
    else signal.addEventListener('abort', give, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', give))
  })
}
