/** What is looked at of a file to see whose it is. */
import type { ReportFile, ReportHead, Row } from '../brim/contract.ts'
import { withRecords } from './records.ts'

const HEAD_ROWS = 60
const HEAD_CELLS = 400
export const HEAD_CHARACTERS = 65_536

/** The head of an opened file: the first 60 rows of each table, of each the first 400 cells, and the first 64 KiB of text. */
export function headOf(file: ReportFile): ReportHead {
  const tables = file.tables.map(({ name, rows }) => ({ name, rows: headRows(rows, HEAD_ROWS) }))
  const head = { filename: file.filename, format: file.format, text: file.text.slice(0, HEAD_CHARACTERS), tables }
  if (!Object.hasOwn(file, 'records')) return head
  return withRecords(head, () => (file.records ?? []).map(({ name, rows }) => ({ name, rows: headRows(rows, HEAD_ROWS + 1) })))
}

/** The first rows. Of one that has more cells than any report so many: each importer looks at each of them. */
function headRows(rows: readonly Row[], most: number): readonly Row[] {
  const head = rows.slice(0, most)
  if (head.every(({ cells }) => cells.length <= HEAD_CELLS)) return head
  return head.map(({ number, cells }) => ({ number, cells: cells.slice(0, HEAD_CELLS) }))
}
