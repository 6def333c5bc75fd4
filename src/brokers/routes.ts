import { z } from '@hono/zod-openapi'
import { expectedRevision, revisionTag } from '../http/etag.ts'
import { setLocation } from '../http/location.ts'
import { empty, file, json, jsonBody, problems } from '../http/openapi.ts'
import { createRouter } from '../http/route.ts'
import { userRoute } from '../session/guard.ts'
import { answerBrokerIcon } from './icon.answer.ts'
import {
  Broker,
  BrokerBatch,
  BrokerCreate,
  BrokerListQuery,
  BrokerParams,
  BrokerPatch,
  BrokerSummary,
  SummaryQuery,
} from './schema.ts'
import { changeBroker, changeBrokers, createBroker, deleteBroker, getBroker, listBrokers } from './service.ts'
import { answerSummary } from './summary.answer.ts'
import { inputOf, toWire } from './wire.ts'

const tags = ['brokers']

const listBrokersRoute = userRoute({
  operationId: 'listBrokers',
  tags,
  method: 'get',
  path: '/brokers',
  summary: 'List your brokers',
  description: 'Every broker that you are a member of, by name.',
  request: { query: BrokerListQuery },
  responses: { 200: json(z.array(Broker), 'The brokers'), ...problems(422) },
})

const createBrokerRoute = userRoute({
  operationId: 'createBroker',
  'x-of-all': true,
  tags,
  method: 'post',
  path: '/brokers',
  summary: 'Create a broker',
  description: 'You become its OWNER. `broker/name-taken` (409) when you have one of that name.',
  request: { body: jsonBody(BrokerCreate) },
  responses: { 201: json(Broker, 'The new broker'), ...problems(400, 409, 415, 422) },
})

const getBrokerRoute = userRoute({
  operationId: 'getBroker',
  tags,
  method: 'get',
  path: '/brokers/{id}',
  summary: 'Read one broker',
  description: 'Needs VIEWER. Answers an `ETag` for `If-Match`.',
  request: { params: BrokerParams },
  responses: { 200: json(Broker, 'The broker'), ...problems(404) },
})

const changeBrokerRoute = userRoute({
  operationId: 'changeBroker',
  tags,
  method: 'patch',
  path: '/brokers/{id}',
  summary: 'Change a broker',
  description:
    'JSON merge patch. Needs EDITOR. Turning `allow_cash_overdraft` or `allow_asset_shorting` off, or setting `cash` to `tracked` again, checks the history: 409 with the first day that does not fit. `If-Match` is honoured.',
  request: { params: BrokerParams, body: jsonBody(BrokerPatch) },
  responses: { 200: json(Broker, 'The broker'), ...problems(400, 403, 404, 409, 412, 415, 422) },
})

const changeBrokersRoute = userRoute({
  operationId: 'changeBrokers',
  'x-cost': 'heavy',
  tags,
  method: 'patch',
  path: '/brokers/batch',
  summary: 'Change several brokers alike, all or none',
  description: 'As `PATCH /brokers/{id}` for each.',
  request: { body: jsonBody(BrokerBatch) },
  responses: { 200: json(z.array(Broker), 'In the order of the request'), ...problems(403, 404, 409, 422) },
})

const deleteBrokerRoute = userRoute({
  operationId: 'deleteBroker',
  'x-cost': 'heavy',
  tags,
  method: 'delete',
  path: '/brokers/{id}',
  summary: 'Delete a broker with its transactions and reports',
  description: 'Needs OWNER. There is no way back but a backup. `If-Match` is honoured.',
  request: { params: BrokerParams },
  responses: { 204: empty('Deleted'), ...problems(403, 404, 412) },
})

const brokerIconRoute = userRoute({
  operationId: 'getBrokerIcon',
  tags,
  method: 'get',
  path: '/brokers/{id}/icon',
  summary: "A broker's icon",
  description: 'The uploaded image, else the icon of its import plugin. Needs VIEWER. `If-None-Match` is honoured.',
  request: { params: BrokerParams },
  responses: { 200: file('The image', 'image/*'), 304: empty('Not changed'), ...problems(404) },
})

const brokerSummaryRoute = userRoute({
  operationId: 'getBrokerSummary',
  'x-cost': 'heavy',
  tags,
  method: 'get',
  path: '/brokers/{id}/summary',
  summary: 'Balances and holdings of a broker',
  description:
    'At the end of a day; zero balances and closed holdings are left out. Totals are in the currency of the summary: values at the exchange rates of the day, costs at those of the day of acquisition; `null` where a price or rate is missing. `warnings` names each that is missing or stale. Needs VIEWER.',
  request: { params: BrokerParams, query: SummaryQuery },
  responses: { 200: json(BrokerSummary, 'The summary'), ...problems(404, 422) },
})

export function brokerRoutes() {
  const router = createRouter()
  router.openapi(listBrokersRoute, async (c) =>
    c.json(
      (await listBrokers(c.var.ctx, c.req.valid('query').archived ?? false)).map((broker) => toWire(c, broker)),
      200,
    ),
  )
  router.openapi(createBrokerRoute, async (c) => {
    const body = c.req.valid('json')
    const broker = await createBroker(c.var.ctx, { ...inputOf(body), name: body.name })
    setLocation(c, `/brokers/${broker.id}`)
    c.header('ETag', revisionTag(broker.revision))
    return c.json(toWire(c, broker), 201)
  })
  router.openapi(changeBrokersRoute, async (c) => {
    const { ids, change } = c.req.valid('json')
    const changed = await changeBrokers(c.var.ctx, ids, inputOf(change))
    return c.json(
      changed.map((broker) => toWire(c, broker)),
      200,
    )
  })
  router.openapi(getBrokerRoute, async (c) => {
    const broker = await getBroker(c.var.ctx, c.req.valid('param').id)
    c.header('ETag', revisionTag(broker.revision))
    return c.json(toWire(c, broker), 200)
  })
  router.openapi(changeBrokerRoute, async (c) => {
    const broker = await changeBroker(c.var.ctx, {
      id: c.req.valid('param').id,
      revision: expectedRevision(c),
      change: inputOf(c.req.valid('json')),
    })
    c.header('ETag', revisionTag(broker.revision))
    return c.json(toWire(c, broker), 200)
  })
  router.openapi(deleteBrokerRoute, async (c) => {
    await deleteBroker(c.var.ctx, { id: c.req.valid('param').id, revision: expectedRevision(c) })
    return c.body(null, 204)
  })
  router.openapi(brokerIconRoute, (c) => answerBrokerIcon(c, c.req.valid('param').id))
  router.openapi(brokerSummaryRoute, (c) => {
    const { as_of: asOf, currency } = c.req.valid('query')
    return answerSummary(c, { brokerId: c.req.valid('param').id, asOf, currency })
  })
  return router
}
