import { setLocation } from '../http/location.ts'
import { empty, json, jsonBody, problems } from '../http/openapi.ts'
import { clientOf } from '../http/proxy.ts'
import { createRouter, publicRoute } from '../http/route.ts'
import { clearSessionCookie, setSessionCookie } from '../session/cookie.ts'
import { userRoute } from '../session/guard.ts'
import { login } from './login.service.ts'
import { LoginRequest, LogoutAnswer, RegisterRequest, SessionAnswer } from './schema.ts'
import { endSessions, register } from './service.ts'
import { toUserWire } from './wire.ts'

/** Whoever is not signed in sends little. */
const SMALL = { kib: 64, values: 100 }

const registerRoute = publicRoute({
  operationId: 'register',
  tags: ['auth'],
  method: 'post',
  path: '/auth/register',
  summary: 'Register as a user',
  description:
    'The first user becomes superuser, also when registration is off; later `auth/registration-disabled` (403). Where the service was given a `SETUP_CODE`, the first registration needs it as `setup_code`, else `auth/setup-code` (403). Does not sign in. From one network 20 people may register in a minute: `auth/too-many-registrations` (429). `user/username-taken`, `user/email-taken` (409), `user/password-weak` (422).',
  request: { body: jsonBody(RegisterRequest, SMALL) },
  responses: { 201: json(SessionAnswer, 'The new user'), ...problems(403, 409, 413, 422, 429, 503) },
})

const loginRoute = publicRoute({
  operationId: 'login',
  tags: ['auth'],
  method: 'post',
  path: '/auth/login',
  summary: 'Sign in',
  description:
    'Sets the cookie `session`. The same `auth/invalid-credentials` (401) for a wrong name and a wrong password. Only after the right password: `auth/second-factor-needed` (401) without `code` or `recovery_code` for who has a second factor, `auth/second-factor-wrong` (401), `auth/account-disabled` (403). `auth/password-login-off` (403) where passwords are switched off; `auth/too-many-attempts` (429) after 10 failures for a name from one address, or 30 from one address for any name: a wait of a second that doubles with each further failure, up to 15 minutes. Failures from elsewhere lock nobody out: after 20 of them attempts from addresses that are new to the name are answered one at a time and more slowly; those from where the name signed in before are not.',
  request: { body: jsonBody(LoginRequest, SMALL) },
  responses: { 200: json(SessionAnswer, 'Signed in; the cookie is set'), ...problems(401, 403, 413, 422, 429, 503) },
})

const logoutRoute = publicRoute({
  operationId: 'logout',
  tags: ['auth'],
  method: 'post',
  path: '/auth/logout',
  summary: 'Sign out',
  description:
    'Clears the cookie, also without a session. The token itself stays valid until it expires; `DELETE /auth/sessions` ends every session at once.',
  responses: { 200: json(LogoutAnswer, 'The cookie is cleared') },
})

const endSessionsRoute = userRoute({
  operationId: 'endSessions',
  tags: ['auth'],
  method: 'delete',
  path: '/auth/sessions',
  summary: 'End all own sessions',
  description: 'Every session of the caller ends at once, on every device, this one too.',
  responses: { 204: empty('Every session has ended; the cookie is cleared') },
})

export function authRoutes() {
  const router = createRouter()
  router.openapi(registerRoute, async (c) => {
    const { setup_code, ...body } = c.req.valid('json')
    const user = await register(c.var.deps, { ...body, setupCode: setup_code, address: clientOf(c).address })
    setLocation(c, '/auth/me')
    return c.json({ user: toUserWire(user), message: `Registered as ${user.username}. Sign in now.` }, 201)
  })
  router.openapi(loginRoute, async (c) => {
    const { username, password, code, recovery_code: recoveryCode } = c.req.valid('json')
    const input = { name: username, password, code, recoveryCode, address: clientOf(c).address }
    const session = await login(c.var.deps, input)
    setSessionCookie(c, session.token, session.seconds)
    return c.json({ user: toUserWire(session.user), message: `Signed in as ${session.user.username}.` }, 200)
  })
  router.openapi(logoutRoute, async (c) => {
    clearSessionCookie(c)
    return c.json({ message: 'Signed out.' }, 200)
  })
  router.openapi(endSessionsRoute, async (c) => {
    await endSessions(c.var.ctx)
    clearSessionCookie(c)
    return c.body(null, 204)
  })
  return router
}
