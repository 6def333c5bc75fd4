import type { AnswerOf } from '../operations.ts'
import { ownPath } from '../own-path.ts'
import { PageHead } from '../parts/basics.tsx'
import { Button, Faults, Field } from '../parts/forms.tsx'
import type { Page, Visit } from '../visit.ts'

type Info = AnswerOf<'GET /system/info'>

/** The problems after which a code is needed, too. */
const CODE_NEEDED = new Set(['auth/second-factor-needed', 'auth/second-factor-wrong'])

export const signInPage: Page = async (visit) => {
  const { reader: r, ask, url, site } = visit
  const info = await ask('GET /system/info')
  if (info.setup_required) return { to: '/register' }
  const next = ownPath(url.searchParams.get('next') ?? '/', site.hasPage)
  const { signIn: words } = r.words
  const body = (
    <div class="door-card card">
      <PageHead r={r} title={words.title} />
      {r.query.has('out') && <p role="status">{words.signedOut}</p>}
      <form method="post" action={r.here({})}>
        <input type="hidden" name="next" value={next} />
        <SignInFields {...visit} info={info} />
      </form>
      <OtherWays {...visit} info={info} next={next} />
    </div>
  )
  return { title: words.title, body }
}

/** The fields of a sign-in by password; the code only where it is needed. */
export const SignInFields = ({ reader: r, fields, info }: Pick<Visit, 'reader' | 'fields'> & { info: Info }) => {
  const { signIn: words } = r.words
  if (!info.sign_in.password) return <p>{words.passwordsOff}</p>
  const given = { r, fields }
  return (
    <>
      <Faults r={r} fields={fields} />
      <Field {...given} name="/username" label={words.username} autocomplete="username" isRequired maxlength={254} />
      <Field {...given} name="/password" label={words.password} type="password" autocomplete="current-password" isRequired />
      {CODE_NEEDED.has(fields.problem?.code ?? '') && (
        <Field {...given} name="/code" label={words.code} help={words.codeHelp} autocomplete="one-time-code" autofocus />
      )}
      <Button kind="primary">{words.submit}</Button>
    </>
  )
}

const OtherWays = ({ reader: r, info, next }: Visit & { info: Info; next: string }) => {
  const { signIn: words } = r.words
  const { oidc } = info.sign_in
  return (
    <>
      {oidc && (
        <p>
          <a class="button" href={`${oidc.login_url}?${new URLSearchParams({ return_to: r.to(next) })}`}>
            {words.with(oidc.name)}
          </a>
        </p>
      )}
      <p class="quiet small">
        {info.registration_enabled ? (
          <>
            {words.noAccount} <a href={r.to('/register')}>{words.register}</a>
          </>
        ) : (
          words.registrationOff
        )}
      </p>
    </>
  )
}
