import { z } from '@hono/zod-openapi'
import { setLocation } from '../http/location.ts'
import { bodyLimits, empty, json, jsonBody, problems } from '../http/openapi.ts'
import { createRouter } from '../http/route.ts'
import { userRoute } from '../session/guard.ts'
import { currencyWarnings } from '../shared/currency-notice.ts'
import { formatDecimal } from '../shared/decimal.ts'
import { answerPrices, readPrices } from './body.answer.ts'
import { createAssetEvent, deleteAssetEvent, type AssetEvent as Event, listAssetEvents } from './events.ts'
import { deletePrices, listPriceGaps, listSuspectPrices, putPrices, rejectSuspectPrices } from './prices.ts'
import {
  AssetEvent,
  AssetEventCreate,
  DEFAULT_GAP_DAYS,
  EventParams,
  GapQuery,
  Price,
  PriceGap,
  PriceList,
  PriceParams,
  PriceQuery,
  PriceRange,
  PricesWritten,
  SuspectPrice,
  SuspectQuery,
} from './schema.ts'
import { suspectToWire } from './wire.ts'

const tags = ['assets']

const listPricesRoute = userRoute({
  operationId: 'listPrices',
  tags,
  method: 'get',
  path: '/assets/{id}/prices',
  summary: 'List the prices of an asset',
  description: 'One close a day, newest first. Follow the `Link` header for the next page. `PUT` takes the CSV again.',
  request: { params: PriceParams, query: PriceQuery },
  responses: {
    200: {
      description: 'The prices',
      content: {
        'application/json': { schema: z.array(Price) },
        'text/csv': { schema: z.string().openapi({ example: 'date,close,currency,source' }) },
      },
    },
    ...problems(404, 422),
  },
})

const putPricesRoute = userRoute({
  operationId: 'putPrices',
  'x-cost': 'heavy',
  tags,
  method: 'put',
  path: '/assets/{id}/prices',
  summary: 'Enter prices of an asset',
  description:
    'Adds or replaces, all or none. JSON (up to 100,000 prices), or `text/csv` with a header line naming `date`, `close` and perhaps `currency` (up to 400,000 lines). A price may be in another currency than the asset; pence and the like (GBX, ILA, ZAc) are turned into the ISO currency. For whoever may change the asset (`asset/not-yours`, `asset/adding-restricted`, 403; with the setting `shared_data` = `everyone` for all, but `price/not-yours` for prices of others). `price/repeated` (422) for a day that comes twice. Every fault has a pointer: `/2/close` in JSON, `/3/close` (the line) in CSV, 100 at most.',
  request: {
    params: PriceParams,
    body: {
      ...bodyLimits({ kib: 16 * 1024, values: 500_000 }),
      content: {
        'application/json': { schema: PriceList },
        'text/csv': { schema: z.string().openapi({ example: 'date,close' }) },
      },
    },
  },
  responses: { 200: json(PricesWritten, 'How many were new'), ...problems(400, 403, 404, 413, 415, 422) },
})

const deletePricesRoute = userRoute({
  operationId: 'deletePrices',
  tags,
  method: 'delete',
  path: '/assets/{id}/prices',
  summary: 'Remove prices of an asset',
  description:
    'Of the days given, or all. For whoever may change the asset (`asset/not-yours`, 403). With the setting `shared_data` = `everyone` prices entered by hand belong to who entered them, those of providers to who added the asset: `price/not-yours` (403) when some belong to others, and none goes.',
  request: { params: PriceParams, query: PriceRange },
  responses: { 204: empty('Removed'), ...problems(403, 404, 422) },
})

const listPriceGapsRoute = userRoute({
  operationId: 'listPriceGaps',
  tags,
  method: 'get',
  path: '/assets/{id}/prices/gaps',
  summary: 'List where prices are missing',
  description: 'Runs of days without a close, oldest first: from the first price (or `from`) to today (or `to`).',
  request: { params: PriceParams, query: GapQuery },
  responses: { 200: json(z.array(PriceGap), 'The gaps'), ...problems(404, 422) },
})

const listSuspectPricesRoute = userRoute({
  operationId: 'listSuspectPrices',
  tags,
  method: 'get',
  path: '/assets/{id}/prices/suspect',
  summary: 'List prices that were held back',
  description:
    'What a refresh found too far from its neighbours, newest first, 1,000 at most. Settle a day by entering its price, reject it, or refresh with `accept_jumps`.',
  request: { params: PriceParams, query: SuspectQuery },
  responses: { 200: json(z.array(SuspectPrice), 'What was held back'), ...problems(404, 422) },
})

const rejectSuspectPricesRoute = userRoute({
  operationId: 'rejectSuspectPrices',
  tags,
  method: 'delete',
  path: '/assets/{id}/prices/suspect',
  summary: 'Reject prices that were held back',
  description:
    'Of the days given, or all. No refresh lists or stores the same close of the same source again; `?rejected=true` still lists it, and entering it uses it. For whoever may remove prices of providers (`asset/not-yours`, `price/not-yours`, 403).',
  request: { params: PriceParams, query: PriceRange },
  responses: { 204: empty('Rejected'), ...problems(403, 404, 422) },
})

const listAssetEventsRoute = userRoute({
  operationId: 'listAssetEvents',
  tags,
  method: 'get',
  path: '/assets/{id}/events',
  summary: 'List the events of an asset',
  description: 'Dividends, splits and maturity, newest first; those that providers reported and those that users entered.',
  request: { params: PriceParams },
  responses: { 200: json(z.array(AssetEvent), 'The events'), ...problems(404) },
})

const createAssetEventRoute = userRoute({
  operationId: 'createAssetEvent',
  tags,
  method: 'post',
  path: '/assets/{id}/events',
  summary: 'Enter an event of an asset',
  description:
    'For whoever may change the asset (`asset/not-yours`, 403). Splits are used to turn the adjusted history of providers back into the prices of the day. `event/exists` (409) for a second one of the type and day.',
  request: { params: PriceParams, body: jsonBody(AssetEventCreate) },
  responses: { 201: json(AssetEvent, 'The event'), ...problems(400, 403, 404, 409, 415, 422) },
})

const deleteAssetEventRoute = userRoute({
  operationId: 'deleteAssetEvent',
  tags,
  method: 'delete',
  path: '/assets/{id}/events/{event_id}',
  summary: 'Remove an event of an asset',
  description:
    'For whoever may change the asset (`asset/not-yours`, 403); with the setting `shared_data` = `everyone` also for who entered it or added the asset.',
  request: { params: EventParams },
  responses: { 204: empty('Removed'), ...problems(403, 404) },
})

export function priceRoutes() {
  const router = createRouter()
  router.openapi(listPricesRoute, async (c) => await answerPrices(c, c.req.valid('param').id, c.req.valid('query')))
  router.openapi(putPricesRoute, async (c) => {
    const prices = await readPrices(c, c.req.valid('json'))
    const written = await putPrices(c.var.ctx, c.req.valid('param').id, prices)
    const currencies = prices.map(({ currency, date }, index) => ({
      date,
      currencies: [[`/${index}/currency`, currency] as const],
    }))
    return c.json({ ...written, warnings: currencyWarnings(currencies) }, 200)
  })
  router.openapi(deletePricesRoute, async (c) => {
    await deletePrices(c.var.ctx, { id: c.req.valid('param').id, ...c.req.valid('query') })
    return c.body(null, 204)
  })
  router.openapi(listPriceGapsRoute, async (c) => {
    const { days = DEFAULT_GAP_DAYS, ...range } = c.req.valid('query')
    return c.json(await listPriceGaps(c.var.ctx, { id: c.req.valid('param').id, days, ...range }), 200)
  })
  router.openapi(listSuspectPricesRoute, async (c) => {
    const { rejected = false } = c.req.valid('query')
    return c.json((await listSuspectPrices(c.var.ctx, c.req.valid('param').id, rejected)).map(suspectToWire), 200)
  })
  router.openapi(rejectSuspectPricesRoute, async (c) => {
    await rejectSuspectPrices(c.var.ctx, { id: c.req.valid('param').id, ...c.req.valid('query') })
    return c.body(null, 204)
  })
  addEvents(router)
  return router
}

function addEvents(router: ReturnType<typeof createRouter>): void {
  router.openapi(listAssetEventsRoute, async (c) =>
    c.json((await listAssetEvents(c.var.ctx, c.req.valid('param').id)).map(eventToWire), 200),
  )
  router.openapi(createAssetEventRoute, async (c) => {
    const { id } = c.req.valid('param')
    const event = await createAssetEvent(c.var.ctx, id, c.req.valid('json'))
    setLocation(c, `/assets/${id}/events`)
    return c.json(eventToWire(event), 201)
  })
  router.openapi(deleteAssetEventRoute, async (c) => {
    const { id, event_id } = c.req.valid('param')
    await deleteAssetEvent(c.var.ctx, { id, eventId: event_id })
    return c.body(null, 204)
  })
}

function eventToWire({ id, type, date, amount, currency, ratio, source }: Event): z.infer<typeof AssetEvent> {
  return { id, type, date, amount: amount === null ? null : formatDecimal(amount), currency, ratio, source }
}
