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
const NO_VOTES: Votes = { up: 0, down: 0 }

/** The drafts of a file in the order of its rows, each with its section: those of a table, or below a header. */
export function inSections(file: ReportFile, parsed: ParsedReport, drafts: readonly TransactionDraft[]): Placed[] {
  const sectionOf = sectionByRow(file, parsed)
  const placed: Placed[] = []
  let [isSorted, before]: [boolean, Placed | undefined] = [true, undefined]
  for (const [index, draft] of drafts.entries()) {
    const row = draft.rows[0]
    const entry = { draft, index, row, section: sectionOf(row) }
    if (before !== undefined && inOrder(before, entry) > 0) isSorted = false
    before = entry
    placed.push(entry)
  }
  return isSorted ? placed : placed.sort(inOrder)
}

function inOrder(a: Placed, b: Placed): number {
  return a.section - b.section || a.row - b.row
}

/** The number of the section that a row is in; 0 for one that is in no table. Quick for rows in the order of the file, which mostly is that of their numbers. */
function sectionByRow(file: ReportFile, parsed: ParsedReport): (row: number) => number {
  const [numbers, sections]: [number[], number[]] = [[], []]
  let isAscending = true
  startsOf(file, parsed, (row, section) => {
    isAscending &&= numbers.length === 0 || row > (numbers[numbers.length - 1] ?? row)
    numbers.push(row)
    sections.push(section)
  })
  if (!isAscending) {
    const known = new Map(numbers.map((row, index) => [row, sections[index] ?? 0]))
    return (row) => known.get(row) ?? 0
  }
  let at = -1
  return (row) => {
    if (numbers[at] !== row) at = numbers[at + 1] === row ? at + 1 : placeIn(numbers, row)
    return numbers[at] === row ? (sections[at] ?? 0) : 0
  }
}

/** The place of the first number that is not below another one. */
function placeIn(numbers: readonly number[], wanted: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? wanted) < wanted) low = middle + 1
    else high = middle
  }
  return low
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
export function directionsOf(
  parsed: ParsedReport,
  sections: ReadonlyMap<number, readonly Placed[]>,
): (section: number) => Omit<Section, 'from'> {
  const isSure = parsed.order !== undefined
  const days = new Map<number, Votes>()
  if (!isSure) for (const [section, own] of sections) days.set(section, votesOf(own.map(draftIn), dayStep))
  const whole = parsed.order ?? directionOf(sumOf([...days.values()]))
  const known = new Map<number, Omit<Section, 'from'>>()
  for (const [section, own] of sections) {
    const voted =
      parsed.order ?? directionOf(days.get(section) ?? NO_VOTES) ?? directionOf(votesOf(own.map(draftIn), timeStep)) ?? whole
    known.set(section, { direction: voted ?? 'oldest-first', isSure })
  }
  const other = { direction: whole ?? 'oldest-first', isSure }
  return (section) => known.get(section) ?? other
}

/**
 * The order of drafts without times that stand row after row below the header of the only table, as those of most files do: there is one section, and nothing
 * to sort. `undefined` for any others.
 */
export function orderOfPlain(
  { tables }: ReportFile,
  parsed: ParsedReport,
  drafts: readonly TransactionDraft[],
): Direction | undefined {
  const [{ rows } = { rows: [] }, ...more] = tables
  if (more.length > 0) return undefined
  const headers = new Set(parsed.ignored.flatMap(({ row, reason }) => (reason === 'header' ? [row] : [])))
  let at = rows.findLastIndex(({ number }) => headers.has(number)) + 1
  let before = 0
  for (const {
    rows: [row],
    time,
  } of drafts) {
    while (at < rows.length && rows[at]?.number !== row) at++
    if (at === rows.length || row < before || time !== undefined) return undefined
    before = row
  }
  return parsed.order ?? directionOf(votesOf(drafts, dayStep)) ?? 'oldest-first'
}

/** Drafts by the number of their section. */
export function bySection(placed: readonly Placed[]): Map<number, readonly Placed[]> {
  const [first] = placed
  if (first !== undefined && placed.every(({ section }) => section === first.section)) return new Map([[first.section, placed]])
  return Map.groupBy(placed, ({ section }) => section)
}

/** How the rows of a file are ordered, section by section; one from row 0 on where it has no tables. */
export function sectionsOf(file: ReportFile, parsed: ParsedReport, drafts: readonly TransactionDraft[]): Section[] {
  const starts = startsOf(file, parsed, () => {})
  const directionIn = directionsOf(parsed, bySection(inSections(file, parsed, drafts)))
  if (starts.length === 0) return [{ from: 0, ...directionIn(0) }]
  return starts.map((from, index) => ({ from, ...directionIn(index + 1) }))
}

type Step = (before: TransactionDraft, after: TransactionDraft) => number

function votesOf(section: readonly TransactionDraft[], step: Step): Votes {
  let [up, down] = [0, 0]
  let before: TransactionDraft | undefined
  for (const draft of section) {
    const change = before === undefined || before.rows[0] === draft.rows[0] ? 0 : step(before, draft)
    if (change > 0) up++
    if (change < 0) down++
    before = draft
  }
  return { up, down }
}

function draftIn({ draft }: Placed): TransactionDraft {
  return draft
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
