import type { ParsedReport, ReportFile, TransactionDraft } from '#plugins/brim/contract.ts'

export type Direction = 'oldest-first' | 'newest-first'
/** A draft, its place in the list, its row, and the number of the section that the row is in. */
export type Placed = { readonly draft: TransactionDraft; readonly index: number; readonly row: number; readonly section: number }
/** The rows of a file from `from` on, up to those of the next section; `isSure` where the importer or the days say so. */
export type Section = {
  readonly from: number
  readonly direction: Direction
  readonly isSure: boolean
}

type Votes = { readonly up: number; readonly down: number }

/** The drafts of a file in the order of its rows, each with its section: those of a table, or below a header. */
export function inSections(file: ReportFile, parsed: ParsedReport, drafts: readonly TransactionDraft[]): Placed[] {
  const sections = new Map<number, number>()
  startsOf(file, parsed, (row, section) => sections.set(row, section))
  const placed = drafts.map((draft, index) => {
    const [row] = draft.rows
    return { draft, index, row, section: sections.get(row) ?? 0 }
  })
  const inOrder = (a: Placed, b: Placed) => a.section - b.section || a.row - b.row
  const isSorted = placed.every((entry, index) => index === 0 || inOrder(placed[index - 1] ?? entry, entry) <= 0)
  return isSorted ? placed : placed.sort(inOrder)
}

/** The first rows of the sections; `each` is called with every row of a table and the number of its section, from 1. */
function startsOf(file: ReportFile, parsed: ParsedReport, each: (row: number, section: number) => void): readonly number[] {
  const headers = new Set(parsed.ignored.flatMap(({ row, reason }) => (reason === 'header' ? [row] : [])))
  const starts: number[] = []
  for (const { rows } of file.tables) {
    starts.push(rows[0]?.number ?? starts.at(-1) ?? 0)
    for (const { number } of rows) {
      if (headers.has(number)) starts.push(number)
      each(number, starts.length)
    }
  }
  return starts
}

/** The direction of each section that has drafts, by its number: what the importer says, else its own days, then its times, then the days of the whole file. */
export function directionsOf(parsed: ParsedReport, placed: readonly Placed[]): (section: number) => Omit<Section, 'from'> {
  const sections = Map.groupBy(placed, (entry) => entry.section)
  const whole = directionOf(sumOf([...sections.values()].map((section) => votesOf(section, dayStep))))
  const known = new Map<number, Omit<Section, 'from'>>()
  for (const [section, own] of sections) {
    const voted = parsed.order ?? directionOf(votesOf(own, dayStep)) ?? directionOf(votesOf(own, timeStep)) ?? whole
    known.set(section, { direction: voted ?? 'oldest-first', isSure: parsed.order !== undefined })
  }
  const other = { direction: parsed.order ?? whole ?? 'oldest-first', isSure: parsed.order !== undefined }
  return (section) => known.get(section) ?? other
}

/** How the rows of a file are ordered, section by section; one from row 0 on where it has no tables. */
export function sectionsOf(file: ReportFile, parsed: ParsedReport, drafts: readonly TransactionDraft[]): Section[] {
  const starts = startsOf(file, parsed, () => {})
  const directionIn = directionsOf(parsed, inSections(file, parsed, drafts))
  if (starts.length === 0) return [{ from: 0, ...directionIn(0) }]
  return starts.map((from, index) => ({ from, ...directionIn(index + 1) }))
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

/** Below 0 when the first of two times of day comes first. */
export function compareTimes(a: string, b: string): number {
  const [left, right] = [a.padEnd(8, ':00'), b.padEnd(8, ':00')]
  return left < right ? -1 : left > right ? 1 : 0
}

function sumOf(votes: readonly Votes[]): Votes {
  return votes.reduce((sum, { up, down }) => ({ up: sum.up + up, down: sum.down + down }), { up: 0, down: 0 })
}

function directionOf({ up, down }: Votes): Direction | undefined {
  return up === down ? undefined : down > up ? 'newest-first' : 'oldest-first'
}
