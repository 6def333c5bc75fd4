import { changeHeaders, typed } from '../form.ts'
import type { Action, Posted } from '../visit.ts'
import { choicesOf } from './choices.ts'
import { IMPORT, PARSE, type Report, UNDO } from './report.ts'

/** Takes the form of the review: stores what was chosen, and imports where that was pressed. */
export const review: Action = async (visit) => {
  const { form, ask, params, reader: r } = visit
  const id = params['id'] ?? ''
  const report = await ask('GET /brokers/import/files/{id}', { params: { id } })
  const choices = { ...choicesOf(form, report.choices), ...optionsOf(form.entries, report) }
  if (form.get('do') === 'import') return importNow(visit, id, choices)
  const tried = await ask.try(PARSE, { params: { id }, body: { ...choices, limit: 0 } })
  if (!tried.ok) return { again: typed(form, { problem: tried.problem }) }
  if (form.get('do') === 'template') return storeTemplate(visit, id)
  return { to: r.here({ job: null, same: null, undone: null }).slice(r.to('').length) }
}

const OPTION = '/options/'

function optionsOf(entries: Posted['form']['entries'], { choices }: Report): { readonly options?: Record<string, unknown> } {
  const given = entries.filter(([name, value]) => name.startsWith(OPTION) && value !== '')
  if (given.length === 0) return {}
  return {
    options: { ...choices?.options, ...Object.fromEntries(given.map(([name, value]) => [name.slice(OPTION.length), value])) },
  }
}

async function importNow({ form, ask, reader: r }: Posted, id: string, choices: object): ReturnType<Action> {
  const { 'Idempotency-Key': key } = changeHeaders(form)
  const tried = await ask.try(IMPORT, {
    params: { id },
    body: choices,
    ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
  })
  if (!tried.ok) {
    const detail = tried.problem.code === 'import/nothing-to-import' ? r.words.imports.nothingToImport : undefined
    return { again: typed(form, detail === undefined ? { problem: tried.problem } : { faults: [{ name: '', detail }] }) }
  }
  return { to: tried.job === undefined ? `/imports/${id}` : `/imports/${id}?import=${tried.job}` }
}

async function storeTemplate({ form, ask }: Posted, id: string): ReturnType<Action> {
  const body = { name: form.get('/name'), report_id: id }
  const tried = await ask.try('PUT /brokers/import/templates', { body })
  return tried.ok ? { to: `/imports/${id}` } : { again: typed(form, { problem: tried.problem }) }
}

/** Takes back what an import made. */
export const undo: Action = async ({ form, ask, params }) => {
  const id = params['id'] ?? ''
  const tried = await ask.try(UNDO, { params: { id }, body: { force: form.get('force') === 'true' } })
  return tried.ok ? { to: `/imports/${id}?undone` } : { again: typed(form, { problem: tried.problem }) }
}

/** Deletes a report, with its transactions where that is ticked. */
export const remove: Action = async ({ form, ask, params }) => {
  const given = { params: { id: params['id'] ?? '' }, query: { undo: form.get('/undo') === 'true' ? true : undefined } }
  const tried = await ask.try('DELETE /brokers/import/files/{id}', given)
  return tried.ok ? { to: '/imports' } : { again: typed(form, { problem: tried.problem }) }
}

/** Says which asset of the catalogue one of the file is. */
export const chooseAsset: Action = async ({ form, ask, params }) => {
  const id = params['id'] ?? ''
  const report = await ask('GET /brokers/import/files/{id}', { params: { id } })
  const asset_map = { ...report.choices?.asset_map, [form.get('ref')]: Number(form.get('asset')) }
  const tried = await ask.try(PARSE, { params: { id }, body: { asset_map, limit: 0 } })
  return tried.ok ? { to: `/imports/${id}` } : { again: typed(form, { problem: tried.problem }) }
}
