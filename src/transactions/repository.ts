import type { Selectable } from 'kysely'
import type { Reader, Tx } from '#db/connection.ts'
import { columnsFrom, inList, pick, query } from '#db/query.ts'
import type { TransactionTable } from '#db/tables/ledger.ts'
import { type Decimal, decimal, formatDecimal } from '../shared/decimal.ts'
import { lotsText, readLots } from './named-lots.repository.ts'
import type { Transaction, TransactionFields, TransactionType } from './transaction.ts'
import { raiseDayVersions, raiseDayVersionsOfLines } from './version.repository.ts'

export type TransactionRow = Selectable<TransactionTable>

/** Where a new line comes from. */
export type LineSource = {
  readonly groupId: string | null
  readonly reportId: string | null
  readonly sourceRow: number | null
  readonly createdBy: number
  readonly createdAt: string
}

/** The columns that say what a `TransactionFields` does. */
export type TransactionColumn = Exclude<
  keyof TransactionTable,
  'id' | 'group_id' | 'report_id' | 'source_row' | 'revision' | 'created_by' | 'created_at' | 'updated_at'
>

type Columns = Pick<TransactionRow, TransactionColumn>

const COLUMNS = columnsFrom<TransactionFields, Columns>({
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
  tags: (line) => tagsText(line.tags),
  lots: (line) => lotsText(line.lots),
  account: (line) => line.account,
})

export const LINE_COLUMNS = COLUMNS.names

/** What a line says, by its columns. */
export function rowOf(fields: TransactionFields): Columns {
  return COLUMNS.of(fields)
}

/** A line that is about to be inserted. */
export type NewLine = Omit<TransactionRow, 'id' | 'revision'>

const insertLine = query<NewLine>()((q, p) =>
  q
    .insertInto('ledger_transaction')
    .values({
      ...pick(p, COLUMNS.names),
      group_id: p.group_id,
      report_id: p.report_id,
      source_row: p.source_row,
      created_by: p.created_by,
      created_at: p.created_at,
      updated_at: p.updated_at,
    } satisfies Record<keyof NewLine, unknown>)
    .returning('id'),
)

/** Inserts one line; returns it as it is stored. */
export async function insertTransaction(db: Tx, fields: TransactionFields, source: LineSource): Promise<Transaction> {
  const { groupId, reportId, sourceRow, createdBy, createdAt } = source
  await raiseDayVersions(db, fields.brokerId, [fields.date])
  const origin = {
    group_id: groupId,
    report_id: reportId,
    source_row: sourceRow,
    created_by: createdBy,
    created_at: createdAt,
    updated_at: createdAt,
  }
  const row = await insertLine.one(db, Object.assign(COLUMNS.of(fields), origin))
  if (row === undefined) throw new Error('a line that was inserted has no id')
  return { ...fields, ...source, id: row.id, revision: 1, updatedAt: createdAt }
}

const updateLine = query<Columns & Pick<TransactionRow, 'id' | 'updated_at'>>()((q, p) =>
  q
    .updateTable('ledger_transaction')
    .set((line) => ({ ...pick(p, COLUMNS.names), updated_at: p.updated_at, revision: line('revision', '+', 1) }))
    .where('id', '=', p.id),
)

/** Replaces what one line says and raises its revision; returns it as it is stored. Its broker and its group stay. */
export async function updateTransaction(
  db: Tx,
  before: Transaction,
  fields: TransactionFields,
  updatedAt: string,
): Promise<Transaction> {
  await raiseDayVersions(db, before.brokerId, new Set([before.date, fields.date]))
  await updateLine.run(db, { ...COLUMNS.of(fields), id: before.id, updated_at: updatedAt })
  return { ...before, ...fields, revision: before.revision + 1, updatedAt }
}

const clearExternalIds = query<{ ids: readonly number[] }>()((q, p) =>
  q.updateTable('ledger_transaction').set({ external_id: null }).where('id', 'in', inList(p.ids)),
)

/** Clears the external ids of lines that are about to get others, so that two may swap theirs. */
export async function releaseExternalIds(db: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await clearExternalIds.run(db, { ids })
}

const deleteLines = query<{ ids: readonly number[] }>()((q, p) =>
  q.deleteFrom('ledger_transaction').where('id', 'in', inList(p.ids)),
)

/** Removes lines. */
export async function deleteTransactions(db: Tx, ids: readonly number[]): Promise<void> {
  await raiseDayVersionsOfLines(db, ids)
  await deleteLines.run(db, { ids })
}

const lineOf = query<{ id: number }>()((q, p) => q.selectFrom('ledger_transaction').selectAll().where('id', '=', p.id))

export async function findTransaction(db: Reader, id: number): Promise<Transaction | undefined> {
  const row = await lineOf.one(db, { id })
  return row && toTransaction(row)
}

const linesAmong = query<{ ids: readonly number[] }>()((q, p) =>
  q.selectFrom('ledger_transaction').selectAll().where('id', 'in', inList(p.ids)),
)

/** Lines by id, in no order. */
export async function listTransactionsById(db: Reader, ids: readonly number[]): Promise<Transaction[]> {
  const [id] = ids
  const rows = id !== undefined && ids.length === 1 ? await lineOf.all(db, { id }) : await linesAmong.all(db, { ids })
  return rows.map(toTransaction)
}

const legsOf = query<{ groupIds: readonly string[] }>()((q, p) =>
  q.selectFrom('ledger_transaction').selectAll().where('group_id', 'in', inList(p.groupIds)).orderBy('id'),
)

/** Every leg of the groups. */
export async function listGroupLegs(db: Reader, groupIds: readonly string[]): Promise<Transaction[]> {
  return groupIds.length === 0 ? [] : (await legsOf.all(db, { groupIds })).map(toTransaction)
}

const externalIdsOf = query<{ brokerId: number; externalIds: readonly string[] }>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .select(['external_id', 'id'])
    .where('broker_id', '=', p.brokerId)
    .where('external_id', 'in', inList(p.externalIds)),
)

/** Which of the external ids exist at a broker, with the line's id. */
export async function findExternalIds(
  db: Reader,
  brokerId: number,
  externalIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await externalIdsOf.all(db, { brokerId, externalIds })
  return new Map(rows.flatMap(({ external_id, id }) => (external_id === null ? [] : [[external_id, id]])))
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
    account: row.account,
    groupId: row.group_id,
    reportId: row.report_id,
    sourceRow: row.source_row,
    revision: row.revision,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Tags as their column holds them. */
export function tagsText(tags: readonly string[]): string {
  return tags.length === 0 ? '[]' : JSON.stringify(tags)
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
