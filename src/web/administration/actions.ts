import { submit } from '../submit.ts'
import type { Action } from '../visit.ts'
import { heirKinds } from './heirs.tsx'

const USERS = '/administration/users'

/** Makes an account. */
export const createUser: Action = (visit) =>
  submit(visit, 'POST /users', {
    kinds: { '/username': 'text', '/email': 'text', '/is_superuser': 'flag' },
    body: { password: visit.form.get('/password') },
    to: ({ body }) => `${USERS}/${body.id}`,
  })

const USER_KINDS = { '/username': 'text', '/email': 'text', '/is_active': 'flag', '/is_superuser': 'flag' } as const

/** Changes an account, sets its password or takes its second factor away. */
export const changeUser: Action = (visit) => {
  const { form, params } = visit
  const id = params['id'] ?? ''
  const does = form.get('do')
  if (does === 'password')
    return submit(visit, 'PUT /users/{id}/password', {
      params: { id },
      body: { password: form.get('/password') },
      to: `${USERS}/${id}?done=password`,
    })
  if (does === 'factor')
    return submit(visit, 'DELETE /users/{id}/second-factor', { params: { id }, to: `${USERS}/${id}?done=factor` })
  const kinds = { ...USER_KINDS, ...heirKinds(form) }
  return submit(visit, 'PATCH /users/{id}', { params: { id }, kinds, to: `${USERS}/${id}?done=saved` })
}

/** Deletes an account. */
export const deleteUser: Action = (visit) =>
  submit(visit, 'DELETE /users/{id}', {
    params: { id: visit.params['id'] ?? '' },
    kinds: heirKinds(visit.form),
    to: USERS,
  })

const BACKUPS = '/administration/backups'

/** Makes a backup. */
export const createBackup: Action = (visit) => submit(visit, 'POST /backup', { to: `${BACKUPS}?done=made` })

/** Checks, restores or deletes a backup. */
export const changeBackup: Action = (visit) => {
  const { form, params } = visit
  const id = params['id'] ?? ''
  const does = form.get('do')
  if (does === 'verify') return submit(visit, 'POST /backup/{id}/verify', { params: { id }, to: `${BACKUPS}/${id}?done=whole` })
  if (does === 'delete') return submit(visit, 'DELETE /backup/{id}', { params: { id }, to: `${BACKUPS}?done=deleted` })
  return submit(visit, 'POST /backup/restore', { body: { id, password: form.get('/password') }, to: '/sign-in?out=1' })
}
