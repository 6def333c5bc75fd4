import type { z } from '@hono/zod-openapi'
import { empty, json, jsonBody, problems } from '../http/openapi.ts'
import { clientOf } from '../http/proxy.ts'
import { createRouter } from '../http/route.ts'
import { setSessionCookie } from '../session/cookie.ts'
import { userRoute } from '../session/guard.ts'
import { changeOwnNames } from './names.service.ts'
import { changePreferences, type PreferencesChange, readPreferences } from './preferences.service.ts'
import type { Preferences } from './preferences.ts'
import {
  ChangeOwnPasswordRequest,
  ChangeOwnUserRequest,
  ChangePreferencesRequest,
  OwnUser,
  Preferences as PreferencesOnWire,
  User,
} from './schema.ts'
import { changeOwnPassword, getOwnUser } from './service.ts'
import { getOwnWays } from './ways.service.ts'
import { toUserWire } from './wire.ts'

const getOwnUserRoute = userRoute({
  operationId: 'getOwnUser',
  'x-scope': 'read',
  tags: ['auth'],
  method: 'get',
  path: '/auth/me',
  summary: 'Read the signed-in user',
  description: 'With the preferences that hold for them. `is_superuser`: in this request.',
  responses: { 200: json(OwnUser, 'The signed-in user') },
})

const changeOwnUserRoute = userRoute({
  operationId: 'changeOwnUser',
  tags: ['auth'],
  method: 'patch',
  path: '/auth/users/me',
  summary: 'Change the own username or e-mail address',
  description:
    'Another e-mail address needs `password` (`auth/password-needed`, `auth/wrong-password`, 422). `user/username-taken`, `user/email-taken` (409).',
  request: { body: jsonBody(ChangeOwnUserRequest) },
  responses: { 200: json(User, 'The user, changed'), ...problems(403, 409, 422, 429, 503) },
})

const changeOwnPasswordRoute = userRoute({
  operationId: 'changeOwnPassword',
  tags: ['auth'],
  method: 'put',
  path: '/auth/users/me/password',
  summary: 'Change the own password',
  description:
    'Every session opened before ends; the answer carries a new cookie. `auth/wrong-password`, `user/password-weak` (422); wrong ones count as failed logins (429).',
  request: { body: jsonBody(ChangeOwnPasswordRequest) },
  responses: { 204: empty('Changed; the cookie is replaced'), ...problems(409, 422, 429, 503) },
})

const getPreferencesRoute = userRoute({
  operationId: 'getPreferences',
  'x-scope': 'read',
  tags: ['auth'],
  method: 'get',
  path: '/auth/users/me/preferences',
  summary: 'Read the own preferences',
  description: 'What holds now: the own choice, else the default of the service.',
  responses: { 200: json(PreferencesOnWire, 'The preferences') },
})

const changePreferencesRoute = userRoute({
  operationId: 'changePreferences',
  'x-scope': 'write',
  tags: ['auth'],
  method: 'patch',
  path: '/auth/users/me/preferences',
  summary: 'Change the own preferences',
  description: 'At least one; `null` brings the default of the service back.',
  request: { body: jsonBody(ChangePreferencesRequest) },
  responses: { 200: json(PreferencesOnWire, 'The preferences, changed'), ...problems(422) },
})

export function profileRoutes() {
  const router = createRouter()
  router.openapi(getOwnUserRoute, async (c) => {
    const { ctx } = c.var
    const preferences = toWire(await readPreferences(ctx.reader, ctx.user.id))
    const { expiresAt } = ctx.user
    const session_expires_at = expiresAt === undefined ? null : new Date(expiresAt * 1000).toISOString()
    const ways = await getOwnWays(ctx)
    const { hasPassword: has_password, hasSecondFactor: second_factor, isLinked: oidc_linked } = ways
    const own = { has_password, second_factor, oidc_linked, session_expires_at }
    const user = { ...toUserWire(await getOwnUser(ctx)), is_superuser: ctx.user.isSuperuser }
    return c.json({ ...user, preferences, ...own }, 200)
  })
  router.openapi(changeOwnUserRoute, async (c) => {
    const { password, ...names } = c.req.valid('json')
    return c.json(toUserWire(await changeOwnNames(c.var.ctx, names, { password, address: clientOf(c).address })), 200)
  })
  router.openapi(changeOwnPasswordRoute, async (c) => {
    const { current_password: currentPassword, new_password: newPassword } = c.req.valid('json')
    const { address } = clientOf(c)
    const session = await changeOwnPassword(c.var.ctx, { currentPassword, newPassword, address })
    setSessionCookie(c, session.token, session.seconds)
    return c.body(null, 204)
  })
  router.openapi(getPreferencesRoute, async (c) =>
    c.json(toWire(await readPreferences(c.var.ctx.reader, c.var.ctx.user.id)), 200),
  )
  router.openapi(changePreferencesRoute, async (c) => {
    return c.json(toWire(await changePreferences(c.var.ctx, preferencesOf(c.req.valid('json')))), 200)
  })
  return router
}

/** Fields from the wire: absent = keep, null = the default. */
function preferencesOf(body: z.infer<typeof ChangePreferencesRequest>): PreferencesChange {
  return {
    language: body.language,
    currency: body.currency,
    theme: body.theme,
    formatRegion: body.format_region,
    hideAmounts: body.hide_amounts,
    shortcuts: body.shortcuts,
    costBasisMethod: body.cost_basis_method,
  } satisfies Record<keyof PreferencesChange, unknown>
}

function toWire(preferences: Preferences): z.infer<typeof PreferencesOnWire> {
  const { costBasisMethod, formatRegion, hideAmounts, ...rest } = preferences
  return { ...rest, format_region: formatRegion, hide_amounts: hideAmounts, cost_basis_method: costBasisMethod }
}
