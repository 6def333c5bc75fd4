import { bodyOf, type FieldKind, typed } from '../form.ts'
import type { Action, Posted } from '../visit.ts'
import type { Setting } from './settings.page.tsx'

/** Saves the settings that are no longer what they were; an empty field brings a default back. */
export const changeSettings: Action = async (visit) => {
  const { ask, form } = visit
  const settings = await ask('GET /settings')
  const { values, faults } = readValues(visit, settings)
  if (faults.length > 0) return { again: typed(form, { faults }) }
  const changed = settings.filter(({ key, value }) => values.has(key) && !isSame(values.get(key), value))
  if (changed.length > 0) {
    const body = Object.fromEntries(changed.map(({ key }) => [key, values.get(key)]))
    const tried = await ask.try('PATCH /settings', { body })
    if (!tried.ok) return { again: typed(form, { problem: tried.problem }) }
  }
  return { to: `/administration/settings?saved=${changed.length}` }
}

const KINDS: Partial<Record<Setting['type'], FieldKind>> = {
  number: 'number?',
  integer: 'integer?',
  boolean: 'flag',
  times: 'list',
  ranges: 'list',
}

function readValues({ form, reader }: Posted, settings: readonly Setting[]) {
  const kinds = Object.fromEntries(settings.map(({ key, type }) => [`/${key}`, KINDS[type] ?? 'text?'] as const))
  const { body, faults } = bodyOf(form, kinds, reader)
  const values = new Map<string, unknown>()
  for (const { key, type } of settings) {
    const value = body[key]
    if (value === undefined) continue
    values.set(key, type === 'number' && typeof value === 'string' ? Number(value) : value)
  }
  return { values, faults }
}

/** An empty field is also what an empty text looks like. */
function isSame(typed: unknown, value: unknown): boolean {
  return JSON.stringify(typed) === JSON.stringify(value) || (typed === null && value === '')
}
