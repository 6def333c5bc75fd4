import { readDataVersion } from '#db/data-version.ts'
import { mayRollBack } from '#db/snapshot.ts'
import { type CacheInputs, type CachePolicy, type Caches, cachesOf, recall, remember } from '../cache.ts'
import type { Deps } from '../context.ts'
import { memoryKey } from '../memory.ts'
import { lendFile } from '../shared/lent-file.ts'
import type { Output, SharedOutput } from '../shared/output.ts'

type Pending = { readonly output: Promise<SharedOutput>; readonly nobody: AbortController; waiting: number }

const MOST_BYTES = 16_000_000
const MOST_ANSWERS = 200
const answers: CachePolicy<SharedOutput> = {
  name: 'answers',
  most: MOST_BYTES,
  sizeOf: (output) => Math.max(bytesIn(output), MOST_BYTES / MOST_ANSWERS),
}
/** On disk, as open files without names. */
const MOST_FILE_BYTES = 64_000_000
const MOST_FILES = 16
const longAnswers: CachePolicy<SharedOutput> = {
  name: 'long answers',
  most: MOST_FILE_BYTES,
  sizeOf: (output) => Math.max(bytesIn(output), MOST_FILE_BYTES / MOST_FILES),
  dispose: (output) => 'file' in output && output.file.release(),
}
const pendingOutputs = memoryKey('portfolio/pending-outputs', () => new Map<string, Pending>())

/**
 * The answer to a question while the database has not changed; computed again after any commit, by whatever process. Who asks while it is being
 * computed waits for the same. What `make` gets aborts when nobody waits any more. Whoever gets a file has it, and releases it.
 */
export async function cachedOutput(
  ctx: Pick<Deps, 'reader' | 'memory'>,
  key: string,
  make: (signal: AbortSignal) => Promise<Output>,
  signal?: AbortSignal,
): Promise<SharedOutput> {
  const [caches, version] = [cachesOf(ctx), await readDataVersion(ctx.reader)]
  const inputs = [ctx.reader, version]
  const known = recall(caches, answers, key, inputs) ?? recall(caches, longAnswers, key, inputs)
  if (known !== undefined && isHad(known.value)) return known.value
  const pending = ctx.memory.of(pendingOutputs)
  const question = `${version} ${key}`
  const running = pending.get(question)
  const begun = running ?? begin(make)
  if (running === undefined) {
    pending.set(question, begun)
    begun.output
      .then((made) => keep(caches, key, inputs, made, mayRollBack(ctx.reader)))
      .catch(() => {})
      .finally(() => pending.delete(question))
  }
  const output = await waitFor(begun, signal)
  return output ?? cachedOutput(ctx, key, make, signal)
}

function begin(make: (signal: AbortSignal) => Promise<Output>): Pending {
  const nobody = new AbortController()
  const output = make(nobody.signal).then(async (made) => ('path' in made ? { file: await lendFile(made) } : made))
  return { output, nobody, waiting: 0 }
}

/** Remembers what was made, or gives a file up that is too long or of a state that may never be; who waited for it has it by then. */
function keep(caches: Caches, key: string, inputs: CacheInputs, made: SharedOutput, isPassing: boolean): void {
  if ('bytes' in made) remember(caches, answers, key, inputs, made)
  else if (made.file.size <= MOST_FILE_BYTES && !isPassing) remember(caches, longAnswers, key, inputs, made)
  else queueMicrotask(() => made.file.release())
}

/** Whether the caller has it from now on; `false` for a file that is gone. */
function isHad(output: SharedOutput): boolean {
  return 'bytes' in output || output.file.borrow()
}

function bytesIn(output: SharedOutput): number {
  return 'bytes' in output ? output.bytes.byteLength : output.file.size
}

/** What was made, had by the caller; `undefined` where it is gone already. */
async function waitFor(pending: Pending, signal: AbortSignal | undefined): Promise<SharedOutput | undefined> {
  pending.waiting += 1
  const leave = () => {
    pending.waiting -= 1
    if (pending.waiting === 0) pending.nobody.abort()
  }
  if (signal?.aborted) leave()
  else signal?.addEventListener('abort', leave, { once: true })
  const output = pending.output.then((made) => (isHad(made) ? made : undefined))
  return await output.finally(() => signal?.removeEventListener('abort', leave))
}
