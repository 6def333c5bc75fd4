/** Rows of sectioned tables by column title. */
import type { IgnoredRow, Row } from '#plugins/brim/contract.ts'
import { trimmed } from '#plugins/kit/index.ts'
import type { Entry } from './entry.ts'

/** What a table was read to; strays are rows that belong to no section that is known. */
export type TableEntries = {
  readonly entries: readonly Entry[]
  readonly ignored: readonly IgnoredRow[]
  readonly strays: readonly Row[]
}

/** Where the columns of a header stand, by title; blank titles are left out, a repeated one is taken once. */
export type Titles = ReadonlyMap<string, number>

/** The titles of a header from column `offset` on. */
export function titlesOf(header: Row, offset: number): Titles {
  const titles = new Map<string, number>()
  for (let place = offset; place < header.cells.length; place++) {
    const name = (header.cells[place] ?? '').trim()
    if (name !== '' && !titles.has(name)) titles.set(name, place)
  }
  return titles
}

/** A row below a header. */
export type Cells = { readonly titles: Titles; readonly row: Row }

/** The trimmed cell of a title, `''` when there is none. */
export function get({ titles, row }: Cells, title: string): string {
  const place = titles.get(title)
  return place === undefined ? '' : trimmed(row.cells[place])
}
