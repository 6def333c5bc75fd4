import type { AnswerOf } from '../operations.ts'
import { Card, Crumbs } from '../parts/basics.tsx'
import { Button, Field, Form, Tick } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import { fieldsOf } from '../submit.ts'
import type { Page, Visit } from '../visit.ts'
import { AdminHead, requireAdministrator } from './head.tsx'
import { Heirs, readHeirs } from './heirs.tsx'

type User = AnswerOf<'GET /users/{id}'>

const OUTCOMES = { saved: 'userSaved', password: 'passwordSet', factor: 'factorGone' } as const

/** One account: what it may do, a new password, and the way to its end. */
export const userPage: Page = async (visit) => {
  const { reader: r, ask, params } = visit
  requireAdministrator(r)
  const { administration: words } = r.words
  const user = await ask('GET /users/{id}', { params: { id: params['id'] ?? '' } })
  const fields = fieldsOf(visit, 'change')
  const heirs = await readHeirs(visit, fields)
  const title = words.userTitle(user.username)
  const done = Object.entries(OUTCOMES).find(([code]) => r.query.get('done') === code)?.[1]
  const body = (
    <>
      <UserCrumbs r={r} />
      <AdminHead r={r} current="users" title={title} />
      {done && !visit.fields.wasSent && <p role="status">{words[done]}</p>}
      <Card>
        <Form r={r} fields={fields} to={`/administration/users/${user.id}`}>
          <input type="hidden" name="do" value="change" />
          <div class="fields">
            <Field
              r={r}
              fields={fields}
              name="/username"
              label={words.username}
              value={user.username}
              maxlength={50}
              isRequired
            />
            <Field
              r={r}
              fields={fields}
              name="/email"
              label={words.email}
              type="email"
              value={user.email}
              maxlength={254}
              isRequired
            />
          </div>
          <Tick fields={fields} name="/is_active" label={words.active} isTicked={user.is_active} />
          <Tick fields={fields} name="/is_superuser" label={words.superuser} isTicked={user.is_superuser} />
          <Heirs r={r} fields={fields} heirs={heirs} except={user.id} />
          <p>
            <Button kind="primary">{words.save}</Button>
          </p>
        </Form>
      </Card>
      {user.id === r.user?.id ? <Own r={r} /> : <Access {...visit} user={user} />}
    </>
  )
  return { title, body, here: '/administration' }
}

const UserCrumbs = ({ r }: { r: Reader }) => (
  <Crumbs r={r} items={[{ text: r.words.administration.users, href: r.to('/administration/users') }]} />
)

const Own = ({ r }: { r: Reader }) => (
  <Card>
    <p>{r.words.administration.ownAccount}</p>
    <p>
      <a class="button" href={r.to('/profile')}>
        {r.words.administration.toProfile}
      </a>
    </p>
  </Card>
)

/** What one can do for somebody else who cannot sign in any more, or shall not. */
const Access = (visit: Visit & { user: User }) => {
  const { reader: r, user } = visit
  const { administration: words } = r.words
  const to = `/administration/users/${user.id}`
  const fields = fieldsOf(visit, 'password')
  return (
    <div class="columns even">
      <Card title={words.resetPassword} id="password">
        <Form r={r} fields={fields} to={to}>
          <input type="hidden" name="do" value="password" />
          <Field
            r={r}
            fields={fields}
            name="/password"
            label={words.password}
            type="password"
            help={`${words.passwordHelp} ${words.resetPasswordHelp}`}
            autocomplete="new-password"
            isRequired
          />
          <p>
            <Button>{words.resetPassword}</Button>
          </p>
        </Form>
      </Card>
      <Card>
        <Form r={r} fields={fieldsOf(visit, 'factor')} to={to}>
          <p>{words.resetFactorHelp}</p>
          <p class="ways">
            <Button name="do" value="factor">
              {words.resetFactor}
            </Button>
            <a class="button danger" href={r.to(`${to}/delete`)}>
              {words.deleteUser}
            </a>
          </p>
        </Form>
      </Card>
    </div>
  )
}

/** What goes with an account, before it goes; who inherits its brokers where others need them. */
export const deleteUserPage: Page = async (visit) => {
  const { reader: r, ask, params, fields } = visit
  requireAdministrator(r)
  const { administration: words } = r.words
  const user = await ask('GET /users/{id}', { params: { id: params['id'] ?? '' } })
  const heirs = await readHeirs(visit, fields)
  const title = words.deleteTitle(user.username)
  const path = `/administration/users/${user.id}`
  const body = (
    <>
      <UserCrumbs r={r} />
      <AdminHead r={r} current="users" title={title} />
      <Card>
        <Form r={r} fields={fields} to={`${path}/delete`}>
          <p>{words.deleteHelp}</p>
          <Heirs r={r} fields={fields} heirs={heirs} except={user.id} />
          <p class="ways">
            <Button kind="danger">{words.deleteSubmit}</Button>
            <a class="button" href={r.to(path)}>
              {words.keep}
            </a>
          </p>
        </Form>
      </Card>
    </>
  )
  return { title, body, here: '/administration' }
}
