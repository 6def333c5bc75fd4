import type { Database } from 'bun:sqlite'
import { readDataVersion } from '#db/data-version.ts'
import type { Ctx } from '../../context.ts'
import type { Output } from '../../shared/output.ts'
import { putLast } from './shelf.ts'

type Pending = { readonly output: Promise<Output>; readonly nobody: AbortController; waiting: number }
type Shelf = { version: number; size: number; readonly answers: Map<string, Output>; readonly pending: Map<string, Pending> }

const MOST_ANSWERS = 200
const MOST_BYTES = 16_000_000
const shelves = new WeakMap<Database, Shelf>()

/**
 * The answer to a question while the database has not changed; computed again after any commit, by whatever process. Who asks while it is being
 * computed waits for the same. What `make` gets aborts when nobody waits any more. Bounded: the oldest go first, and those in files are not kept.
 */
export async function keptOutput(
  ctx: Pick<Ctx, 'reader'>,
  key: string,
  make: (signal: AbortSignal) => Promise<Output>,
  signal?: AbortSignal,
): Promise<Output> {
  const shelf = await shelfOf(ctx)
  const known = shelf.answers.get(key)
  if (known !== undefined) return known
  const running = shelf.pending.get(key)
  const output = await waitFor(running ?? begin(shelf, key, make), signal)
  return running !== undefined && 'path' in output ? keptOutput(ctx, key, make, signal) : output
}

function begin(shelf: Shelf, key: string, make: (signal: AbortSignal) => Promise<Output>): Pending {
  const nobody = new AbortController()
  const output = make(nobody.signal)
  const pending: Pending = { output, nobody, waiting: 0 }
  shelf.pending.set(key, pending)
  output
    .then((made) => keep(shelf, key, made))
    .catch(() => {})
    .finally(() => shelf.pending.delete(key))
  return pending
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

async function shelfOf(ctx: Pick<Ctx, 'reader'>): Promise<Shelf> {
  const version = await readDataVersion(ctx.reader)
  const known = shelves.get(ctx.reader.sqlite)
  if (known?.version === version) return known
  const shelf: Shelf = { version, size: 0, answers: new Map(), pending: new Map() }
  shelves.set(ctx.reader.sqlite, shelf)
  return shelf
}

function keep(shelf: Shelf, key: string, made: Output): void {
  if (!('bytes' in made)) return
  const sizeOf = (output: Output) => ('bytes' in output ? output.bytes.byteLength : 0)
  shelf.size += sizeOf(made) - sizeOf(shelf.answers.get(key) ?? { path: '', size: 0 })
  putLast(
    shelf.answers,
    key,
    made,
    () => shelf.answers.size > MOST_ANSWERS || shelf.size > MOST_BYTES,
    (old) => {
      shelf.size -= sizeOf(old)
    },
  )
}
