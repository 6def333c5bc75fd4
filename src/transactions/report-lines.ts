import type { Reader, Tx } from '#db/connection.ts'
import { eachPiece, readInPieces } from '../shared/pieces.ts'
import { clearReport, listIdsOfReport } from './removal.repository.ts'
import { listTransactionsById } from './repository.ts'
import { detachReversals } from './reversal.repository.ts'
import type { Transaction } from './transaction.ts'

/** The lines that an import made, by id. Gives the event loop back between pieces. */
export async function listReportTransactions(db: Reader, brokerId: number, reportId: string): Promise<Transaction[]> {
  const ids = await listIdsOfReport(db, brokerId, reportId)
  return (await readInPieces(ids, async (piece) => await listTransactionsById(db, piece))).sort((a, b) => a.id - b.id)
}

/** Whether an import made lines of a broker that are still there. */
export async function hasLinesOfReport(db: Reader, brokerId: number, reportId: string): Promise<boolean> {
  return (await listIdsOfReport(db, brokerId, reportId)).length > 0
}

/** Cuts the tie between a report and the lines that stay when it is deleted. Gives the event loop back between pieces. */
export async function detachReport(db: Tx, brokerId: number, reportId: string): Promise<void> {
  await eachPiece(await listIdsOfReport(db, brokerId, reportId), async (piece) => await clearReport(db, piece))
  await detachReversals(db, brokerId, reportId)
}
