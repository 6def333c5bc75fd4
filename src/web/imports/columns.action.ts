import { type FieldFault, type Form, typed } from '../form.ts'
import type { Action } from '../visit.ts'
import { IGNORED } from './mapping.tsx'
import { PARSE } from './report.ts'

/** Reads a table with what its columns were said to be; the choice stays with the report. */
export const readColumns: Action = async ({ form, ask, params, reader: r }) => {
  const id = params['id'] ?? ''
  const { types, faults } = typesOf(form.get('/types'), r.words.imports.mapBad)
  const meanings = meaningsOf(form)
  for (const [field, titles] of meanings)
    if (titles.length > 1 && field !== IGNORED)
      faults.push({ name: '', detail: r.words.imports.mapTwice(r.words.imports.fields[field] ?? field) })
  if (faults.length > 0) return { again: typed(form, { faults }) }
  const ignore = meanings.get(IGNORED) ?? []
  meanings.delete(IGNORED)
  const mapping = {
    columns: Object.fromEntries([...meanings].map(([field, [title = '']]) => [field, title])),
    ...(ignore.length > 0 && { ignore }),
    ...(Object.keys(types).length > 0 && { types }),
    ...(form.get('/date_format') !== '' && { date_format: form.get('/date_format') }),
    ...(form.get('/decimal') !== '' && { decimal: form.get('/decimal') }),
    ...(form.get('/currency').trim() !== '' && { defaults: { currency: form.get('/currency').trim().toUpperCase() } }),
  }
  const body = { plugin: 'broker_generic_csv', options: { mapping }, limit: 0 }
  const tried = await ask.try(PARSE, { params: { id }, body })
  if (!tried.ok) return { again: typed(form, { problem: tried.problem }) }
  const { report } = tried.body
  if (report.status !== 'failed') return { to: `/imports/${id}` }
  const rows = tried.body.issues.filter(({ severity }) => severity === 'error').slice(0, MAX_FAULTS)
  const details = [...new Set(rows.map(({ detail }) => detail))].map((detail) => ({ name: '', detail }))
  return { again: typed(form, { faults: details.length > 0 ? details : [{ name: '', detail: report.problem?.detail ?? '' }] }) }
}
const MAX_FAULTS = 20

/** The titles of the columns that are said to mean each of our fields. */
function meaningsOf(form: Form): Map<string, string[]> {
  const meanings = new Map<string, string[]>()
  for (const [name, field] of form.entries) {
    const index = /^\/meaning\/(\d+)$/.exec(name)?.[1]
    if (index !== undefined && field !== '') meanings.set(field, [...(meanings.get(field) ?? []), form.get(`/title/${index}`)])
  }
  return meanings
}

/** Lines such as `Kauf = BUY`. */
function typesOf(text: string, bad: (line: string) => string) {
  const types: Record<string, string> = {}
  const faults: FieldFault[] = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    const at = line.lastIndexOf('=')
    if (line === '') continue
    if (at < 1) faults.push({ name: '/types', detail: bad(line) })
    else
      types[line.slice(0, at).trim()] = line
        .slice(at + 1)
        .trim()
        .toUpperCase()
  }
  return { types, faults }
}
