import { bodyOf, typed } from '../form.ts'
import { Card, Outside, PageHead } from '../parts/basics.tsx'
import { submit } from '../submit.ts'
import type { Action, Posted } from '../visit.ts'

/** Changes the password, ends all sessions, or links the account with the provider. */
export const changeSecurity: Action = async (visit) => {
  const { form } = visit
  const does = form.get('do')
  if (does === 'password')
    return submit(visit, 'PUT /auth/users/me/password', {
      body: { current_password: form.get('/current_password'), new_password: form.get('/new_password') },
      to: '/profile/security?changed=1',
    })
  if (does === 'unlink') return submit(visit, 'DELETE /auth/oidc/link', { body: passwordIn(visit), to: '/profile/security' })
  if (does === 'link') return beginLink(visit)
  const outcome = await submit(visit, 'DELETE /auth/sessions', { to: '/sign-in?out=1' })
  if ('to' in outcome) visit.setHeader('Clear-Site-Data', '"cache"')
  return outcome
}

/** A password is sent as it was typed, spaces and all; left out where nothing was. */
function passwordIn({ form }: Posted): Readonly<Record<string, unknown>> {
  const password = form.get('/password')
  return password === '' ? {} : { password }
}

/** The policy of our pages lets no form lead to another site: a link does. */
const beginLink: Action = async (visit) => {
  const { ask, form, reader: r } = visit
  const { profile: words } = r.words
  const body = { ...passwordIn(visit), return_to: r.to('/profile/security') }
  const [tried, info] = [await ask.try('POST /auth/oidc/link', { body }), await ask('GET /system/info')]
  if (!tried.ok) return { again: typed(form, { problem: tried.problem }) }
  const name = info.sign_in.oidc?.name ?? ''
  const shown = (
    <>
      <PageHead r={r} title={words.sso(name)} />
      <Card>
        <p>{words.linkHelp}</p>
        <p>
          <Outside href={tried.body.authorization_url}>{words.linkGo(name)}</Outside>
        </p>
      </Card>
    </>
  )
  return { title: words.sso(name), body: shown, here: '/profile' }
}

const PREFERENCES = {
  '/language': 'text',
  '/format_region': 'text?',
  '/currency': 'text',
  '/cost_basis_method': 'text',
  '/theme': 'text',
  '/hide_amounts': 'flag',
  '/shortcuts': 'flag',
} as const
const SAVED = '/profile?saved=1'

/** Saves the preferences, or name and e-mail address. */
export const changeProfile: Action = async (visit) => {
  const { form, ask } = visit
  if (form.get('do') === 'preferences') {
    const outcome = await submit(visit, 'PATCH /auth/users/me/preferences', { kinds: PREFERENCES, to: SAVED })
    if ('to' in outcome) visit.setCookie('private', form.get('/hide_amounts') === 'true' ? '1' : '0', YEAR_SECONDS)
    return outcome
  }
  const { body } = bodyOf(form, { '/username': 'text', '/email': 'text' }, visit.reader)
  const tried = await ask.try('PATCH /auth/users/me', { body: { ...body, ...passwordIn(visit) } })
  return tried.ok ? { to: SAVED } : { again: typed(form, { problem: tried.problem }) }
}
const YEAR_SECONDS = 365 * 86_400

/** Deletes the reader's account. */
export const deleteAccount: Action = async (visit) => {
  const outcome = await submit(visit, 'DELETE /auth/users/me', {
    body: { password: visit.form.get('/password') },
    to: '/sign-in?out=1',
  })
  if ('to' in outcome) visit.setHeader('Clear-Site-Data', '"cache"')
  return outcome
}
