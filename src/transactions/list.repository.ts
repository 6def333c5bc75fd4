import type { SQLQueryBindings } from 'bun:sqlite'
import type { Db, Tx } from '#db/connection.ts'
import { fold } from '../shared/fold.ts'
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

type TextRow = Omit<TransactionRow, 'source_row'>
/**
 * A line as it leaves, with its decimals still as texts. Lists go out in bulk and unchanged: parsing twenty decimals a row only to print them
 * again would cost more than reading the row.
 */
export type TransactionText = Omit<TextRow, 'tags' | 'lots'> & {
  readonly tags: readonly string[]
  readonly lots: readonly { readonly lot_id: number; readonly quantity: string }[] | null
}

type Condition = { readonly sql: string; readonly values: readonly SQLQueryBindings[] }

/**
 * Every parameter that is compared with a column is written `+?`. SQLite looks whether a bare `?` fits the condition of a partial index, and
 * for that prepares the statement again at each run: that took longer than reading 20 rows. The `+` changes nothing else.
 */
const COLUMNS =
  'id, broker_id, type, date, time, settled_on, asset_id, quantity, price, price_currency, fx_rate, amount, currency, fees, taxes, cost_basis, ratio, cost_share, group_id, external_id, report_id, description, tags, lots, revision, created_by, created_at, updated_at'

/** One page in the order asked for; reads `limit` + 1 rows of each broker at most, by index. */
export async function listTransactionTexts(
  db: Db | Tx,
  filter: TransactionFilter,
  page: PageRequest,
): Promise<TransactionText[]> {
  if (filter.brokerIds.length === 0) return []
  const conditions = conditionsOf(filter, page)
  const direction = page.order === 'date_desc' ? 'DESC' : 'ASC'
  const tail = `ORDER BY date ${direction}, id ${direction} LIMIT ${page.limit}`
  const where = conditions.map((condition) => ` AND ${condition.sql}`).join('')
  const values = conditions.flatMap((condition) => condition.values)
  const one = `SELECT ${COLUMNS} FROM ledger_transaction WHERE broker_id = +?${where} ${tail}`
  const separately =
    filter.brokerIds.length <= 60 &&
    filter.assetIds === undefined &&
    filter.reportId === undefined &&
    filter.groupId === undefined
  if (filter.brokerIds.length === 1) return await run(db, one, [filter.brokerIds[0] ?? 0, ...values])
  if (!separately) {
    const sql = `SELECT ${COLUMNS} FROM ledger_transaction WHERE broker_id IN (SELECT value FROM json_each(?))${where} ${tail}`
    return await run(db, sql, [JSON.stringify(filter.brokerIds), ...values])
  }
  const parts = filter.brokerIds.map(() => `SELECT * FROM (${one})`)
  return await run(
    db,
    `${parts.join(' UNION ALL ')} ${tail}`,
    filter.brokerIds.flatMap((id) => [id, ...values]),
  )
}

/** How many lines there are in all. */
export async function countTransactions(db: Db | Tx, filter: TransactionFilter): Promise<number> {
  const conditions = conditionsOf(filter, { order: 'date_desc', limit: 1 })
  const sql = `SELECT count(*) AS n FROM ledger_transaction WHERE broker_id IN (SELECT value FROM json_each(?))${conditions.map((condition) => ` AND ${condition.sql}`).join('')}`
  const values = [JSON.stringify(filter.brokerIds), ...conditions.flatMap((condition) => condition.values)]
  return db.sqlite.query<{ n: number }, SQLQueryBindings[]>(sql).get(...values)?.n ?? 0
}

async function run(db: Db | Tx, sql: string, values: readonly SQLQueryBindings[]): Promise<TransactionText[]> {
  return db.sqlite
    .query<TextRow, SQLQueryBindings[]>(sql)
    .all(...values)
    .map(toText)
}

function conditionsOf(filter: TransactionFilter, page: PageRequest): Condition[] {
  const conditions: Condition[] = []
  const when = (given: unknown, sql: string, ...values: SQLQueryBindings[]) => {
    if (given !== undefined) conditions.push({ sql, values })
  }
  const within = (column: string, list: readonly (string | number)[] | undefined) =>
    when(list, `${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(list ?? []))
  within('asset_id', filter.assetIds)
  within('type', filter.types)
  within('currency', filter.currencies)
  when(filter.from, 'date >= +?', filter.from ?? '')
  when(filter.to, 'date <= +?', filter.to ?? '')
  when(
    filter.tags,
    "tags <> '[]' AND EXISTS (SELECT 1 FROM json_each(tags) AS tag WHERE tag.value IN (SELECT value FROM json_each(?)))",
    JSON.stringify(filter.tags ?? []),
  )
  when(filter.reportId, 'report_id = +?', filter.reportId ?? '')
  when(filter.groupId, 'group_id = +?', filter.groupId ?? '')
  if (filter.q !== undefined) conditions.push(textCondition(filter.q))
  const [date, id] = page.after ?? ['', 0]
  when(page.after, `(date, id) ${page.order === 'date_desc' ? '<' : '>'} (+?, +?)`, date, id)
  return conditions
}

function textCondition(q: string): Condition {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  const folded = `%${fold(q).replace(/[\\%_]/g, '\\$&')}%`
  return {
    sql: "(description LIKE +? ESCAPE '\\' OR external_id LIKE +? ESCAPE '\\' OR asset_id IN (SELECT id FROM asset WHERE search_key LIKE +? ESCAPE '\\'))",
    values: [pattern, pattern, folded],
  }
}

function toText({ tags, lots, ...row }: TextRow): TransactionText {
  return { ...row, tags: readTags(tags), lots: lots === null ? null : namedLots(lots) }
}

function namedLots(text: string): { lot_id: number; quantity: string }[] {
  return (JSON.parse(text) as [number, string][]).map(([lot_id, quantity]) => ({ lot_id, quantity }))
}
