import { accepts } from 'hono/accepts'
import { getCookie } from 'hono/cookie'
import { clientOf } from '../http/proxy.ts'
import type { HttpContext } from '../http/route.ts'
import { findLanguage } from '../shared/language.ts'
import { formatsOf } from '../shared/region.ts'
import { queryOf } from './address.ts'
import type { Ask, Query } from './ask.ts'
import { createFormatters, type Formatters } from './figures.ts'
import { sayIn } from './sentences.ts'
import { LANGUAGES, type Language, loadWords, type Words } from './words/index.ts'

/** Who reads a page, and how figures and words are written for them. */
export type Reader = {
  readonly language: Language
  /** The same with its region, BCP 47: as the reader chose it, or as their browser names it. */
  readonly fullLanguage: string
  /** The country that the reader's browser names in its languages, ISO 3166; absent where it names none, or somebody is signed in. */
  readonly country?: string
  /** How numbers and days are written. */
  readonly formats: Formatters
  /** BCP 47: whose way of writing numbers is read in forms, too. */
  readonly numbers: string
  /** Of reports, ISO 4217. */
  readonly currency: string
  /** No amount and no quantity may be written. */
  readonly isPrivate: boolean
  readonly theme: 'light' | 'dark' | 'auto'
  /** Whether pages can be used by keys. */
  readonly shortcuts: boolean
  readonly words: Words
  /** What the interface says in English, in the reader’s language where there are words for it. */
  readonly say: (text: string) => string
  /** Absent where nobody is signed in. */
  readonly user?: ReaderUser
  /** The page's own path without BASE_PATH, and its query. */
  readonly path: string
  readonly query: URLSearchParams
  /** Only a part of a page is wanted, to be put into another. */
  readonly isFragment: boolean
  /** The present day of the service, `YYYY-MM-DD`. */
  readonly today: string
  /** The beginning of every address of the service as the reader's browser knows it: `https://money.example`. */
  readonly origin: string
  /** The address of a page of ours, or of an operation below `/api/v1`. */
  readonly to: (path: string, query?: Query) => string
  /** This page with some of its query changed; `null` takes away. */
  readonly here: (query: Query) => string
}

export type ReaderUser = {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly isSuperuser: boolean
  readonly sessionExpiresAt: string | null
  readonly costBasisMethod: string
}

/** Whether amounts are hidden: `1` or `0`. Without it the reader's preference holds. */
export const PRIVACY_COOKIE = 'private'

type Known = {
  readonly language: string
  readonly region: string | null
  readonly currency: string
  readonly theme: Reader['theme']
}
const MOST_ACCEPTED = 1000
const UNKNOWN: Known = { language: 'en', region: null, currency: 'EUR', theme: 'auto' }

/** The signed-in reader. Throws `Refusal` when nobody is. */
export async function readReader(c: HttpContext, ask: Ask): Promise<Reader> {
  const own = await ask('GET /auth/me')
  const { preferences } = own
  const chosen = getCookie(c, PRIVACY_COOKIE)
  const base = await makeReader(c, { ...preferences, region: preferences.format_region })
  return {
    ...base,
    isPrivate: chosen === undefined ? preferences.hide_amounts : chosen === '1',
    shortcuts: preferences.shortcuts,
    user: {
      id: own.id,
      name: own.username,
      email: own.email,
      isSuperuser: own.is_superuser,
      sessionExpiresAt: own.session_expires_at,
      costBasisMethod: preferences.cost_basis_method,
    },
  }
}

/** Whoever it is, by what their browser says. */
export async function anyReader(c: HttpContext): Promise<Reader> {
  const country = acceptedCountry(c.req.header('accept-language') ?? '')
  return { ...(await makeReader(c, { ...UNKNOWN, language: acceptedLanguage(c) })), ...(country !== undefined && { country }) }
}

/** `CH` of `fr-CH,fr;q=0.9,en-US;q=0.5`: of the language liked best that has a country; it need not be one that pages are written in. */
export function acceptedCountry(header: string): string | undefined {
  const wishes = header
    .slice(0, MOST_ACCEPTED)
    .split(',')
    .map((wish) => {
      const [tag = '', ...given] = wish.split(';').map((one) => one.trim())
      const weight = Number(given.find((one) => one.startsWith('q='))?.slice(2) ?? 1)
      return { country: /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i.exec(tag)?.[1]?.toUpperCase(), weight }
    })
  return wishes
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .find(({ country }) => country !== undefined)?.country
}

/** The language that a browser likes best of those that pages are written in, as the browser names it: `de-AT`; `en` without one. */
function acceptedLanguage(c: HttpContext): string {
  return accepts(c, {
    header: 'Accept-Language',
    supports: [...LANGUAGES],
    default: 'en',
    match: (wishes, { supports }) =>
      [...wishes].sort((a, b) => b.q - a.q).find(({ type }) => supports.includes(mainOf(type)) && findLanguage(type))?.type ??
      'en',
  })
}

function mainOf(language: string): string {
  return language.split('-')[0]?.toLowerCase() ?? ''
}

async function makeReader(c: HttpContext, known: Known): Promise<Reader> {
  const { basePath } = c.var.deps.config
  const url = new URL(c.req.url)
  const path = url.pathname.slice(basePath.length) || '/'
  const main = mainOf(known.language)
  const language = LANGUAGES.find((one) => one === main) ?? 'en'
  const formats = formatsOf(known.language, known.region)
  const words = await loadWords(language)
  const formatters = createFormatters(formats)
  const to = (path: string, query: Query = {}) => `${basePath}${path}${queryOf(query)}`
  return {
    language,
    fullLanguage: known.language,
    formats: formatters,
    numbers: formats.numbers,
    currency: known.currency,
    theme: known.theme,
    isPrivate: false,
    shortcuts: true,
    words,
    say: language === 'en' ? (text) => text : sayIn(words, { formats: formatters }),
    path,
    query: url.searchParams,
    isFragment: c.req.header('x-fragment') === '1',
    today: c.var.deps.clock().toISOString().slice(0, 10),
    origin: originOf(c),
    to,
    here: (query) => to(path, { ...listsOf(url.searchParams), ...query }),
  }
}

function originOf(c: HttpContext): string {
  const { publicUrl } = c.var.deps.config
  const { secure, host } = clientOf(c)
  return publicUrl === null ? `${secure ? 'https' : 'http'}://${host}` : new URL(publicUrl).origin
}

function listsOf(search: URLSearchParams): Query {
  return Object.fromEntries([...new Set(search.keys())].map((name) => [name, search.getAll(name)]))
}
