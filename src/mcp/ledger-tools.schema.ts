import { z } from '@hono/zod-openapi'
import { Broker, BrokerListQuery } from '../brokers/schema.ts'
import { SearchEverythingQuery, SearchResult } from '../search/schema.ts'
import { TransactionQuery } from '../transactions/list.schema.ts'
import { Transaction } from '../transactions/schema.ts'
import { bounded, fieldsOf, listOf, pageOf } from './bounded.ts'
import { cut, MOST_ROWS, page, pageArguments } from './page.schema.ts'
import { tool } from './tool.ts'

const { expand: _e, format: _f, limit: _n, count: _c, ...transactionQuery } = TransactionQuery.shape
const { kinds: _k, ...searchQuery } = SearchEverythingQuery.shape
const { pages: _p, totals, ...found } = SearchResult.shape
const ROWS = 50
/** What of a broker is about its data. */
const broker = Broker.pick({
  ...{ id: true, name: true, description: true, website: true, currency: true, cash: true },
  ...{ archived: true, role: true, included: true, transaction_count: true },
})
const { revision: _r, created_by: _b, created_at: _ca, updated_at: _u, balance_after: _ba, ...lineFields } = Transaction.shape
const line = z.object({
  ...lineFields,
  asset: lineFields.asset.openapi({ description: 'null for a line without an asset' }),
})

export const LEDGER_TOOLS = [
  tool({
    name: 'list_brokers',
    title: 'Brokers',
    description:
      'The brokerage accounts that the user can see, by name, with their ids for `broker_ids` of other tools. Where `included` is false a broker counts only where it is named.',
    query: BrokerListQuery.shape,
    own: z.strictObject(pageArguments),
    output: z.object({ brokers: z.array(broker), page }),
    reading: () => ({ path: '/brokers' }),
    answer: ({ body }, own) => {
      const { shown, page } = pageOf(listOf(body), own)
      return { brokers: shown.map((each) => picked(fieldsOf(each), broker)), page }
    },
  }),
  tool({
    name: 'list_transactions',
    title: 'Transactions',
    description:
      'Lines of the ledger, newest first: purchases, sales, dividends, deposits, fees, splits and so on. `quantity` is the signed change of the holding, `amount` the signed net change of cash in `currency`, fees and taxes being parts of it. Take `next_cursor` for more.',
    query: { ...transactionQuery, cursor: transactionQuery.cursor.openapi({ description: '`next_cursor` of the page before' }) },
    own: z.strictObject({
      limit: z.int().min(1).max(MOST_ROWS).default(ROWS).openapi({ description: 'At most so many' }),
    }),
    output: z.object({
      transactions: z.array(line),
      total: z.int().openapi({ description: 'How many fit in all' }),
      next_cursor: z.string().nullable().openapi({ description: '`cursor` of the next page; null = this was the last' }),
      cut,
    }),
    reading: ({ limit }) => ({ path: '/transactions', query: { limit, count: true, expand: 'asset' } }),
    answer: ({ body, headers }) => {
      const transactions = listOf(body).map((each) => picked(fieldsOf(each), line))
      const { fields, cut } = bounded({ transactions }, 'transactions')
      return { ...fields, total: Number(headers.get('x-total-count')), next_cursor: cursorOf(headers.get('link')), cut }
    },
  }),
  tool({
    name: 'search',
    title: 'Search',
    description:
      'Assets, brokers, transactions and imported reports that have every word; also a symbol, an ISIN, a day (`2024-03-01`) or an amount. Use it to find the ids that other tools take.',
    query: searchQuery,
    own: z.strictObject({
      kinds: z
        .array(z.enum(['assets', 'brokers', 'transactions', 'reports']))
        .min(1)
        .default(['assets', 'brokers', 'transactions', 'reports'])
        .openapi({ description: 'Only these kinds' }),
    }),
    output: z.object({ ...found, totals: totals.omit({ pages: true }), cut }),
    reading: ({ kinds }) => ({ path: '/search', query: { kinds } }),
    answer: ({ body }) => {
      const { pages: _, totals, ...rest } = fieldsOf(body)
      const { pages: __, ...counts } = fieldsOf(totals)
      const { fields, cut } = bounded({ ...rest, totals: counts })
      return { ...fields, cut }
    },
  }),
]

/** The fields that a schema has. */
function picked(fields: Readonly<Record<string, unknown>>, schema: z.ZodObject) {
  return Object.fromEntries(Object.keys(schema.shape).map((key) => [key, fields[key]]))
}

/** Of `<...?cursor=x>; rel="next"`. */
function cursorOf(link: string | null): string | null {
  const [, address = ''] = /<([^>]*)>/.exec(link ?? '') ?? []
  return address === '' ? null : new URL(address, 'http://x').searchParams.get('cursor')
}
