import { z } from '@hono/zod-openapi'
import { openStream } from '../http/budget.ts'
import { empty, json, problems } from '../http/openapi.ts'
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, setPageHeaders } from '../http/page.ts'
import { createRouter } from '../http/route.ts'
import { userRoute } from '../session/guard.ts'
import { hasHadEnd, PING_MILLISECONDS, sendEvents } from './events.answer.ts'
import { Job as JobOnWire, JobParams, ListJobsQuery } from './schema.ts'
import { cancelJob, getJob, listJobs, watchJob } from './service.ts'
import { toWire } from './wire.ts'

const tags = ['jobs']

const listJobsRoute = userRoute({
  operationId: 'listJobs',
  tags,
  method: 'get',
  path: '/jobs',
  summary: 'List your jobs',
  description: 'Newest first. Jobs that have ended are stored for 7 days.',
  request: { query: ListJobsQuery },
  responses: { 200: json(z.array(JobOnWire), 'The jobs'), ...problems(422) },
})

const getJobRoute = userRoute({
  operationId: 'getJob',
  tags,
  method: 'get',
  path: '/jobs/{id}',
  summary: 'Read a job: how far it is, its result or its problem',
  description:
    'The jobs of others are `job/not-found` (404), and your own of brokers that you have no access to any more. A job whose process ended is `failed` with `job/interrupted`.',
  request: { params: JobParams },
  responses: { 200: json(JobOnWire, 'The job'), ...problems(404) },
})

const watchJobRoute = userRoute({
  operationId: 'watchJob',
  tags,
  method: 'get',
  path: '/jobs/{id}/events',
  summary: 'Watch a job as Server-Sent Events',
  description:
    'An event `job` with the job as JSON now and after every change; the stream ends after the final state, and is 204 for who sends the id of that event as `Last-Event-ID`, as an EventSource does when it connects again. A comment every 15 seconds keeps the connection open.',
  request: { params: JobParams },
  responses: {
    200: {
      description: 'The events',
      content: {
        'text/event-stream': {
          schema: { type: 'string' as const },
          example: 'event: job\ndata: {"id":"…","state":"running"}\n\n',
        },
      },
    },
    204: empty('It has ended, and you have had its end'),
    ...problems(404),
  },
})

const cancelJobRoute = userRoute({
  operationId: 'cancelJob',
  tags,
  method: 'delete',
  path: '/jobs/{id}',
  summary: 'Cancel a job',
  description:
    'Asks it to stop: it does at its next safe point, keeps nothing and becomes `cancelled` (an uploaded file stays, as a report to be imported again). `job/finished` (409) when it has ended already.',
  request: { params: JobParams },
  responses: { 204: empty('The job will stop'), ...problems(404, 409) },
})

export function jobRoutes() {
  const router = createRouter()
  router.openapi(listJobsRoute, async (c) => {
    const { limit = DEFAULT_LIMIT, cursor, count = false } = c.req.valid('query')
    const before = cursor === undefined ? null : decodeCursor(cursor, ['string', 'string'])
    const { items, next, total } = await listJobs(c.var.ctx, { limit, before, count })
    setPageHeaders(c, { nextCursor: next && encodeCursor(next), total })
    return c.json(items.map(toWire), 200)
  })
  router.openapi(getJobRoute, async (c) => c.json(toWire(await getJob(c.var.ctx, c.req.valid('param').id)), 200))
  router.openapi(watchJobRoute, async (c) => {
    const { ctx } = c.var
    const job = await getJob(ctx, c.req.valid('param').id)
    if (hasHadEnd(c, job)) return c.body(null, 204)
    const watch = (signal: AbortSignal) => watchJob(ctx, job.id, { quietMilliseconds: PING_MILLISECONDS, signal })
    return sendEvents(c, watch, openStream(c))
  })
  router.openapi(cancelJobRoute, async (c) => {
    await cancelJob(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
  return router
}
