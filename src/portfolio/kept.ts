import type { Database } from 'bun:sqlite'
import { inSnapshot } from '#db/snapshot.ts'
import type { Ctx } from '../context.ts'
import { readDataVersion } from './marks.repository.ts'
import { putLast } from './shelf.ts'

export type Bytes = Uint8Array<ArrayBuffer>
type Kept = { readonly bytes: Bytes; readonly isPacked: boolean }
type Shelf = { version: number; size: number; readonly answers: Map<string, Kept> }

const MOST_ANSWERS = 200
const MOST_BYTES = 16_000_000
const PACKED_FROM_BYTES = 1_000_000
const LONG_MILLISECONDS = 300
const TIDY_AFTER_MILLISECONDS = 200
let isTidying = false
const shelves = new WeakMap<Database, Shelf>()

/** The answer to a question while the database has not changed; made again after any commit, by whatever process. Bounded: the oldest go first. */
export function keptText(ctx: Ctx, key: string, make: () => string): string {
  return new TextDecoder().decode(keptBytes(ctx, key, () => new TextEncoder().encode(make())))
}

/** The same as bytes in UTF-8; nobody may change them. */
export function keptBytes(ctx: Ctx, key: string, make: () => Bytes): Bytes {
  const shelf = shelfOf(ctx)
  const known = shelf.answers.get(key)
  if (known !== undefined) return known.isPacked ? new Uint8Array(Bun.zstdDecompressSync(known.bytes)) : known.bytes
  const start = performance.now()
  const bytes = inSnapshot(ctx.reader, make)
  if (performance.now() - start > LONG_MILLISECONDS) tidySoon()
  keep(shelf, key, bytes)
  return bytes
}

/** Large ledgers leave a lot of rubbish behind, which would else be kept until much more of it came. */
function tidySoon(): void {
  if (isTidying) return
  isTidying = true
  const tidy = () => {
    isTidying = false
    Bun.gc(true)
  }
  setTimeout(tidy, TIDY_AFTER_MILLISECONDS).unref()
}

function shelfOf(ctx: Ctx): Shelf {
  const version = readDataVersion(ctx.reader)
  const known = shelves.get(ctx.reader.sqlite)
  if (known?.version === version) return known
  const shelf: Shelf = { version, size: 0, answers: new Map() }
  shelves.set(ctx.reader.sqlite, shelf)
  return shelf
}

function keep(shelf: Shelf, key: string, made: Bytes): void {
  const isPacked = made.byteLength >= PACKED_FROM_BYTES
  const bytes = isPacked ? new Uint8Array(Bun.zstdCompressSync(made, { level: 1 })) : made
  if (bytes.byteLength > MOST_BYTES / 4) return
  shelf.size += bytes.byteLength
  putLast(
    shelf.answers,
    key,
    { bytes, isPacked },
    () => shelf.answers.size > MOST_ANSWERS || shelf.size > MOST_BYTES,
    (old) => {
      shelf.size -= old.bytes.byteLength
    },
  )
}
