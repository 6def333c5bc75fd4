import { z } from '@hono/zod-openapi'
import { flagQuery } from '../../http/query.ts'
import { assetId, day, maybeMoney, money } from '../schema.ts'
import type { ExplainedFigures } from './explainer.ts'

/** The query key. */
export const explain = flagQuery('With the transactions, lots, prices and rates that each figure was made of. Not in CSV')

/** The query keys of reports that have rows and totals. */
export const explainEach = { explain, explain_totals: flagQuery('As `explain`, of the totals alone') }

type Wanted = { readonly explain?: boolean | undefined; readonly explain_totals?: boolean | undefined }

/** Which figures of a report are explained, and what else the query has. */
export function explainedOf<Q extends Wanted>({ explain = false, explain_totals: isOfTotals = false, ...query }: Q) {
  const wanted: ExplainedFigures = explain || (isOfTotals && 'totals')
  return { explain: wanted, query }
}

const RateStep = z
  .object({
    from: z.string().openapi({ example: 'USD' }),
    to: z.string().openapi({ example: 'EUR' }),
    provider: z.string().openapi({ example: 'ECB' }),
    rate: money('Units of the alphabetically later currency for one of the earlier', '1.087'),
    date: day('The day that it is of'),
    inverted: z.boolean().openapi({ description: '1 / rate is used', example: true }),
  })
  .openapi('ExplainedRateStep')

const Rate = z
  .object({
    kind: z.enum(['market', 'booked', 'implied']).openapi({
      description: '`booked`: by the broker, on the transaction; `implied`: what one sum was worth in another',
      example: 'market',
    }),
    from: z.string().openapi({ example: 'USD' }),
    to: z.string().openapi({ example: 'EUR' }),
    date: day('The day that it is of'),
    rate: money('Units of `to` for one of `from`, rounded to 12 places; exact from the steps', '0.919963201472'),
    steps: z.array(RateStep),
  })
  .openapi('ExplainedRate')

const Price = z
  .object({
    asset_id: assetId,
    date: day('The day that it is of'),
    close: money('For `price_quantity` units, in `currency`', '124'),
    currency: z.string().openapi({ example: 'USD' }),
    source: z.string().openapi({ description: '`close`, or `trade` for want of one', example: 'close' }),
    provider: z.string().nullable().openapi({ description: 'Who gave the close; null for a trade price', example: 'yahoo' }),
    price_quantity: money('Units that the price is for', '1'),
  })
  .openapi('ExplainedPrice')

const id = z.int().nullable()

const Term = z
  .object({
    label: z.string().openapi({ description: 'What it is', example: 'lot' }),
    amount: maybeMoney('In the currency of the report (units for `quantity`); null without price or rate: left out', '1010'),
    date: z.string().nullable().openapi({ format: 'date', example: '2026-06-30' }),
    transaction_id: id.openapi({ example: 17 }),
    lot_id: id.openapi({ example: 4 }),
    asset_id: assetId.nullable(),
    broker_id: id.openapi({ example: 1 }),
    acquired_on: z.string().nullable().openapi({ format: 'date', example: '2025-03-02' }),
    quantity: money('Units', '10').nullable(),
    of_quantity: money('Units of the whole transaction, of which `quantity` is a part', '10').nullable(),
    share: money('The part of it that counts here', '0.4').nullable(),
    amount_in: money('In `currency`', '1098').nullable(),
    currency: z.string().nullable().openapi({ example: 'USD' }),
    price: Price.nullable(),
    rate: Rate.nullable(),
    events: z
      .array(z.int())
      .nullable()
      .openapi({
        description: 'Transactions that changed the lot, or that made the pool, besides the one that opened it',
        example: [21],
      }),
  })
  .openapi('ExplainedTerm', {
    description:
      'amount = amount_in x rate x quantity / of_quantity x share, or quantity x close / price_quantity x rate x share; what is not there counts as 1. A term with neither `amount_in` nor `price` repeats another figure.',
  })

const Explanation = z
  .object({
    figure: z.string().openapi({ description: 'The field of the row that is explained', example: 'cost_basis' }),
    formula: z.string().openapi({ example: 'sum of what the open lots cost' }),
    terms: z.array(Term).openapi({ description: 'Their amounts add up to the figure exactly; empty for quotients' }),
  })
  .openapi('Explanation')

/** Rows and totals have it; null without `explain=true`. */
export const explained = { explain: z.array(Explanation).nullable().openapi({ description: 'null without `explain=true`' }) }
