import { z } from '@hono/zod-openapi'
import { DecimalText } from '../http/decimal.ts'
import { integerListQuery, integerQuery, textListQuery } from '../http/query.ts'
import { NamedAsset } from '../prices/held.schema.ts'
import { KINDS } from './kinds.ts'
import { MATCHES } from './rank.ts'

const MAX_LENGTH = 200
const MAX_HITS = 50
export const DEFAULT_HITS = 10

const match = z.enum(MATCHES).openapi('SearchMatch', { description: 'How it fits, best first', example: 'exact' })
const name = (example: string) => z.string().openapi({ example })
const id = z.int().openapi({ example: 3 })
const broker = z.object({ id, name: name('Savings') }).openapi('NamedBroker')
const total = z.int().openapi({ example: 1 })

const FoundAssetEntry = z
  .object({
    id,
    symbol: name('HARB'),
    isin: z.string().nullable().openapi({ example: 'DE0007164600' }),
    name: name('Harbour Steel'),
    type: z.string().openapi({ example: 'STOCK' }),
    currency: z.string().openapi({ example: 'EUR' }),
    archived: z.boolean(),
    held: z.boolean().openapi({ description: 'Whether a broker that you have included holds it' }),
    match,
  })
  .openapi('SearchedAsset')
const FoundBroker = z.object({ id, name: name('Savings'), archived: z.boolean(), match }).openapi('SearchedBroker')
const FoundTransaction = z
  .object({
    id,
    broker,
    type: z.string().openapi({ example: 'BUY' }),
    date: z.string().openapi({ format: 'date', example: '2026-06-30' }),
    asset: NamedAsset.nullable(),
    quantity: DecimalText,
    amount: DecimalText,
    currency: z.string().nullable().openapi({ example: 'EUR' }),
    description: z.string().nullable().openapi({ example: 'Savings plan' }),
    match,
  })
  .openapi('SearchedTransaction')
const FoundReport = z
  .object({
    id: z.uuid().openapi({ example: '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11' }),
    broker,
    filename: name('account-2026.csv'),
    status: z.string().openapi({ example: 'imported' }),
    uploaded_at: z.string().openapi({ format: 'date-time', example: '2026-06-30T18:00:00.000Z' }),
    match,
  })
  .openapi('SearchedReport')
const FoundPage = z
  .object({
    operation_id: z.string().openapi({ example: 'getIncome' }),
    path: z.string().openapi({ example: '/portfolio/income' }),
    title: name('Dividends and interest'),
    match,
  })
  .openapi('SearchedPage')

export const SearchResult = z
  .object({
    assets: z.array(FoundAssetEntry),
    brokers: z.array(FoundBroker),
    transactions: z.array(FoundTransaction),
    reports: z.array(FoundReport),
    pages: z.array(FoundPage),
    totals: z
      .object({ assets: total, brokers: total, transactions: total, reports: total, pages: total })
      .openapi('SearchTotals'),
    complete: z.boolean().openapi({
      description: 'False where the newest 200,000 transactions or 10,000 reports alone were looked through',
      example: true,
    }),
  })
  .openapi('SearchResult')

export const SearchEverythingQuery = z.strictObject({
  q: z.string('Is missing.').min(1, 'Say what to look for.').max(MAX_LENGTH).openapi({
    description: 'Words, a symbol, an ISIN, a day or an amount',
    example: 'harbour',
  }),
  kinds: textListQuery('Only these kinds; repeatable', KINDS),
  broker_ids: integerListQuery('Only of these brokers, their transactions and reports; without: those that you have included'),
  limit: integerQuery({
    ...{ minimum: 1, maximum: MAX_HITS, default: DEFAULT_HITS, example: DEFAULT_HITS },
    description: 'At most so many of each kind',
  }),
})
