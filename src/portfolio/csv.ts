import Papa from 'papaparse'

/** Columns and rows in wire names; `texts` are free texts, which a spreadsheet might run as a formula. */
export type Table = {
  readonly columns: readonly string[]
  readonly rows: Iterable<Readonly<Record<string, unknown>>>
  readonly texts: readonly string[]
}

const DANGEROUS = /^[=+\-@\t\r]/

const ROWS_AT_ONCE = 500

/** RFC 4180, some rows at a time; free texts that begin like a formula get an apostrophe in front. */
export function* csvTexts({ columns, rows, texts }: Table): Iterable<string> {
  const guarded = new Set(texts)
  const cell = (column: string, value: unknown) => {
    const text = value == null ? '' : String(value)
    return guarded.has(column) && DANGEROUS.test(text) ? `'${text}` : text
  }
  let some: string[][] = [[...columns]]
  for (const row of rows) {
    if (some.push(columns.map((column) => cell(column, row[column]))) < ROWS_AT_ONCE) continue
    yield textOf(some)
    some = []
  }
  if (some.length > 0) yield textOf(some)
}

function textOf(lines: string[][]): string {
  return `${Papa.unparse(lines, { newline: '\r\n' })}\r\n`
}
