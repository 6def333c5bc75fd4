import type { NamedLot } from '../lots/lot.ts'
import type { Decimal } from '../shared/decimal.ts'
import { listLinesOfRows, type RowLine, setLots } from './imported-lots.repository.ts'
import { type Naming, requireNamedLots } from './named-lots.ts'
import type { TxCtx } from './plan.ts'

/** A line of a report that takes lots, by the row of each. `existingId`: the line of the ledger that a row repeats. */
export type ImportedLots = {
  readonly row: number
  readonly lots: readonly { readonly row: number; readonly existingId: number | null; readonly quantity: Decimal }[]
}

/**
 * Notes which lots lines take that an import has just written. A line of which a lot was not booked, or stands
 * in a row that several files of the report have, is left to the method of a report. Throws what
 * `requireNamedLots` throws.
 */
export async function nameImportedLots(ctx: TxCtx, reportId: string, choices: readonly ImportedLots[]): Promise<void> {
  if (choices.length === 0) return
  const rows = choices.flatMap((choice) => [choice.row, ...choice.lots.map((lot) => lot.row)])
  const lines = await listLinesOfRows(ctx.db, reportId, [...new Set(rows)])
  const opened = onlyOnes(lines.filter(({ isOutgoing }) => !isOutgoing))
  const taking = onlyOnes(lines.filter(({ isOutgoing }) => isOutgoing))
  const namings: Naming[] = []
  for (const choice of choices) {
    const line = taking.get(choice.row)
    const lots = choice.lots.flatMap(({ row, existingId, quantity }): NamedLot | [] => {
      const lotId = opened.get(row)?.fields.id ?? existingId
      return lotId === null ? [] : { lotId, quantity }
    })
    if (line === undefined || lots.length < choice.lots.length) continue
    await setLots(ctx.db, line.fields.id, lots)
    namings.push({ id: line.fields.id, pointer: `/rows/${choice.row}`, fields: { ...line.fields, lots } })
  }
  await requireNamedLots(ctx.db, namings)
}

/** Lines by their rows, where those are one line alone: a report of several files may have a row of a number in each. */
function onlyOnes(lines: readonly RowLine[]): Map<number, RowLine> {
  const groups = Map.groupBy(lines, (line) => line.sourceRow)
  return new Map(
    [...groups].flatMap(([row, [line, second]]) => (line === undefined || second !== undefined ? [] : [[row, line]])),
  )
}
