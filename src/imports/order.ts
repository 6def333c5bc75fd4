import type { ParsedReport, ReportFile, TransactionDraft } from '#plugins/brim/contract.ts'
import type { KeyedDraft } from './report.ts'

type Direction = 'oldest-first' | 'newest-first'
type Placed = { readonly draft: TransactionDraft; readonly row: number; readonly section: number }
type Votes = { readonly up: number; readonly down: number }

/**
 * The drafts of a file in the order in which they happened, as far as the file tells: its days say whether it is written newest first (most changes
 * of the day go back; as many either way: the times do; else as it stands), each section below a header for itself where it can. Within a day of
 * a section times decide where every draft of it has one. Drafts of one row stay as the importer gave them.
 */
export function oldestFirst(file: ReportFile, parsed: ParsedReport, drafts: readonly TransactionDraft[]): TransactionDraft[] {
  const placed = inSections(file, parsed, drafts)
  const sections = [...Map.groupBy(placed, (entry) => entry.section).values()]
  const whole = parsed.order ?? directionOf(sumOf(sections.map((section) => votesOf(section, dayStep)))) ?? 'oldest-first'
  return sections.flatMap((section) => {
    const direction = parsed.order ?? directionOf(votesOf(section, dayStep)) ?? directionOf(votesOf(section, timeStep)) ?? whole
    const blocks = [...Map.groupBy(section, (entry) => entry.row).values()]
    if (direction === 'newest-first') blocks.reverse()
    const byDay = Map.groupBy(blocks.flat(), ({ draft }) => draft.date)
    return [...byDay.values()].flatMap((day) => byTime(day.map(({ draft }) => draft)))
  })
}

/** The lines of one day by time where all have one, else by their place in the report. */
export function asTheyHappened<D extends Pick<KeyedDraft, 'draft' | 'place'>>(day: readonly D[]): readonly D[] {
  const placed = day.toSorted((a, b) => a.place - b.place)
  return byTime(placed.map((entry) => ({ time: entry.draft.time, entry }))).map(({ entry }) => entry)
}

/** Lines by their time of day where every one has it; equal ones stay in their order. */
function byTime<D extends Pick<TransactionDraft, 'time'>>(drafts: readonly D[]): readonly D[] {
  if (drafts.some((draft) => draft.time === undefined)) return drafts
  return drafts.toSorted((a, b) => compareTimes(a.time ?? '', b.time ?? ''))
}

function inSections(file: ReportFile, parsed: ParsedReport, drafts: readonly TransactionDraft[]): Placed[] {
  const headers = new Set(parsed.ignored.flatMap(({ row, reason }) => (reason === 'header' ? [row] : [])))
  const sections = new Map<number, number>()
  let section = 0
  for (const { rows } of file.tables) {
    section++
    for (const { number } of rows) {
      if (headers.has(number)) section++
      sections.set(number, section)
    }
  }
  return drafts
    .map((draft) => ({ draft, row: draft.rows[0], section: sections.get(draft.rows[0]) ?? 0 }))
    .sort((a, b) => a.section - b.section || a.row - b.row)
}

function votesOf(section: readonly Placed[], step: (before: TransactionDraft, after: TransactionDraft) => number): Votes {
  let [up, down] = [0, 0]
  section.forEach(({ draft, row }, index) => {
    const before = section[index - 1]
    if (before === undefined || before.row === row) return
    const change = step(before.draft, draft)
    if (change > 0) up++
    if (change < 0) down++
  })
  return { up, down }
}

function dayStep(before: TransactionDraft, after: TransactionDraft): number {
  return before.date < after.date ? 1 : before.date > after.date ? -1 : 0
}

function timeStep(before: TransactionDraft, after: TransactionDraft): number {
  if (before.date !== after.date || before.time === undefined || after.time === undefined) return 0
  return compareTimes(after.time, before.time)
}

function compareTimes(a: string, b: string): number {
  const [left, right] = [a.padEnd(8, ':00'), b.padEnd(8, ':00')]
  return left < right ? -1 : left > right ? 1 : 0
}

function sumOf(votes: readonly Votes[]): Votes {
  return votes.reduce((sum, { up, down }) => ({ up: sum.up + up, down: sum.down + down }), { up: 0, down: 0 })
}

function directionOf({ up, down }: Votes): Direction | undefined {
  return up === down ? undefined : down > up ? 'newest-first' : 'oldest-first'
}
