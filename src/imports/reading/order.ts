import type { ParsedReport, ReportFile, TransactionDraft } from '#plugins/brim/contract.ts'
import type { KeyedDraft } from '../report.ts'
import { bySection, compareTimes, type Direction, directionsOf, inSections, orderOfPlain } from './row-order.ts'

/**
 * The drafts of a file in the order in which they happened, as far as the file tells: its days say whether it is written newest first (most changes
 * of the day go back; as many either way: the times do; else as it stands), each section below a header for itself where it can. Within a day of
 * a section times decide where every draft of it has one. Drafts of one row stay as the importer gave them.
 */
export function oldestFirst(file: ReportFile, parsed: ParsedReport, drafts: readonly TransactionDraft[]): TransactionDraft[] {
  return placesOf(file, parsed, drafts).map((index) => drafts[index] as TransactionDraft) // one place for each draft
}

/** The same as the indexes of the drafts. */
export function placesOf(file: ReportFile, parsed: ParsedReport, drafts: readonly TransactionDraft[]): number[] {
  const order = orderOfPlain(file, parsed, drafts)
  if (order !== undefined) return placesRowByRow(drafts, order)
  const sections = bySection(inSections(file, parsed, drafts))
  const directionIn = directionsOf(parsed, sections)
  const places: number[] = []
  for (const [number, section] of sections) {
    const rows = directionIn(number).direction === 'newest-first' ? turnedRound(section, ({ row }) => row) : section
    for (const day of Map.groupBy(rows, ({ draft }) => draft.date).values())
      for (const { index } of byTime(day, ({ draft }) => draft.time)) places.push(index)
  }
  return places
}

/** The places of drafts that stand row after row and have no times. */
function placesRowByRow(drafts: readonly TransactionDraft[], order: Direction): number[] {
  const places = drafts.map((_, index) => index)
  return order === 'oldest-first' ? places : turnedRound(places, (index) => drafts[index]?.rows[0])
}

/** The rows from the last to the first; the entries of each as they were. */
function turnedRound<E>(entries: readonly E[], rowOf: (entry: E) => number | undefined): E[] {
  const rows: E[][] = []
  let last: number | undefined
  for (const entry of entries) {
    const row = rowOf(entry)
    if (row === last) rows.at(-1)?.push(entry)
    else rows.push([entry])
    last = row
  }
  return rows.reverse().flat()
}

/** The lines of one day by time where all have one, else by their place in the report. */
export function asTheyHappened<D extends Pick<KeyedDraft, 'draft' | 'place'>>(day: readonly D[]): readonly D[] {
  const isPlaced = day.every(({ place }, index) => index === 0 || (day[index - 1]?.place ?? 0) <= place)
  const placed = isPlaced ? day : day.toSorted((a, b) => a.place - b.place)
  return byTime(placed, ({ draft }) => draft.time)
}

/** Lines by their time of day where every one has it; equal ones stay in their order. */
function byTime<D>(lines: readonly D[], timeOf: (line: D) => string | undefined): readonly D[] {
  if (lines.some((line) => timeOf(line) === undefined)) return lines
  return lines.toSorted((a, b) => compareTimes(timeOf(a) ?? '', timeOf(b) ?? ''))
}
