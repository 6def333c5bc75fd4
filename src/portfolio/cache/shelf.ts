import type { Database } from 'bun:sqlite'
import type { Reader } from '#db/connection.ts'
import { mayRollBack } from '#db/snapshot.ts'

/**
 * What reports keep in memory between requests, per connection:
 * - the finished text of an answer, until anything at all is committed (`kept.ts`);
 * - the ledger lines of a broker, parsed; after a commit only its days whose mark rose are read again (`kept-lines.ts`);
 * - the closes of an asset in columns, until its mark rises (`kept-closes.ts`);
 * - rates that were looked up, until the mark of the rates rises (`kept-rates.ts`);
 * - what an asset's lines came to in a range, until one of its lines, its worth at the start, or a rate changes (`kept-parts.ts`);
 * - its value on each day of a range, until one of its lines, a close or a rate changes (`daily-values.ts`);
 * - the open lots of an asset at a broker, until one of its lines changes (`kept-lots.ts`).
 * Marks are counted within the database by every write (`db/marks.ts`), so that those of other processes count as well. Everything is bounded,
 * the oldest goes first.
 */
export type Shelf<T> = { readonly of: (db: Reader) => T }

/** A shelf of each connection. A transaction may yet be rolled back: it gets an empty one of its own. */
export function createShelf<T>(make: () => T): Shelf<T> {
  const known = new WeakMap<Database, T>()
  return {
    of(db) {
      if (mayRollBack(db)) return make()
      const found = known.get(db.sqlite)
      if (found !== undefined) return found
      const made = make()
      known.set(db.sqlite, made)
      return made
    },
  }
}

/** Puts a value behind all others, and drops the first ones while `isTooMuch`. */
export function putLast<K, V>(entries: Map<K, V>, key: K, value: V, isTooMuch: () => boolean, onDrop?: (value: V) => void): void {
  entries.delete(key)
  entries.set(key, value)
  for (const [oldest, old] of entries) {
    if (oldest === key || !isTooMuch()) return
    entries.delete(oldest)
    onDrop?.(old)
  }
}
