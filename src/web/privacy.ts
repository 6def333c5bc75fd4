import { ownPath } from './own-path.ts'
import { PRIVACY_COOKIE } from './reader.ts'
import type { Action } from './visit.ts'

const YEAR_SECONDS = 365 * 86_400

/** Hides or shows every amount, in this browser. */
export const changePrivacy: Action = async ({ form, site, setCookie }) => {
  setCookie(PRIVACY_COOKIE, form.get('amounts') === 'hide' ? '1' : '0', YEAR_SECONDS)
  return { to: ownPath(form.get('next'), site.hasPage) }
}
