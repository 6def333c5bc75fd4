import type { Database } from 'bun:sqlite'
import { inSnapshot } from '#db/snapshot.ts'
import type { Ctx } from '../context.ts'
import { readDataVersion } from './marks.repository.ts'

type Shelf = { version: number; characters: number; readonly texts: Map<string, string> }

const MOST_TEXTS = 200
const MOST_CHARACTERS = 16_000_000
const LONG_MILLISECONDS = 300
const TIDY_AFTER_MILLISECONDS = 200
let isTidying = false
const shelves = new WeakMap<Database, Shelf>()

/** The answer to a question while the database has not changed; made again after any commit, by whatever process. Bounded: the oldest go first. */
export function keptText(ctx: Ctx, key: string, make: () => string): string {
  const shelf = shelfOf(ctx)
  const known = shelf.texts.get(key)
  if (known !== undefined) return known
  const start = performance.now()
  const text = inSnapshot(ctx.reader, make)
  if (performance.now() - start > LONG_MILLISECONDS) tidySoon()
  keep(shelf, key, text)
  return text
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
  const shelf: Shelf = { version, characters: 0, texts: new Map() }
  shelves.set(ctx.reader.sqlite, shelf)
  return shelf
}

function keep(shelf: Shelf, key: string, text: string): void {
  if (text.length > MOST_CHARACTERS / 4) return
  shelf.texts.set(key, text)
  shelf.characters += text.length
  for (const [oldest, old] of shelf.texts) {
    if (shelf.texts.size <= MOST_TEXTS && shelf.characters <= MOST_CHARACTERS) return
    shelf.texts.delete(oldest)
    shelf.characters -= old.length
  }
}
