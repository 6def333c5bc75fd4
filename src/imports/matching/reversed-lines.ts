import type { Reader } from '#db/connection.ts'
import { ZERO } from '../../shared/decimal.ts'
import { listReversals } from '../../transactions/service.ts'
import type { Duplicate, ExistingLine } from './duplicates.ts'
import type { CompletedDraft } from './validate.ts'

/** An even number below zero; the lines that were taken back have odd ones. */
const reversalId = (id: number) => -2 * id
const isReversalId = (id: number) => id < 0 && id % 2 === 0

/**
 * What reports have taken back at a broker, and the rows that did, but for those of one report: a report that has them again brings nothing new. Rows
 * that are no lines of the ledger have ids below zero.
 */
export async function listReversedLines(db: Reader, brokerId: number, exceptReport: string): Promise<ExistingLine[]> {
  return (await listReversals(db, brokerId)).flatMap(({ id, taken, sourceRow, ...reversal }) => {
    const lines: ExistingLine[] = []
    if (reversal.reportId !== exceptReport)
      lines.push({ ...reversal, id: reversalId(id), ratio: null, account: null, row: sourceRow, edited: false })
    if (taken !== null && taken.reportId !== exceptReport) {
      const edited = taken.reportId !== null && taken.revision > 1
      lines.push({ ...taken, id: taken.id ?? 1 - 2 * id, row: taken.sourceRow, edited })
    }
    return lines
  })
}

/**
 * Rows that one report had with the line that they take back, and another without it: they are reversals there, and lines of their own here, at times with
 * other lines for their costs. Under one id they are the same, whatever their figures; a line the other way round is what they take back.
 */
export function bookedOtherwise(
  duplicates: ReadonlyMap<CompletedDraft, Duplicate>,
  byId: ReadonlyMap<number, ExistingLine>,
): ReadonlyMap<CompletedDraft, Duplicate> {
  const found = new Map<CompletedDraft, Duplicate>()
  const rows = new Set<string>()
  const rowOf = ({ draft, file }: CompletedDraft) => `${draft.rows[0]} ${file ?? ''}`
  for (const [entry, { existingId, reused }] of duplicates) {
    const line = reused === true ? byId.get(existingId ?? 0) : undefined
    const isReversal = entry.draft.reverses !== undefined
    if (line === undefined || isReversal === isReversalId(line.id) || !isSameWay(entry, line)) continue
    found.set(entry, { kind: 'certain', existingId })
    if (!isReversal) rows.add(rowOf(entry))
  }
  if (rows.size === 0) return found
  for (const entry of duplicates.keys())
    if (!found.has(entry) && entry.fields.externalId === null && rows.has(rowOf(entry)))
      found.set(entry, { kind: 'certain', existingId: null })
  return found
}

function isSameWay({ fields }: CompletedDraft, { type, quantity, amount }: ExistingLine): boolean {
  return type === fields.type && amount < ZERO === fields.amount < ZERO && quantity < ZERO === fields.quantity < ZERO
}
