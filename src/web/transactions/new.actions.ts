import { changeHeaders, typed } from '../form.ts'
import type { Action, Lead, Posted } from '../visit.ts'
import { lineOf } from './body.ts'
import { atLotFields } from './lot-fields.ts'
import { newTransactionPage } from './new.page.tsx'
import { pairOf } from './pair-bodies.ts'
import { PAIRS } from './pairs.tsx'
import { refused } from './shortfall.tsx'
import { readWorld, type World } from './world.ts'

/** Adds what the form says, and leads to it, or to the next one with the same kind, broker and day. */
export const addTransaction: Action = async (visit) => {
  const world = await readWorld(visit.ask, visit.reader)
  const wanted = visit.reader.query.get('type') ?? ''
  const type = world.rules.has(wanted) ? wanted : 'BUY'
  if (visit.form.get('do') === 'lots') return newTransactionPage({ ...visit, fields: typed(visit.form, {}) })
  return PAIRS.has(type) ? addPair(visit, world, type) : addLine(visit, world, type)
}

async function addLine(visit: Posted, world: World, type: string) {
  const { ask, form, reader: r } = visit
  const { body, faults } = await lineOf(visit, world, form, type, true)
  if (faults.length > 0) return { again: typed(form, { faults }) }
  const tried = await ask.try('POST /transactions', { body, headers: changeHeaders(form) })
  if (!tried.ok) return { again: refused(r, form, atLotFields(form, tried.problem)) }
  return leadOn(visit, type, form.get('/broker_id'), form.get('/date'), tried.body.id)
}

async function addPair(visit: Posted, world: World, type: string) {
  const { ask, form, reader: r } = visit
  const { create, faults } = await pairOf(visit, world, form, type)
  if (faults.length > 0) return { again: typed(form, { faults }) }
  const tried = await ask.try('POST /transactions/batch', { body: { create }, headers: changeHeaders(form) })
  if (!tried.ok) return { again: refused(r, form, tried.problem) }
  return leadOn(visit, type, form.get('/create/0/broker_id'), form.get('/create/0/date'), tried.body.created[0] ?? 0)
}

function leadOn({ form }: Posted, type: string, broker: string, date: string, id: number): Lead {
  if (form.get('do') !== 'another') return { to: `/transactions/${id}?done=added` }
  return { to: `/transactions/new?${new URLSearchParams({ type, broker_id: broker, date, added: String(id) })}` }
}
