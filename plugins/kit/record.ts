/** Rows with named columns: finds the header, whatever the language or the preamble, and reads cells by our own names. */
import type { Row, Table } from '../brim/contract.ts'
import { fold, trimmed } from './text.ts'

/** Our name of a column -> the titles that reports give it (compared folded: case, accents and blanks do not matter). */
export type ColumnTitles<K extends string> = Readonly<Record<K, readonly string[]>>

export type Header<K extends string> = {
  readonly row: Row
  readonly columns: Readonly<Partial<Record<K, number>>>
}

export type Record_<K extends string> = {
  readonly number: number
  readonly cells: readonly string[]
  /** The trimmed cell, `''` when the column or the cell is not there. */
  readonly get: (name: K) => string
  /** The row as text, for issues. */
  readonly text: string
}

/** The first row (of the first 40 of each table) in which `read` finds a layout. */
export function findLayout<L>(
  tables: readonly Table[],
  read: (cells: readonly string[]) => L | undefined,
): { table: Table; header: Row; layout: L } | undefined {
  for (const table of tables) {
    for (const header of table.rows.slice(0, 40)) {
      const layout = read(header.cells)
      if (layout !== undefined) return { table, header, layout }
    }
  }
  return undefined
}

/** The first row (of the first 40) that has every `required` column. A repeated title counts once: its first place. */
export function findHeader<K extends string>(
  table: Table | undefined,
  titles: ColumnTitles<K>,
  required: readonly K[],
): Header<K> | undefined {
  const names = Object.keys(titles) as K[]
  const wanted = new Map<string, K>()
  for (const name of names) for (const title of titles[name]) if (!wanted.has(fold(title))) wanted.set(fold(title), name)
  for (const row of table?.rows.slice(0, 40) ?? []) {
    const columns: Partial<Record<K, number>> = {}
    row.cells.forEach((cell, index) => {
      const name = wanted.get(fold(cell))
      if (name !== undefined && columns[name] === undefined) columns[name] = index
    })
    if (required.every((name) => columns[name] !== undefined)) return { row, columns }
  }
  return undefined
}

/** The rows after the header, read by our names. Rows equal to the header (repeated headers) are yielded too: the importer decides. */
export function readRecords<K extends string>(table: Table, header: Header<K>): Record_<K>[] {
  const start = table.rows.indexOf(header.row) + 1
  return table.rows.slice(start).map((row) => ({
    number: row.number,
    cells: row.cells,
    get text() {
      return rowText(row)
    },
    get: (name: K) => {
      const index = header.columns[name]
      return index === undefined ? '' : trimmed(row.cells[index])
    },
  }))
}

/** The rows up to and with the header, as ignored rows. */
export function headerRows(table: Table, header: Header<string>): { row: number; reason: string }[] {
  const end = table.rows.indexOf(header.row)
  return table.rows.slice(0, end + 1).map((row, index) => ({ row: row.number, reason: index === end ? 'header' : 'preamble' }))
}

/** A row as one line of text, at most 300 characters. */
export function rowText({ cells }: Pick<Row, 'cells'> & Partial<Row>): string {
  const text = cells.join(' | ')
  return text.length > 300 ? text.slice(0, 300) : text
}
