import { z } from '@hono/zod-openapi'
import { setLocation } from '../http/location.ts'
import { empty, json, jsonBody, problems } from '../http/openapi.ts'
import { createRouter } from '../http/route.ts'
import { userRoute } from '../session/guard.ts'
import { formatDecimal } from '../shared/decimal.ts'
import { invalid } from '../shared/errors.ts'
import {
  AccessBrokerParams,
  AccessMemberParams,
  BrokerAccess,
  ChangeAccessRequest,
  GrantAccessRequest,
  IncludeBrokerRequest,
} from './schema.ts'
import { changeAccess, grantAccess, includeBroker, listAccess, type Member, revokeAccess } from './service.ts'

const listAccessRoute = userRoute({
  operationId: 'listAccess',
  tags: ['access'],
  method: 'get',
  path: '/brokers/{id}/access',
  summary: 'List who has access to a broker',
  description: 'Owners first. Needs VIEWER.',
  request: { params: AccessBrokerParams },
  responses: { 200: json(z.array(BrokerAccess), 'The members'), ...problems(404) },
})

const grantAccessRoute = userRoute({
  operationId: 'grantAccess',
  tags: ['access'],
  method: 'post',
  path: '/brokers/{id}/access',
  summary: 'Give a user access to a broker',
  description:
    'Needs OWNER. The user may read the broker at once; it counts in their totals when they include it (`PATCH …/access/me`). `access/exists` (409) when the user is a member already.',
  request: { params: AccessBrokerParams, body: jsonBody(GrantAccessRequest) },
  responses: { 201: json(BrokerAccess, 'The new member'), ...problems(403, 404, 409, 422) },
})

const includeBrokerRoute = userRoute({
  operationId: 'includeBroker',
  'x-scope': 'write',
  tags: ['access'],
  method: 'patch',
  path: '/brokers/{id}/access/me',
  summary: 'Include a broker in your totals, or leave it out',
  description:
    'A broker that somebody shares with you is yours to read at once, but counts in reports and lists without `broker_ids` only after you include it. Needs VIEWER.',
  request: { params: AccessBrokerParams, body: jsonBody(IncludeBrokerRequest) },
  responses: { 200: json(BrokerAccess, 'Your membership'), ...problems(400, 404, 415, 422) },
})

const changeAccessRoute = userRoute({
  operationId: 'changeAccess',
  tags: ['access'],
  method: 'patch',
  path: '/brokers/{id}/access/{user_id}',
  summary: "Change a member's role or share",
  description:
    'Needs OWNER. One’s own role is `access/own-role` (403); the last OWNER who can sign in stays OWNER (`access/last-owner`, 409).',
  request: { params: AccessMemberParams, body: jsonBody(ChangeAccessRequest) },
  responses: { 200: json(BrokerAccess, 'The member'), ...problems(403, 404, 409, 422) },
})

const revokeAccessRoute = userRoute({
  operationId: 'revokeAccess',
  tags: ['access'],
  method: 'delete',
  path: '/brokers/{id}/access/{user_id}',
  summary: 'End a membership',
  description:
    'An OWNER may remove anyone, every other member only themselves. The last OWNER who can sign in cannot go (`access/last-owner`, 409).',
  request: { params: AccessMemberParams },
  responses: { 204: empty('The user has no access any more'), ...problems(403, 404, 409) },
})

export function accessRoutes() {
  const router = createRouter()
  router.openapi(listAccessRoute, async (c) => {
    const { id } = c.req.valid('param')
    return c.json((await listAccess(c.var.ctx, id)).map(toWire), 200)
  })
  router.openapi(grantAccessRoute, async (c) => {
    const { id } = c.req.valid('param')
    const { user_id, username, role, share, from_own_share, broker_id } = c.req.valid('json')
    requireSame({ broker_id }, { broker_id: id })
    const given = { userId: user_id, username, role, share, isFromOwn: from_own_share === true }
    const member = await grantAccess(c.var.ctx, { brokerId: id, ...given })
    setLocation(c, `/brokers/${id}/access/${member.userId}`)
    return c.json(toWire(member), 201)
  })
  router.openapi(includeBrokerRoute, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(toWire(await includeBroker(c.var.ctx, { brokerId: id, ...c.req.valid('json') })), 200)
  })
  router.openapi(changeAccessRoute, async (c) => {
    const { id, user_id } = c.req.valid('param')
    const { role, share, ...again } = c.req.valid('json')
    requireSame(again, { broker_id: id, user_id })
    return c.json(toWire(await changeAccess(c.var.ctx, { brokerId: id, userId: user_id, role, share })), 200)
  })
  router.openapi(revokeAccessRoute, async (c) => {
    const { id, user_id } = c.req.valid('param')
    await revokeAccess(c.var.ctx, { brokerId: id, userId: user_id })
    return c.body(null, 204)
  })
  return router
}

/** Ids that a body repeats must be those of the path. */
function requireSame(given: Readonly<Record<string, number | undefined>>, path: Readonly<Record<string, number>>): void {
  const wrong = Object.keys(path).find((name) => given[name] !== undefined && given[name] !== path[name])
  if (wrong !== undefined) throw invalid('request/invalid', `/${wrong}`, `Must be ${path[wrong]}, as in the path, or left out.`)
}

function toWire(member: Member): z.infer<typeof BrokerAccess> {
  return {
    user_id: member.userId,
    broker_id: member.brokerId,
    role: member.role,
    share: formatDecimal(member.share),
    included: member.included,
    username: member.username,
    granted_at: member.grantedAt,
    granted_by: member.grantedBy,
  }
}
