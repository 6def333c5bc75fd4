import { changeHeaders, typed } from '../form.ts'
import type { Action } from '../visit.ts'
import { lineOf } from './body.ts'
import { atLotFields } from './lot-fields.ts'
import { refused } from './shortfall.tsx'
import { type Line, readWorld } from './world.ts'

/** Changes what is other than stored, and nothing else: what follows from it is computed again. */
export const changeTransaction: Action = async (visit) => {
  const { ask, form, reader: r, params } = visit
  const line = await ask('GET /transactions/{id}', { params })
  const world = await readWorld(ask, r, [line.broker_id])
  const { body, faults } = await lineOf(visit, world, form, line.type, false)
  if (faults.length > 0) return { again: typed(form, { faults }) }
  const changes = Object.fromEntries(Object.entries(body).filter(([name, value]) => !isStored(line, name, value)))
  const { 'Idempotency-Key': _, ...headers } = changeHeaders(form)
  const tried = await ask.try('PATCH /transactions/{id}', { params, body: changes, headers })
  if (!tried.ok) return { again: refused(r, form, atLotFields(form, tried.problem)) }
  return { to: `/transactions/${line.id}?done=changed` }
}

const ABSENT = new Set(['fees', 'taxes', 'quantity', 'amount'])

function isStored(line: Line, name: string, value: unknown): boolean {
  const stored = line[name as keyof Line]
  if (Array.isArray(value)) return JSON.stringify(value) === JSON.stringify(stored)
  if (value === null && ABSENT.has(name)) return !/[1-9]/.test(String(stored)) || (name === 'quantity' && line.ratio !== null)
  return value === stored
}
