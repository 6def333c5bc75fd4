/** The day of a depot overview stands above its table: here it comes into each row. */
import type { ReportFile, Table } from '#plugins/brim/contract.ts'

const HEADLINE = /^Depotübersicht vom (\d{2}\.\d{2}\.\d{4})\b/

/** The file with a first column `Stand` where it is an overview; any other file as it is. */
export function withDay(file: ReportFile): ReportFile {
  return { ...file, tables: file.tables.map(withDayOf) }
}

function withDayOf(table: Table): Table {
  const header = table.rows.findIndex(({ cells }) => cells.includes('ISIN') && cells.includes('Einstandswert'))
  const [day] = table.rows.slice(0, Math.max(header, 0)).flatMap(({ cells }) => HEADLINE.exec(cells[0] ?? '')?.[1] ?? [])
  if (day === undefined) return table
  const rows = table.rows.map((row, index) =>
    index < header ? row : { number: row.number, cells: [index === header ? 'Stand' : day, ...row.cells] },
  )
  return { ...table, rows }
}
