import Papa from 'papaparse'

/** Columns and rows in wire names; `texts` are free texts, which a spreadsheet might run as a formula. */
export type Table = {
  readonly columns: readonly string[]
  readonly rows: Iterable<Readonly<Record<string, unknown>>>
  readonly texts: readonly string[]
}

const DANGEROUS = /^[=+\-@\t\r]/

/** RFC 4180; free texts that begin like a formula get an apostrophe in front. */
export function csvText({ columns, rows, texts }: Table): string {
  const guarded = new Set(texts)
  const cell = (column: string, value: unknown) => {
    const text = value == null ? '' : String(value)
    return guarded.has(column) && DANGEROUS.test(text) ? `'${text}` : text
  }
  const lines = Array.from(rows, (row) => columns.map((column) => cell(column, row[column])))
  return `${Papa.unparse([[...columns], ...lines], { newline: '\r\n' })}\r\n`
}
