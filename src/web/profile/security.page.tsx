import { Card } from '../parts/basics.tsx'
import { Button, Field, Form } from '../parts/forms.tsx'
import { fieldsOf } from '../submit.ts'
import type { Page, Visit } from '../visit.ts'
import { ProfileHead } from './head.tsx'

const PATH = '/profile/security'

/** Password, sessions, and sign-in at a provider. */
export const securityPage: Page = async (visit) => {
  const { reader: r, ask } = visit
  const { profile: words } = r.words
  const [own, info] = await Promise.all([ask('GET /auth/me'), ask('GET /system/info')])
  const { oidc } = info.sign_in
  const body = (
    <>
      <ProfileHead r={r} current="security" />
      {r.query.has('changed') && !visit.fields.wasSent && <p role="status">{words.changed}</p>}
      <div class="columns even">
        <Card title={words.passwordTitle} id="password">
          {own.has_password ? <Password {...visit} /> : <p>{words.noPassword}</p>}
        </Card>
        <div class="stacked">
          <Card title={words.sessions} id="sessions">
            <Form r={r} to={PATH} fields={fieldsOf(visit, 'sessions')}>
              <p>{words.sessionsHelp}</p>
              <p>
                <Button name="do" value="sessions" kind="danger">
                  {words.endSessions}
                </Button>
              </p>
            </Form>
          </Card>
          {oidc && <Provider {...visit} name={oidc.name} isLinked={own.oidc_linked} hasPassword={own.has_password} />}
        </div>
      </div>
    </>
  )
  return { title: words.security, body, here: '/profile' }
}

const Password = (visit: Visit) => {
  const { reader: r } = visit
  const { profile: words } = r.words
  const given = { r, fields: fieldsOf(visit, 'password') }
  return (
    <Form {...given} to={PATH}>
      <input type="hidden" name="do" value="password" />
      <Field
        {...given}
        name="/current_password"
        label={words.current}
        type="password"
        autocomplete="current-password"
        isRequired
      />
      <Field
        {...given}
        name="/new_password"
        label={words.fresh}
        type="password"
        help={words.freshHelp}
        autocomplete="new-password"
        isRequired
      />
      <p>
        <Button kind="primary">{words.change}</Button>
      </p>
    </Form>
  )
}

const Provider = (visit: Visit & { name: string; isLinked: boolean; hasPassword: boolean }) => {
  const { reader: r, name, isLinked, hasPassword } = visit
  const { profile: words } = r.words
  const does = isLinked ? 'unlink' : 'link'
  const given = { r, fields: fieldsOf(visit, does) }
  return (
    <Card title={words.sso(name)} id="provider">
      <Form {...given} to={PATH}>
        <input type="hidden" name="do" value={does} />
        <p>{isLinked ? words.ssoLinked : words.ssoNot}</p>
        {hasPassword && (
          <Field
            {...given}
            name="/password"
            label={words.proof}
            type="password"
            help={words.ssoProof}
            autocomplete="current-password"
            isOptional
          />
        )}
        <p>
          <Button kind={isLinked ? 'danger' : 'plain'}>{isLinked ? words.unlink : words.link}</Button>
        </p>
      </Form>
    </Card>
  )
}
