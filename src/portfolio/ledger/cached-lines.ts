import type { Reader } from '#db/connection.ts'
import { untrackedBrokerIds } from '../../access/service.ts'
import { type CachePolicy, type Caches, cached, cachedLoad, cachesOf } from '../../cache.ts'
import type { Deps } from '../../context.ts'
import { firstFrom, isBefore, type Line, listLinesOfBroker, listLinesOfDays } from './lines.repository.ts'
import { readLedgerVersions, sumLedgerVersions } from './versions.repository.ts'

/** Lines as they were read, and the same without cash, each at the place of its own. */
type Untracked = { readonly read: readonly Line[]; readonly lines: readonly Line[] }
type Read = { readonly lines: readonly Line[]; readonly versions: ReadonlyMap<string, number> }

/** With more changed days than this, reading everything is quicker. */
const MOST_DAYS = 300

const ofBrokers: CachePolicy<Read> = { name: 'lines', most: 250_000, sizeOf: ({ lines }) => lines.length }
const untrackedLines: CachePolicy<Untracked> = { name: 'untracked lines', most: 250_000, sizeOf: ({ lines }) => lines.length }
const merged: CachePolicy<readonly Line[]> = { name: 'merged lines', most: 3, sizeOf: () => 1 }

/**
 * Every line of brokers in ledger order. Lines that did not change are the same objects as before, and so is the list when none did. Exact: the
 * change counters of the brokers are compared each time, and the days whose counter rose are read again. Those of a broker whose cash is not tracked say so.
 */
export async function cachedLines(ctx: Pick<Deps, 'reader' | 'memory'>, brokerIds: readonly number[]): Promise<readonly Line[]> {
  const caches = cachesOf(ctx)
  const untracked = await untrackedBrokerIds(ctx, brokerIds)
  const parts = await Promise.all(
    brokerIds.map(async (id) => {
      const lines = await linesOfBroker(caches, ctx.reader, id)
      return untracked.has(id)
        ? cached(caches, untrackedLines, String(id), [lines], (previous) => withoutCash(lines, previous)).lines
        : lines
    }),
  )
  const [single] = parts
  if (single !== undefined && parts.length === 1) return single
  return cached(caches, merged, brokerIds.join(' '), parts, () => parts.reduce(mergeLines, []))
}

/** Of a line that did not change it is the same object as before. */
function withoutCash(read: readonly Line[], previous: Untracked | undefined): Untracked {
  const known = new Map(previous?.read.map((line, place) => [line, previous.lines[place]]))
  return { read, lines: read.map((line) => known.get(line) ?? { ...line, isUntracked: true }) }
}

/** Those up to a day; the same list when that is all of them. */
export function linesUntil(lines: readonly Line[], until: string): readonly Line[] {
  if ((lines.at(-1)?.date ?? '') <= until) return lines
  return lines.slice(0, firstFrom(lines, `${until}~`))
}

async function linesOfBroker(caches: Caches, db: Reader, id: number): Promise<readonly Line[]> {
  const total = await sumLedgerVersions(db, id)
  const { lines } = await cachedLoad(caches, ofBrokers, String(id), [total], async (previous) => {
    const versions = await readLedgerVersions(db, id)
    return {
      lines: previous === undefined ? await listLinesOfBroker(db, id) : await withChanges(db, id, previous, versions),
      versions,
    }
  })
  return lines
}

async function withChanges(db: Reader, id: number, known: Read, versions: Read['versions']): Promise<readonly Line[]> {
  const days = new Set<string>()
  for (const [day, version] of versions) if (known.versions.get(day) !== version) days.add(day)
  for (const day of known.versions.keys()) if (!versions.has(day)) days.add(day)
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

/** Two lists in ledger order as one. */
export function mergeLines(a: readonly Line[], b: readonly Line[]): readonly Line[] {
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
