import { submit } from '../submit.ts'
import type { Action } from '../visit.ts'

/** Renames or describes a file, or deletes it. */
export const changeFile: Action = (visit) => {
  const id = visit.params['id'] ?? ''
  if (visit.form.get('do') === 'delete') return submit(visit, 'DELETE /uploads/{id}', { params: { id }, to: '/files?deleted=1' })
  const kinds = { '/filename': 'text', '/description': 'text?' } as const
  return submit(visit, 'PATCH /uploads/{id}', { params: { id }, kinds, to: `/files/${id}?saved=1` })
}
