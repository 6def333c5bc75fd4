import { readDataVersion } from '#db/data-version.ts'
import type { Deps } from '../../context.ts'
import { memoryKey } from '../../memory.ts'
import type { Output } from '../../shared/output.ts'
import { type CachePolicy, cachesOf, recall, remember } from './cache.ts'

type Pending = { readonly output: Promise<Output>; readonly nobody: AbortController; waiting: number }

const MOST_BYTES = 16_000_000
const MOST_ANSWERS = 200
const answers: CachePolicy<Output> = {
  name: 'answers',
  most: MOST_BYTES,
  sizeOf: (output) => Math.max('bytes' in output ? output.bytes.byteLength : 0, MOST_BYTES / MOST_ANSWERS),
}
const pendingOutputs = memoryKey('portfolio/pending-outputs', () => new Map<string, Pending>())

/**
 * The answer to a question while the database has not changed; computed again after any commit, by whatever process. Who asks while it is being
 * computed waits for the same. What `make` gets aborts when nobody waits any more. Answers in files are not remembered.
 */
export async function cachedOutput(
  ctx: Pick<Deps, 'reader' | 'memory'>,
  key: string,
  make: (signal: AbortSignal) => Promise<Output>,
  signal?: AbortSignal,
): Promise<Output> {
  const [caches, version] = [cachesOf(ctx), await readDataVersion(ctx.reader)]
  const known = recall(caches, answers, key, [ctx.reader, version])
  if (known !== undefined) return known.value
  const pending = ctx.memory.of(pendingOutputs)
  const question = `${version} ${key}`
  const running = pending.get(question)
  const begun = running ?? begin(make)
  if (running === undefined) {
    pending.set(question, begun)
    begun.output
      .then((made) => 'bytes' in made && remember(caches, answers, key, [ctx.reader, version], made))
      .catch(() => {})
      .finally(() => pending.delete(question))
  }
  const output = await waitFor(begun, signal)
  return running !== undefined && 'path' in output ? cachedOutput(ctx, key, make, signal) : output
}

function begin(make: (signal: AbortSignal) => Promise<Output>): Pending {
  const nobody = new AbortController()
  return { output: make(nobody.signal), nobody, waiting: 0 }
}

async function waitFor(pending: Pending, signal: AbortSignal | undefined): Promise<Output> {
  pending.waiting += 1
  const leave = () => {
    pending.waiting -= 1
    if (pending.waiting === 0) pending.nobody.abort()
  }
  if (signal?.aborted) leave()
  else signal?.addEventListener('abort', leave, { once: true })
  return await pending.output.finally(() => signal?.removeEventListener('abort', leave))
}
