import { submit } from '../submit.ts'
import type { Action } from '../visit.ts'

/** Asks a job to stop. */
export const cancelJob: Action = (visit) => {
  const { params, reader: r } = visit
  const id = params['id'] ?? ''
  const to = r.here({ cancelling: 1 }).slice(r.to('').length)
  return submit(visit, 'DELETE /jobs/{id}', { params: { id }, to })
}
