import type { Selectable } from 'kysely'
import type { Reader } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'
import type { TransactionTable } from '#db/tables/ledger.ts'
import { decimal } from '../../shared/decimal.ts'
import { OPENING } from '../../shared/transaction-type.ts'
import type { ExistingLine } from './duplicates.ts'

const COLUMNS = [
  'id',
  'type',
  'date',
  'asset_id',
  'quantity',
  'amount',
  'currency',
  'cost_basis',
  'ratio',
  'external_id',
  'report_id',
  'source_row',
  'revision',
  'tags',
  'group_id',
  'account',
] as const satisfies readonly (keyof TransactionTable)[]
type Row = Pick<Selectable<TransactionTable>, (typeof COLUMNS)[number]>

const linesBetween = query<{ brokerId: number; from: string; to: string; exceptReport: string }>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .select(COLUMNS)
    .where('broker_id', '=', p.brokerId)
    .where('date', '>=', p.from)
    .where('date', '<=', p.to)
    .where('report_id', 'is distinct from', p.exceptReport)
    .orderBy('date')
    .orderBy('id'),
)

/** The lines of a broker between two days, but those of one report and openings: what its drafts are compared with. By day and id. */
export async function listLinesBetween(
  db: Reader,
  brokerId: number,
  from: string,
  to: string,
  exceptReport: string,
): Promise<ExistingLine[]> {
  const lines: ExistingLine[] = []
  await linesBetween.each(db, { brokerId, from, to, exceptReport }, (row) => {
    if (!isOpening(row)) lines.push(toLine(row))
  })
  return lines
}

const anyExternalId = query<{ brokerId: number }>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .select('id')
    .where('broker_id', '=', p.brokerId)
    .where('external_id', 'is not', null)
    .limit(1),
)

/** Whether any line of a broker has an external id. */
export async function hasExternalIds(db: Reader, brokerId: number): Promise<boolean> {
  return (await anyExternalId.one(db, { brokerId })) !== undefined
}

const byExternalId = query<{ brokerId: number; externalIds: readonly string[] }>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .select(COLUMNS)
    .where('broker_id', '=', p.brokerId)
    .where('external_id', 'in', inList(p.externalIds)),
)

/** The lines of a broker with these external ids, whatever their day. */
export async function listLinesByExternalId(
  db: Reader,
  brokerId: number,
  externalIds: readonly string[],
): Promise<ExistingLine[]> {
  return (await byExternalId.all(db, { brokerId, externalIds })).map(toLine)
}

/** What stands for history that a report may bring is no line of a report. */
function isOpening({ type, tags, group_id }: Row): boolean {
  return type === 'TRANSFER' && tags !== '[]' && group_id === null && (JSON.parse(tags) as string[]).includes(OPENING)
}

function toLine(row: Row): ExistingLine {
  return {
    id: row.id,
    type: row.type as ExistingLine['type'],
    date: row.date,
    assetId: row.asset_id,
    quantity: decimal(row.quantity),
    amount: decimal(row.amount),
    currency: row.currency,
    costBasis: row.cost_basis === null ? null : decimal(row.cost_basis),
    ratio: row.ratio,
    externalId: row.external_id,
    reportId: row.report_id,
    row: row.source_row,
    account: row.account,
    edited: row.report_id !== null && row.revision > 1,
  }
}
