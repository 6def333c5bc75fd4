import { z } from '@hono/zod-openapi'
import { checkedText, codeText } from '../http/text.ts'
import { isDay } from '../shared/date.ts'

const day = checkedText(isDay, 10, 'Must be a day that exists, as YYYY-MM-DD.').openapi({ format: 'date', example: '2026-06-01' })
const code = codeText(20)

export const FxSyncRequest = z
  .strictObject({
    currencies: z
      .array(code)
      .min(1)
      .max(500)
      .optional()
      .openapi({ description: 'Only series of these currencies', example: ['USD'] }),
    providers: z
      .array(code)
      .min(1)
      .max(200)
      .optional()
      .openapi({
        description:
          'Everything that these publish today (ended currencies: name them in `currencies`), instead of the legs of the registered routes',
        example: ['ECB'],
      }),
    from: day.optional().openapi({
      description: 'Default: each series goes on from its last stored day, and back to its first while that is missing',
    }),
    to: day.optional().openapi({ description: 'Default: today (UTC)', example: '2026-06-30' }),
    accept_jumps: z.boolean().optional().openapi({
      description: 'Superusers: takes rates ten times and more away from their neighbours too, which are held back otherwise',
      example: false,
    }),
  })
  .openapi('FxSyncRequest', { example: { providers: ['ECB'], currencies: ['USD'], from: '2026-06-01', to: '2026-06-30' } })

const base = z.string().openapi({ example: 'EUR' })
const quote = z.string().openapi({ example: 'USD' })
const pair = z.string().openapi({ description: 'In alphabetical order', example: 'EUR/USD' })
const provider = z.string().openapi({ example: 'ECB' })
const latest = z
  .string()
  .nullable()
  .openapi({ format: 'date', description: 'Day of the newest stored rate', example: '2026-06-30' })

export const FxSyncResult = z
  .object({
    from: z.string().openapi({ format: 'date', description: 'The first requested day, over all series', example: '2026-06-01' }),
    to: z.string().openapi({ format: 'date', example: '2026-06-30' }),
    pairs: z.array(
      z
        .object({ pair, provider, added: z.int().openapi({ example: 21 }), updated: z.int().openapi({ example: 0 }), latest })
        .openapi('FxSyncedPair'),
    ),
    failed: z
      .array(
        z
          .object({ provider, detail: z.string().openapi({ example: 'www.snb.ch did not answer within 30 s.' }) })
          .openapi('FxSyncFailure'),
      )
      .openapi({ description: 'Providers that failed; what had come before is stored' }),
    rejected: z
      .array(
        z
          .object({
            pair: z.string().nullable().openapi({ example: 'EUR/USD' }),
            provider,
            date: z.string().nullable().openapi({ format: 'date', example: '2026-06-30' }),
            rate: z.string().nullable().openapi({ example: '116.42' }),
            code: z.string().openapi({ example: 'jump' }),
            detail: z
              .string()
              .openapi({ example: 'EUR/USD on 2026-06-30: 116.42 is 100 times the rate of 2026-06-29 (1.1642); held back.' }),
          })
          .openapi('FxRejectedRate'),
      )
      .openapi({ description: 'Figures that were held back, at most 200 of them' }),
    rejected_count: z.int().openapi({ example: 1 }),
  })
  .openapi('FxSyncResult')

const instant = z.iso.datetime().nullable().openapi({ example: '2026-06-30T16:30:02.118Z' })

export const FxSyncState = z
  .object({
    pair,
    base,
    quote,
    provider,
    latest,
    synced_from: z
      .string()
      .nullable()
      .openapi({ format: 'date', description: 'Fetched without a gap from here', example: '1999-01-04' }),
    synced_to: z.string().nullable().openapi({ format: 'date', description: 'to here', example: '2026-06-30' }),
    last_attempt: instant,
    last_success: instant,
    last_error: z.string().nullable().openapi({ description: '`null` when the last attempt ended well', example: null }),
  })
  .openapi('FxSyncState')
