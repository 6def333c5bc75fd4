/** What must hold for what an importer makes of any file, whatever stands in it. Each answers with a list of faults. */
import type { ParsedReport, ReportFile, Row, TransactionDraft } from '#plugins/brim/contract.ts'
import * as kit from '#plugins/kit/index.ts'
import { add, type Decimal, decimal, formatDecimal, multiplyDivide, ZERO } from '../../shared/decimal.ts'
import { oldestFirst } from '../reading/order.ts'
import { bodyOf, type Shape, shapeOf, withColumnsTurned, withDamage, withRows, withRowsAgain, withRowsReversed } from './forms.ts'
import { byDay, importAll, inOrder, ledgerOf, lineOf, type Reader } from './ledger.ts'

const MAX_DAMAGED_ROWS = 40
/** A file is read so often at most; each time several rows are damaged that are far from each other. */
const MAX_PASSES = 8
const MAX_FAULTS = 5
const DAMAGE = '#?#'

type Cell = { readonly row: number; readonly column: number; readonly near: readonly number[] }

/** A file and what its importer made of it. */
export type Parsed = { readonly file: ReportFile; readonly result: ParsedReport }

/** (e) The days on which a file that starts from nothing leaves less than nothing of an asset. */
export function belowZero({ file, result }: Parsed): string[] {
  const held = new Map<string, Decimal>()
  const drafts = oldestFirst(file, result, result.transactions).toSorted(byDay)
  return [...Map.groupBy(drafts, ({ date }) => date)].flatMap(([date, day]) => {
    const moved = new Set<string>()
    for (const { asset, quantity, ratio } of day) {
      if (asset === undefined) continue
      const before = held.get(asset) ?? ZERO
      const [after = '1', old = '1'] = (ratio ?? '').split(':')
      const isByRatio = quantity === undefined && ratio !== undefined
      held.set(asset, isByRatio ? multiplyDivide(before, decimal(after), decimal(old)) : add(before, decimal(quantity ?? '0')))
      moved.add(asset)
    }
    return [...moved].flatMap((asset) => {
      const left = held.get(asset) ?? ZERO
      return left < ZERO ? [`${date}: ${formatDecimal(left)} of ${asset}`] : []
    })
  })
}

/** (f) Columns in another order change nothing. */
export function changedByOrderOfColumns({ plugin, options }: Reader, { file, result }: Parsed): string[] {
  const turned = plugin.parse(withColumnsTurned(file, shapeOf(plugin, file, result)), options, kit)
  return changes('in another order of the columns', result.transactions, turned.transactions)
}

const A_DAY = /\b(\d{4}-?\d\d-?\d\d|\d{1,2}([-./])\d{1,2}\2\d{2}(\d\d)?)\b/

/** (g) Parts that overlap by days come to the whole, in whatever order they come in, and so does the whole, twice. What names no day, such as the list of securities, is in each part. */
export async function changedByParts(reader: Reader, { file, result }: Parsed): Promise<string[]> {
  const shape = shapeOf(reader.plugin, file, result)
  const lines = await importAll(reader, [file])
  const whole = ledgerOf(lines)
  const ids = new Set(lines.map(({ externalId }) => externalId))
  // In a part an id may name the one of its rows that is there; in the whole, where it has several, it names none.
  const sharedLeftOut = (drafts: readonly TransactionDraft[]) =>
    ledgerOf(drafts.map(({ externalId, ...draft }) => (ids.has(externalId) ? { ...draft, externalId } : draft)))
  const days = daysOf(result)
  const undated = new Set(
    bodyOf(file, shape).flatMap(({ number, cells }) => (cells.some((cell) => A_DAY.test(cell)) ? [] : number)),
  )
  const of = (from: number, to: number) =>
    withRows(file, shape, (row) => {
      const day = days.of(row) ?? (undated.has(row) ? undefined : '')
      return day === undefined || isWithin(day, days.at(from), days.at(to))
    })
  const ways: readonly (readonly [string, readonly ReportFile[]])[] = [
    ['twice', [file, file]],
    ...(days.count < 2 ? [] : [['in two halves, and whole', [of(0, 0.5), of(0.5, 2), file]] as const]),
    ...(days.count < 3 ? [] : [['in two halves that overlap, the later one first', [of(0.4, 2), of(0, 0.6)]] as const]),
    ...(days.count < 4 ? [] : [['in quarters that overlap', [of(0.5, 0.8), of(0, 0.3), of(0.7, 2), of(0.2, 0.6)]] as const]),
  ]
  const faults: string[] = []
  for (const [way, files] of ways) faults.push(...differences(way, whole, sharedLeftOut(await importAll(reader, files))))
  return faults
}

const NO_NUMBER = /^(n\/?a\.?|nan|null|none|nil|undefined|unknown)$/i

/** (g) Rows that the file has once more, under numbers that the broker gives to one row only: the same lines, and each of them left out with that reason. */
export async function changedByRepeats(reader: Reader, { file, result }: Parsed): Promise<string[]> {
  const { layouts = [], formats = [] } = reader.plugin
  const titles = new Set([...layouts, ...formats].flatMap(({ unique = [] }) => unique.map(kit.fold)))
  if (titles.size === 0) return []
  const isNumbered = ({ cells }: Row, title: Row) =>
    title.cells.some((one, place) => {
      const number = (cells[place] ?? '').trim()
      return titles.has(kit.fold(one)) && /[1-9a-z]/i.test(number) && !NO_NUMBER.test(number)
    })
  const { file: twice, added } = withRowsAgain(file, shapeOf(reader.plugin, file, result), isNumbered)
  if (added.length === 0) return []
  const whole = ledgerOf(await importAll(reader, [file]))
  const faults: string[] = []
  for (const [way, files] of [
    ['with its rows once more below', [twice]],
    ['with its rows once more below, after the file', [file, twice]],
    ['with its rows once more below, before the file', [twice, file]],
  ] as const)
    faults.push(...differences(way, whole, ledgerOf(await importAll(reader, files))))
  const { ignored } = reader.plugin.parse(twice, reader.options, kit)
  const left = new Set(ignored.flatMap(({ row, reason }) => (/^repeats row \d/.test(reason) ? [row] : [])))
  return [
    ...faults,
    ...added.filter((row) => !left.has(row)).map((row) => `row ${row}, which repeats another, is not left out as that`),
  ]
}

/** The days of the rows of a file. `at` gives the day at a part of all, from 0 to 1. */
function daysOf({ transactions }: ParsedReport) {
  const dayOf = new Map<number, string>()
  for (const draft of transactions) for (const row of draft.rows) dayOf.set(row, draft.date)
  const days = [...new Set(dayOf.values())].sort()
  return {
    count: days.length,
    of: (row: number) => dayOf.get(row),
    at: (part: number) => (part === 0 ? '' : (days[Math.ceil(days.length * part)] ?? '9999-12-31')),
  }
}

function isWithin(day: string, from: string, to: string): boolean {
  return day >= from && day < to
}

/** (g) Written newest first instead of oldest first, or the other way round, a file gives the same lines, those of an asset in the same order; days must tell the direction. */
export async function changedByDirection(reader: Reader, { file, result }: Parsed): Promise<string[]> {
  const days = new Set(result.transactions.map(({ date }) => date))
  if (result.order !== undefined || days.size < 2) return []
  const booked = new Set(result.transactions.flatMap(({ rows }) => rows))
  const reversed = withRowsReversed(file, shapeOf(reader.plugin, file, result), (row) => booked.has(row))
  const [before, after] = [await inOrder(reader, file), await inOrder(reader, reversed)].map((drafts) => drafts.map(unnamed))
  if (before === undefined || after === undefined) return []
  const way = 'with its rows from the last to the first'
  const lost = differences(way, ledgerOf(before), ledgerOf(after))
  if (lost.length > 0) return lost
  const [was, is] = [before, after].map((drafts) => Map.groupBy(drafts.filter(movesHolding), (draft) => draft.asset))
  return [...(was ?? [])].flatMap(([asset, drafts]) => {
    const others = is?.get(asset) ?? []
    const at = drafts.findIndex((draft, index) => lineOf(draft) !== lineOf(others[index] ?? draft))
    return at < 0 ? [] : [`${way}: ${lineOf(drafts[at] as TransactionDraft)} is stored at another place of its day`]
  })
}

/** Of an event of several rows the first gives ids and descriptions. */
function unnamed({ externalId: _, description: __, ...draft }: TransactionDraft): TransactionDraft {
  return draft
}

function movesHolding({ asset, quantity, ratio }: TransactionDraft): boolean {
  return asset !== undefined && (quantity !== undefined || ratio !== undefined)
}

/** (h) Rows that are booked otherwise when a cell of others, which have nothing to do with them, cannot be read. */
export function changedByDamage(reader: Reader, { file, result }: Parsed): string[] {
  const shape = shapeOf(reader.plugin, file, result)
  const rows = bodyOf(file, shape)
  const step = Math.max(1, Math.ceil(rows.length / MAX_DAMAGED_ROWS))
  // One that repeats a damaged row counts in its place.
  const twins = new Map([...Map.groupBy(rows, textOf)].map(([text, same]) => [text, same.map(({ number }) => number)]))
  const cells = rows.flatMap((row, index): Cell[] => {
    const { number, cells } = row
    const filled = cells.flatMap((cell, column) => (cell.trim() === '' ? [] : [column]))
    const column = filled[(index / step) % Math.max(filled.length, 1)]
    const near = [rows[index - 1]?.number, ...(twins.get(textOf(row)) ?? [number]), rows[index + 1]?.number].filter(
      (one) => one !== undefined,
    )
    return index % step !== 0 || column === undefined ? [] : [{ row: number, column, near }]
  })
  const faults: string[] = []
  for (let pass = 0; pass < MAX_PASSES && faults.length < MAX_FAULTS; pass++) {
    const damaged = cells.filter((_, index) => index % MAX_PASSES === pass)
    const found = damaged.length === 0 ? [] : changedBy(damaged, reader, shape, { file, result })
    faults.push(...(found ?? damaged.flatMap((cell) => changedBy([cell], reader, shape, { file, result }) ?? [])))
  }
  return faults
}

function textOf({ cells }: Row): string {
  return JSON.stringify(cells)
}

/** `undefined` where the whole file is refused because of the damage. */
function changedBy(damaged: readonly Cell[], { plugin, options }: Reader, shape: Shape, { file, result: whole }: Parsed) {
  const result = plugin.parse(withDamage(file, shape, damaged, DAMAGE), options, kit)
  if (result.issues.some(({ row, severity }) => row === null && severity === 'error')) return undefined
  const touched = relatedTo(
    damaged.flatMap(({ near }) => near),
    [whole, result],
  )
  const others = ({ transactions }: ParsedReport) => transactions.filter((draft) => !draft.rows.some((one) => touched.has(one)))
  const place = `with row ${damaged.map(({ row, column }) => `${row}, column ${column + 1}`).join(' and row ')} damaged`
  const named = new Set([...result.issues, ...result.ignored].map(({ row }) => row))
  for (const draft of result.transactions) for (const row of draft.rows) named.add(row)
  const silent = damaged.filter(({ row }) => !named.has(row)).map(({ row }) => `${place}: nothing is said of row ${row}`)
  return [...changes(place, others(whole), others(result)), ...silent]
}

/** These rows, and those that share a draft or a group with them. */
function relatedTo(start: readonly number[], results: readonly ParsedReport[]): ReadonlySet<number> {
  const related = new Set(start)
  const drafts = results.flatMap(({ transactions }) => transactions)
  const groups = new Set<string>()
  const isRelated = ({ rows, group }: TransactionDraft) =>
    rows.some((row) => related.has(row)) || (group !== undefined && groups.has(group))
  for (let size = -1; size !== related.size + groups.size; ) {
    size = related.size + groups.size
    for (const draft of drafts.filter(isRelated)) {
      for (const row of draft.rows) related.add(row)
      if (draft.group !== undefined) groups.add(draft.group)
    }
  }
  return related
}

/** What became of drafts; texts of them are made only where they are not the same as they stand. */
function changes(way: string, before: readonly TransactionDraft[], after: readonly TransactionDraft[]): string[] {
  return Bun.deepEquals(before, after) ? [] : differences(way, ledgerOf(before), ledgerOf(after))
}

/** What is missing and what is new in the second list, as one fault; none where they are the same. */
export function differences(way: string, before: readonly string[], after: readonly string[]): string[] {
  if (Bun.deepEquals(before, after)) return []
  const count = (lines: readonly string[]) => Map.groupBy(lines, (line) => line)
  const [had, has] = [count(before), count(after)]
  const more = (one: Map<string, string[]>, other: Map<string, string[]>) =>
    [...one].flatMap(([line, times]) => (times.length > (other.get(line)?.length ?? 0) ? [line] : []))
  const [missing, added] = [more(had, has), more(has, had)]
  const [first, other] = [missing[0], added[0]]
  const example = [first && `missing ${first}`, other && `new ${other}`].filter(Boolean).join(', ')
  return [`${way}: ${missing.length} lines are missing and ${added.length} are new${example === '' ? '' : `: ${example}`}`]
}
