/** CSV of statistics offices: columns by name, refused when it is cut off or a column is gone. */
import { readCsv } from './csv.ts'
import { raggedFault } from './even.ts'
import { sourceError } from './http.ts'

/** One record by column names; `''` for a missing cell. */
export type ColumnRecord<K extends string> = Readonly<Record<K, string>>

/**
 * Reads the records below the header line, cells trimmed. Throws AppError `source/format` when a column is missing (the format has
 * changed), when a row has more or fewer cells than the header, or when the last line has no end (the file was cut off: its last figure may be
 * too short).
 */
export function readColumns<K extends string>(
  text: string,
  columns: readonly K[],
  source: string,
  delimiter = ',',
): ColumnRecord<K>[] {
  const [header, ...rows] = readRows(text, source, delimiter)
  const titles = header?.map((title) => title.trim()) ?? []
  const places = columns.map((column) => titles.indexOf(column))
  const missing = columns.filter((_, index) => places[index] === -1)
  if (missing.length > 0)
    throw sourceError('format', `${source} sent a table without the column ${missing.join(', ')}: the format has changed.`)
  return rows.map(
    (cells) => Object.fromEntries(columns.map((column, i) => [column, (cells[places[i] ?? -1] ?? '').trim()])) as ColumnRecord<K>,
  )
}

/**
 * The rows of a large table without quoted cells, one after another, blank ones left out: only the row at hand is held beside the text.
 * Throws AppError `source/format`, before the first row, for a text that is cut off or has quotes or a row of other length than the first.
 */
export function* plainRows(text: string, source: string, delimiter = ','): Generator<readonly string[], undefined> {
  if (text.trim() !== '' && (!/[\r\n]$/.test(text) || text.includes('"')))
    throw sourceError('format', `${source} sent a table that is cut off or damaged; nothing of it was taken.`)
  let header: readonly string[] | undefined
  for (const line of filledLines(text)) {
    const isAlike = header !== undefined && countOf(line, delimiter) === header.length - 1
    if (isAlike) continue
    const cells = line.split(delimiter)
    if (header !== undefined) requireEven(header, [cells], source)
    header ??= cells
  }
  for (const line of filledLines(text)) yield line.split(delimiter)
}

function* filledLines(text: string): Generator<string, undefined> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end === -1 ? text.length : end).trimEnd()
    if (line !== '') yield line
    from = end === -1 ? text.length : end + 1
  }
}

function countOf(line: string, delimiter: string): number {
  let count = 0
  for (let at = line.indexOf(delimiter); at >= 0; at = line.indexOf(delimiter, at + delimiter.length)) count++
  return count
}

/** Throws AppError `source/format` for a row that has more or fewer cells than the header. */
export function requireEven(header: readonly string[], rows: Iterable<readonly string[]>, source: string): void {
  for (const row of rows) {
    const fault = raggedFault(header, row)
    if (fault !== undefined)
      throw sourceError(
        'format',
        `${source} sent a damaged table; nothing of it was taken. ${fault} It begins with "${row[0]?.slice(0, 40)}".`,
      )
  }
}

/**
 * The rows of a CSV text whose first row is its header, blank ones left out. Throws AppError `source/format` for a text that is cut off and for a
 * row that has more or fewer cells than the header.
 */
export function readRows(text: string, source: string, delimiter = ','): (readonly string[])[] {
  const rows = readLooseRows(text, source, delimiter)
  requireEven(rows[0] ?? [], rows.slice(1), source)
  return rows
}

/** `readRows` of a text with a preamble or notes: the caller finds the header and says `requireEven`. */
export function readLooseRows(text: string, source: string, delimiter = ','): (readonly string[])[] {
  const { rows, faults } = readCsv(text, { delimiter })
  if (faults.length > 0 || (rows.length > 0 && !/[\r\n]$/.test(text)))
    throw sourceError('format', `${source} sent a table that is cut off or damaged; nothing of it was taken.`)
  return rows.map((row) => row.cells)
}
