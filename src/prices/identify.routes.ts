import { z } from '@hono/zod-openapi'
import type { Listing } from '#plugins/assets/contract.ts'
import { json, problems } from '../http/openapi.ts'
import { setPageHeaders } from '../http/page.ts'
import { createRouter } from '../http/route.ts'
import { userRoute } from '../session/guard.ts'
import { AssetListing, IdentifyQuery } from './identify.schema.ts'
import { identifyAsset } from './identify.ts'

const identifyAssetRoute = userRoute({
  operationId: 'identifyAsset',
  tags: ['assets'],
  method: 'get',
  path: '/assets/identify',
  summary: 'Look up where a security is listed',
  description:
    'Under which symbols and on which exchanges the security of an ISIN, WKN, CUSIP, SEDOL, FIGI or ticker is traded, by OpenFIGI, which has no prices: with that, find a price source by `GET /assets/search`. An ISIN alone may have hundreds of listings: `mic` and `currency` leave those that you mean. 500 at most, `X-Total-Count` says how many there are; none is an empty list. Answers are cached for an hour. `asset/identify-invalid` (422) for an identifier that is mistyped, `asset/offline` (503) where the service reaches out to nobody.',
  request: { query: IdentifyQuery },
  responses: { 200: json(z.array(AssetListing), 'The listings'), ...problems(422, 502, 503) },
})

export function identifyRoutes() {
  const router = createRouter()
  router.openapi(identifyAssetRoute, async (c) => {
    const { listings, total } = await identifyAsset(c.var.ctx, c.req.valid('query'))
    setPageHeaders(c, { nextCursor: null, total })
    return c.json(listings.map(listingToWire), 200)
  })
  return router
}

function listingToWire({ compositeFigi, shareClassFigi, mic, type, ...rest }: Listing): z.infer<typeof AssetListing> {
  const figis = { composite_figi: compositeFigi ?? null, share_class_figi: shareClassFigi ?? null }
  return { ...rest, mic: mic ?? null, type: type ?? null, ...figis }
}
