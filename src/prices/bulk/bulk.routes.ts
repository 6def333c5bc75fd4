import { z } from '@hono/zod-openapi'
import { bodyLimits, json, problems } from '../../http/openapi.ts'
import { createRouter } from '../../http/route.ts'
import { userRoute } from '../../session/guard.ts'
import { readBook, writtenToWire } from './bulk.answer.ts'
import { ManyPricesQuery, ManyPricesWritten, NamedPriceList } from './bulk.schema.ts'
import { putManyPrices } from './put-many.ts'

const putManyPricesRoute = userRoute({
  operationId: 'putManyPrices',
  'x-cost': 'heavy',
  tags: ['assets'],
  method: 'put',
  path: '/assets/prices',
  summary: 'Enter prices of many assets',
  description:
    'As `PUT /assets/{id}/prices`, for many assets at once, all or none. `text/csv` (up to 1,000,000 lines, 48 MiB) with a header line naming `date`, `close`, one or more of `asset_id`, `isin`, `symbol`, and perhaps `currency`; or JSON (up to 100,000 prices, 16 MiB). Up to 10,000 assets. Of several listings of an ISIN or symbol the one in the currency that is said counts; if it is still not clear which is meant, that is a fault that names them. `price/many-invalid` (422) with every fault at `/2/close`, in CSV `/3/close` (the line), 100 at most, `errors_total` of all; 403 names each asset that you may not write.',
  request: {
    query: ManyPricesQuery,
    body: {
      ...bodyLimits({ kib: 48 * 1024, values: 700_000 }),
      content: {
        'application/json': { schema: NamedPriceList },
        'text/csv': { schema: z.string().openapi({ example: 'isin,date,close' }) },
      },
    },
  },
  responses: { 200: json(ManyPricesWritten, 'How many were new'), ...problems(400, 403, 413, 415, 422) },
})

export function manyPriceRoutes() {
  const router = createRouter()
  router.openapi(putManyPricesRoute, async (c) => {
    const { dry_run: isDryRun = false } = c.req.valid('query')
    const book = await readBook(c, c.req.valid('json'))
    return c.json(writtenToWire(await putManyPrices(c.var.ctx, book, isDryRun), isDryRun), 200)
  })
  return router
}
