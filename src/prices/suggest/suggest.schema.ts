import { z } from '@hono/zod-openapi'
import { idParam, pageQuery } from '../../http/query.ts'
import { CERTAINTIES } from './candidate.ts'

const MAX_ASSETS = 1000
const figure = (description: string, example: string) => z.string().nullable().openapi({ description, example })
const day = (description: string) => z.string().nullable().openapi({ format: 'date', description, example: '2026-06-30' })

export const SuggestRequest = z
  .strictObject({
    asset_ids: z
      .array(z.int())
      .min(1)
      .max(MAX_ASSETS)
      .optional()
      .openapi({ description: 'Default: all that you hold without a price source, but what you declined', example: [3] }),
    assign: z
      .boolean()
      .optional()
      .openapi({ description: 'Give assets the source that is certain, and fetch their prices', example: true }),
  })
  .openapi('PriceSourceRequest', { example: { assign: true } })

const Candidate = z
  .object({
    provider: z.string().openapi({ example: 'YAHOO' }),
    identifier: z.string().openapi({ example: 'SAP.DE' }),
    options: z
      .record(z.string(), z.string())
      .openapi({ description: 'With provider and identifier a `price_source`', example: {} }),
    symbol: z.string().openapi({ example: 'SAP.DE' }),
    name: z.string().openapi({ example: 'SAP SE' }),
    exchange: figure('As the source calls it', 'XETR'),
    currency: figure('What it quotes in, as far as it says so', 'EUR'),
    price: figure('Its last close of the last two weeks', '171.3'),
    date: day('The day of that close'),
    difference: figure('Of its close from your last trade of the same days, as a part of that', '0.012'),
    trade_date: day('The day of that trade'),
    certainty: z.enum(CERTAINTIES).openapi({
      description: '`certain`: same ISIN, same currency, a close within 20 % of your trade of the same days, and recent closes',
      example: 'certain',
    }),
    reason: z.string().openapi({ example: 'same ISIN, same currency, 1.2 % from your trade of 2026-06-01' }),
  })
  .openapi('PriceSourceCandidate')
const asset = {
  asset_id: z.int().openapi({ example: 3 }),
  symbol: z.string().openapi({ example: 'SAP' }),
  name: z.string().openapi({ example: 'SAP SE' }),
}
const candidates = z.array(Candidate).openapi({ description: 'The best first, 8 at most' })

export const PriceSourceSuggestions = z
  .object({
    assets: z.array(
      z
        .object({
          ...asset,
          state: z.enum(['assigned', 'proposed', 'none']).openapi({
            description: '`assigned`: it has the first candidate as its source now',
            example: 'proposed',
          }),
          filled: z.array(z.string()).openapi({ description: 'Fields that it had not', example: ['country'] }),
          candidates,
        })
        .openapi('PriceSourceSuggestion'),
    ),
    total: z.int().openapi({ description: 'How many there are; the first 1,000 are looked up', example: 1 }),
    assigned: z.int().openapi({ example: 0 }),
    proposed: z.int().openapi({ example: 1 }),
    failed: z
      .array(
        z
          .object({
            provider: z.string().openapi({ example: 'YAHOO' }),
            detail: z.string().openapi({ example: 'It answered 500.' }),
          })
          .openapi('PriceSourceFailure'),
      )
      .openapi({ description: 'Sources that did not answer' }),
  })
  .openapi('PriceSourceSuggestions')

export const PriceSourcesStarted = z
  .object({
    state: z.enum(['started', 'none', 'off', 'offline', 'failed']).openapi({
      description: '`none`: every asset has a source, or was looked up within a day; `off`: the setting `auto_price_sources`',
      example: 'started',
    }),
    job_id: z.string().nullable().openapi({ description: 'The job that looks, assigns and proposes', example: null }),
    assets: z.int().openapi({ description: 'How many it looks up', example: 3 }),
  })
  .openapi('PriceSourcesStarted')

export const ProposalParams = z.object({ asset_id: idParam('asset_id', 'The asset', 3) })
export const ProposalQuery = z.strictObject(pageQuery)
export const PriceSourceProposal = z
  .object({ ...asset, at: z.string().openapi({ format: 'date-time', example: '2026-06-30T18:00:00.000Z' }), candidates })
  .openapi('PriceSourceProposal')
