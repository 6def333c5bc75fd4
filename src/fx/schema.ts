import { z } from '@hono/zod-openapi'
import { idParam, integerQuery } from '../http/query.ts'
import { currencyText } from '../http/text.ts'
import { MAX_STEPS } from './chain.ts'

export const currencyCode = currencyText('Must be an ISO 4217 currency code such as EUR.')
/** A currency in the query; required. */
export function currencyQuery(description: string, example: string) {
  return currencyCode.openapi({ description, example })
}

const codes = z.array(z.string())

export const FxProvider = z
  .object({
    code: z.string().openapi({ example: 'ECB' }),
    name: z.string().openapi({ example: 'European Central Bank' }),
    base_currencies: codes.openapi({ description: 'Currencies that rates are published from', example: ['EUR'] }),
    target_currencies: codes.openapi({ description: 'Currencies that rates are published to', example: ['CHF', 'GBP', 'USD'] }),
    historic_currencies: codes.openapi({ description: 'Ended currencies that there is only history of', example: ['HRK'] }),
    website: z.string().openapi({ description: 'Empty for MANUAL', example: 'https://www.ecb.europa.eu' }),
    icon_url: z.string().nullable().openapi({ example: '/api/v1/uploads/plugin/fx/ecb/icon.svg?v=1a2b3c4d' }),
    description: z.string().openapi({ example: 'Euro foreign exchange reference rates.' }),
    history_from: z.string().nullable().openapi({ format: 'date', description: 'First day with rates', example: '1999-01-04' }),
    schedule: z
      .object({
        frequency: z.enum(['daily', 'weekly', 'monthly']).openapi({ description: 'Spacing of the values', example: 'daily' }),
        released: z
          .enum(['weekly', 'monthly', 'never'])
          .nullable()
          .openapi({ description: 'How often new ones come out, when less often than their spacing', example: null }),
        time: z.string().openapi({ description: 'Local time of publication', example: '16:00' }),
        time_zone: z.string().openapi({ description: 'IANA', example: 'Europe/Berlin' }),
      })
      .nullable()
      .openapi('FxSchedule'),
    attribution: z.string().openapi({ description: 'To be shown with the rates', example: 'Source: European Central Bank.' }),
    fresh_days: z.int().openapi({ description: 'For how many days a rate stands in for days without one', example: 7 }),
    key: z
      .object({
        setting: z.string().openapi({ description: 'Variable of the environment that holds it', example: 'FRED_API_KEY' }),
        required: z.boolean().openapi({ example: false }),
        website: z.string().openapi({ description: 'Where to get one', example: 'https://fred.stlouisfed.org' }),
        is_set: z.boolean().openapi({ example: false }),
      })
      .nullable()
      .openapi('FxKey'),
  })
  .openapi('FxProvider')

export const FxCurrency = z
  .object({
    code: z.string().openapi({ example: 'USD' }),
    providers: codes.openapi({ description: 'Codes of the providers that have rates of it', example: ['ECB', 'FED'] }),
  })
  .openapi('FxCurrency')

/** As they are: a chain is registered unchanged. */
const code = z.string().max(20)

export const ChainStep = z
  .strictObject({
    from: code.openapi({ description: 'Source currency', example: 'USD' }),
    to: code.openapi({ description: 'Target currency', example: 'EUR' }),
    provider: code.openapi({ description: 'Provider code', example: 'ECB' }),
  })
  .openapi('ChainStep')

/** Of the steps beyond the last one at most so many are named. */
const MAX_NAMED = 10

const chain = z
  .array(ChainStep)
  .min(1, 'A route has at least one step.')
  .max(MAX_STEPS + MAX_NAMED)
  .superRefine((steps, ctx) => {
    for (let step = MAX_STEPS; step < Math.min(steps.length, MAX_STEPS + MAX_NAMED); step++)
      ctx.addIssue({ code: 'custom', path: [step], message: `A route has at most ${MAX_STEPS} steps.` })
  })
  .openapi({ maxItems: MAX_STEPS })
const chainExample = [
  { from: 'USD', to: 'EUR', provider: 'ECB' },
  { from: 'EUR', to: 'CHF', provider: 'SNB' },
]
const priority = z.int().min(1).max(1_000_000)

export const FxRouteCreate = z
  .strictObject({ chain_steps: chain })
  .openapi('FxRouteCreate', { example: { chain_steps: chainExample } })

export const FxRoutePatch = z
  .strictObject({ priority: priority.openapi({ description: 'Smaller ones are tried first', example: 1 }) })
  .openapi('FxRoutePatch')

export const FxRoute = z
  .object({
    id: z.int().openapi({ example: 1 }),
    from: z.string().openapi({ example: 'USD' }),
    to: z.string().openapi({ example: 'CHF' }),
    pair: z.string().openapi({ description: 'In alphabetical order; a route serves both directions', example: 'CHF/USD' }),
    chain_steps: z.array(ChainStep).openapi({ description: 'As registered', example: chainExample }),
    priority: z.int().openapi({ description: 'Among the routes of the pair; smaller ones are tried first', example: 1 }),
    shared: z.boolean().openapi({ description: 'Whether it counts for all; else only for you', example: true }),
    automatic: z.boolean().openapi({ description: 'Made for a currency that you use; nobody registered it', example: false }),
    created_by: z.int().nullable().openapi({ description: 'User id; null where automatic', example: 1 }),
    created_at: z.iso.datetime().openapi({ example: '2026-06-30T08:15:00.000Z' }),
  })
  .openapi('FxRoute')

export const FxRouteParams = z.object({ id: idParam('id', 'The route') })

export const DiscoverQuery = z.strictObject({
  from: currencyQuery('Source currency', 'USD'),
  to: currencyQuery('Target currency', 'CHF'),
  max_steps: integerQuery({
    minimum: 1,
    maximum: MAX_STEPS,
    default: MAX_STEPS,
    description: 'At most so many steps',
    example: 4,
  }),
  limit: integerQuery({
    minimum: 1,
    maximum: 20_000,
    default: 200,
    description: 'At most so many routes; 20000 = all of them',
    example: 200,
  }),
  order: z.enum(['steps', 'presentation'], 'Must be steps or presentation.').optional().openapi({
    description:
      '`steps`: fewest steps first. `presentation` (default): then more registered legs, then fewer providers, then fewer rates that are administered, of a parallel market or coarse, then by key.',
    example: 'presentation',
  }),
})

export const DiscoveredRoute = z
  .object({
    key: z.string().openapi({ example: 'USD-EUR:ECB/EUR-CHF:SNB' }),
    chain_steps: z.array(ChainStep).openapi({ description: 'Can be registered as they are', example: chainExample }),
    registered_legs: z.int().openapi({ description: 'Steps that are part of a registered route', example: 1 }),
    distinct_providers: z.int().openapi({ example: 2 }),
  })
  .openapi('DiscoveredRoute')
