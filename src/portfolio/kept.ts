import type { Database } from 'bun:sqlite'
import { inSnapshot } from '#db/snapshot.ts'
import type { Ctx } from '../context.ts'
import { readDataVersion } from './marks.repository.ts'

type Shelf = { version: number; characters: number; readonly texts: Map<string, string> }

const MOST_TEXTS = 200
const MOST_CHARACTERS = 16_000_000
const shelves = new WeakMap<Database, Shelf>()

/** The answer to a question while the database has not changed; made again after any commit, by whatever process. Bounded: the oldest go first. */
export function keptText(ctx: Ctx, key: string, make: () => string): string {
  const shelf = shelfOf(ctx)
  const known = shelf.texts.get(key)
  if (known !== undefined) return known
  const text = inSnapshot(ctx.reader, make)
  keep(shelf, key, text)
  return text
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
