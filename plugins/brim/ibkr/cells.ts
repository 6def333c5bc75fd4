/** Rows of sectioned tables by column title. */
import type { IgnoredRow, Row } from '#plugins/brim/contract.ts'
import { type Entry, entryOf, saidIn } from './entry.ts'

/** What a table was read to; strays are rows that belong to no section that is known. */
export type TableEntries = {
  readonly entries: readonly Entry[]
  readonly ignored: readonly IgnoredRow[]
  readonly strays: readonly Row[]
}

/** Where the columns of a header stand, by title; blank titles are left out, a repeated one is taken once. */
export type Titles = ReadonlyMap<string, number>

/** The titles of a header from column `offset` on. */
export function titlesOf(header: readonly string[], offset: number): Titles {
  const titles = new Map<string, number>()
  for (let place = offset; place < header.length; place++) {
    const name = (header[place] ?? '').trim()
    if (name !== '' && !titles.has(name)) titles.set(name, place)
  }
  return titles
}

/** What rows say below a title, `''` where there is none. */
export function cellUnder(titles: Titles, title: string): (row: Row) => string {
  const place = titles.get(title) ?? -1
  return ({ cells }) => saidIn(cells[place])
}

/** What the columns of a section are called in its entries. */
export type Columns = readonly { readonly name: string; readonly place: number }[]
export type Values = Record<string, string>

/** `columns`: the title of each attribute; blank where it follows from other cells, which `complete` writes. */
export type Section = {
  readonly kind: string | ((values: Values, file: FileFacts, row: Row) => string)
  readonly columns: Readonly<Record<string, string>>
  readonly complete?: (values: Values, file: FileFacts, row: Row) => void
}

/** What is the same for all rows of a file, and texts that repeat. */
export type FileFacts = {
  readonly base: string
  readonly isinIn: (id: string) => string
  readonly categoryCode: (category: string) => string | undefined
}

/** The values of a row below a header. */
export function valuesIn({ cells }: Row, columns: Columns): Values {
  const values: Values = {}
  for (const { name, place } of columns) values[name] = saidIn(cells[place])
  return values
}

/** The record of a row. */
export function rowEntry({ number }: Row, kind: string, values: Values): Entry {
  return entryOf(number, kind, values['accountid'] ?? '', 1, values)
}
