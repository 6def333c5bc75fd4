import { AppError } from '../shared/errors.ts'

/**
 * The items of an outside source, each of which must come within `seconds`. Throws `source/timeout`, naming `source`, or the signal's reason;
 * the source is told to stop then, without waiting for it.
 */
export async function* withinTime<T>(
  items: AsyncIterable<T>,
  seconds: number,
  source: string,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]()
  let finished = false
  try {
    while (true) {
      const next = await soonEnough(iterator.next(), seconds, source, signal)
      if (next.done) break
      yield next.value
    }
    finished = true
  } finally {
    if (!finished) void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}

function soonEnough<T>(work: Promise<T>, seconds: number, source: string, signal: AbortSignal): Promise<T> {
  const late = () => new AppError('bad-gateway', 'source/timeout', `${source} gave nothing for ${seconds} s; given up.`)
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    const timer = setTimeout(() => reject(late()), seconds * 1000)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    void work.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    })
  })
}
