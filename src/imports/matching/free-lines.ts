import { createYielder } from '../../shared/event-loop.ts'

type Key = string | number
type Line = { readonly id: number; readonly externalId: string | null }

/** Places of lines in ascending order; those before `next` are taken. */
type Bucket = { readonly places: number[]; next: number }

/** Free lines by key, in their order. */
export type Sorted = {
  /** Whether any line, under whatever key, may be the one with this external id. */
  readonly mayHold: (externalId: string | null) => boolean
  /**
   * The place of the first free line under a key that may be the line with this external id: two lines that both carry an id are not the same
   * (that of the same id has been looked for before).
   */
  readonly first: (key: Key, externalId: string | null) => number | undefined
}

/** Lines each of which answers once. */
export type FreeLines<L extends Line> = {
  readonly isFree: (place: number) => boolean
  /** Takes the line at a place; returns its id. */
  readonly take: (place: number) => number | null
  /** The free lines that are wanted by key. */
  readonly sort: (keyOf: (line: L) => Key, wanted?: (line: L) => boolean) => Promise<Sorted>
}

/**
 * Finds the first free one among many lines that are alike without passing those again that are taken. `unnamedOnly`: nobody will ask without an
 * external id, so that lines with one need not be sorted.
 */
export function createFreeLines<L extends Line>(lines: readonly L[], { unnamedOnly }: { unnamedOnly: boolean }): FreeLines<L> {
  const taken = new Uint8Array(lines.length)
  const head = (bucket: Bucket | undefined) => {
    if (bucket === undefined) return undefined
    while (taken[bucket.places[bucket.next] ?? -1] === 1) bucket.next++
    return bucket.places[bucket.next]
  }
  return {
    isFree: (place) => taken[place] === 0,
    take: (place) => {
      taken[place] = 1
      return lines[place]?.id ?? null
    },
    sort: async (keyOf, wanted = () => true) => {
      const [all, unnamed] = [new Map<Key, Bucket>(), new Map<Key, Bucket>()]
      const yieldWhenDue = createYielder()
      for (const [place, line] of lines.entries()) {
        if (taken[place] === 1 || (unnamedOnly && line.externalId !== null) || !wanted(line)) continue
        const key = keyOf(line)
        if (!unnamedOnly) put(all, key, place)
        if (line.externalId === null) put(unnamed, key, place)
        const pause = yieldWhenDue()
        if (pause !== undefined) await pause
      }
      const bucketsFor = (externalId: string | null) => (externalId === null ? all : unnamed)
      return {
        mayHold: (externalId) => bucketsFor(externalId).size > 0,
        first: (key, externalId) => head(bucketsFor(externalId).get(key)),
      }
    },
  }
}

function put(buckets: Map<Key, Bucket>, key: Key, place: number): void {
  const bucket = buckets.get(key)
  if (bucket === undefined) buckets.set(key, { places: [place], next: 0 })
  else bucket.places.push(place)
}
