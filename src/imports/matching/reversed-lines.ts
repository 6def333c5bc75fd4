import type { Reader } from '#db/connection.ts'
import { listReversals } from '../../transactions/service.ts'
import type { ExistingLine } from './duplicates.ts'

/**
 * What reports have taken back at a broker, and the rows that did, but for those of one report: a report that has them again brings nothing new. Rows
 * that are no lines of the ledger have ids below zero.
 */
export async function listReversedLines(db: Reader, brokerId: number, exceptReport: string): Promise<ExistingLine[]> {
  return (await listReversals(db, brokerId)).flatMap(({ id, taken, sourceRow, ...reversal }) => {
    const lines: ExistingLine[] = []
    if (reversal.reportId !== exceptReport)
      lines.push({ ...reversal, id: -2 * id, ratio: null, account: null, row: sourceRow, edited: false })
    if (taken !== null && taken.reportId !== exceptReport) {
      const edited = taken.reportId !== null && taken.revision > 1
      lines.push({ ...taken, id: taken.id ?? 1 - 2 * id, row: taken.sourceRow, edited })
    }
    return lines
  })
}
