import { AppError } from '../../shared/errors.ts'
import type { FormView } from '../form.ts'
import { Card } from '../parts/basics.tsx'
import { Button, Field, Form, Select } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import { fieldsOf } from '../submit.ts'
import type { Page } from '../visit.ts'
import { BrokerHead } from './head.tsx'
import { shareText } from './share.ts'

const ROLES = ['VIEWER', 'EDITOR', 'OWNER'] as const

/** One member, for owners: role, share, and the way out. Throws `access/not-found`, `broker/role-too-small`. */
export const memberPage: Page = async (visit) => {
  const { reader: r, ask, params } = visit
  const { brokers: words } = r.words
  const id = params['id'] ?? ''
  const broker = await ask('GET /brokers/{id}', { params: { id } })
  if (broker.role !== 'OWNER') throw new AppError('forbidden', 'broker/role-too-small', words.noOwner)
  const members = await ask('GET /brokers/{id}/access', { params: { id } })
  const member = members.find(({ user_id }) => String(user_id) === params['user'])
  if (!member) throw new AppError('not-found', 'access/not-found', words.onlyOwners)
  const isOwn = member.user_id === r.user?.id
  const fields = fieldsOf(visit, 'change')
  const title = words.changeOf(member.username)
  const body = (
    <>
      <BrokerHead r={r} broker={broker} current="members" title={title} />
      <Card>
        <Form r={r} fields={fields}>
          <input type="hidden" name="do" value="change" />
          <div class="fields">
            <RoleAndShare r={r} fields={fields} share={member.share} {...(isOwn ? {} : { chosen: member.role })} />
          </div>
          {isOwn && <p class="quiet small">{words.ownRole}</p>}
          <p>
            <Button kind="primary">{words.changeSubmit}</Button>
          </p>
        </Form>
      </Card>
      {!isOwn && (
        <Card>
          <Form r={r} fields={fieldsOf(visit, 'remove')}>
            <p>{words.removeHelp}</p>
            <p>
              <Button name="do" value="remove" kind="danger">
                {words.remove(member.username)}
              </Button>
            </p>
          </Form>
        </Card>
      )}
    </>
  )
  return { title, body }
}

type Props = { r: Reader; fields: FormView; chosen?: (typeof ROLES)[number]; share?: string }

/** The fields of a membership; without `chosen` its role is not to be changed. */
export const RoleAndShare = ({ r, fields, chosen, share }: Props) => {
  const { brokers: words } = r.words
  const options = ROLES.map((one) => ({ value: one, text: `${words.roles[one]}${r.words.common.colon}${words.may[one]}` }))
  return (
    <>
      {chosen && <Select r={r} fields={fields} name="/role" label={words.mayWhat} options={options} value={chosen} />}
      <Field
        r={r}
        fields={fields}
        name="/share"
        label={words.share}
        value={share === undefined ? '' : shareText(r, share)}
        inputmode="decimal"
        help={words.shareHelp(shareText(r, '0.5'), shareText(r, '1'))}
        isOptional
      />
    </>
  )
}
