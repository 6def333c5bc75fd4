import type { Selectable } from 'kysely'
import type { Reader, Tx } from '#db/connection.ts'
import { pick, query } from '#db/query.ts'
import type { ReversalTable } from '#db/tables/ledger.ts'
import { decimal, formatDecimal } from '../shared/decimal.ts'
import { LINE_COLUMNS, type NewLine, rowOf, type TransactionRow, toTransaction } from './repository.ts'
import type { Transaction, TransactionFields } from './transaction.ts'
import { raiseDayVersions } from './version.repository.ts'

/** A line that was taken back; `id` is null where it never stood in the ledger. */
export type TakenLine = Omit<Transaction, 'id'> & { readonly id: number | null }

/** A row of a report that takes a line back, with figures as it states them: the line's turned round. Without `taken` that line is not known yet. */
export type Reversal = Pick<
  TransactionFields,
  'brokerId' | 'type' | 'date' | 'assetId' | 'quantity' | 'amount' | 'currency' | 'externalId'
> & {
  readonly id: number
  readonly reportId: string | null
  readonly sourceRow: number | null
  /** An external id, or `same`. */
  readonly wanted: string
  readonly taken: TakenLine | null
}

type Row = Selectable<ReversalTable>
/** The column `line`: a line as the ledger had it; its broker and asset are columns beside it. */
type StoredLine = Omit<TransactionRow, 'id' | 'broker_id' | 'asset_id'> & { readonly id: number | null }

const ofBroker = query<{ brokerId: number }>()((q, p) =>
  q.selectFrom('ledger_reversal').selectAll().where('broker_id', '=', p.brokerId).orderBy('id'),
)
const insertOne = query<Omit<Row, 'id'>>()((q, p) =>
  q.insertInto('ledger_reversal').values({
    broker_id: p.broker_id,
    report_id: p.report_id,
    source_row: p.source_row,
    wanted: p.wanted,
    external_id: p.external_id,
    type: p.type,
    date: p.date,
    asset_id: p.asset_id,
    quantity: p.quantity,
    amount: p.amount,
    currency: p.currency,
    line: p.line,
    line_report_id: p.line_report_id,
    created_at: p.created_at,
  } satisfies Record<keyof Omit<Row, 'id'>, unknown>),
)
const setLine = query<Pick<Row, 'id' | 'line' | 'line_report_id'>>()((q, p) =>
  q.updateTable('ledger_reversal').set({ line: p.line, line_report_id: p.line_report_id }).where('id', '=', p.id),
)
const reopenOf = query<{ brokerId: number; reportId: string }>()((q, p) =>
  q
    .updateTable('ledger_reversal')
    .set({ line: null, line_report_id: null })
    .where('broker_id', '=', p.brokerId)
    .where('line_report_id', '=', p.reportId),
)
const deleteOf = query<{ brokerId: number; reportId: string }>()((q, p) =>
  q.deleteFrom('ledger_reversal').where('broker_id', '=', p.brokerId).where('report_id', '=', p.reportId),
)
const clearReport = query<{ brokerId: number; reportId: string }>()((q, p) =>
  q
    .updateTable('ledger_reversal')
    .set({ report_id: null })
    .where('broker_id', '=', p.brokerId)
    .where('report_id', '=', p.reportId),
)
const clearLineReport = query<{ brokerId: number; reportId: string }>()((q, p) =>
  q
    .updateTable('ledger_reversal')
    .set({ line_report_id: null })
    .where('broker_id', '=', p.brokerId)
    .where('line_report_id', '=', p.reportId),
)
const moveAsset = query<{ from: number; into: number }>()((q, p) =>
  q.updateTable('ledger_reversal').set({ asset_id: p.into }).where('asset_id', '=', p.from),
)
const SOURCE = ['group_id', 'report_id', 'source_row', 'created_by', 'created_at', 'updated_at'] as const
const restoreLine = query<TransactionRow>()((q, p) =>
  q
    .insertInto('ledger_transaction')
    .values({ ...pick(p, LINE_COLUMNS), ...pick(p, SOURCE), id: p.id, revision: p.revision } satisfies Record<
      keyof TransactionRow,
      unknown
    >),
)
const restoreNew = query<NewLine>()((q, p) =>
  q
    .insertInto('ledger_transaction')
    .values({ ...pick(p, LINE_COLUMNS), ...pick(p, SOURCE) } satisfies Record<keyof NewLine, unknown>),
)

type Like = Pick<TransactionRow, 'broker_id' | 'type' | 'quantity' | 'amount' | 'date'> & {
  readonly asset_id: number | null
  readonly currency: string | null
}
const alike = query<Like>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .selectAll()
    .where('broker_id', '=', p.broker_id)
    .where('date', '<=', p.date)
    .where('type', '=', p.type)
    .where('asset_id', 'is not distinct from', p.asset_id)
    .where('quantity', '=', p.quantity)
    .where('amount', '=', p.amount)
    .where('currency', 'is not distinct from', p.currency)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(100),
)

/** What reports have taken back at a broker, oldest import first. */
export async function listReversals(db: Reader, brokerId: number): Promise<Reversal[]> {
  return (await ofBroker.all(db, { brokerId })).map(toReversal)
}

/** Notes a row that takes a line back, and the line; only inside a transaction. */
export async function insertReversal(db: Tx, reversal: Omit<Reversal, 'id'>, createdAt: string): Promise<void> {
  const { brokerId, assetId, taken } = reversal
  await insertOne.run(db, {
    ...{ broker_id: brokerId, report_id: reversal.reportId, source_row: reversal.sourceRow, wanted: reversal.wanted },
    ...{ external_id: reversal.externalId, type: reversal.type, date: reversal.date, asset_id: taken?.assetId ?? assetId },
    ...{ quantity: formatDecimal(reversal.quantity), amount: formatDecimal(reversal.amount), currency: reversal.currency },
    ...{ line: taken && lineText(taken), line_report_id: taken?.reportId ?? null, created_at: createdAt },
  })
}

/** Gives a row that takes back the line that it meant. */
export async function resolveReversal(db: Tx, id: number, taken: TakenLine): Promise<void> {
  await setLine.run(db, { id, line: lineText(taken), line_report_id: taken.reportId })
}

/** Removes the rows of a report; what its lines were taken back by waits for them again. */
export async function deleteReversalsOf(db: Tx, brokerId: number, reportId: string): Promise<void> {
  await deleteOf.run(db, { brokerId, reportId })
  await reopenOf.run(db, { brokerId, reportId })
}

/** Cuts the tie to a report that is removed while its lines stay. */
export async function detachReversals(db: Tx, brokerId: number, reportId: string): Promise<void> {
  await clearReport.run(db, { brokerId, reportId })
  await clearLineReport.run(db, { brokerId, reportId })
}

/** Reversals of one asset are those of another. */
export async function moveReversals(db: Tx, from: number, into: number): Promise<void> {
  await moveAsset.run(db, { from, into })
}

/** The lines of a broker that say just this, on a day or before, the latest first. */
export async function listLike(
  db: Reader,
  like: Pick<TransactionFields, 'brokerId' | 'type' | 'date' | 'assetId' | 'quantity' | 'amount' | 'currency'>,
): Promise<Transaction[]> {
  const { brokerId, type, date, assetId, quantity, amount, currency } = like
  const figures = { quantity: formatDecimal(quantity), amount: formatDecimal(amount), currency }
  return (await alike.all(db, { broker_id: brokerId, type, date, asset_id: assetId, ...figures })).map(toTransaction)
}

const withExternalId = query<{ brokerId: number; externalId: string }>()((q, p) =>
  q.selectFrom('ledger_transaction').selectAll().where('broker_id', '=', p.brokerId).where('external_id', '=', p.externalId),
)

/** The line of a broker with this external id, if there is one. */
export async function listByExternalId(db: Reader, brokerId: number, externalId: string): Promise<Transaction[]> {
  return (await withExternalId.all(db, { brokerId, externalId })).map(toTransaction)
}

/** Puts a line back into the ledger, with its id where it had one; without its external id, where another line has that by now. Its balances are the caller's business. */
export async function insertTaken(db: Tx, line: TakenLine): Promise<void> {
  const { brokerId, externalId } = line
  await raiseDayVersions(db, brokerId, [line.date])
  const isIdTaken = externalId !== null && (await listByExternalId(db, brokerId, externalId)).length > 0
  const row = { ...newLineOf(line), external_id: isIdTaken ? null : externalId }
  if (line.id === null) await restoreNew.run(db, row)
  else await restoreLine.run(db, { ...row, id: line.id, revision: line.revision })
}

function toReversal(row: Row): Reversal {
  return {
    id: row.id,
    brokerId: row.broker_id,
    reportId: row.report_id,
    sourceRow: row.source_row,
    wanted: row.wanted,
    externalId: row.external_id,
    type: row.type as Reversal['type'],
    date: row.date,
    assetId: row.asset_id,
    quantity: decimal(row.quantity),
    amount: decimal(row.amount),
    currency: row.currency,
    taken: row.line === null ? null : readLine(row, row.line),
  }
}

function readLine({ broker_id, asset_id, line_report_id }: Row, text: string): TakenLine {
  const { id, ...stored }: StoredLine = JSON.parse(text)
  return { ...toTransaction({ ...stored, id: id ?? 0, broker_id, asset_id, report_id: line_report_id }), id }
}

function lineText(line: TakenLine): string {
  const { broker_id: _, asset_id: __, ...row } = newLineOf(line)
  const stored: StoredLine = { ...row, id: line.id, revision: line.revision }
  return JSON.stringify(stored)
}

function newLineOf(line: TakenLine): NewLine {
  const { groupId, reportId, sourceRow, createdBy, createdAt, updatedAt } = line
  const source = { group_id: groupId, report_id: reportId, source_row: sourceRow, created_by: createdBy }
  return { ...rowOf(line), ...source, created_at: createdAt, updated_at: updatedAt }
}
