import { z } from '@hono/zod-openapi'
import { streamJson } from '../http/json-stream.ts'
import { setLocation } from '../http/location.ts'
import { empty, json, jsonBody, problems } from '../http/openapi.ts'
import { createRouter } from '../http/route.ts'
import { userRoute } from '../session/guard.ts'
import { catalogueOf } from './catalogue.ts'
import { describeRoutes, numberOfRoutes } from './discovery.ts'
import { routeBytes } from './route-bytes.ts'
import {
  DiscoveredRoute,
  DiscoverQuery,
  FxCurrency,
  FxProvider,
  FxRoute,
  FxRouteCreate,
  FxRouteParams,
  FxRoutePatch,
} from './schema.ts'
import { changeRoute, deleteRoute, discover, listRoutes, registerRoute } from './service.ts'
import { answerStatic } from './static.answer.ts'
import { discoveredToWire, providerToWire, routeToWire } from './wire.ts'

const tags = ['fx']
const DEFAULT_STEPS = 4
const DEFAULT_ROUTES = 200

const listFxProvidersRoute = userRoute({
  operationId: 'listFxProviders',
  tags,
  method: 'get',
  path: '/fx/providers',
  summary: 'List the sources of exchange rates',
  description:
    'Constant while the service runs. Every base with every target is a pair of the provider, usable in both directions. MANUAL stands for rates entered by hand and takes no part in route discovery.',
  responses: { 200: json(z.array(FxProvider), 'The providers'), 304: empty('You have it already') },
})

const listFxCurrenciesRoute = userRoute({
  operationId: 'listFxCurrencies',
  tags,
  method: 'get',
  path: '/fx/currencies',
  summary: 'List the currencies that there are rates of',
  description: 'By code, with the providers, ended currencies included. Constant while the service runs.',
  responses: { 200: json(z.array(FxCurrency), 'The currencies'), 304: empty('You have it already') },
})

const listFxRoutesRoute = userRoute({
  operationId: 'listFxRoutes',
  tags,
  method: 'get',
  path: '/fx/providers/routes',
  summary: 'List the registered routes',
  description:
    'Those for all and your own, also those that came automatically: by pair, then in the order in which they are tried.',
  responses: { 200: json(z.array(FxRoute), 'The routes') },
})

const registerFxRouteRoute = userRoute({
  operationId: 'registerFxRoute',
  tags,
  method: 'post',
  path: '/fx/providers/routes',
  summary: 'Register a route',
  description:
    'A chain of 1 to 4 steps that join; no currency twice, no provider more than twice; MANUAL only as the single step. It serves both directions of its pair and is tried after those that people registered for it. A superuser’s counts for all; yours counts for you alone, unless the setting `shared_data` is `everyone`. 422 `fx/route-invalid` names the step at fault; 409 `fx/route-exists` for the same chain in either direction among those that count for you; 403 `fx/adding-restricted` where the setting `shared_data` says so.',
  request: { body: jsonBody(FxRouteCreate) },
  responses: { 201: json(FxRoute, 'The registered route'), ...problems(400, 403, 409, 415, 422) },
})

const changeFxRouteRoute = userRoute({
  operationId: 'changeFxRoute',
  tags,
  method: 'patch',
  path: '/fx/providers/routes/{id}',
  summary: 'Move a route among those of its pair',
  description: 'Your own; those for all are for superusers: others get 403 `fx/not-yours`. Equal priorities are tried by age.',
  request: { params: FxRouteParams, body: jsonBody(FxRoutePatch) },
  responses: { 200: json(FxRoute, 'The route'), ...problems(400, 403, 404, 415, 422) },
})

const deleteFxRouteRoute = userRoute({
  operationId: 'deleteFxRoute',
  tags,
  method: 'delete',
  path: '/fx/providers/routes/{id}',
  summary: 'Remove a route',
  description:
    'Your own; those for all are for superusers. Stored rates stay. No automatic route of the pair comes back for you until you register one.',
  request: { params: FxRouteParams },
  responses: { 204: empty('It is gone'), ...problems(403, 404) },
})

const discoverFxRoutesRoute = userRoute({
  operationId: 'discoverFxRoutes',
  'x-cost': 'heavy',
  tags,
  method: 'get',
  path: '/fx/providers/routes/discover',
  summary: 'Find the routes from one currency to another',
  description:
    'Over the lists of the providers, MANUAL left out: no currency twice, no provider more than twice. None from a currency to itself. `limit=20000`, the most that can be requested, stands for all of them: a client that builds routes itself gets the same set. `X-Complete: false` when the search was cut short, which takes far more providers than there are.',
  request: { query: DiscoverQuery },
  responses: { 200: json(z.array(DiscoveredRoute), 'The routes, best first'), ...problems(422) },
})

/** The largest limit stands for no limit. */
const ALL_ROUTES = 20_000
/** Longer lists are streamed. */
const LONG_LIST = 1_000

export function fxRoutes() {
  const router = createRouter()
  router.openapi(listFxProvidersRoute, (c) => {
    const { ctx } = c.var
    return answerStatic(c, 'providers', () => ctx.plugins.fx.map((provider) => providerToWire(ctx, provider)))
  })
  router.openapi(listFxCurrenciesRoute, (c) => {
    const { currencies } = catalogueOf(c.var.ctx)
    return answerStatic(c, 'currencies', () => currencies)
  })
  router.openapi(listFxRoutesRoute, async (c) => c.json((await listRoutes(c.var.ctx)).map(routeToWire), 200))
  router.openapi(registerFxRouteRoute, async (c) => {
    const route = await registerRoute(c.var.ctx, c.req.valid('json').chain_steps)
    setLocation(c, `/fx/providers/routes/${route.id}`)
    return c.json(routeToWire(route), 201)
  })
  router.openapi(changeFxRouteRoute, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(routeToWire(await changeRoute(c.var.ctx, { id, ...c.req.valid('json') })), 200)
  })
  router.openapi(deleteFxRouteRoute, async (c) => {
    await deleteRoute(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
  router.openapi(discoverFxRoutesRoute, async (c) => {
    const { from, to, max_steps: maxSteps = DEFAULT_STEPS, limit = DEFAULT_ROUTES, order = 'presentation' } = c.req.valid('query')
    const found = await discover(c.var.ctx, {
      from,
      to,
      maxSteps,
      limit: limit === ALL_ROUTES ? Number.MAX_SAFE_INTEGER : limit,
      order,
    })
    c.header('X-Complete', String(found.complete))
    if (numberOfRoutes(found) > LONG_LIST) return streamJson<z.infer<typeof DiscoveredRoute>>(c, routeBytes(found))
    return c.json(describeRoutes(found).map(discoveredToWire), 200)
  })
  return router
}
