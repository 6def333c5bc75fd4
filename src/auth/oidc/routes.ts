import { empty, json, jsonBody, problems } from '../../http/openapi.ts'
import { clientOf } from '../../http/proxy.ts'
import { createRouter, publicRoute } from '../../http/route.ts'
import { userRoute } from '../../session/guard.ts'
import { answerCallback, originOf, setStateCookie } from './answer.ts'
import { unlink } from './link.service.ts'
import { OidcCallbackQuery, OidcDeparture, OidcLinkRequest, OidcLoginQuery, OidcUnlinkRequest } from './schema.ts'
import { beginLink, beginSignIn } from './service.ts'

const beginSignInRoute = publicRoute({
  operationId: 'beginSignIn',
  tags: ['auth'],
  method: 'get',
  path: '/auth/oidc/login',
  summary: 'Sign in at the provider',
  description: 'For browsers: leads to the provider of single sign-on. `auth/oidc-off` (401), `auth/oidc-unavailable` (502).',
  request: { query: OidcLoginQuery },
  responses: { 302: empty('To the provider'), ...problems(401, 422, 502) },
})

const finishSignInRoute = publicRoute({
  operationId: 'finishSignIn',
  tags: ['auth'],
  method: 'get',
  path: '/auth/oidc/callback',
  summary: 'Come back from the provider',
  description:
    'Sets the cookie `session` and leads to `return_to`, `/` without. What goes wrong is a problem, or `sign_in_problem` with its code in the query of the given `return_to`: `auth/oidc-off`, `auth/oidc-state`, `auth/oidc-refused` (401), `auth/oidc-denied`, `auth/account-disabled`, `auth/registration-disabled`, `auth/oidc-email-missing` (403), `auth/oidc-email-taken`, `auth/oidc-taken` (409).',
  request: { query: OidcCallbackQuery },
  responses: { 302: empty('Signed in or linked'), ...problems(401, 403, 409, 422, 429, 502) },
})

const beginLinkRoute = userRoute({
  operationId: 'beginLink',
  tags: ['auth'],
  method: 'post',
  path: '/auth/oidc/link',
  summary: 'Link the own account with the provider',
  description:
    'The browser goes to `authorization_url`; afterwards the caller signs in there. Needs the password, or a sign-in of the last 15 minutes: `auth/password-needed` (403), `auth/wrong-password` (422); `auth/oidc-linked` (409), `auth/oidc-off` (404).',
  request: { body: jsonBody(OidcLinkRequest) },
  responses: { 200: json(OidcDeparture, 'Where to go'), ...problems(403, 404, 409, 422, 429, 502, 503) },
})

const unlinkRoute = userRoute({
  operationId: 'unlink',
  tags: ['auth'],
  method: 'delete',
  path: '/auth/oidc/link',
  summary: 'Take the link with the provider away',
  description:
    'Needs the password, or a sign-in of the last 15 minutes. `auth/oidc-not-linked` (409), `auth/no-password` (409) for who could not sign in any more.',
  request: { body: jsonBody(OidcUnlinkRequest, { required: false }) },
  responses: { 204: empty('No link any more'), ...problems(403, 409, 415, 422, 429, 503) },
})

export function oidcRoutes() {
  const router = createRouter()
  router.openapi(beginSignInRoute, async (c) => {
    const { return_to: returnTo = null } = c.req.valid('query')
    const { url, token } = await beginSignIn(c.var.deps, { origin: originOf(c), returnTo })
    setStateCookie(c, token)
    return c.redirect(url, 302)
  })
  router.openapi(finishSignInRoute, answerCallback)
  router.openapi(beginLinkRoute, async (c) => {
    const { password, return_to: returnTo = null } = c.req.valid('json')
    const from = { origin: originOf(c), returnTo }
    const { url, token } = await beginLink(c.var.ctx, from, { password, address: clientOf(c).address })
    setStateCookie(c, token)
    return c.json({ authorization_url: url }, 200)
  })
  router.openapi(unlinkRoute, async (c) => {
    await unlink(c.var.ctx, { password: c.req.valid('json').password, address: clientOf(c).address })
    return c.body(null, 204)
  })
  return router
}
