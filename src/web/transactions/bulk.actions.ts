import { changeHeaders } from '../form.ts'
import type { Action } from '../visit.ts'
import { planOf, tickedLines, wishOf } from './bulk.ts'
import { deletedView } from './delete.actions.tsx'
import { namersOf } from './named.ts'
import { refused } from './shortfall.tsx'

/** Tags, moves or deletes the lines that the address names, all or none. */
export const changeSeveral: Action = async ({ ask, form, reader: r }) => {
  const wish = wishOf(r.query)
  const lines = await tickedLines(ask, r)
  if (wish === undefined || lines.length === 0) return { to: '/transactions' }
  const { batch, touched } = await planOf(ask, lines, wish)
  const namers = wish.does === 'delete' ? await namersOf(ask, touched) : []
  const tried = await ask.try('POST /transactions/batch', { body: batch, headers: changeHeaders(form) })
  if (!tried.ok) return { again: refused(r, form, tried.problem) }
  if (wish.does === 'delete') return deletedView(r, touched, namers)
  const done = wish.does === 'tag' ? 'tagged' : 'moved'
  return { to: `/transactions?${new URLSearchParams({ done, n: String(lines.length) })}` }
}
