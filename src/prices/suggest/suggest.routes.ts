import { z } from '@hono/zod-openapi'
import { empty, json, jsonBody, problems } from '../../http/openapi.ts'
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, setPageHeaders } from '../../http/page.ts'
import { createRouter } from '../../http/route.ts'
import { answerLong, longAnswer } from '../../jobs/answer.ts'
import { userRoute } from '../../session/guard.ts'
import { requireOnline } from '../outgoing.ts'
import { declineProposal, listProposals } from './proposals.ts'
import { PriceSourceProposal, PriceSourceSuggestions, ProposalParams, ProposalQuery, SuggestRequest } from './suggest.schema.ts'
import { suggestPriceSources } from './suggest.ts'
import { proposalToWire, suggestionsToWire } from './suggest.wire.ts'

const tags = ['assets']

const suggestPriceSourcesRoute = userRoute({
  operationId: 'suggestPriceSources',
  tags,
  method: 'post',
  path: '/assets/price-sources/suggest',
  summary: 'Find price sources for assets',
  description:
    'Looks each asset up by its ISIN, else by its symbol, at every source that has a search and the key that it needs, and compares closes with your last trade at brokers that you have included. Fills in type, name, country, sector and exchange where the asset has none and you may change it. What is found waits in `GET /assets/price-sources/proposals`; assign it with `PATCH /assets/batch`, or what is certain with `assign`, or decline it. A source that fails is named in `failed`. `asset/offline` (503) where the service reaches out to nobody.',
  request: { body: jsonBody(SuggestRequest) },
  responses: {
    200: json(PriceSourceSuggestions, 'What was found'),
    ...longAnswer('suggest-price-sources'),
    ...problems(400, 404, 415, 422, 503),
  },
})

const listProposalsRoute = userRoute({
  operationId: 'listPriceSourceProposals',
  tags,
  method: 'get',
  path: '/assets/price-sources/proposals',
  summary: 'List the price sources that wait for your choice',
  description:
    'What was found for you, by request or after an import, for assets that have no price source yet; by asset. Follow the `Link` header for the next page.',
  request: { query: ProposalQuery },
  responses: { 200: json(z.array(PriceSourceProposal), 'The proposals'), ...problems(422) },
})

const declineProposalRoute = userRoute({
  operationId: 'declinePriceSourceProposal',
  tags,
  method: 'delete',
  path: '/assets/price-sources/proposals/{asset_id}',
  summary: 'Decline the price sources that are proposed for an asset',
  description: 'It is not looked up for you again, unless you name it in `asset_ids`. `price/proposal-not-found` (404).',
  request: { params: ProposalParams },
  responses: { 204: empty('Declined'), ...problems(404) },
})

export function suggestRoutes() {
  const router = createRouter()
  router.openapi(suggestPriceSourcesRoute, (c) => {
    requireOnline(c.var.ctx)
    const { asset_ids: assetIds, assign } = c.req.valid('json')
    const kind = { kind: 'suggest-price-sources' as const, status: 200 as const }
    return answerLong(c, kind, (job) => suggestPriceSources(c.var.ctx, { assetIds, assign }, job), suggestionsToWire)
  })
  router.openapi(listProposalsRoute, async (c) => {
    const { cursor, limit = DEFAULT_LIMIT, count = false } = c.req.valid('query')
    const after = cursor === undefined ? 0 : decodeCursor(cursor, ['number'])[0]
    const { proposals, next, total } = await listProposals(c.var.ctx, { after, limit }, count)
    setPageHeaders(c, { nextCursor: next === null ? null : encodeCursor([next]), total })
    return c.json(proposals.map(proposalToWire), 200)
  })
  router.openapi(declineProposalRoute, async (c) => {
    await declineProposal(c.var.ctx, c.req.valid('param').asset_id)
    return c.body(null, 204)
  })
  return router
}
