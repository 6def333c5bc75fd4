import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'
import type { NamedLot } from '../lots/lot.ts'
import { lotsText } from './named-lots.repository.ts'

/** A line that moves an asset, by the row of its report. */
export type RowLine = {
  readonly sourceRow: number
  readonly isOutgoing: boolean
  readonly fields: { readonly id: number; readonly brokerId: number; readonly assetId: number | null }
}

const linesOf = query<{ reportId: string; rows: readonly number[] }>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .select(['id', 'broker_id', 'asset_id', 'quantity', 'source_row'])
    .where('report_id', '=', p.reportId)
    .where('source_row', 'in', inList(p.rows))
    .where('quantity', '<>', sql.lit('0'))
    .where('type', '<>', sql.lit('SPLIT'))
    .orderBy('id'),
)

const setOne = query<{ id: number; lots: string | null }>()((q, p) =>
  q.updateTable('ledger_transaction').set({ lots: p.lots }).where('id', '=', p.id),
)

/** The lines that were made of rows of a report and move an asset. */
export async function listLinesOfRows(db: Tx, reportId: string, rows: readonly number[]): Promise<RowLine[]> {
  return (await linesOf.all(db, { reportId, rows })).map((row) => ({
    sourceRow: row.source_row ?? 0,
    isOutgoing: row.quantity.startsWith('-'),
    fields: { id: row.id, brokerId: row.broker_id, assetId: row.asset_id },
  }))
}

/** Sets the lots of a line that the same transaction has written: the version of its day is raised already. */
export async function setLots(db: Tx, id: number, lots: readonly NamedLot[]): Promise<void> {
  await setOne.run(db, { id, lots: lotsText(lots) })
}
