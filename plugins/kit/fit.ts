/** How near a table is to a format that is given as data. */
import type { LayoutFacts, Row, Table } from '../brim/contract.ts'
import { fold } from './text.ts'

/** Titles stand in one of so many first rows. */
export const HEADER_WITHIN = 40
/** No title is longer, and what is need not be compared like one. */
const LONGEST_TITLE = 300

/** How one row of titles fits a layout: `missing` are the required titles that it lacks, `unknown` those of its own that the layout does not have. */
export type Fit = { readonly confidence: number; readonly missing: readonly string[]; readonly unknown: readonly string[] }

/** `folded`: the cells as titles are compared; `counts`: how many of them that are filled say the same. */
type Titles = { readonly folded: readonly string[]; readonly filled: number; readonly counts: ReadonlyMap<string, number> }

/** All importers look at the first rows of a file, for each of their formats. */
const titlesOfRows = new WeakMap<Row, Titles>()

function titlesOf(row: Row): Titles {
  const known = titlesOfRows.get(row) ?? readTitles(row)
  titlesOfRows.set(row, known)
  return known
}

function readTitles({ cells }: Row): Titles {
  const folded = cells.map((cell) => (cell.length > LONGEST_TITLE ? cell : fold(cell)))
  const filled = folded.filter((_, place) => isFilled(cells[place]))
  const counts = new Map<string, number>()
  for (const title of filled) counts.set(title, (counts.get(title) ?? 0) + 1)
  return { folded, filled: filled.length, counts }
}

/** The cells of a row as titles are compared. */
export function titlesIn(row: Row): readonly string[] {
  return titlesOf(row).folded
}

/** How the best row of a table fits a layout that is given as data. */
export function fitOf(table: Table, { titles, required }: LayoutFacts): Fit {
  const known = titles.map((names) => names.map(fold))
  const all = new Set(known.flat())
  let best: { readonly row: Row; readonly confidence: number } | undefined
  for (const row of table.rows.slice(0, HEADER_WITHIN)) {
    const { counts, filled } = titlesOf(row)
    let own = 0
    for (const title of all) own += counts.get(title) ?? 0
    // Most rows share no title with a layout.
    if (own === 0) continue
    const confidence = (own / filled) * (1 - missingIn(row, known, required).length / Math.max(required, 1))
    if (confidence > (best?.confidence ?? 0)) best = { row, confidence }
  }
  if (best === undefined)
    return { confidence: 0, missing: titles.slice(0, required).flatMap(([title = '']) => title), unknown: [] }
  const { row, confidence } = best
  const missing = missingIn(row, known, required).map((index) => titles[index]?.[0] ?? '')
  const unknown = row.cells.filter((cell, place) => isFilled(cell) && !all.has(titlesIn(row)[place] ?? ''))
  return { confidence, missing, unknown }
}

/** The places of the required titles that a row lacks. */
function missingIn(row: Row, known: readonly (readonly string[])[], required: number): number[] {
  const { folded, counts } = titlesOf(row)
  const isThere = (name: string) => counts.has(name) || (name === '' && folded.includes(name))
  return known.flatMap((names, index) => (index < required && !names.some(isThere) ? index : []))
}

function isFilled(cell = ''): boolean {
  return cell.trim() !== ''
}
