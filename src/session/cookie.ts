import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { clientOf } from '../http/proxy.ts'
import type { HttpContext } from '../http/route.ts'
import { SESSION_COOKIE } from './token.ts'

/** The token of the request's cookie. */
export function sessionToken(c: HttpContext): string | undefined {
  return getCookie(c, SESSION_COOKIE)
}

/** Sets the session cookie for `seconds`. */
export function setSessionCookie(c: HttpContext, token: string, seconds: number): void {
  setCookie(c, SESSION_COOKIE, token, { ...cookieAttributes(c), maxAge: Math.min(Math.floor(seconds), 400 * 86_400) })
}

export function clearSessionCookie(c: HttpContext): void {
  deleteCookie(c, SESSION_COOKIE, cookieAttributes(c))
}

/** What every cookie of the service has. */
export function cookieAttributes(c: HttpContext) {
  const { config } = c.var.deps
  const secure = config.cookieSecure === 'always' || (config.cookieSecure === 'auto' && clientOf(c).secure)
  return { httpOnly: true, sameSite: 'Lax' as const, path: config.basePath === '' ? '/' : config.basePath, secure }
}
