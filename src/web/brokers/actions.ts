import { submit } from '../submit.ts'
import type { Action } from '../visit.ts'
import { BROKER_KINDS } from './fields.tsx'

/** Makes a broker and leads to it. */
export const createBroker: Action = (visit) =>
  submit(visit, 'POST /brokers', { kinds: BROKER_KINDS, to: ({ body }) => `/brokers/${body.id}` })

/** Saves the settings of a broker, archives it or takes it out of the archive. */
export const changeBroker: Action = (visit) => {
  const id = visit.params['id'] ?? ''
  const to = `/brokers/${id}/settings?saved=1`
  const does = visit.form.get('do')
  if (does === 'archive' || does === 'unarchive')
    return submit(visit, 'PATCH /brokers/{id}', { params: { id }, body: { archived: does === 'archive' }, to })
  return submit(visit, 'PATCH /brokers/{id}', { params: { id }, kinds: BROKER_KINDS, to })
}

/** Deletes a broker with all that is in it. */
export const deleteBroker: Action = (visit) =>
  submit(visit, 'DELETE /brokers/{id}', { params: { id: visit.params['id'] ?? '' }, to: '/brokers' })

const MEMBER_KINDS = { '/role': 'text', '/share': 'part' } as const

/** Invites somebody; or the reader leaves, or has the broker in their totals or not. */
export const changeMembers: Action = (visit) => {
  const id = visit.params['id'] ?? ''
  const to = `/brokers/${id}/members`
  const does = visit.form.get('do')
  const invited = { ...MEMBER_KINDS, '/username': 'text', '/from_own_share': 'flag' } as const
  if (does === 'invite') return submit(visit, 'POST /brokers/{id}/access', { params: { id }, kinds: invited, to })
  if (does === 'leave')
    return submit(visit, 'DELETE /brokers/{id}/access/{user_id}', {
      params: { id, user_id: visit.reader.user?.id ?? 0 },
      to: '/brokers',
    })
  return submit(visit, 'PATCH /brokers/{id}/access/me', { params: { id }, body: { included: does === 'include' }, to })
}

/** Changes what a member may do, or ends their membership. */
export const changeMember: Action = (visit) => {
  const params = { id: visit.params['id'] ?? '', user_id: visit.params['user'] ?? '' }
  const to = `/brokers/${params.id}/members`
  if (visit.form.get('do') === 'remove') return submit(visit, 'DELETE /brokers/{id}/access/{user_id}', { params, to })
  return submit(visit, 'PATCH /brokers/{id}/access/{user_id}', { params, kinds: MEMBER_KINDS, to })
}
