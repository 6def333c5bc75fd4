import { Refusal } from '../ask.ts'

import type { AnswerOf } from '../operations.ts'
import { Day } from '../parts/amounts.tsx'
import { Badge, Card } from '../parts/basics.tsx'
import { Button, Field, Form, Tick } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import { nextCursor, Pager, Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { AdminHead, requireAdministrator } from './head.tsx'

type User = AnswerOf<'GET /users'>[number]
const PAGE = 50

/** Everybody who has an account. */
export const usersPage: Page = async ({ reader: r, ask }) => {
  requireAdministrator(r)
  const { administration: words } = r.words
  const given = { query: { inactive: true, limit: PAGE, q: r.query.get('q'), cursor: r.query.get('cursor') } }
  const tried = await ask.try('GET /users', given)
  if (!tried.ok) throw new Refusal(tried.problem, tried.retryAfterSeconds)
  const body = (
    <>
      <AdminHead r={r} current="users" />
      <div class="ways">
        <Find r={r} />
        <a class="button primary" href={r.to('/administration/users/new')}>
          {words.userNew}
        </a>
      </div>
      <Card>
        {tried.body.length === 0 ? <p class="quiet">{words.usersNone}</p> : <UserTable r={r} users={tried.body} />}
        <Pager r={r} next={nextCursor(tried.headers)} />
      </Card>
      <AsScript r={r} operations={[['GET /users', given]]} />
    </>
  )
  return { title: words.users, body, here: '/administration' }
}

const Find = ({ r }: { r: Reader }) => {
  const { administration: words } = r.words
  return (
    <form method="get" action={r.to('/administration/users')} class="inline">
      <div class="field">
        <label for="find">{words.find}</label>
        <input id="find" type="search" name="q" value={r.query.get('q') ?? ''} maxlength={100} />
      </div>
      <button type="submit" class="button">
        {words.findSubmit}
      </button>
    </form>
  )
}

const UserTable = ({ r, users }: { r: Reader; users: readonly User[] }) => {
  const { administration: words } = r.words
  const columns = [
    { key: 'name', text: words.username },
    { key: 'email', text: words.email, kind: 'wide' },
    { key: 'since', text: words.since, isEnd: true, kind: 'wide' },
  ]
  return (
    <Table r={r} caption={words.usersList} columns={columns}>
      {users.map((user) => (
        <tr>
          <th scope="row">
            <a href={r.to(`/administration/users/${user.id}`)}>{user.username}</a>
            {user.id === r.user?.id && <span class="quiet"> ({words.you})</span>}{' '}
            {user.is_superuser && <Badge tone="accent">{words.superuserBadge}</Badge>}{' '}
            {user.is_active === false && <Badge tone="warn">{words.disabled}</Badge>}
          </th>
          <td class="wide">{user.email}</td>
          <td class="end wide">{user.created_at && <Day r={r} of={user.created_at.slice(0, 10)} />}</td>
        </tr>
      ))}
    </Table>
  )
}

/** A form for one more account. */
export const newUserPage: Page = async ({ reader: r, fields }) => {
  requireAdministrator(r)
  const { administration: words } = r.words
  const given = { r, fields }
  const body = (
    <>
      <AdminHead r={r} current="users" title={words.userNew} />
      <Card>
        <Form {...given}>
          <div class="fields">
            <Field {...given} name="/username" label={words.username} maxlength={50} autocomplete="off" isRequired />
            <Field {...given} name="/email" label={words.email} type="email" maxlength={254} autocomplete="off" isRequired />
            <Field
              {...given}
              name="/password"
              label={words.password}
              type="password"
              help={words.passwordHelp}
              autocomplete="new-password"
              isRequired
            />
          </div>
          <Tick fields={fields} name="/is_superuser" label={words.superuser} />
          <p>
            <Button kind="primary">{words.userAdd}</Button>
          </p>
        </Form>
      </Card>
    </>
  )
  return { title: words.userNew, body, here: '/administration' }
}
