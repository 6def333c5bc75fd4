import { z } from '@hono/zod-openapi'
import { DecimalText } from '../http/decimal.ts'
import { dayQuery, flagQuery, integerListQuery } from '../http/query.ts'
import { currencyText } from '../http/text.ts'
import { WARNINGS } from './valuation/warning-codes.ts'
import { warned } from './warnings/warnings.schema.ts'

const METHODS = ['FIFO', 'LIFO', 'S104', 'AVERAGE', 'HIFO'] as const
const METHOD_TEXT =
  'Which lots a sale takes: FIFO oldest, LIFO newest, HIFO highest cost first; AVERAGE one average cost a broker and asset; S104 the UK rules: trades of one kind on one day are one, matched with the same day, the next 30 days, then one pool over all brokers. Default: your preference'

/** Of each report that values something. */
export const VALUE_TEXT =
  'The value at the end of a day is the sum of quantity x last known close x exchange rate, and cash. Without a close the last trade price stands in (`price_source: trade`). `warnings` has every price or rate that is missing or stale, with its days: nothing is zero in silence.'

/** Query keys of every report. */
export const common = {
  broker_ids: integerListQuery('Only these brokers; default: those that you have included. Others are left out in silence'),
  asset_ids: integerListQuery(
    'Only these assets, without others and without cash: as with scope assets. Those of which the brokers have nothing are left out in silence',
  ),
  currency: currencyText('Must be an ISO 4217 currency code such as EUR.')
    .optional()
    .openapi({ description: 'Of every figure; default: your preference', example: 'EUR' }),
  method: z.enum(METHODS).optional().openapi({ description: METHOD_TEXT, example: 'FIFO' }),
  owned: flagQuery('Count each broker by your own share of it'),
  format: z
    .enum(['json', 'csv'])
    .optional()
    .openapi({ description: 'Default: by the `Accept` header, else JSON', example: 'json' }),
}

/** Query keys of reports over days. */
export const range = {
  from: dayQuery('The first day that counts, 1900-01-01 or later; default: the first with a transaction', '2026-01-01'),
  to: dayQuery('The last day that counts, at most 300 years after the first; default: today', '2026-06-30'),
}

export const scope = z.enum(['total', 'assets']).optional().openapi({
  description:
    '`total`: cash counts; deposits, withdrawals and what comes from or goes outside are the flows. `assets`: holdings only; purchases and costs are flows in, sales and income flows out, and a trade is a valuation point: what was held before is worth its price then',
  default: 'total',
  example: 'total',
})

/** The scope that an answer echoes. */
export const echoedScope = z.enum(['total', 'assets']).openapi({ example: 'total' })

export const money = (description: string, example = '125.5') => DecimalText.openapi({ description, example })
export const maybeMoney = (description: string, example = '125.5') => DecimalText.nullable().openapi({ description, example })
export const ratio = (description: string, example = 0.0734) => z.number().nullable().openapi({ description, example })
export const day = (description: string, example = '2026-06-30') => z.string().openapi({ format: 'date', description, example })
export const maybeDay = (description: string, example = '2026-06-30') =>
  z.string().nullable().openapi({ format: 'date', description, example })
export const assetId = z.int().openapi({ example: 3 })
export const symbol = z.string().openapi({ example: 'ACME' })
/** What an asset is called in the rows of a report. */
export const assetLabel = {
  symbol,
  name: z.string().openapi({ example: 'Acme Corporation' }),
  isin: z.string().nullable().openapi({ example: 'US0378331005' }),
}
export const maybeAssetLabel = { symbol: symbol.nullable(), name: assetLabel.name.nullable(), isin: assetLabel.isin }

const WARNING_CODES = [...new Set(Object.values(WARNINGS).map(({ code }) => code))].join(', ')

const ReportWarning = z
  .object({
    code: z.string().openapi({ description: WARNING_CODES, example: 'rate-stale' }),
    detail: z.string().openapi({ example: 'The last exchange rate from USD to EUR is of 2026-06-01.' }),
    asset_id: z.int().nullable().openapi({ description: 'Where it is about one asset', example: 3 }),
    pair: z.string().nullable().openapi({ description: 'From/to', example: 'USD/EUR' }),
    from: day('The first day on which it mattered', '2026-06-09'),
    to: day('The last day on which it mattered'),
    ...warned,
  })
  .openapi('ReportWarning', {
    description: 'One cause of something missing or stale; nothing is ever taken as zero or one in silence',
  })

export const complete = z
  .boolean()
  .openapi({ description: 'false = something is left out of a figure, see `warnings`', example: true })

/** What a report echoes. */
export const request = {
  currency: z.string().openapi({ description: 'Of every figure', example: 'EUR' }),
  method: z.enum(METHODS).openapi({ example: 'FIFO' }),
  broker_ids: z.array(z.int()).openapi({ description: 'The brokers that count', example: [1] }),
  asset_ids: z.array(z.int()).nullable().openapi({ description: 'The assets that count; null = all, and cash', example: null }),
  owned: z.boolean().openapi({ example: false }),
  complete,
  warnings: z.array(ReportWarning).openapi({ description: 'One a cause, worst first: by severity, then by share of the value' }),
}

export const requestRange = {
  from: day('The first day that counts', '2026-01-01'),
  to: day('The last day that counts'),
  ...request,
}
