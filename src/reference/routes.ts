import { z } from '@hono/zod-openapi'
import type { ZodType } from 'zod'
import { notModified } from '../http/etag.ts'
import { empty, json, problems, type Whole } from '../http/openapi.ts'
import { createRouter, type HttpContext, publicRoute } from '../http/route.ts'
import {
  AssetTypeDescription,
  Country,
  CurrenciesQuery,
  Currency,
  Exchange,
  Language,
  ListingQuery,
  Sector,
  TransactionTypeRules,
} from './schema.ts'
import {
  listAssetTypes,
  listCountries,
  listCurrencies,
  listExchanges,
  listLanguages,
  listSectors,
  listTransactionTypes,
} from './service.ts'
import { assetTypeToWire, countryToWire, currencyToWire, exchangeToWire, languageToWire, transactionTypeToWire } from './wire.ts'

const MAX_AGE_SECONDS = 3600

const listCurrenciesRoute = publicRoute({
  operationId: 'listCurrencies',
  tags: ['utilities'],
  method: 'get',
  path: '/utilities/currencies',
  summary: 'List currencies',
  description:
    'ISO 4217, by code: currencies, funds codes and metals in force; with `historic=true` also those that ended since 1999.',
  request: { query: CurrenciesQuery },
  responses: answers(z.array(Currency), 'The currencies'),
})

const listCountriesRoute = publicRoute({
  operationId: 'listCountries',
  tags: ['utilities'],
  method: 'get',
  path: '/utilities/countries',
  summary: 'List countries',
  description: 'ISO 3166-1, by code, with region and currencies.',
  request: { query: ListingQuery },
  responses: answers(z.array(Country), 'The countries'),
})

const listSectorsRoute = publicRoute({
  operationId: 'listSectors',
  tags: ['utilities'],
  method: 'get',
  path: '/utilities/sectors',
  summary: 'List sectors',
  description: 'A neutral division of our own, in a fixed order. Names in en, de, es, fr, it, nl and pt, else English.',
  request: { query: ListingQuery },
  responses: answers(z.array(Sector), 'The sectors'),
})

const listLanguagesRoute = publicRoute({
  operationId: 'listLanguages',
  tags: ['utilities'],
  method: 'get',
  path: '/utilities/languages',
  summary: 'List languages',
  description: 'Languages that names exist in, by code. Other regional forms (`de-LU`) are taken wherever a language is.',
  request: { query: ListingQuery },
  responses: answers(z.array(Language), 'The languages'),
})

const listTransactionTypesRoute = publicRoute({
  operationId: 'listTransactionTypes',
  tags: ['utilities'],
  method: 'get',
  path: '/utilities/transaction-types',
  summary: 'List transaction types',
  description: 'What each type carries, in the order of everyday use. Names in en, de, es, fr, it, nl and pt, else English.',
  request: { query: ListingQuery },
  responses: answers(z.array(TransactionTypeRules), 'The types and their rules'),
})

const listAssetTypesRoute = publicRoute({
  operationId: 'listAssetTypes',
  tags: ['utilities'],
  method: 'get',
  path: '/utilities/asset-types',
  summary: 'List asset types',
  description: 'In a fixed order. Names in en, de, es, fr, it, nl and pt, else English.',
  request: { query: ListingQuery },
  responses: answers(z.array(AssetTypeDescription), 'The types'),
})

const listExchangesRoute = publicRoute({
  operationId: 'listExchanges',
  tags: ['utilities'],
  method: 'get',
  path: '/utilities/exchanges',
  summary: 'List exchanges',
  description: 'The relevant markets of ISO 10383 and their segments, by MIC. An asset may name any other MIC too.',
  request: { query: ListingQuery },
  responses: answers(z.array(Exchange), 'The exchanges'),
})

export function referenceRoutes() {
  const router = createRouter()
  router.openapi(listCurrenciesRoute, (c) => answer(c, listCurrencies(c.req.valid('query')), currencyToWire))
  router.openapi(listCountriesRoute, (c) => answer(c, listCountries(c.req.valid('query')), countryToWire))
  router.openapi(listSectorsRoute, (c) => answer(c, listSectors(c.req.valid('query')), (sector) => sector))
  router.openapi(listLanguagesRoute, (c) => answer(c, listLanguages(c.req.valid('query')), languageToWire))
  router.openapi(listTransactionTypesRoute, (c) => answer(c, listTransactionTypes(c.req.valid('query')), transactionTypeToWire))
  router.openapi(listAssetTypesRoute, (c) => answer(c, listAssetTypes(c.req.valid('query')), assetTypeToWire))
  router.openapi(listExchangesRoute, (c) => answer(c, listExchanges(c.req.valid('query')), exchangeToWire))
  return router
}

function answers<S extends ZodType>(schema: S & Whole<S>, description: string) {
  return { 200: json<S>(schema, description), 304: empty('As you have it (`If-None-Match`)'), ...problems(422) }
}

/** Tags of the lists that live as long as the service; filtered ones are made each time and so is their tag. */
const tags = new WeakMap<object, string>()

function answer<D, W extends object>(c: HttpContext, list: readonly D[], toWire: (entry: D) => W) {
  const wire = list.map(toWire)
  const tag = tags.get(list) ?? `W/"${Bun.hash(JSON.stringify(wire)).toString(36)}"`
  tags.set(list, tag)
  c.header('ETag', tag)
  c.header('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`)
  return notModified(c, tag) ? c.body(null, 304) : c.json(wire, 200)
}
