import { bodyOf, typed } from '../form.ts'
import { ownPath } from '../own-path.ts'
import type { Action, Again, Posted } from '../visit.ts'
import { resumeView } from './late.tsx'

const CREDENTIALS = { '/username': 'text', '/password': 'text', '/code': 'text' } as const
/** Codes of the app are digits; recovery codes are not. */
const APP_CODE = /^[\d ]{6,7}$/

/** Signs in, and leads to where the reader wanted to go, or back to what they had typed when their session ended. */
export const signIn: Action = async (visit) => {
  const { form, reader: r, site } = visit
  const opened = await openSession(visit, form.get('/username'))
  if ('again' in opened) return opened
  const resume = form.get('resume')
  if (resume === '') return { to: ownPath(form.get('next') || '/', site.hasPage) }
  return resumeView(r, ownPath(resume, isOurs), enteredIn(form.get('entered')))
}

/** Forms go to addresses that may show no page themselves. */
const isOurs = (path: string) => /^\/[\w/-]*$/.test(path)

function enteredIn(text: string): [string, string][] {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed)
      ? parsed.flatMap((one) => (Array.isArray(one) ? [[String(one[0]), String(one[1])] as [string, string]] : []))
      : []
  } catch {
    return []
  }
}

/** The session that was opened, as the header that sends it back. */
type Opened = { readonly Cookie: string }

async function openSession({ ask, form, reader, setHeader }: Posted, username: string): Promise<Again | Opened> {
  const { body } = bodyOf(form, CREDENTIALS, reader)
  const { code, ...credentials } = body
  const given = typeof code === 'string' ? (APP_CODE.test(code) ? { code } : { recovery_code: code }) : {}
  const tried = await ask.try('POST /auth/login', {
    body: { ...credentials, username, password: form.get('/password'), ...given },
  })
  if (tried.ok)
    return {
      Cookie: tried.headers
        .getSetCookie()
        .flatMap((cookie) => cookie.split(';')[0] ?? [])
        .join('; '),
    }
  if (tried.retryAfterSeconds === undefined) return { again: typed(form, { problem: tried.problem }) }
  setHeader('Retry-After', String(tried.retryAfterSeconds))
  const detail = reader.words.signIn.tooMany(String(tried.retryAfterSeconds))
  return { again: { ...typed(form, { faults: [{ name: '', detail }] }), problem: tried.problem } }
}

/** How everybody reads who says nothing else. */
const USUAL = new Set(['en', 'en-US'])
/** Of a service whose administrator has set no other. */
const STANDARD_CURRENCY = 'EUR'

/** Makes an account that reads the language of the browser and counts in the money of its country, and signs it in. */
export const register: Action = async (visit) => {
  const { ask, form, reader } = visit
  const { body } = bodyOf(form, { '/username': 'text', '/email': 'text', '/setup_code': 'text' }, reader)
  const tried = await ask.try('POST /auth/register', { body: { ...body, password: form.get('/password') } })
  if (!tried.ok) return { again: typed(form, { problem: tried.problem }) }
  const opened = await openSession(visit, form.get('/username'))
  if ('again' in opened) return opened
  const { fullLanguage: language } = reader
  const currency = await currencyFor(visit, opened)
  const chosen = { ...(!USUAL.has(language) && { language }), ...(currency !== undefined && { currency }) }
  if (Object.keys(chosen).length > 0) await ask.try('PATCH /auth/users/me/preferences', { body: chosen, headers: opened })
  return { to: '/' }
}

/** The money of the country that the browser names. What the administrator has set for all stands. */
async function currencyFor({ ask, reader }: Posted, headers: Opened): Promise<string | undefined> {
  const { country } = reader
  if (country === undefined) return undefined
  const [own, countries] = await Promise.all([
    ask.try('GET /auth/me', { headers }),
    ask.try('GET /utilities/countries', { query: { q: country }, headers }),
  ])
  if (!own.ok || !countries.ok || own.body.preferences.currency !== STANDARD_CURRENCY) return undefined
  return countries.body.find(({ code }) => code === country)?.currencies[0]
}

/** Ends the session, and has the browser discard the pages that it has seen. */
export const signOut: Action = async ({ ask, setHeader }) => {
  await ask.try('POST /auth/logout')
  setHeader('Clear-Site-Data', '"cache"')
  return { to: '/sign-in?out=1' }
}
