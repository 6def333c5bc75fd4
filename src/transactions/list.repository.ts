import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '#db/connection.ts'
import { itemsOf } from '#db/json.ts'
import { containing } from '#db/like.ts'
import { inList, queryByShape } from '#db/query.ts'
import type { Schema } from '#db/schema.ts'
import { fold, lowerAscii } from '../shared/fold.ts'
import { readTags, type TransactionRow } from './repository.ts'

/** What a list is narrowed to; `brokerIds` are brokers that the caller may see. */
export type TransactionFilter = {
  readonly brokerIds: readonly number[]
  readonly assetIds?: readonly number[] | undefined
  readonly types?: readonly string[] | undefined
  readonly currencies?: readonly string[] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly account?: string | undefined
  /** Text in the description, external id, or the asset's symbol, name or ISIN. */
  readonly q?: string | undefined
  readonly reportId?: string | undefined
  readonly groupId?: string | undefined
}

export type PageRequest = {
  readonly order: 'date_desc' | 'date_asc'
  readonly limit: number
  readonly after?: readonly [string, number] | undefined
}

/** What leaves of a line: everything but its place in a report. */
const LISTED = [
  'id',
  'broker_id',
  'type',
  'date',
  'time',
  'settled_on',
  'asset_id',
  'quantity',
  'price',
  'price_currency',
  'fx_rate',
  'amount',
  'currency',
  'fees',
  'taxes',
  'cost_basis',
  'ratio',
  'cost_share',
  'group_id',
  'external_id',
  'report_id',
  'description',
  'account',
  'revision',
  'created_by',
  'created_at',
  'updated_at',
  'tags',
  'lots',
] as const satisfies readonly (keyof TextRow)[]

type TextRow = Omit<TransactionRow, 'source_row'>
/**
 * A line as it leaves, with its decimals still as texts. Lists go out in bulk and unchanged: parsing twenty decimals a row only to print them
 * again would cost more than reading the row.
 */
export type TransactionText = Omit<TextRow, 'tags' | 'lots'> & {
  readonly tags: readonly string[]
  readonly lots: readonly { readonly lot_id: number; readonly quantity: string }[] | null
}

/** So many brokers are read one by one, each by its index, and their pages put together. */
const MOST_SEPARATE = 60

type FilterName = Exclude<keyof TransactionFilter, 'brokerIds'>
/** What a statement depends on beside its parameters. */
type CountShape = { readonly filters: readonly FilterName[] }
type PageShape = CountShape & {
  readonly order: PageRequest['order']
  readonly isContinued: boolean
  /** How many brokers are read one by one; 0 = all of them at once. */
  readonly separate: number
}
type Values = {
  readonly [K in Exclude<FilterName, 'q'>]: NonNullable<TransactionFilter[K]>
} & {
  readonly [broker: `broker${number}`]: number
  readonly brokerIds: readonly number[]
  readonly text: string
  readonly folded: string
  readonly date: string
  readonly id: number
  readonly limit: number
}
type Lines = ExpressionBuilder<Schema, 'ledger_transaction'>

const pageOf = queryByShape<Values, PageShape>()((q, p, shape) => {
  const direction = shape.order === 'date_desc' ? 'desc' : 'asc'
  const page = (ofBrokers: Expression<SqlBool>) =>
    q
      .selectFrom('ledger_transaction')
      .select(LISTED)
      .where((line) => line.and([ofBrokers, ...conditionsOf(line, p, shape.filters)]))
      .$if(shape.isContinued, (lines) => lines.where((line) => beyond(line, p, shape.order)))
      .orderBy('date', direction)
      .orderBy('id', direction)
      .limit(p.limit)
  const ofOne = (index: number) => page(sql`broker_id = ${p[`broker${index}`]}`)
  if (shape.separate === 0) return page(sql`broker_id IN ${inList(p.brokerIds)}`)
  if (shape.separate === 1) return ofOne(0)
  const part = (index: number) => q.selectFrom(ofOne(index).as('page')).selectAll()
  return Array.from({ length: shape.separate - 1 }, (_, index) => index + 1)
    .reduce((all, index) => all.unionAll(part(index)), part(0))
    .orderBy('date', direction)
    .orderBy('id', direction)
    .limit(p.limit)
})

/** One page in the requested order; reads `limit` rows of each broker at most, by index. */
export async function listTransactionTexts(db: Reader, filter: TransactionFilter, page: PageRequest): Promise<TransactionText[]> {
  const { brokerIds, assetIds, reportId, groupId } = filter
  if (brokerIds.length === 0) return []
  const isSeparate = brokerIds.length <= MOST_SEPARATE && (assetIds ?? reportId ?? groupId) === undefined
  const statement = pageOf({
    filters: filtersOf(filter),
    order: page.order,
    isContinued: page.after !== undefined,
    separate: brokerIds.length === 1 || isSeparate ? brokerIds.length : 0,
  })
  return (await statement.all(db, valuesOf(filter, page))).map(toText)
}

const countOf = queryByShape<Values, CountShape>()((q, p, { filters }) =>
  q
    .selectFrom('ledger_transaction')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('broker_id', 'in', inList(p.brokerIds))
    .where((line) => line.and(conditionsOf(line, p, filters))),
)

/** How many lines there are in all. */
export async function countTransactions(db: Reader, filter: TransactionFilter): Promise<number> {
  const row = await countOf({ filters: filtersOf(filter) }).one(db, valuesOf(filter, { order: 'date_desc', limit: 0 }))
  return row?.n ?? 0
}

function filtersOf({ brokerIds: _, ...filter }: TransactionFilter): FilterName[] {
  return CONDITIONS.filter((name) => filter[name] !== undefined)
}

function valuesOf(filter: TransactionFilter, { after = ['', 0], limit }: PageRequest): Values {
  const { brokerIds, assetIds = [], types = [], currencies = [], tags = [] } = filter
  const { from = '', to = '', reportId = '', groupId = '', account = '', q = '' } = filter
  const searched = q === '' ? { text: '', folded: '' } : { text: containing(lowerAscii(q)), folded: containing(fold(q)) }
  const narrowed = { brokerIds, assetIds, types, currencies, tags, from, to, reportId, groupId, account, ...searched }
  const values: Values = { ...narrowed, date: after[0], id: after[1], limit }
  const each: Record<`broker${number}`, number> = {}
  for (const [index, id] of brokerIds.entries()) each[`broker${index}`] = id
  return { ...values, ...each }
}

const CONDITION: { readonly [K in FilterName]: (line: Lines, p: Values) => Expression<SqlBool> } = {
  assetIds: (line, p) => line('asset_id', 'in', inList(p.assetIds)),
  types: (line, p) => line('type', 'in', inList(p.types)),
  currencies: (line, p) => line('currency', 'in', inList(p.currencies)),
  from: (line, p) => line('date', '>=', p.from),
  to: (line, p) => line('date', '<=', p.to),
  tags: (_, p) =>
    sql`(tags <> '[]' AND EXISTS (SELECT 1 FROM ${itemsOf('tags', 'text')} AS tag WHERE tag.value IN ${inList(p.tags)}))`,
  q: (_, p) => sql`(lower(description) LIKE ${p.text} ESCAPE '\\' OR lower(external_id) LIKE ${p.text} ESCAPE '\\'
    OR asset_id IN (SELECT id FROM asset WHERE search_key LIKE ${p.folded} ESCAPE '\\'))`,
  account: (line, p) => line('account', '=', p.account),
  reportId: (line, p) => line('report_id', '=', p.reportId),
  groupId: (line, p) => line('group_id', '=', p.groupId),
}
// Object.keys does not know which there are.
const CONDITIONS = Object.keys(CONDITION) as FilterName[]

function conditionsOf(line: Lines, p: Values, filters: readonly FilterName[]): Expression<SqlBool>[] {
  return filters.map((name) => CONDITION[name](line, p))
}

function beyond(line: Lines, p: Values, order: PageRequest['order']): Expression<SqlBool> {
  const place = sql<[string, number]>`(${p.date}, ${p.id})`
  return line(line.refTuple('date', 'id'), order === 'date_desc' ? '<' : '>', place)
}

/** The row itself, which nobody else has: to copy its thirty columns takes half as long as to read them. */
function toText(row: TextRow): TransactionText {
  const line: Omit<TextRow, 'tags' | 'lots'> & { tags: unknown; lots: unknown } = row
  line.tags = readTags(row.tags)
  line.lots = row.lots === null ? null : namedLots(row.lots)
  return line as TransactionText
}

function namedLots(text: string): { lot_id: number; quantity: string }[] {
  return (JSON.parse(text) as [number, string][]).map(([lot_id, quantity]) => ({ lot_id, quantity }))
}
