/** Where a layout stands in a table, and how well a file fits it. */
import type { LayoutFacts, Table } from '../../brim/contract.ts'
import { HEADER_WITHIN, titlesIn } from '../fit.ts'
import type { Column } from './columns.ts'
import type { Layout } from './layout.ts'

/** Less of a title row known than this, and the file is another broker's. */
export const SURE_ENOUGH = 0.7

export type Place = {
  readonly layout: Layout
  /** The index of the title row. */
  readonly index: number
  readonly places: ReadonlyMap<string, number>
  /** The indexes of the titles that the layout knows. */
  readonly known: ReadonlySet<number>
  /** Share of the filled titles that the layout knows. */
  readonly confidence: number
}

/** The layout that fits the first rows of a table best; `undefined` when none has all its required titles there. */
export function findLayout(table: Table, layouts: readonly Layout[]): Place | undefined {
  let best: Place | undefined
  for (const [index, row] of table.rows.slice(0, HEADER_WITHIN).entries()) {
    const titles = titlesIn(row)
    for (const layout of layouts) {
      const found =
        layout.exact === true && (index > 0 || !isExact(row.cells, layout)) ? undefined : placeIn(titles, layout, index)
      if (found && found.confidence > (best?.confidence ?? 0)) best = found
    }
    if (best?.confidence === 1) return best
  }
  return best
}

function isExact(cells: readonly string[], { columns }: Layout): boolean {
  const known = new Set(Object.values(columns).flatMap(({ titles }) => titles.map(({ title }) => title)))
  return cells.every((cell) => cell === '' || known.has(cell))
}

/** Where the columns stand in a row of folded titles; `undefined` when a required one is missing. */
export function placeIn(titles: readonly string[], layout: Layout, index: number): Place | undefined {
  const places = new Map<string, number>()
  for (const name in layout.columns) {
    const column = layout.columns[name] as Column<unknown>
    const place = placeOf(titles, column)
    if (place !== undefined) places.set(name, place)
    else if (column.required) return undefined
  }
  const placed = new Set(places.values())
  const filled = titles.flatMap((title, at) => (title === '' ? [] : at))
  const known = filled.filter((at) => placed.has(at) || layout.varying?.test(titles[at] ?? ''))
  return { layout, index, places, known: new Set(known), confidence: known.length / Math.max(filled.length, 1) }
}

function placeOf(titles: readonly string[], column: Column<unknown>): number | undefined {
  for (const { folded, nth, after } of column.titles) {
    let place = titles.indexOf(folded)
    for (let count = 1; place >= 0 && count < nth; count++) place = titles.indexOf(folded, place + 1)
    if (place >= 0 && (!after || place + 1 < titles.length)) return after ? place + 1 : place
  }
  return undefined
}

/** What a layout says of itself. */
export function factsOf({ name, columns, holds = 'transactions', json, unique }: Layout): LayoutFacts {
  // What is made of a column has its titles.
  const own = new Map(Object.values(columns).map((column) => [column.titles, column]))
  const sorted = [...own.values()].toSorted((a, b) => Number(b.required) - Number(a.required))
  const titles = sorted.map((column) => column.titles.map(({ title }) => title))
  const required = sorted.filter(({ required }) => required).length
  const numbers = unique?.flatMap((column) => columns[column]?.titles.map(({ title }) => title) ?? [])
  return { name, titles, required, holds, records: json, ...(numbers === undefined ? {} : { unique: numbers }) }
}
