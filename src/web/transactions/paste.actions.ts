import { changeHeaders, typed } from '../form.ts'
import type { Action } from '../visit.ts'
import { pastePage } from './paste.page.tsx'
import { pastedLines } from './paste.ts'
import { readWorld } from './world.ts'

/** Shows what pasted rows would become, or stores them, all or none. */
export const pasteRows: Action = async (visit) => {
  const { ask, form, reader: r } = visit
  const again = { ...visit, fields: typed(form, {}) }
  if (form.get('do') !== 'save') return pastePage(again)
  const world = await readWorld(ask, r)
  const lines = await pastedLines(visit, world, form.get('text'), form.get('broker_id'))
  if (lines.length === 0 || lines.some(({ faults }) => faults.length > 0)) return pastePage(again)
  const create = lines.map(({ item }) => item)
  const tried = await ask.try('POST /transactions/batch', { body: { create }, headers: changeHeaders(form) })
  if (!tried.ok) return { again: typed(form, { problem: tried.problem }) }
  return { to: `/transactions?${new URLSearchParams({ done: 'added', n: String(tried.body.created.length) })}` }
}
