/** How near a table is to a format that is given as data. */
import type { LayoutFacts, Table } from '../brim/contract.ts'
import { fold } from './text.ts'

/** Titles stand in one of so many first rows. */
export const HEADER_WITHIN = 40

/** How one row of titles fits a layout: `missing` are the required titles that it lacks, `unknown` those of its own that the layout does not have. */
export type Fit = { readonly confidence: number; readonly missing: readonly string[]; readonly unknown: readonly string[] }

/** How the best row of a table fits a layout that is given as data. */
export function fitOf(table: Table, { titles, required }: LayoutFacts): Fit {
  const known = titles.map((names) => names.map(fold))
  let best: Fit = { confidence: 0, missing: titles.slice(0, required).flatMap(([title = '']) => title), unknown: [] }
  for (const row of table.rows.slice(0, HEADER_WITHIN)) {
    const cells = row.cells.map(fold)
    const missing = known.flatMap((names, index) =>
      index < required && !names.some((name) => cells.includes(name)) ? (titles[index]?.[0] ?? '') : [],
    )
    const filled = row.cells.filter((cell) => cell.trim() !== '')
    const unknown = filled.filter((cell) => !known.some((names) => names.includes(fold(cell))))
    const share = filled.length === 0 ? 0 : (filled.length - unknown.length) / filled.length
    const confidence = share * (1 - missing.length / Math.max(required, 1))
    if (confidence > best.confidence) best = { confidence, missing, unknown }
  }
  return best
}
