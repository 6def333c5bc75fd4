import type { Answered, Ask } from '../ask.ts'
import type { AnswerOf } from '../operations.ts'

export type Report = AnswerOf<'GET /brokers/import/files/{id}'>
export type Preview = AnswerOf<'POST /brokers/import/files/{id}/parse'>
export type Trial = AnswerOf<'POST /brokers/import/files/{id}/import'>
export type Undone = AnswerOf<'POST /brokers/import/files/{id}/undo'>
export type Broker = AnswerOf<'GET /brokers/{id}'>
export type Problem = NonNullable<Trial['refused']>

export const IMPORT = 'POST /brokers/import/files/{id}/import'
export const PARSE = 'POST /brokers/import/files/{id}/parse'
export const UNDO = 'POST /brokers/import/files/{id}/undo'

/** A report with its broker. Throws `Refusal` for strangers. */
export async function findReport(ask: Ask, id: string): Promise<{ readonly report: Report; readonly broker: Broker }> {
  const report = await ask('GET /brokers/import/files/{id}', { params: { id } })
  return { report, broker: await ask('GET /brokers/{id}', { params: { id: report.broker_id } }) }
}

export const mayEdit = ({ role }: Pick<Broker, 'role'>) => role === 'OWNER' || role === 'EDITOR'

/** What an import would do: an answer, the job that works it out, or what is in the way of finding out. */
export type Trying =
  | { readonly kind: 'known'; readonly trial: Trial }
  | { readonly kind: 'running'; readonly job: string }
  | { readonly kind: 'refused'; readonly problem: Problem }

/** Tries the import of a report without writing anything. `job`: one that has been trying since. */
export async function tryImport(ask: Ask, id: string, job: string | null): Promise<Trying> {
  if (job !== null) {
    const { state, result, problem } = await ask('GET /jobs/{id}', { params: { id: job } })
    if (state === 'queued' || state === 'running') return { kind: 'running', job }
    if (problem) return { kind: 'refused', problem }
    // A job's result is what its operation would have answered.
    if (result && 'imported' in result) return { kind: 'known', trial: result as unknown as Trial }
  }
  const tried = await ask.try(IMPORT, { params: { id }, body: { dry_run: true } })
  if (!tried.ok) return { kind: 'refused', problem: tried.problem }
  return outcomeOf(tried)
}

function outcomeOf({ job, body }: Answered<typeof IMPORT>): Trying {
  return job === undefined ? { kind: 'known', trial: body } : { kind: 'running', job }
}
