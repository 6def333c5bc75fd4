/** What is written of a report, for importers that book by hand what no layout can say. */
import type {
  AssetDraft,
  IgnoredRow,
  ParsedReport,
  ReportFile,
  Row,
  RowIssue,
  StatedBalance,
  StatedPosition,
  StatedPrice,
  Table,
  TransactionDraft,
} from '../brim/contract.ts'
import type { EventMarks } from './events.ts'
import { findLayout, rowText } from './record.ts'
import { type RowRefusal, refusalIn } from './refuse.ts'
import type { AnyLine } from './table/terms.ts'

export type RowBook = {
  readonly transactions: TransactionDraft[]
  readonly assets: Map<string, AssetDraft>
  readonly issues: RowIssue[]
  readonly ignored: IgnoredRow[]
  readonly stated: StatedBalance[]
  readonly positions: StatedPosition[]
  readonly prices: StatedPrice[]
}

/** A row as its issues show it; `rows` where several lines of the file make it, the first of them is `row`. */
export type Spot = AnyLine & { readonly rows?: readonly number[] }

/** So many numbers are searched in less time than a set of them is made. */
const FEW = 8

type Notes = Pick<RowBook, 'issues'>

export function openRowBook(ignored: readonly IgnoredRow[] = []): RowBook {
  const stated = { stated: [], positions: [], prices: [] }
  return { transactions: [], assets: new Map(), issues: [], ignored: [...ignored], ...stated }
}

/** Says something of a row. What follows about the same row shows the same text. */
export function note({ issues }: Notes, spot: Spot, severity: RowIssue['severity'], code: string, detail: string): void {
  const { row } = spot
  const last = issues.at(-1)
  issues.push({ row, severity, code, detail, text: (last?.row === row ? last.text : undefined) ?? rowText(spot) })
}

export function info(book: Notes, spot: Spot, code: string, detail: string): void {
  note(book, spot, 'info', code, detail)
}

export function warn(book: Notes, spot: Spot, code: string, detail: string): void {
  note(book, spot, 'warning', code, detail)
}

/** Gives a row up with a reason; the lines that continue it are ignored with it. */
export function fail({ issues, ignored }: Pick<RowBook, 'issues' | 'ignored'>, spot: Spot, code: string, detail: string): void {
  const { row, rows = [] } = spot
  issues.push({ row, severity: 'error', code, detail, text: rowText(spot) })
  for (const other of rows) if (other !== row) ignored.push({ row: other, reason: `continues row ${row}` })
}

export function ignore({ ignored }: Pick<RowBook, 'ignored'>, { row, rows = [row] }: Spot, reason: string): void {
  for (const each of rows) ignored.push({ row: each, reason })
}

type Written = Omit<RowBook, 'assets'>

/** Runs `work` for these rows; where it refuses them (RowRefusal), what it wrote is taken back and each of them becomes an error. */
export function attempt<T>(book: Written, spots: readonly Spot[], work: () => T): T | RowRefusal {
  const before = writtenIn(book)
  try {
    return work()
  } catch (error) {
    return takeBack(book, before, spots, error)
  }
}

/** How much is written, for `takeBack`. */
export function writtenIn({ transactions, issues, ignored, stated, positions, prices }: Written): readonly number[] {
  return [transactions.length, issues.length, ignored.length, stated.length, positions.length, prices.length]
}

/** `attempt` where a function for each row would cost too much: `before` is `writtenIn` before them. Throws whatever is no RowRefusal. */
export function takeBack(book: Written, before: readonly number[], spots: readonly Spot[], error: unknown): RowRefusal {
  const refusal = refusalIn(error)
  let index = 0
  for (const list of [book.transactions, book.issues, book.ignored, book.stated, book.positions, book.prices]) {
    const length = before[index++] ?? 0
    if (list.length > length) list.length = length
  }
  for (const spot of spots) fail(book, spot, refusal.code, refusal.message)
  return refusal
}

/** The rows of these lines that are not among those named. */
export function rowsBeside(named: readonly number[], lines: readonly AnyLine[]): number[] {
  const many = named.length > FEW ? new Set(named) : undefined
  const rest: number[] = []
  for (const { row } of lines) if (!(many?.has(row) ?? named.includes(row))) rest.push(row)
  return rest
}

/** The report; `isSorted`: drafts and ignored rows in the order of the file. Assets that nothing stands for are left out. */
export function closeRowBook(book: RowBook, isSorted = false): ParsedReport {
  const { transactions, assets, issues, ignored, stated, positions, prices } = book
  const unused = new Set(assets.keys())
  for (const list of [transactions, positions, prices])
    for (const { asset } of list) {
      if (unused.size === 0) break
      if (asset !== undefined) unused.delete(asset)
    }
  return {
    transactions: isSorted ? transactions.toSorted((a, b) => a.rows[0] - b.rows[0]) : transactions,
    assets: [...assets.values()].filter(({ ref }) => !unused.has(ref)),
    issues,
    ignored: isSorted ? ignored.toSorted((a, b) => a.row - b.row) : ignored,
    ...(stated.length > 0 ? { stated } : {}),
    ...(positions.length > 0 ? { positions } : {}),
    ...(prices.length > 0 ? { prices } : {}),
  }
}

/** The answer to a file that cannot be read at all. */
export function unread(code: string, detail: string): ParsedReport {
  return { transactions: [], assets: [], ignored: [], issues: [{ row: null, severity: 'error', code, detail }] }
}

type SectionReader<L> = {
  /** The layout of a header. */
  readonly read: (cells: readonly string[]) => L | undefined
  /** The same for the first header, where that must say more. */
  readonly first?: (cells: readonly string[]) => L | undefined
  /** Lines that stand above a header in the middle of a file. */
  readonly isPreamble?: (row: Row) => boolean
}

/**
 * The rows of the first table that has a header, each with the layout of the header above it; headers and preambles are ignored. For files that
 * several exports were put together in.
 */
export function readSections<L>(
  tables: readonly Table[],
  ignored: IgnoredRow[],
  { read, first = read, isPreamble }: SectionReader<L>,
): { readonly row: Row; readonly layout: L }[] | undefined {
  const found = findLayout(tables, first)
  if (!found) return undefined
  const start = found.table.rows.indexOf(found.header)
  let { layout } = found
  const body: { readonly row: Row; readonly layout: L }[] = []
  for (const [index, row] of found.table.rows.entries()) {
    const header = index < start ? undefined : index === start ? layout : read(row.cells)
    if (index > start && header === undefined && isPreamble?.(row) !== true) body.push({ row, layout })
    else {
      layout = header ?? layout
      ignored.push({ row: row.number, reason: header === undefined ? 'preamble' : 'header' })
    }
  }
  return body
}

/** The texts that occur more than once, blank ones left out: an id in several rows names none of them. */
export function repeated(texts: Iterable<string>): Set<string> {
  const [seen, twice] = [new Set<string>(), new Set<string>()]
  for (const text of texts)
    if (text !== '' && seen.has(text)) twice.add(text)
    else seen.add(text)
  return twice
}

/** What `wholeEvents` asks of rows, read only when it does. */
export function marksBy<T>(
  rows: Iterable<T>,
  numberOf: (row: T) => number,
  marksOf: (row: T) => EventMarks | undefined,
): (row: number) => EventMarks | undefined {
  let byRow: ReadonlyMap<number, T> | undefined
  return (number) => {
    byRow ??= new Map(Array.from(rows, (row) => [numberOf(row), row]))
    const row = byRow.get(number)
    return row && marksOf(row)
  }
}

/** The same of the rows of tables that have all of these titles in one row, by the cells below them. */
export function marksByCells<T extends string>(
  files: readonly ReportFile[],
  titles: readonly T[],
  marksOf: (cellOf: (title: T) => string, row: number) => EventMarks,
): (row: number) => EventMarks | undefined {
  return marksBy(
    rowsBelow(files, titles),
    ({ row }) => row.number,
    ({ row: { number, cells }, header }) => marksOf((title) => cells[header.indexOf(title)] ?? '', number),
  )
}

function* rowsBelow(files: readonly ReportFile[], titles: readonly string[]) {
  for (const { rows } of files.flatMap(({ tables }) => tables)) {
    const header = rows.find(({ cells }) => titles.every((title) => cells.includes(title)))?.cells
    if (header !== undefined) for (const row of rows) yield { row, header }
  }
}
