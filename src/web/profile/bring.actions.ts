import type { Ask } from '../ask.ts'
import { changeHeaders, typed } from '../form.ts'
import type { Reader } from '../reader.ts'
import { formWith, readUpload } from '../upload.ts'
import type { Action, Receiver } from '../visit.ts'

const BRING = 'POST /backup/import'
type Headers = Readonly<Record<string, string>>

/** Has a stored file of the reader's brought in; with `dryRun` only looked at. Throws `Refusal` when the file is gone. */
export async function tryBring(
  ask: Ask,
  file: { readonly id: string; readonly filename: string },
  { dryRun, headers }: { readonly dryRun: boolean; readonly headers?: Headers },
) {
  const stream = formWith(await ask.file(file.id), file.filename)
  return await ask.try(BRING, { query: { dry_run: dryRun }, stream, ...(headers && { headers }) })
}

/** What is said of a file that is refused. */
export function reasonOf(r: Reader, problem: { readonly code: string; readonly detail: string }): string {
  const { profile: words } = r.words
  if (problem.code === 'backup/export-foreign') return words.bringForeign
  return problem.code === 'backup/export-newer' ? words.bringNewer : problem.detail
}

/** Stores an export among the reader's files and leads to what it would add; one that is refused is not stored. */
export const receiveExport: Receiver = async ({ ask, request, reader: r }) => {
  const { form, stream } = await readUpload(request)
  const refused = (problem: Parameters<typeof reasonOf>[1]) => ({
    again: typed(form, { faults: [{ name: '/file', detail: reasonOf(r, problem) }] }),
  })
  const stored = await ask.try('POST /uploads', { stream })
  if (!stored.ok) return refused(stored.problem)
  const looked = await tryBring(ask, stored.body, { dryRun: true })
  const here = `/profile/data/import/${stored.body.id}`
  if (looked.ok) return { to: looked.job === undefined ? here : afterJob(looked.job, `${here}?job=${looked.job}`) }
  await ask.try('DELETE /uploads/{id}', { params: { id: stored.body.id } })
  return refused(looked.problem)
}

/** Adds what an export holds, as a job; the file goes. */
export const bringIn: Action = async ({ ask, form, params, reader: r }) => {
  const id = params['id'] ?? ''
  const file = await ask('GET /uploads/{id}', { params: { id } })
  const headers = { ...changeHeaders(form), Prefer: 'respond-async' }
  const tried = await tryBring(ask, file, { dryRun: false, headers })
  if (!tried.ok) return { again: typed(form, { faults: [{ name: '', detail: reasonOf(r, tried.problem) }] }) }
  await ask.try('DELETE /uploads/{id}', { params: { id } })
  return { to: afterJob(tried.job ?? '', '/brokers') }
}

function afterJob(job: string, next: string): string {
  return `/jobs/${job}?${new URLSearchParams({ next })}`
}
