/**
 * Runs a short script in a Worker of its own and gives its one answer: for work on the database file that would hold up the thread that
 * answers requests. The script sets `onmessage` and calls `postMessage` once.
 */
export function runInBackground<T>(script: string, message: unknown): Promise<T> {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  const worker = new Worker(url)
  return new Promise<T>((resolve, reject) => {
    worker.onmessage = (event: MessageEvent<T>) => resolve(event.data)
    worker.onerror = (event) => reject(new Error(`background work: ${event.message}`))
    worker.postMessage(message)
  }).finally(() => {
    worker.terminate()
    URL.revokeObjectURL(url)
  })
}
