import { createYielder } from '../shared/event-loop.ts'

type Key = string | number
type Line = { readonly id: number; readonly externalId: string | null }

/** Places of lines in ascending order; those before `next` are taken. */
type Drawer = { readonly places: number[]; next: number }

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
export type Drawers<L extends Line> = {
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
export function openDrawers<L extends Line>(lines: readonly L[], { unnamedOnly }: { unnamedOnly: boolean }): Drawers<L> {
  const taken = new Uint8Array(lines.length)
  const head = (drawer: Drawer | undefined) => {
    if (drawer === undefined) return undefined
    while (taken[drawer.places[drawer.next] ?? -1] === 1) drawer.next++
    return drawer.places[drawer.next]
  }
  return {
    isFree: (place) => taken[place] === 0,
    take: (place) => {
      taken[place] = 1
      return lines[place]?.id ?? null
    },
    sort: async (keyOf, wanted = () => true) => {
      const [all, unnamed] = [new Map<Key, Drawer>(), new Map<Key, Drawer>()]
      const yieldWhenDue = createYielder()
      for (const [place, line] of lines.entries()) {
        if (taken[place] === 1 || (unnamedOnly && line.externalId !== null) || !wanted(line)) continue
        const key = keyOf(line)
        if (!unnamedOnly) put(all, key, place)
        if (line.externalId === null) put(unnamed, key, place)
        const pause = yieldWhenDue()
        if (pause !== undefined) await pause
      }
      const drawersFor = (externalId: string | null) => (externalId === null ? all : unnamed)
      return {
        mayHold: (externalId) => drawersFor(externalId).size > 0,
        first: (key, externalId) => head(drawersFor(externalId).get(key)),
      }
    },
  }
}

function put(drawers: Map<Key, Drawer>, key: Key, place: number): void {
  const drawer = drawers.get(key)
  if (drawer === undefined) drawers.set(key, { places: [place], next: 0 })
  else drawer.places.push(place)
}
