import type { AnswerOf } from '../operations.ts'
import { Card, Verdict } from '../parts/basics.tsx'
import { Button, Field, Form, Tick } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import { fieldsOf } from '../submit.ts'
import type { Page, Visit } from '../visit.ts'
import { BrokerHead } from './head.tsx'
import { RoleAndShare } from './member.page.tsx'
import { shareText } from './share.ts'

type Broker = AnswerOf<'GET /brokers/{id}'>
type Member = AnswerOf<'GET /brokers/{id}/access'>[number]
type Props = { r: Reader; broker: Broker; members: readonly Member[] }

/** Who may see a broker and what they may do. */
export const membersPage: Page = async (visit) => {
  const { reader: r, ask, params } = visit
  const { brokers: words } = r.words
  const id = params['id'] ?? ''
  const broker = await ask('GET /brokers/{id}', { params: { id } })
  const members = await ask('GET /brokers/{id}/access', { params: { id } })
  const props = { r, broker, members }
  const title = words.membersTitle(broker.name)
  const body = (
    <>
      <BrokerHead r={r} broker={broker} current="members" title={title} />
      <Card>
        <MemberTable {...props} />
        {broker.role !== 'OWNER' && <p class="quiet small">{words.onlyOwners}</p>}
      </Card>
      {broker.role === 'OWNER' && <Invite {...visit} broker={broker} />}
      <Own {...visit} {...props} />
      <AsScript r={r} operations={[['GET /brokers/{id}/access', { params: { id } }]]} />
    </>
  )
  return { title, body }
}

const MemberTable = ({ r, broker, members }: Props) => {
  const { brokers: words } = r.words
  const columns = [
    { key: 'person', text: words.person },
    { key: 'role', text: words.mayWhat },
    { key: 'share', text: words.share, isEnd: true },
  ]
  return (
    <Table r={r} caption={words.membersList} columns={columns}>
      {members.map((member) => (
        <MemberRow r={r} broker={broker} member={member} />
      ))}
    </Table>
  )
}

const MemberRow = ({ r, broker, member }: { r: Reader; broker: Broker; member: Member }) => {
  const { brokers: words } = r.words
  const isOwn = member.user_id === r.user?.id
  return (
    <tr>
      <th scope="row">
        {member.username}
        {isOwn && <span class="quiet"> ({words.you})</span>}
        {broker.role === 'OWNER' && (
          <p>
            <a class="button small" href={r.to(`/brokers/${broker.id}/members/${member.user_id}`)}>
              {words.change}
              <span class="sr"> {member.username}</span>
            </a>
          </p>
        )}
      </th>
      <td>
        {words.roles[member.role]}
        <span class="sub">{words.may[member.role]}</span>
      </td>
      <td class="end num">{shareText(r, member.share)}</td>
    </tr>
  )
}

const Invite = (visit: Visit & { broker: Broker }) => {
  const { reader: r, broker } = visit
  const { brokers: words } = r.words
  const fields = fieldsOf(visit, 'invite')
  return (
    <Card title={words.inviteTitle} id="invite">
      <Form r={r} fields={fields} to={`/brokers/${broker.id}/members`}>
        <input type="hidden" name="do" value="invite" />
        <div class="fields">
          <Field
            r={r}
            fields={fields}
            name="/username"
            label={words.inviteName}
            help={words.inviteHelp}
            maxlength={50}
            autocomplete="off"
            isRequired
          />
          <RoleAndShare r={r} fields={fields} chosen="VIEWER" />
        </div>
        <Tick fields={fields} name="/from_own_share" label={words.fromOwnShare} isTicked />
        <p>
          <Button kind="primary">{words.invite}</Button>
        </p>
      </Form>
    </Card>
  )
}

/** What the reader may do about their own membership. */
const Own = (visit: Visit & Props) => {
  const { r, broker, members } = visit
  const { brokers: words } = r.words
  const isLast = broker.role === 'OWNER' && members.filter(({ role }) => role === 'OWNER').length === 1
  const to = `/brokers/${broker.id}/members`
  return (
    <div class="columns even">
      <Card>
        <Form r={r} to={to} fields={fieldsOf(visit, broker.included ? 'exclude' : 'include')}>
          <p>{broker.included ? words.included : words.excluded}</p>
          <p>
            <Button name="do" value={broker.included ? 'exclude' : 'include'}>
              {broker.included ? words.exclude : words.include}
            </Button>
          </p>
        </Form>
      </Card>
      {isLast ? (
        <Verdict tone="ok" title={words.lastOwner}>
          <p>{words.lastOwnerHelp}</p>
        </Verdict>
      ) : (
        <Card>
          <Form r={r} to={to} fields={fieldsOf(visit, 'leave')}>
            <p>{words.leaveHelp}</p>
            <p>
              <Button name="do" value="leave" kind="danger">
                {words.leave}
              </Button>
            </p>
          </Form>
        </Card>
      )}
    </div>
  )
}
