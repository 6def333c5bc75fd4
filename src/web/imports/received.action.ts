import type { Ask } from '../ask.ts'
import { type FieldFault, type Form, formOf, typed } from '../form.ts'
import type { Action } from '../visit.ts'
import { placeField, type Waiting } from './received.tsx'
import { IMPORT } from './report.ts'

/** A file with the broker that was chosen for it. */
type Placed = { readonly file: Waiting; readonly place: string }
/** A report that was made; `job`: its import goes on as one. `isSame`: it was there before. */
type Made = { readonly id: string; readonly job?: string | undefined; readonly isSame?: boolean }

/** Takes what was said of files that wait: makes brokers and reports of them, and imports these where that was pressed. */
export const placeFiles: Action = async ({ form, ask, reader: r }) => {
  const waiting = await ask('GET /brokers/import/received')
  const chosen = waiting.map((file) => ({ file, place: form.get(placeField(file.id)) })).filter(({ place }) => place !== '')
  if (waiting.length === 0) return { to: '/imports' }
  if (chosen.length === 0) return { again: typed(form, { faults: [{ name: '', detail: r.words.imports.missingBroker }] }) }
  for (const { file, place } of chosen) if (place === 'delete') await ask.try('DELETE /uploads/{id}', { params: { id: file.id } })
  const { placed, faults } = await withBrokers(
    ask,
    chosen.filter(({ place }) => place !== 'delete'),
  )
  const made: Made[] = []
  for (const group of groupsOf(placed)) {
    const one = await reportOf(ask, group)
    if ('detail' in one) faults.push(one)
    else made.push(one)
  }
  const done = form.get('do') === 'import' ? await importAll(ask, made) : made
  if (faults.length > 0) return { again: typed(withPlaces(form, placed), { faults }) }
  return { to: leadTo(done) }
}

/** Makes the brokers that are new, each name once. */
async function withBrokers(ask: Ask, chosen: readonly Placed[]): Promise<{ placed: Placed[]; faults: FieldFault[] }> {
  const ids = new Map<string, string>()
  const faults: FieldFault[] = []
  for (const { file, place } of chosen) {
    if (!place.startsWith('new:') || ids.has(place)) continue
    const plugin = file.broker_name === null ? {} : { import_plugin: file.plugin }
    const tried = await ask.try('POST /brokers', { body: { name: place.slice(4), ...plugin } })
    if (tried.ok) ids.set(place, String(tried.body.id))
    else {
      ids.set(place, '')
      faults.push({ name: placeField(file.id), detail: tried.problem.detail })
    }
  }
  const placed = chosen.map(({ file, place }) => ({ file, place: ids.get(place) ?? place })).filter(({ place }) => place !== '')
  return { placed, faults }
}

/** Files of one broker are read together; one that nobody knows, or an archive, by itself. */
function groupsOf(placed: readonly Placed[]): Placed[][] {
  const isAlone = ({ file }: Placed) => file.plugin === null || file.content_type === 'application/zip'
  return [...Map.groupBy(placed, (one) => (isAlone(one) ? one.file.id : one.place)).values()]
}

/** Makes a report of files. One that the broker has already is named in their place, and they go. */
async function reportOf(ask: Ask, group: readonly Placed[]): Promise<Made | FieldFault> {
  const ids = group.map(({ file }) => file.id)
  const body = { broker_id: Number(group[0]?.place), file_ids: ids }
  const tried = await ask.try('POST /brokers/import/received/report', { body })
  if (tried.ok) return { id: tried.body.id }
  const same = sameReport(tried.problem)
  if (same === undefined) return { name: placeField(ids[0] ?? ''), detail: tried.problem.detail }
  for (const id of ids) await ask.try('DELETE /uploads/{id}', { params: { id } })
  return { id: same, isSame: true }
}

/** The report that is in the way of a file with the same bytes. */
export function sameReport(problem: { readonly code: string }): string | undefined {
  const { id } = problem as { readonly id?: unknown }
  return problem.code === 'import/duplicate-file' && typeof id === 'string' ? id : undefined
}

/** Imports reports one after the other; once one takes long, the others go on as jobs. What is refused waits for its review. */
async function importAll(ask: Ask, made: readonly Made[]): Promise<Made[]> {
  const done: Made[] = []
  for (const one of made) {
    const isLong = done.some(({ job }) => job !== undefined)
    const headers = isLong ? { Prefer: 'respond-async' } : {}
    const tried = one.isSame ? undefined : await ask.try(IMPORT, { params: { id: one.id }, body: {}, headers })
    done.push(tried?.ok ? { ...one, job: tried.job } : one)
  }
  return done
}

function leadTo(made: readonly Made[]): string {
  const [one, ...others] = made
  if (one === undefined) return '/imports'
  if (others.length === 0) return `/imports/${one.id}${one.isSame ? '?same' : one.job === undefined ? '' : `?import=${one.job}`}`
  return `/imports?${made.map(({ id, job }) => `new=${id}${job === undefined ? '' : `.${job}`}`).join('&')}`
}

/** What was typed, with the brokers that are made by now. */
function withPlaces(form: Form, placed: readonly Placed[]): Form {
  const places = new Map(placed.map(({ file, place }) => [placeField(file.id), place]))
  return formOf(new URLSearchParams(form.entries.map(([name, value]) => [name, places.get(name) ?? value])))
}
