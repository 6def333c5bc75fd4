import { z } from '@hono/zod-openapi'
import { setLocation } from '../http/location.ts'
import { empty, json, jsonBody, problems } from '../http/openapi.ts'
import { clientOf } from '../http/proxy.ts'
import { createRouter } from '../http/route.ts'
import { userRoute } from '../session/guard.ts'
import { CreateTokenRequest, NewToken, Token as TokenOnWire, TokenParams } from './schema.ts'
import { createToken, listTokens, MAX_TOKENS, revokeToken, type Token } from './service.ts'

const tags = ['auth']

const listTokensRoute = userRoute({
  operationId: 'listTokens',
  tags,
  method: 'get',
  path: '/auth/tokens',
  summary: 'List your tokens',
  description: 'In the order in which they were made.',
  responses: { 200: json(z.array(TokenOnWire).max(MAX_TOKENS), 'Your tokens, at most 100') },
})

const createTokenRoute = userRoute({
  operationId: 'createToken',
  'x-idempotent': false,
  tags,
  method: 'post',
  path: '/auth/tokens',
  summary: 'Make a token for a program',
  description:
    'Shown in this answer alone. `auth/password-needed` (403) without `password` later than 15 minutes after signing in, `auth/wrong-password` (422), `token/too-many` (409) beyond 100.',
  request: { body: jsonBody(CreateTokenRequest) },
  responses: { 201: json(NewToken, 'The token'), ...problems(403, 404, 409, 422, 429, 503) },
})

const revokeTokenRoute = userRoute({
  operationId: 'revokeToken',
  tags,
  method: 'delete',
  path: '/auth/tokens/{id}',
  summary: 'Revoke a token',
  description: 'It ends with the next request.',
  request: { params: TokenParams },
  responses: { 204: empty('Revoked'), ...problems(404) },
})

export function tokenRoutes() {
  const router = createRouter()
  router.openapi(listTokensRoute, async (c) => c.json((await listTokens(c.var.ctx)).map(toWire), 200))
  router.openapi(createTokenRoute, async (c) => {
    const { password, name, scopes, broker_ids: brokerIds = null, expires_at: expiresAt = null } = c.req.valid('json')
    const { text, ...made } = await createToken(
      c.var.ctx,
      { name, scopes, brokerIds, expiresAt },
      { password, address: clientOf(c).address },
    )
    setLocation(c, `/auth/tokens/${made.id}`)
    return c.json({ ...toWire(made), token: text }, 201)
  })
  router.openapi(revokeTokenRoute, async (c) => {
    await revokeToken(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
  return router
}

function toWire(token: Token): z.infer<typeof TokenOnWire> {
  return {
    id: token.id,
    name: token.name,
    scopes: [...token.scopes],
    broker_ids: token.brokerIds && [...token.brokerIds],
    created_at: token.createdAt,
    last_used_at: token.lastUsedAt,
    expires_at: token.expiresAt,
  }
}
