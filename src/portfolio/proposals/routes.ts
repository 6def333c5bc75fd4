import { z } from '@hono/zod-openapi'
import { json, problems } from '../../http/openapi.ts'
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, setPageHeaders } from '../../http/page.ts'
import { createRouter } from '../../http/route.ts'
import { userRoute } from '../../session/guard.ts'
import { listProposals } from './proposals.ts'
import { Proposal, ProposalQuery } from './schema.ts'
import { toWire } from './wire.ts'

const listProposalsRoute = userRoute({
  operationId: 'listTransactionProposals',
  'x-cost': 'heavy',
  tags: ['transactions'],
  method: 'get',
  path: '/transactions/proposals',
  summary: 'List transactions that your brokers have not booked',
  description:
    'Splits of the catalogue that a broker where you are EDITOR held units of and has not booked: what reports warn of as `split-not-booked` or `units-restated`. Oldest first. What is booked is gone from the list. Follow the `Link` header for the next page.',
  request: { query: ProposalQuery },
  responses: { 200: json(z.array(Proposal), 'The proposals'), ...problems(422, 503) },
})

export function proposalRoutes() {
  const router = createRouter()
  router.openapi(listProposalsRoute, async (c) => {
    const { limit = DEFAULT_LIMIT, cursor, count = false, broker_ids } = c.req.valid('query')
    const after = cursor === undefined ? undefined : decodeCursor(cursor, ['string', 'number', 'number'])
    const page = await listProposals(c.var.ctx, { brokerIds: broker_ids, limit, after, signal: c.req.raw.signal })
    setPageHeaders(c, { nextCursor: page.next === null ? null : encodeCursor(page.next), total: count ? page.total : null })
    return c.json(page.rows.map(toWire), 200)
  })
  return router
}
