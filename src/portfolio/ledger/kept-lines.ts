import type { Reader } from '#db/connection.ts'
import { readDataVersion } from '#db/data-version.ts'
import { createShelf, putLast } from '../cache/shelf.ts'
import { firstFrom, isBefore, type Line, listLinesOfBroker, listLinesOfDays } from './lines.repository.ts'
import { readLedgerMarks, sumLedgerMarks } from './marks.repository.ts'

type Kept = {
  readonly lines: readonly Line[]
  readonly marks: ReadonlyMap<string, number>
  readonly total: number
  version: number
}
type Merged = { readonly parts: readonly (readonly Line[])[]; readonly lines: readonly Line[] }
type Lines = { readonly brokers: Map<number, Kept>; readonly merged: Map<string, Merged>; count: number }

const MOST_LINES = 250_000
const MOST_MERGED = 3
/** With more changed days than this, reading everything is quicker. */
const MOST_DAYS = 300

const shelf = createShelf<Lines>(() => ({ brokers: new Map(), merged: new Map(), count: 0 }))

/**
 * Every line of brokers in ledger order. Lines that did not change are the same objects as before, and so is the list when none did.
 * Exact: after any commit the marks of the brokers are compared, and the days whose mark rose are read again.
 */
export async function keptLines(db: Reader, brokerIds: readonly number[]): Promise<readonly Line[]> {
  const lines = shelf.of(db)
  const version = await readDataVersion(db)
  const parts = await Promise.all(brokerIds.map(async (id) => await linesOfBroker(db, lines, id, version)))
  const [single] = parts
  return single !== undefined && parts.length === 1 ? single : mergedLines(lines, brokerIds, parts)
}

/** Those up to a day; the same list when that is all of them. */
export function linesUntil(lines: readonly Line[], until: string): readonly Line[] {
  if ((lines.at(-1)?.date ?? '') <= until) return lines
  return lines.slice(0, firstFrom(lines, `${until}~`))
}

async function linesOfBroker(db: Reader, shelved: Lines, id: number, version: number): Promise<readonly Line[]> {
  const known = shelved.brokers.get(id)
  if (known !== undefined && known.version === version) return known.lines
  const total = await sumLedgerMarks(db, id)
  if (known !== undefined && known.total === total) {
    known.version = version
    return known.lines
  }
  const marks = await readLedgerMarks(db, id)
  const lines = known === undefined ? await listLinesOfBroker(db, id) : await withChanges(db, id, known, marks)
  shelved.count += lines.length - (known?.lines.length ?? 0)
  putLast(
    shelved.brokers,
    id,
    { lines, marks, total, version },
    () => shelved.count > MOST_LINES,
    (old) => {
      shelved.count -= old.lines.length
    },
  )
  return lines
}

async function withChanges(db: Reader, id: number, known: Kept, marks: ReadonlyMap<string, number>): Promise<readonly Line[]> {
  const days = new Set<string>()
  for (const [day, mark] of marks) if (known.marks.get(day) !== mark) days.add(day)
  if (days.size > MOST_DAYS) return await listLinesOfBroker(db, id)
  const old = new Map<number, Line>()
  const parts: (readonly Line[])[] = []
  let next = 0
  for (const day of [...days].sort()) {
    const [from, to] = [firstFrom(known.lines, day), firstFrom(known.lines, `${day}~`)]
    for (const line of known.lines.slice(from, to)) old.set(line.id, line)
    parts.push(known.lines.slice(next, from))
    next = to
  }
  const fresh = (await listLinesOfDays(db, id, [...days])).map((line) => sameOr(old.get(line.id), line))
  return withDays([...parts, known.lines.slice(next)], [...days].sort(), fresh)
}

/** What was before, between and after some days, with the lines of these days put in. */
function withDays(parts: readonly (readonly Line[])[], days: readonly string[], fresh: readonly Line[]): readonly Line[] {
  const byDay = Map.groupBy(fresh, (line) => line.date)
  return parts.flatMap((part, index) => [part, byDay.get(days[index] ?? '') ?? []]).flat()
}

function sameOr(old: Line | undefined, line: Line): Line {
  if (old === undefined) return line
  return (Object.keys(line) as (keyof Line)[]).every((key) => old[key] === line[key]) ? old : line
}

function mergedLines(shelved: Lines, brokerIds: readonly number[], parts: readonly (readonly Line[])[]): readonly Line[] {
  const key = brokerIds.join(' ')
  const known = shelved.merged.get(key)
  if (known?.parts.every((part, index) => part === parts[index])) return known.lines
  const lines = parts.reduce(mergeTwo, [])
  putLast(shelved.merged, key, { parts, lines }, () => shelved.merged.size > MOST_MERGED)
  return lines
}

function mergeTwo(a: readonly Line[], b: readonly Line[]): readonly Line[] {
  if (a.length === 0) return b
  if (b.length === 0) return a
  const merged: Line[] = []
  let next = 0
  for (const line of a) {
    for (let other = b[next]; other !== undefined && isBefore(other, line); other = b[++next]) merged.push(other)
    merged.push(line)
  }
  for (; next < b.length; next++) merged.push(b[next] as Line)
  return merged
}
