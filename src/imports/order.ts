import type { ParsedReport, ReportFile, TransactionDraft } from '#plugins/brim/contract.ts'
import type { KeyedDraft } from './report.ts'
import { compareTimes, directionsOf, inSections } from './row-order.ts'

/**
 * The drafts of a file in the order in which they happened, as far as the file tells: its days say whether it is written newest first (most changes
 * of the day go back; as many either way: the times do; else as it stands), each section below a header for itself where it can. Within a day of
 * a section times decide where every draft of it has one. Drafts of one row stay as the importer gave them.
 */
export function oldestFirst(file: ReportFile, parsed: ParsedReport, drafts: readonly TransactionDraft[]): TransactionDraft[] {
  const placed = inSections(file, parsed, drafts)
  const directionIn = directionsOf(parsed, placed)
  return [...Map.groupBy(placed, (entry) => entry.section)].flatMap(([number, section]) => {
    const blocks = [...Map.groupBy(section, (entry) => entry.row).values()]
    if (directionIn(number).direction === 'newest-first') blocks.reverse()
    const byDay = Map.groupBy(blocks.flat(), ({ draft }) => draft.date)
    return [...byDay.values()].flatMap((day) => byTime(day.map(({ draft }) => draft)))
  })
}

/** The lines of one day by time where all have one, else by their place in the report. */
export function asTheyHappened<D extends Pick<KeyedDraft, 'draft' | 'place'>>(day: readonly D[]): readonly D[] {
  const isPlaced = day.every(({ place }, index) => index === 0 || (day[index - 1]?.place ?? 0) <= place)
  const placed = isPlaced ? day : day.toSorted((a, b) => a.place - b.place)
  if (placed.some(({ draft }) => draft.time === undefined)) return placed
  return byTime(placed.map((entry) => ({ time: entry.draft.time, entry }))).map(({ entry }) => entry)
}

/** Lines by their time of day where every one has it; equal ones stay in their order. */
function byTime<D extends Pick<TransactionDraft, 'time'>>(drafts: readonly D[]): readonly D[] {
  if (drafts.some((draft) => draft.time === undefined)) return drafts
  return drafts.toSorted((a, b) => compareTimes(a.time ?? '', b.time ?? ''))
}
