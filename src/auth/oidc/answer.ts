import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { clientOf } from '../../http/proxy.ts'
import type { HttpContext } from '../../http/route.ts'
import { cookieAttributes, sessionToken, setSessionCookie } from '../../session/cookie.ts'
import { findSession } from '../../session/service.ts'
import { AppError } from '../../shared/errors.ts'
import { withQuery } from './return-to.ts'
import { finishSignIn, readDeparture } from './service.ts'
import { STATE_SECONDS } from './state.ts'

const STATE_COOKIE = 'oidc_state'

/** Where browsers see this service: PUBLIC_URL, else what they sent. */
export function originOf(c: HttpContext): string {
  const { publicUrl } = c.var.deps.config
  if (publicUrl !== null) return new URL(publicUrl).origin
  const { secure, host } = clientOf(c)
  return new URL(`${secure ? 'https' : 'http'}://${host}`).origin
}

/** Lax, because the provider sends the browser back from another site. */
export function setStateCookie(c: HttpContext, token: string): void {
  setCookie(c, STATE_COOKIE, token, { ...stateAttributes(c), maxAge: STATE_SECONDS })
}

/** The browser comes back: it is signed in and led on. A page that said where to return to learns of a problem there. */
export async function answerCallback(c: HttpContext): Promise<Response> {
  const { deps } = c.var
  const state = await readDeparture(deps, getCookie(c, STATE_COOKIE))
  deleteCookie(c, STATE_COOKIE, stateAttributes(c))
  const token = sessionToken(c)
  const caller = token === undefined ? undefined : (await findSession(deps, token))?.user
  const { search } = new URL(c.req.url)
  try {
    const session = await finishSignIn(deps, { state, search, address: clientOf(c).address, caller })
    if (session) setSessionCookie(c, session.token, session.seconds)
  } catch (error) {
    if (!(error instanceof AppError) || typeof state?.returnTo !== 'string') throw error
    return c.redirect(withQuery(state.returnTo, 'sign_in_problem', error.code), 302)
  }
  return c.redirect(state?.returnTo ?? `${deps.config.basePath}/`, 302)
}

function stateAttributes(c: HttpContext) {
  return { ...cookieAttributes(c), path: `${c.var.deps.config.basePath}/api/v1/auth/oidc` }
}
