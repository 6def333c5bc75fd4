import { PageHead } from '../parts/basics.tsx'
import { Button, Faults, Field } from '../parts/forms.tsx'
import type { Page } from '../visit.ts'

/** The first account of a service, or one more where that is allowed. */
export const registerPage: Page = async ({ reader: r, ask, fields }) => {
  const info = await ask('GET /system/info')
  const isFirst = info.setup_required
  if (!isFirst && !info.registration_enabled) return { to: '/sign-in' }
  const { signIn: words } = r.words
  const title = isFirst ? words.firstTitle : words.registerTitle
  const given = { r, fields }
  const needsCode = fields.problem?.code === 'auth/setup-code'
  const body = (
    <div class="door-card card">
      <PageHead r={r} title={title} {...(isFirst ? { lead: words.firstLead } : {})} />
      <form method="post" action={r.to('/register')}>
        <Faults r={r} fields={fields} />
        <Field {...given} name="/username" label={words.newUsername} autocomplete="username" isRequired maxlength={50} />
        <Field {...given} name="/email" label={words.email} type="email" autocomplete="email" isRequired maxlength={254} />
        <Field
          {...given}
          name="/password"
          label={words.newPassword}
          type="password"
          help={words.passwordHelp}
          autocomplete="new-password"
          isRequired
        />
        {needsCode && <Field {...given} name="/setup_code" label={words.setupCode} help={words.setupCodeHelp} isRequired />}
        <Button kind="primary">{isFirst ? words.firstSubmit : words.registerSubmit}</Button>
      </form>
      {!isFirst && (
        <p class="quiet small">
          {words.haveAccount} <a href={r.to('/sign-in')}>{words.submit}</a>
        </p>
      )}
    </div>
  )
  return { title, body }
}
