/** Rows of sectioned tables by column title. */
import type { IgnoredRow, Row } from '#plugins/brim/contract.ts'
import type { Entry } from './entry.ts'

/** What a table was read to; strays are rows that belong to no section that is known. */
export type TableEntries = {
  readonly entries: readonly Entry[]
  readonly ignored: readonly IgnoredRow[]
  readonly strays: readonly Row[]
}

/** Trimmed cells by title; blank titles are left out, a repeated one is taken once. */
export type Cells = ReadonlyMap<string, string>

/** The cells of a row from column `offset` on, under these titles. */
export function cellsOf(titles: readonly string[], row: Row, offset: number): Cells {
  const cells = new Map<string, string>()
  titles.forEach((title, index) => {
    const name = title.trim()
    if (name !== '' && !cells.has(name)) cells.set(name, (row.cells[index + offset] ?? '').trim())
  })
  return cells
}

/** The cell of a title, `''` when there is none. */
export function get(cells: Cells, title: string): string {
  return cells.get(title) ?? ''
}
