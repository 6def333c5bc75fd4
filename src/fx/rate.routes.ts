import { z } from '@hono/zod-openapi'
import { empty, json, jsonBody, problems } from '../http/openapi.ts'
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, setPageHeaders } from '../http/page.ts'
import { createRouter } from '../http/route.ts'
import { answerLong, longAnswer } from '../jobs/answer.ts'
import { userRoute } from '../session/guard.ts'
import { currencyWarnings } from '../shared/currency-notice.ts'
import { dayOf } from '../shared/date.ts'
import { formatDecimal, ONE } from '../shared/decimal.ts'
import { convertAmounts, convertOne } from './conversion.ts'
import { normalisePair } from './convert.ts'
import { deleteManualRates, listRates, putManualRates } from './manual.ts'
import {
  Conversion,
  ConversionList,
  ConvertQuery,
  ConvertRequest,
  DeleteRatesQuery,
  FxRate,
  ManualRates,
  ManualRatesResult,
  RatesQuery,
} from './rate.schema.ts'
import { FxSyncRequest, FxSyncResult, FxSyncState } from './sync.schema.ts'
import { listSyncStates, prepareUserSync } from './user-sync.ts'
import { conversionToWire, rateToWire, stateToWire, syncToWire } from './wire.ts'

const tags = ['fx']
const noRate =
  '422 `fx/no-rate` names the pair, the days and what to do when no route has a rate for every step; a rate stands in for the days after it without one, 7 of them (14 for publishers that release weekly, 45 monthly, means of a month until the next is due).'
const chosen =
  'The first route of the pair by priority whose every step has a rate is taken; rates entered by hand come before all routes, unless a route with MANUAL gives them a place. Routes and rates by hand count that are yours or for all; on a day with both, your own rate. Without a registered route chains of stored rates are tried (`registered: false`). A currency that has ended goes by way of the one that replaced it, at the rate fixed for good, on days since then; before, it has rates of its own.'

const listFxRatesRoute = userRoute({
  operationId: 'listFxRates',
  tags,
  method: 'get',
  path: '/fx/rates',
  summary: 'List stored rates',
  description:
    'With `base` and `quote` (in either order) those of the pair, newest first, then by provider; without them those entered by hand, by pair, newest first. Of those entered by hand the ones that count for you: your own, and on days without one those for all.',
  request: { query: RatesQuery },
  responses: { 200: json(z.array(FxRate), 'A page of rates'), ...problems(422) },
})

const putFxRatesRoute = userRoute({
  operationId: 'putFxRates',
  'x-cost': 'heavy',
  tags,
  method: 'put',
  path: '/fx/rates',
  summary: 'Enter rates by hand',
  description:
    'Adds or replaces rates of the provider MANUAL, all or none; those of other providers are never touched. What a superuser enters counts for all; what you enter counts for you alone, and goes before that, unless the setting `shared_data` is `everyone`. A pair may be given in either order and is stored in alphabetical order. 422 `fx/rate-repeated` for a pair and day that come twice, `fx/rate-early` for days after tomorrow (UTC). 403 `fx/not-yours` for rates for all that another user entered (superusers may), `fx/adding-restricted` where the setting `shared_data` leaves them to superusers.',
  request: { body: jsonBody(ManualRates, { kib: 16 * 1024, values: 600_000 }) },
  responses: { 200: json(ManualRatesResult, 'How many were new, changed and the same'), ...problems(400, 403, 415, 422) },
})

const deleteFxRatesRoute = userRoute({
  operationId: 'deleteFxRates',
  tags,
  method: 'delete',
  path: '/fx/rates',
  summary: 'Remove rates entered by hand',
  description:
    'Your own of one pair and some days; those for all too where you are a superuser or the setting `shared_data` is `everyone`: then 403 `fx/not-yours`, and none goes, when others entered some of them.',
  request: { query: DeleteRatesQuery },
  responses: { 204: empty('None is left of those that you may remove'), ...problems(403, 422) },
})

const convertRoute = userRoute({
  operationId: 'convert',
  tags,
  method: 'get',
  path: '/fx/convert',
  summary: 'Convert an amount',
  description: `${chosen} ${noRate}`,
  request: { query: ConvertQuery },
  responses: { 200: json(Conversion, 'The amount with its steps'), ...problems(422) },
})

const convertManyRoute = userRoute({
  operationId: 'convertMany',
  'x-scope': 'read',
  'x-cost': 'heavy',
  tags,
  method: 'post',
  path: '/fx/convert',
  summary: 'Convert many amounts of one pair',
  description: 'As `GET /fx/convert`, each on its own day; all or none.',
  request: { body: jsonBody(ConvertRequest, { kib: 1024, values: 50_000 }) },
  responses: { 200: json(ConversionList, 'The amounts, in their order'), ...problems(400, 415, 422) },
})

const syncFxRoute = userRoute({
  operationId: 'syncFxCurrencies',
  tags,
  method: 'post',
  path: '/fx/currencies/sync',
  summary: 'Fetch exchange rates',
  description:
    'Without fields every leg of every route that counts for you (superusers: of every route), from its last stored day on, and its history while that is missing. Only what is new or corrected is written. Series of providers that you name are part of chains that nobody registered for you alone, unless a superuser, a route for all or the setting `shared_data` = `everyone` makes them so for all. A provider that fails is listed in `failed` and stops no other; 502 `fx/sync-failed` when all fail, 503 `fx/offline` where outgoing requests are off. Rates that are not above 0, of days to come, or ten times and more away from their neighbours are held back and listed in `rejected`.',
  request: { body: jsonBody(FxSyncRequest, { required: false }) },
  responses: {
    200: json(FxSyncResult, 'What was stored, per series'),
    ...longAnswer('fx-sync'),
    ...problems(400, 403, 415, 422, 502, 503),
  },
})

const listFxSyncStatesRoute = userRoute({
  operationId: 'listFxSyncStates',
  tags,
  method: 'get',
  path: '/fx/currencies/sync',
  summary: 'How far exchange rates are fetched',
  description:
    'Every series that was fetched for all or for you (superusers: for anybody), by pair and provider, with its last success and failure.',
  responses: { 200: json(z.array(FxSyncState), 'The series') },
})

function currenciesOf({ base, quote, date }: { base: string; quote: string; date: string }, index: number) {
  return { date, currencies: [[`/${index}/base`, base] as const, [`/${index}/quote`, quote] as const] }
}

export function fxRateRoutes() {
  const router = createRouter()
  router.openapi(listFxRatesRoute, async (c) => {
    const { base, quote, limit = DEFAULT_LIMIT, cursor, ...filter } = c.req.valid('query')
    const pair = base !== undefined && quote !== undefined ? normalisePair(base, quote) : undefined
    const after = cursor === undefined ? undefined : decodeCursor(cursor, ['string', 'string', 'string', 'string'])
    const { rates, next } = await listRates(c.var.ctx, { ...filter, pair }, { limit, after })
    setPageHeaders(c, { nextCursor: next && encodeCursor([next.base, next.quote, next.date, next.provider]) })
    return c.json(rates.map(rateToWire), 200)
  })
  router.openapi(putFxRatesRoute, async (c) => {
    const rates = c.req.valid('json').map((one) => ({ ...one, rate: formatDecimal(one.rate) }))
    const written = await putManualRates(c.var.ctx, rates)
    return c.json({ ...written, warnings: currencyWarnings(rates.map(currenciesOf)) }, 200)
  })
  router.openapi(deleteFxRatesRoute, async (c) => {
    const { base, quote, ...days } = c.req.valid('query')
    await deleteManualRates(c.var.ctx, { ...normalisePair(base, quote), ...days })
    return c.body(null, 204)
  })
  router.openapi(convertRoute, async (c) => {
    const { from, to, amount = ONE, date = dayOf(c.var.ctx.clock()) } = c.req.valid('query')
    return c.json(conversionToWire(await convertOne(c.var.ctx, { from, to, amount, date })), 200)
  })
  router.openapi(convertManyRoute, async (c) => {
    const { from, to, amounts } = c.req.valid('json')
    const today = dayOf(c.var.ctx.clock())
    const items = amounts.map(({ amount, date = today }) => ({ amount, date }))
    const conversions = await convertAmounts(c.var.ctx, { from, to, items, pointer: (index) => `/amounts/${index}/date` })
    return c.json({ from, to, conversions: conversions.map(conversionToWire) }, 200)
  })
  router.openapi(syncFxRoute, async (c) => {
    const { accept_jumps: acceptJumps, ...request } = c.req.valid('json')
    const sync = await prepareUserSync(c.var.ctx, { ...request, acceptJumps })
    return answerLong(c, { kind: 'fx-sync', status: 200 }, sync, syncToWire)
  })
  router.openapi(listFxSyncStatesRoute, async (c) => c.json((await listSyncStates(c.var.ctx)).map(stateToWire), 200))
  return router
}
