import { z } from '@hono/zod-openapi'
import { Asset } from '../assets/schema.ts'
import { flagQuery, pageQuery } from '../http/query.ts'
import { checkedText, codeText } from '../http/text.ts'
import { isDay } from '../shared/date.ts'

const day = checkedText(isDay, 10, 'Must be a day that exists, as YYYY-MM-DD.').openapi({ format: 'date', example: '2026-06-30' })
const instant = z.string().nullable().openapi({ format: 'date-time', example: '2026-06-30T18:00:00.000Z' })

export const PriceRefreshRequest = z
  .strictObject({
    asset_ids: z
      .array(z.int())
      .min(1)
      .max(1000)
      .optional()
      .openapi({ description: 'Default: all that have a source', example: [3] }),
    from: day.optional(),
    to: day.optional(),
    rewritten: z.enum(['accept', 'keep']).optional().openapi({
      description:
        'Where a source has rewritten its history: `accept` takes all of it again, `keep` settles that the stored closes are right',
      example: 'keep',
    }),
    accept_jumps: z
      .boolean()
      .optional()
      .openapi({ description: 'Take prices that are far from their neighbours', example: false }),
  })
  .openapi('PriceRefreshRequest', { example: { asset_ids: [3] } })

const PriceRemedy = z
  .object({
    operation_id: z.string().openapi({ example: 'refreshPrices' }),
    path: z.string().openapi({ example: '/assets/prices/refresh' }),
    body: z.record(z.string(), z.unknown()).openapi({ example: { asset_ids: [3], rewritten: 'keep' } }),
  })
  .openapi('PriceRemedy')
const PriceWarning = z
  .object({
    code: z.string().openapi({ example: 'price-history-rewritten' }),
    detail: z
      .string()
      .openapi({ example: 'YAHOO now says 0.25 times the stored closes for 5 days from 2026-06-01 to 2026-06-05.' }),
    factor: z.string().nullable().openapi({ description: 'New for old closes, where it is one', example: '0.25' }),
    from: day,
    to: day,
    days: z.int().openapi({ example: 5 }),
    noticed_at: z.string().openapi({ format: 'date-time', example: '2026-06-30T18:00:00.000Z' }),
    remedy: PriceRemedy,
    alternatives: z.array(PriceRemedy),
  })
  .openapi('PriceWarning')
const warnings = z.array(PriceWarning).openapi({
  description: 'What the source has rewritten of stored closes (split, spin-off), until it is settled; nothing of it was stored',
})

const RefusedPrice = z
  .object({
    date: z.string().nullable().openapi({ example: '2026-06-30' }),
    close: z.string().nullable().openapi({ example: '344.5' }),
    currency: z.string().nullable().openapi({ example: 'EUR' }),
    code: z.string().openapi({ example: 'jump' }),
    detail: z.string().openapi({ example: '2026-06-30: 344.5 is 10.0 times the close of 2026-06-29 (34.45); held back.' }),
  })
  .openapi('RefusedPrice')
const RefreshedAsset = z
  .object({
    asset_id: z.int().openapi({ example: 3 }),
    provider: z.string().nullable().openapi({ example: 'YAHOO' }),
    state: z.enum(['added', 'updated', 'unchanged', 'failed']).openapi({ example: 'added' }),
    added: z.int().openapi({ example: 5 }),
    updated: z.int().openapi({ example: 1 }),
    refused: z.array(RefusedPrice).openapi({ description: 'What was held back, 50 at most' }),
    detail: z.string().nullable().openapi({ description: 'Why it failed, or why another source was requested', example: null }),
    answered_by: z
      .string()
      .nullable()
      .openapi({ description: 'The source whose closes came; see `price_fallbacks`', example: 'YAHOO' }),
    warnings,
  })
  .openapi('RefreshedAsset')
export const PriceRefresh = z.object({ assets: z.array(RefreshedAsset) }).openapi('PriceRefresh')

export const RefreshQuery = z.strictObject({
  failed: flagQuery('Only assets whose last refresh failed'),
  ...pageQuery,
})
export const PriceRefreshState = z
  .object({
    asset_id: z.int().openapi({ example: 3 }),
    symbol: z.string().openapi({ example: 'ACME' }),
    provider: z.string().openapi({ example: 'YAHOO' }),
    last_attempt: instant,
    last_success: instant,
    last_error: z.string().nullable().openapi({ description: 'Why the last attempt failed', example: null }),
    warnings,
  })
  .openapi('PriceRefreshState')

const ProviderOption = z
  .object({
    name: z.string().openapi({ example: 'currency' }),
    description: z.string().openapi({ example: 'What the prices are in' }),
    required: z.boolean().openapi({ example: false }),
    values: z.array(z.string()).nullable().openapi({ description: 'The only values, where there are few', example: null }),
  })
  .openapi('PriceProviderOption')
const ProviderTemplate = z
  .object({
    name: z.string().openapi({ example: 'Harbour Exchange' }),
    description: z
      .string()
      .openapi({ example: 'The last price by ISIN. Whether its terms allow you to use it is yours to decide.' }),
    website: z.string().openapi({ example: 'https://harbour.example' }),
    identifier: z.string().openapi({
      description: 'For `price_source`: put your own in place of {...}',
      example: 'https://harbour.example/{isin}.json',
    }),
    options: z.record(z.string(), z.string()).openapi({ description: 'For `price_source`', example: { close: '$.last' } }),
  })
  .openapi('PriceProviderTemplate')
export const PriceProvider = z
  .object({
    code: z.string().openapi({ example: 'YAHOO' }),
    name: z.string().openapi({ example: 'Yahoo Finance' }),
    description: z.string().openapi({ example: 'Daily closes of shares and funds' }),
    website: z.string().openapi({ example: 'https://finance.yahoo.com' }),
    attribution: z.string().openapi({ example: 'Source: Yahoo Finance.' }),
    adjusted: z.enum(['none', 'splits', 'splits-and-dividends']).openapi({
      description:
        'What its history is adjusted for. Splits are undone, once, before prices are stored; dividends cannot be, so such closes are too low the older they are',
      example: 'splits',
    }),
    network: z.boolean().openapi({ description: 'Whether it reaches out; those that do not work offline too', example: true }),
    icon_url: z.string().nullable().openapi({ example: '/api/v1/uploads/plugin/assets/yahoo/icon.svg?v=0190a6b4' }),
    identifier: z.string().openapi({ description: 'What `identifier` is', example: 'A Yahoo symbol such as SAP.DE' }),
    options: z.array(ProviderOption),
    templates: z
      .array(ProviderTemplate)
      .openapi({ description: 'Configurations to start from; nothing is fetched from them until an asset has one' }),
    searches: z.boolean().openapi({ example: true }),
    key: z.string().nullable().openapi({ description: 'The environment variable of its key', example: null }),
    key_missing: z.boolean().openapi({ description: 'It wants a key and has none', example: false }),
    last_attempt: instant,
    last_success: instant,
    last_error: z.string().nullable().openapi({ example: null }),
    failures: z.int().openapi({ description: 'In a row', example: 0 }),
    paused_until: instant,
  })
  .openapi('PriceProvider')

export const SearchQuery = z.strictObject({
  q: z
    .string('Is missing.')
    .trim()
    .min(1, 'Say what to look for.')
    .max(100)
    .openapi({ description: 'Name, symbol or ISIN', example: 'acme' }),
  provider: codeText(20).optional().openapi({ description: 'Ask only this one', example: 'YAHOO' }),
})
const FoundAsset = z
  .object({
    provider: z.string().openapi({ example: 'YAHOO' }),
    identifier: z.string().openapi({ description: 'For `price_source`', example: 'SAP.DE' }),
    symbol: z.string().openapi({ example: 'SAP.DE' }),
    name: z.string().openapi({ example: 'SAP SE' }),
    type: z.string().nullable().openapi({ example: 'STOCK' }),
    currency: z.string().nullable().openapi({ example: 'EUR' }),
    exchange: z.string().nullable().openapi({ example: 'XETRA' }),
    isin: z.string().nullable().openapi({ example: 'DE0007164600' }),
    asset_id: z.int().nullable().openapi({ description: 'The asset of the catalogue that it is', example: 3 }),
  })
  .openapi('FoundAsset')
const SearchFailure = z
  .object({
    provider: z.string().openapi({ example: 'YAHOO' }),
    detail: z.string().openapi({ example: 'It did not answer within 8 s.' }),
  })
  .openapi('AssetSearchFailure')
export const AssetSearch = z
  .object({ assets: z.array(Asset), found: z.array(FoundAsset), failed: z.array(SearchFailure) })
  .openapi('AssetSearch')
