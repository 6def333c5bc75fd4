import { z } from '@hono/zod-openapi'
import { setLocation } from '../http/location.ts'
import { empty, json, jsonBody, problems } from '../http/openapi.ts'
import { createRouter } from '../http/route.ts'
import { userRoute } from '../session/guard.ts'
import {
  ChangeWebhookRequest,
  CreateWebhookRequest,
  NewWebhook,
  WebhookDelivery,
  Webhook as WebhookOnWire,
  WebhookParams,
} from './schema.ts'
import { changeWebhook, createWebhook, deleteWebhook, getWebhook, listDeliveries, listWebhooks } from './service.ts'
import { testWebhook } from './test.service.ts'
import { changeOf, deliveryToWire, toWire } from './wire.ts'

/** Of tokens only those of superusers with the scope admin: who manages webhooks sends what happens elsewhere, also after the token has ended. */
const common = { tags: ['webhooks'], 'x-scope': 'admin' }

const listWebhooksRoute = userRoute({
  ...common,
  operationId: 'listWebhooks',
  method: 'get',
  path: '/webhooks',
  summary: 'List your webhooks',
  description: 'In the order in which they were made.',
  responses: { 200: json(z.array(WebhookOnWire).max(20), 'Your webhooks, at most 20') },
})

const createWebhookRoute = userRoute({
  ...common,
  operationId: 'createWebhook',
  'x-idempotent': false,
  method: 'post',
  path: '/webhooks',
  summary: 'Have events sent to an address',
  description:
    'Signed as in the Standard Webhooks specification, sent again for 28 hours. Without `secret` one is made, and shown in this answer alone. `webhook/private-address` (403) unless the setting `webhook_private_addresses` allows it.',
  request: { body: jsonBody(CreateWebhookRequest) },
  responses: { 201: json(NewWebhook, 'The webhook'), ...problems(403, 409, 422) },
})

const getWebhookRoute = userRoute({
  ...common,
  operationId: 'getWebhook',
  method: 'get',
  path: '/webhooks/{id}',
  summary: 'Read one of your webhooks',
  description: 'Never with its secret.',
  request: { params: WebhookParams },
  responses: { 200: json(WebhookOnWire, 'The webhook'), ...problems(404) },
})

const changeWebhookRoute = userRoute({
  ...common,
  operationId: 'changeWebhook',
  method: 'patch',
  path: '/webhooks/{id}',
  summary: 'Change a webhook',
  description: 'What is left out stays. `active` switches it on again.',
  request: { params: WebhookParams, body: jsonBody(ChangeWebhookRequest) },
  responses: { 200: json(WebhookOnWire, 'The webhook'), ...problems(403, 404, 422) },
})

const deleteWebhookRoute = userRoute({
  ...common,
  operationId: 'deleteWebhook',
  method: 'delete',
  path: '/webhooks/{id}',
  summary: 'Delete a webhook',
  description: 'With what waits for it.',
  request: { params: WebhookParams },
  responses: { 204: empty('Deleted'), ...problems(404) },
})

const testWebhookRoute = userRoute({
  ...common,
  operationId: 'testWebhook',
  method: 'post',
  path: '/webhooks/{id}/test',
  summary: 'Send a test',
  description: 'Once, at most ten a minute; answers what came of it.',
  request: { params: WebhookParams },
  responses: { 200: json(WebhookDelivery, 'The attempt'), ...problems(404, 429, 503) },
})

const listDeliveriesRoute = userRoute({
  ...common,
  operationId: 'listWebhookDeliveries',
  method: 'get',
  path: '/webhooks/{id}/deliveries',
  summary: 'List what was sent to a webhook',
  description: 'What waits, and the last 100 that were finished, newest first.',
  request: { params: WebhookParams },
  responses: { 200: json(z.array(WebhookDelivery).max(200), 'The messages, without what they say'), ...problems(404) },
})

export function webhookRoutes() {
  const router = createRouter()
  router.openapi(listWebhooksRoute, async (c) => c.json((await listWebhooks(c.var.ctx)).map(toWire), 200))
  router.openapi(createWebhookRoute, async (c) => {
    const { format = 'json', ...input } = c.req.valid('json')
    const { secret, ...made } = await createWebhook(c.var.ctx, { ...input, format })
    setLocation(c, `/webhooks/${made.id}`)
    return c.json({ ...toWire(made), secret }, 201)
  })
  router.openapi(getWebhookRoute, async (c) => c.json(toWire(await getWebhook(c.var.ctx, c.req.valid('param').id)), 200))
  router.openapi(changeWebhookRoute, async (c) => {
    const changed = await changeWebhook(c.var.ctx, c.req.valid('param').id, changeOf(c.req.valid('json')))
    return c.json(toWire(changed), 200)
  })
  router.openapi(deleteWebhookRoute, async (c) => {
    await deleteWebhook(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
  router.openapi(testWebhookRoute, async (c) => {
    return c.json(deliveryToWire(await testWebhook(c.var.ctx, c.req.valid('param').id)), 200)
  })
  router.openapi(listDeliveriesRoute, async (c) => {
    return c.json((await listDeliveries(c.var.ctx, c.req.valid('param').id)).map(deliveryToWire), 200)
  })
  return router
}
