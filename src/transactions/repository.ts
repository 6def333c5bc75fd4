import type { SQLQueryBindings } from 'bun:sqlite'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import { markLedgerDays, markLinesWhere } from '#db/marks.ts'
import type { TransactionTable } from '#db/schema.ts'
import { type Decimal, decimal, formatDecimal } from '../shared/decimal.ts'
import { lotsText, putNamedLots, readLots } from './named-lots.repository.ts'
import type { Transaction, TransactionFields, TransactionType } from './transaction.ts'

export type TransactionRow = Selectable<TransactionTable>

/** Where a new line comes from. */
export type LineSource = {
  readonly groupId: string | null
  readonly reportId: string | null
  readonly sourceRow: number | null
  readonly createdBy: number
  readonly createdAt: string
}

/** The columns that say what a `TransactionFields` does; named lots are put in their own way. */
export type TransactionColumn = Exclude<
  keyof TransactionTable,
  'id' | 'lots' | 'group_id' | 'report_id' | 'source_row' | 'revision' | 'created_by' | 'created_at' | 'updated_at'
>

const COLUMNS: { readonly [K in TransactionColumn]: (line: TransactionFields) => SQLQueryBindings } = {
  broker_id: (line) => line.brokerId,
  type: (line) => line.type,
  date: (line) => line.date,
  time: (line) => line.time,
  settled_on: (line) => line.settledOn,
  asset_id: (line) => line.assetId,
  quantity: (line) => formatDecimal(line.quantity),
  price: (line) => maybeText(line.price),
  price_currency: (line) => line.priceCurrency,
  fx_rate: (line) => maybeText(line.fxRate),
  amount: (line) => formatDecimal(line.amount),
  currency: (line) => line.currency,
  fees: (line) => formatDecimal(line.fees),
  taxes: (line) => formatDecimal(line.taxes),
  cost_basis: (line) => maybeText(line.costBasis),
  ratio: (line) => line.ratio,
  cost_share: (line) => maybeText(line.costShare),
  external_id: (line) => line.externalId,
  description: (line) => line.description,
  tags: (line) => (line.tags.length === 0 ? '[]' : JSON.stringify(line.tags)),
}
const FIELD_COLUMNS = [...Object.keys(COLUMNS), 'group_id']
const INSERT_COLUMNS = [...FIELD_COLUMNS, 'report_id', 'source_row', 'created_by', 'created_at', 'updated_at']
const INSERT = `INSERT INTO ledger_transaction (${INSERT_COLUMNS.join(', ')}) VALUES (${INSERT_COLUMNS.map(() => '?').join(', ')})`
const UPDATE = `UPDATE ledger_transaction SET ${FIELD_COLUMNS.map((column) => `${column} = ?`).join(', ')}, lots = ?, updated_at = ?, revision = revision + 1 WHERE id = ?`

/** Inserts one line by a compiled statement; returns its id. `assetId` stands in for that of the fields. Only inside a transaction. */
export async function insertTransaction(
  db: Tx,
  fields: TransactionFields,
  source: LineSource,
  assetId = fields.assetId,
): Promise<number> {
  const values = fieldValues({ ...fields, assetId }, source.groupId)
  values.push(source.reportId, source.sourceRow, source.createdBy, source.createdAt, source.createdAt)
  await markLedgerDays(db, fields.brokerId, [fields.date])
  const id = Number(db.sqlite.query(INSERT).run(...values).lastInsertRowid)
  if (fields.lots !== null) await putNamedLots(db, id, fields.lots)
  return id
}

/** Replaces what one line says and raises its revision. */
export async function updateTransaction(
  db: Tx,
  id: number,
  fields: TransactionFields,
  groupId: string | null,
  updatedAt: string,
): Promise<void> {
  await markLinesWhere(db, 'id = ?', id)
  await markLedgerDays(db, fields.brokerId, [fields.date])
  db.sqlite.query(UPDATE).run(...fieldValues(fields, groupId), lotsText(fields.lots), updatedAt, id)
}

/** Clears the external ids of lines that are about to get others, so that two may swap theirs. */
export async function releaseExternalIds(db: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  db.sqlite
    .query('UPDATE ledger_transaction SET external_id = NULL WHERE id IN (SELECT value FROM json_each(?))')
    .run(JSON.stringify(ids))
}

export async function deleteTransaction(db: Tx, id: number): Promise<void> {
  await markLinesWhere(db, 'id = ?', id)
  db.sqlite.query('DELETE FROM ledger_transaction WHERE id = ?').run(id)
}

export async function findTransaction(db: Db | Tx, id: number): Promise<Transaction | undefined> {
  const row = db.sqlite.query<TransactionRow, [number]>('SELECT * FROM ledger_transaction WHERE id = ?').get(id)
  return row ? toTransaction(row) : undefined
}

/** Lines by id, in no order. */
export async function listTransactionsById(db: Db | Tx, ids: readonly number[]): Promise<Transaction[]> {
  const sql = 'SELECT * FROM ledger_transaction WHERE id IN (SELECT value FROM json_each(?))'
  return db.sqlite.query<TransactionRow, [string]>(sql).all(JSON.stringify(ids)).map(toTransaction)
}

/** Every leg of the groups. */
export async function listGroupLegs(db: Db | Tx, groupIds: readonly string[]): Promise<Transaction[]> {
  const sql = 'SELECT * FROM ledger_transaction WHERE group_id IN (SELECT value FROM json_each(?)) ORDER BY id'
  return db.sqlite.query<TransactionRow, [string]>(sql).all(JSON.stringify(groupIds)).map(toTransaction)
}

/** Cuts the tie between lines and the report that made them. */
export async function clearReport(db: Tx, ids: readonly number[]): Promise<void> {
  db.sqlite
    .query('UPDATE ledger_transaction SET report_id = NULL WHERE id IN (SELECT value FROM json_each(?))')
    .run(JSON.stringify(ids))
}

/** The next lines of a broker after one, by day and id; at most `limit`. */
export async function listAfter(
  db: Db | Tx,
  brokerId: number,
  after: { readonly date: string; readonly id: number },
  limit: number,
): Promise<{ id: number; date: string; report_id: string | null }[]> {
  const select = 'SELECT id, date, report_id FROM ledger_transaction WHERE broker_id = ? AND'
  const query = async (rest: string) =>
    db.sqlite.query<{ id: number; date: string; report_id: string | null }, (string | number)[]>(`${select} ${rest}`)
  const sameDay = (await query('date = ? AND id > ? ORDER BY id LIMIT ?')).all(brokerId, after.date, after.id, limit)
  if (sameDay.length === limit) return sameDay
  return [...sameDay, ...(await query('date > ? ORDER BY date, id LIMIT ?')).all(brokerId, after.date, limit - sameDay.length)]
}

/** Which of the external ids exist at a broker, with the line's id. */
export async function findExternalIds(
  db: Db | Tx,
  brokerId: number,
  externalIds: readonly string[],
): Promise<Map<string, number>> {
  const sql =
    'SELECT external_id, id FROM ledger_transaction WHERE broker_id = ? AND external_id IN (SELECT value FROM json_each(?))'
  const rows = db.sqlite
    .query<{ external_id: string; id: number }, [number, string]>(sql)
    .all(brokerId, JSON.stringify(externalIds))
  return new Map(rows.map((row) => [row.external_id, row.id]))
}

export async function addToTransactionCount(db: Tx, brokerId: number, change: number): Promise<void> {
  db.sqlite.query('UPDATE broker SET transaction_count = transaction_count + ? WHERE id = ?').run(change, brokerId)
}

export function toTransaction(row: TransactionRow): Transaction {
  return {
    id: row.id,
    brokerId: row.broker_id,
    type: row.type as TransactionType,
    date: row.date,
    time: row.time,
    settledOn: row.settled_on,
    assetId: row.asset_id,
    quantity: decimal(row.quantity),
    price: maybe(row.price),
    priceCurrency: row.price_currency,
    fxRate: maybe(row.fx_rate),
    amount: decimal(row.amount),
    currency: row.currency,
    fees: decimal(row.fees),
    taxes: decimal(row.taxes),
    costBasis: maybe(row.cost_basis),
    ratio: row.ratio,
    costShare: maybe(row.cost_share),
    externalId: row.external_id,
    description: row.description,
    tags: readTags(row.tags),
    lots: readLots(row.lots),
    groupId: row.group_id,
    reportId: row.report_id,
    sourceRow: row.source_row,
    revision: row.revision,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function readTags(text: string): string[] {
  return text === '[]' ? [] : (JSON.parse(text) as string[])
}

function maybe(text: string | null): Decimal | null {
  return text === null ? null : decimal(text)
}

function maybeText(value: Decimal | null): string | null {
  return value === null ? null : formatDecimal(value)
}

function fieldValues(line: TransactionFields, groupId: string | null): SQLQueryBindings[] {
  return [...Object.values(COLUMNS).map((read) => read(line)), groupId]
}
