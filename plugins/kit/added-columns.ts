/** Columns that an importer adds to a table, for what belongs to a row and stands elsewhere in the file. */
import type { Row, Table } from '../brim/contract.ts'

/** The table with these titles behind those of its `header`; below it, rows that `cellsOf` says nothing of stay as they are. */
export function withColumns(
  table: Table,
  header: Row,
  titles: readonly string[],
  cellsOf: (row: Row) => readonly string[] | undefined,
): Table {
  const [start, width] = [table.rows.indexOf(header), header.cells.length]
  const rows = table.rows.map((row, index): Row => {
    const added = index === start ? titles : index > start ? cellsOf(row) : undefined
    if (added === undefined) return row
    const padded = Array.from({ length: width }, (_, place) => row.cells[place] ?? '')
    return { number: row.number, cells: [...padded, ...added, ...row.cells.slice(width)] }
  })
  return { ...table, rows }
}
