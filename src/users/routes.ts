import { z } from '@hono/zod-openapi'
import { PasswordProof, User } from '../auth/schema.ts'
import { getUser } from '../auth/service.ts'
import { toUserWire } from '../auth/wire.ts'
import { setLocation } from '../http/location.ts'
import { empty, json, jsonBody, problems } from '../http/openapi.ts'
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, setPageHeaders } from '../http/page.ts'
import { clientOf } from '../http/proxy.ts'
import { createRouter } from '../http/route.ts'
import { clearSessionCookie } from '../session/cookie.ts'
import { adminRoute, userRoute } from '../session/guard.ts'
import type { NewOwner } from './owners.ts'
import {
  ChangeUserRequest,
  CreateUserRequest,
  DeleteUserRequest,
  DirectoryUser,
  ListUsersQuery,
  SetPasswordRequest,
  UserParams,
} from './schema.ts'
import {
  changeUser,
  createUser,
  deleteUser,
  type DirectoryUser as Entry,
  leaveForGood,
  listUsers,
  resetSecondFactor,
  setUserPassword,
} from './service.ts'

const listUsersRoute = userRoute({
  operationId: 'listUsers',
  tags: ['users'],
  method: 'get',
  path: '/users',
  summary: 'Find users',
  description: 'Id and username of active users, by username, for sharing brokers. Superusers see every field.',
  request: { query: ListUsersQuery },
  responses: { 200: json(z.array(DirectoryUser), 'The users'), ...problems(403, 422) },
})

const createUserRoute = adminRoute({
  operationId: 'createUser',
  tags: ['users'],
  method: 'post',
  path: '/users',
  summary: 'Create a user',
  description:
    'Superusers only; also while registration is off. `user/username-taken`, `user/email-taken` (409), `user/password-weak` (422).',
  request: { body: jsonBody(CreateUserRequest) },
  responses: { 201: json(User, 'The new user'), ...problems(403, 409, 422, 503) },
})

const getUserRoute = adminRoute({
  operationId: 'getUser',
  tags: ['users'],
  method: 'get',
  path: '/users/{id}',
  summary: 'Read a user',
  description: 'Superusers only.',
  request: { params: UserParams },
  responses: { 200: json(User, 'The user'), ...problems(403, 404) },
})

const changeUserRoute = adminRoute({
  operationId: 'changeUser',
  tags: ['users'],
  method: 'patch',
  path: '/users/{id}',
  summary: 'Change, disable or promote a user',
  description:
    'Superusers only. Acts on the user’s next request. The last active superuser stays one: `user/last-superuser` (409). Who is the last OWNER of a broker who can sign in is not disabled, `access/last-owner` (409) with `broker_ids`, unless `new_owners` names another OWNER for each.',
  request: { params: UserParams, body: jsonBody(ChangeUserRequest) },
  responses: { 200: json(User, 'The user, changed'), ...problems(403, 404, 409, 422) },
})

const setUserPasswordRoute = adminRoute({
  operationId: 'setUserPassword',
  tags: ['users'],
  method: 'put',
  path: '/users/{id}/password',
  summary: 'Reset a user’s password',
  description: 'Superusers only. Ends the sessions of the user. Not for the own account: `user/own-account` (403).',
  request: { params: UserParams, body: jsonBody(SetPasswordRequest) },
  responses: { 204: empty('The password is set'), ...problems(403, 404, 422, 503) },
})

const resetSecondFactorRoute = adminRoute({
  operationId: 'resetSecondFactor',
  tags: ['users'],
  method: 'delete',
  path: '/users/{id}/second-factor',
  summary: 'Take a user’s second factor away',
  description: 'Superusers only, for who has lost it. Not for the own account: `user/own-account` (403).',
  request: { params: UserParams },
  responses: { 204: empty('The user signs in by password alone'), ...problems(403, 404) },
})

const deleteUserRoute = adminRoute({
  operationId: 'deleteUser',
  tags: ['users'],
  method: 'delete',
  path: '/users/{id}',
  summary: 'Delete a user',
  description:
    'Superusers only. With the user’s files and every broker of which they are the only member. `access/last-owner` (409) with `broker_ids` while others remain on a broker that would be without an OWNER who can sign in, unless `new_owners` names another; a broker for which a new OWNER is named stays. Not for the own account: `user/own-account` (403).',
  request: { params: UserParams, body: jsonBody(DeleteUserRequest, { required: false }) },
  responses: { 204: empty('The user is gone'), ...problems(400, 403, 404, 409, 415, 422) },
})

const leaveForGoodRoute = userRoute({
  operationId: 'leaveForGood',
  tags: ['auth'],
  method: 'delete',
  path: '/auth/users/me',
  summary: 'Delete the own account',
  description:
    'With the own files and every broker of which the caller is the only member. `access/last-owner` (409) while others remain on a broker of which the caller is the last OWNER; `user/last-superuser` (409) while others exist.',
  request: { body: jsonBody(PasswordProof) },
  responses: { 204: empty('The account is gone; the cookie is cleared'), ...problems(409, 422, 429, 503) },
})

export function userRoutes() {
  const router = createRouter()
  router.openapi(listUsersRoute, async (c) => {
    const { q, inactive = false, limit = DEFAULT_LIMIT, cursor, count = false } = c.req.valid('query')
    const after = cursor === undefined ? undefined : decodeCursor(cursor, ['string'])[0]
    const { items, next, total } = await listUsers(c.var.ctx, { q, inactive, limit, after, count })
    setPageHeaders(c, { nextCursor: next && encodeCursor(next), total })
    return c.json(
      items.map((entry) => toEntry(entry, c.var.ctx.user.isSuperuser)),
      200,
    )
  })
  router.openapi(createUserRoute, async (c) => {
    const { is_active: isActive = true, is_superuser: isSuperuser = false, ...rest } = c.req.valid('json')
    const user = await createUser(c.var.ctx, { ...rest, isActive, isSuperuser })
    setLocation(c, `/users/${user.id}`)
    return c.json(toUserWire(user), 201)
  })
  router.openapi(getUserRoute, async (c) => c.json(toUserWire(await getUser(c.var.ctx, c.req.valid('param').id)), 200))
  router.openapi(changeUserRoute, async (c) => {
    const { is_active: isActive, is_superuser: isSuperuser, new_owners, ...names } = c.req.valid('json')
    const change = { ...names, isActive, isSuperuser }
    return c.json(toUserWire(await changeUser(c.var.ctx, c.req.valid('param').id, change, toNewOwners(new_owners))), 200)
  })
  router.openapi(setUserPasswordRoute, async (c) => {
    await setUserPassword(c.var.ctx, c.req.valid('param').id, c.req.valid('json').password)
    return c.body(null, 204)
  })
  router.openapi(resetSecondFactorRoute, async (c) => {
    await resetSecondFactor(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
  router.openapi(deleteUserRoute, async (c) => {
    await deleteUser(c.var.ctx, c.req.valid('param').id, toNewOwners(c.req.valid('json').new_owners))
    return c.body(null, 204)
  })
  router.openapi(leaveForGoodRoute, async (c) => {
    await leaveForGood(c.var.ctx, { password: c.req.valid('json').password, address: clientOf(c).address })
    clearSessionCookie(c)
    return c.body(null, 204)
  })
  return router
}

function toNewOwners(named: z.infer<typeof DeleteUserRequest>['new_owners'] = []): NewOwner[] {
  return named.map((one) => ({ brokerId: one.broker_id, userId: one.user_id }))
}

function toEntry(user: Entry, toSuperuser: boolean): z.infer<typeof DirectoryUser> {
  if (toSuperuser) return toUserWire(user)
  return { id: user.id, username: user.username, email: null, is_active: null, is_superuser: null, created_at: null }
}
