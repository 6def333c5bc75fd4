import { z } from '@hono/zod-openapi'
import { shownTo } from '../assets/service.ts'
import { toWire } from '../assets/wire.ts'
import { json, jsonBody, problems } from '../http/openapi.ts'
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, setPageHeaders } from '../http/page.ts'
import { createRouter } from '../http/route.ts'
import { answerLong, longAnswer } from '../jobs/answer.ts'
import { userRoute } from '../session/guard.ts'
import { pluginIconUrl } from '../uploads/plugin-assets.service.ts'
import { type ListedProvider, listPriceProviders } from './providers.ts'
import {
  AssetSearch,
  PriceProvider,
  PriceRefresh,
  PriceRefreshRequest,
  PriceRefreshState,
  RefreshQuery,
  SearchQuery,
} from './refresh.schema.ts'
import type { RefreshedAsset } from './refresh.ts'
import { listRefreshes, type RefreshState, requestRefresh } from './refresh-request.ts'
import { rewriteWarnings } from './rewritten.answer.ts'
import { type FoundAsset, searchAssets } from './search.ts'

const tags = ['assets']

const refreshPricesRoute = userRoute({
  operationId: 'refreshPrices',
  tags,
  method: 'post',
  path: '/assets/prices/refresh',
  summary: 'Fetch prices',
  description:
    'Asks the price source of each asset, since a week before its newest price (ten years for the first time), and answers how each fared: one that fails stops no other; where another source has the same closes, it is requested in its place (`answered_by`). Prices far from their neighbours are held back and reported. Prices entered by hand stay; of an asset that strangers use only those of superusers do. An adjusted history that no longer fits what is stored fails (enter the split). `asset/offline` (503) where the service reaches out to nobody and all of the assets need that. Without `asset_ids` all assets that you know are refreshed (see GET /assets), for superusers all. A source that now says other closes than are stored of it (split, spin-off) is named in `warnings`, the stored ones stay. `accept_jumps` and `rewritten` are for whoever may enter prices (`asset/not-yours`, `asset/adding-restricted`, 403).',
  request: { body: jsonBody(PriceRefreshRequest) },
  responses: {
    200: json(PriceRefresh, 'How each asset fared'),
    ...longAnswer('refresh-prices'),
    ...problems(400, 403, 415, 422, 503),
  },
})

const listPriceRefreshesRoute = userRoute({
  operationId: 'listPriceRefreshes',
  tags,
  method: 'get',
  path: '/assets/prices/refresh',
  summary: 'List how the prices of each asset were fetched last',
  description:
    'Of every asset that you know (superusers: of all), that has a price source and is not archived, by id, whether the schedule or a user started it. Follow the `Link` header for the next page.',
  request: { query: RefreshQuery },
  responses: { 200: json(z.array(PriceRefreshState), 'The last attempts'), ...problems(422) },
})

const listPriceProvidersRoute = userRoute({
  operationId: 'listPriceProviders',
  tags,
  method: 'get',
  path: '/assets/providers',
  summary: 'List the price providers',
  description: 'What each wants to know of an asset, whether its history is adjusted, and how it fared last.',
  responses: { 200: json(z.array(PriceProvider), 'The providers') },
})

const searchAssetsRoute = userRoute({
  operationId: 'searchAssets',
  tags,
  method: 'get',
  path: '/assets/search',
  summary: 'Look for an asset in the catalogue, then at the providers',
  description:
    '`assets` are those that you know (see GET /assets), `found` those that providers know: each with the `asset_id` of the one of them that it is, if it is one. Answers of providers are cached for an hour. Those without the key that they need, and those with few calls a day, are searched only when `provider` names them. A provider that fails is named in `failed`. `asset/offline` (503) where the service reaches out to nobody: `GET /assets?q=` looks in the catalogue alone.',
  request: { query: SearchQuery },
  responses: { 200: json(AssetSearch, 'What was found'), ...problems(422, 503) },
})

export function refreshRoutes() {
  const router = createRouter()
  router.openapi(refreshPricesRoute, (c) => {
    const { asset_ids, from, to, accept_jumps, rewritten } = c.req.valid('json')
    const request = { assetIds: asset_ids, from, to, acceptJumps: accept_jumps, rewritten }
    return answerLong(
      c,
      { kind: 'refresh-prices', status: 200 },
      (job) =>
        requestRefresh(c.var.ctx, request, { signal: job.signal, progress: (done, total) => job.progress(done, { total }) }),
      (assets) => ({ assets: assets.map(refreshedToWire) }),
    )
  })
  router.openapi(listPriceRefreshesRoute, async (c) => {
    const { cursor, limit = DEFAULT_LIMIT, count = false, failed = false } = c.req.valid('query')
    const after = cursor === undefined ? 0 : decodeCursor(cursor, ['number'])[0]
    const { states, next, total } = await listRefreshes(c.var.ctx, { failed, count }, { after, limit })
    setPageHeaders(c, { nextCursor: next === null ? null : encodeCursor([next]), total })
    return c.json(states.map(stateToWire), 200)
  })
  router.openapi(listPriceProvidersRoute, async (c) => {
    const { ctx } = c.var
    return c.json(
      (await listPriceProviders(ctx)).map((listed) => providerToWire(listed, pluginIconUrl(ctx, 'assets', listed.provider))),
      200,
    )
  })
  router.openapi(searchAssetsRoute, async (c) => {
    const { q, provider } = c.req.valid('query')
    const { assets, found, failed } = await searchAssets(c.var.ctx, q, provider)
    const catalogue = (await shownTo(c.var.ctx, assets)).map((asset) => toWire(c, asset))
    return c.json({ assets: catalogue, found: found.map(foundToWire), failed: [...failed] }, 200)
  })
  return router
}

function refreshedToWire({
  assetId,
  refused,
  answeredBy,
  rewrite,
  ...rest
}: RefreshedAsset): z.infer<typeof PriceRefresh>['assets'][number] {
  const warnings = rewriteWarnings(assetId, rewrite)
  return { asset_id: assetId, ...rest, refused: [...refused], answered_by: answeredBy, warnings }
}

function stateToWire({ assetId, symbol, provider, rewrite, ...last }: RefreshState): z.infer<typeof PriceRefreshState> {
  const { lastAttempt: last_attempt, lastSuccess: last_success, lastError: last_error } = last
  const warnings = rewriteWarnings(assetId, rewrite)
  return { asset_id: assetId, symbol, provider, last_attempt, last_success, last_error, warnings }
}

function foundToWire({
  provider,
  identifier,
  symbol,
  name,
  assetId,
  ...rest
}: FoundAsset): z.infer<typeof AssetSearch>['found'][number] {
  const { type = null, currency = null, exchange = null, isin = null } = rest
  return { provider, identifier, symbol, name, type, currency, exchange, isin, asset_id: assetId }
}

function providerToWire({ provider, state, hasKey }: ListedProvider, icon: string | null): z.infer<typeof PriceProvider> {
  const {
    code,
    name,
    description,
    website,
    attribution,
    adjusted,
    network,
    identifierHint,
    options,
    templates = [],
    search,
    key,
  } = provider
  return {
    ...{ code, name, description, website, attribution, adjusted, network, identifier: identifierHint, icon_url: icon },
    options: options.map(({ values, ...option }) => ({ ...option, values: values === undefined ? null : [...values] })),
    templates: templates.map((template) => ({ ...template, options: { ...template.options } })),
    searches: search !== undefined,
    key: key?.setting ?? null,
    key_missing: key?.required === true && !hasKey,
    last_attempt: state?.lastAttempt ?? null,
    last_success: state?.lastSuccess ?? null,
    last_error: state?.lastError ?? null,
    failures: state?.failures ?? 0,
    paused_until: state?.closedUntil ?? null,
  }
}
