/** Rows that a file has twice, under a number of the broker. */
import type { Row } from '../../brim/contract.ts'
import { alikeTo, createRepeats, type FindRepeat, repeatOf } from '../repeats.ts'
import { info } from '../row-book.ts'
import { trimmed } from '../text.ts'
import type { Place } from './find.ts'
import type { Layout } from './layout.ts'
import type { Pages } from './pages.ts'

/** Rows below one header, each with the number that the broker gives to it. */
export type Numbered = {
  readonly pages: Pages
  readonly layout: Layout
  readonly numberOf: ((row: Row) => string) | undefined
  readonly find: FindRepeat
}

/** Reads a row unless it says the same as one above under a number that is unique. A number of an order may be shared by fills that are alike: no row is lost. */
export function readOnce<T>(
  { pages, layout, numberOf, find }: Numbered,
  row: Row,
  offset: number,
  read: (row: Row) => T,
): T | undefined {
  const number = numberOf?.(row) ?? ''
  if (number === '') return read(row)
  const at = row.number + offset
  const first = find(number, offset === 0 ? row : { ...row, number: at })
  if (first === undefined) return read(row)
  if (layout.unique !== undefined) {
    pages.ignored.push({ row: at, reason: repeatOf(first) })
    return undefined
  }
  const before = pages.transactions.length
  const trace = read(row)
  if (pages.transactions.length > before) info(pages, { row: at, cells: row.cells }, 'row-alike', alikeTo(first))
  return trace
}

/** The finder for rows of this layout, which all sections of a file have in common. */
export function repeatsOf({ repeats }: Pages, layout: Layout): FindRepeat {
  const find = repeats.get(layout) ?? createRepeats()
  repeats.set(layout, find)
  return find
}

/** The text of the columns that are unique, else of the `id`; none where the layout has no such column, or the table lacks it. */
export function numberIn({ unique = ['id'] }: Layout, places: Place['places']): Numbered['numberOf'] {
  const [place, ...more] = unique.flatMap((column) => places.get(column) ?? [])
  if (place === undefined) return undefined
  if (more.length === 0) return ({ cells }) => trimmed(cells[place])
  return ({ cells }) => [place, ...more].map((each) => trimmed(cells[each])).find((text) => text !== '') ?? ''
}
