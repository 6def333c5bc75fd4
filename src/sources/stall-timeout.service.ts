import { untilAborted } from '../shared/abort.ts'
import { AppError } from '../shared/errors.ts'
import { withTimeout } from '../shared/timeout.ts'

/**
 * The items of an outside source, each of which must come within `seconds`. Throws `source/timeout`, naming `source`, or the signal's reason;
 * the source is stopped then, without waiting for it.
 */
export async function* withStallTimeout<T>(
  items: AsyncIterable<T>,
  seconds: number,
  source: string,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]()
  let finished = false
  const late = () => {
    throw new AppError('bad-gateway', 'source/timeout', `${source} gave nothing for ${seconds} s; given up.`)
  }
  try {
    while (true) {
      const next = await withTimeout(untilAborted(iterator.next(), signal), seconds * 1000, late)
      if (next.done) break
      yield next.value
    }
    finished = true
  } finally {
    if (!finished) void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}
