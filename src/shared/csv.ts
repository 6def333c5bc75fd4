/** CSV that goes out: RFC 4180 with commas and CRLF, safe to open in a spreadsheet. Own code, as one rule of quoting is all there is to it. */

/** Columns and rows in wire names; `texts` are the columns with free texts, which a spreadsheet might run as formulas. */
export type Table = {
  readonly columns: readonly string[]
  readonly rows: Iterable<Readonly<Record<string, unknown>>>
  readonly texts: readonly string[]
}

const ROWS_AT_ONCE = 500
/** What programs take for the start of a formula, full-width forms and what they skip before one too; after any apostrophes of its own. */
const FORMULA = /^'*[=+\-@\t\r\n\0\uFF1D\uFF0B\uFF0D\uFF20]/u
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

/** The header line and the rows as CSV, some rows at a time. `null` and `undefined` are empty cells; a text like a formula gets an apostrophe in front. */
export function* csvTexts({ columns, rows, texts }: Table): Iterable<string> {
  const guarded = new Set(texts)
  let text = lineOf(columns)
  let count = 0
  for (const row of rows) {
    text += rowOf(row, columns, guarded)
    if (++count % ROWS_AT_ONCE !== 0) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

/** The rows alone, as `csvTexts` writes them. */
export function csvRows({ columns, rows, texts }: Table): string {
  const guarded = new Set(texts)
  return Array.from(rows, (row) => rowOf(row, columns, guarded)).join('')
}

/** The header line alone. */
export function csvHeader(columns: readonly string[]): string {
  return lineOf(columns)
}

/** A cell as it was before it got its apostrophe. */
export function withoutGuard(cell: string): string {
  return cell.charCodeAt(0) === 39 && FORMULA.test(cell) ? cell.slice(1) : cell
}

function rowOf(row: Readonly<Record<string, unknown>>, columns: readonly string[], guarded: ReadonlySet<string>): string {
  return lineOf(
    columns.map((column) => {
      const cell = row[column] == null ? '' : String(row[column])
      return guarded.has(column) && FORMULA.test(cell) ? `'${cell}` : cell
    }),
  )
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map((cell) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
}
