import { createYielder } from '../../shared/event-loop.ts'
import { groupOf, type KeyedDraft } from '../report.ts'

/** Numbers of events: drafts that share a group or a row, directly or over others, are one. */
export async function eventsOf<D extends KeyedDraft>(drafts: readonly D[]): Promise<(draft: D) => number> {
  const parents: number[] = []
  const byKey = new Map<string, number>()
  const own = new Map<D, number>()
  const root = (event: number): number => {
    let at = event
    for (let parent = parents[at] ?? at; parent !== at; parent = parents[at] ?? at) {
      parents[at] = parents[parent] ?? parent
      at = parent
    }
    return at
  }
  const yieldWhenDue = createYielder()
  for (const draft of drafts) {
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
    const event = parents.length
    parents.push(event)
    own.set(draft, event)
    const { name, rows } = draft.set ?? { name: draft.file ?? '', rows: draft.draft.rows }
    const group = groupOf(draft)
    for (const key of [...rows.map((row) => `${name}:${row}`), ...(group === undefined ? [] : [group])]) {
      const other = byKey.get(key)
      if (other === undefined) byKey.set(key, event)
      else parents[root(event)] = root(other)
    }
  }
  return (draft) => root(own.get(draft) ?? 0)
}
