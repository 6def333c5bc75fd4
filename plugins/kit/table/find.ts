/** Where a layout stands in a table, and how well a file fits it. */
import type { LayoutFacts, Table } from '../../brim/contract.ts'
import { HEADER_WITHIN } from '../fit.ts'
import { fold } from '../text.ts'
import type { Column } from './columns.ts'
import type { Layout } from './layout.ts'

/** Less of a title row known than this, and the file is another broker's. */
export const SURE_ENOUGH = 0.7

export type Place = {
  readonly layout: Layout
  /** The index of the title row. */
  readonly index: number
  readonly places: ReadonlyMap<string, number>
  /** Share of the filled titles that the layout knows. */
  readonly confidence: number
}

/** The layout that fits the first rows of a table best; `undefined` when none has all its required titles there. */
export function findLayout(table: Table, layouts: readonly Layout[]): Place | undefined {
  let best: Place | undefined
  for (const [index, row] of table.rows.slice(0, HEADER_WITHIN).entries()) {
    const titles = row.cells.map(fold)
    for (const layout of layouts) {
      const found = placeIn(titles, layout)
      if (found && found.confidence > (best?.confidence ?? 0)) best = { ...found, index }
    }
    if (best?.confidence === 1) return best
  }
  return best
}

/** Where the columns stand in a row of folded titles; `undefined` when a required one is missing. */
export function placeIn(titles: readonly string[], layout: Layout): Place | undefined {
  const places = new Map<string, number>()
  const known = new Set<number>()
  for (const name in layout.columns) {
    const column = layout.columns[name] as Column<unknown>
    const place = placeOf(titles, column)
    if (place === undefined && column.required) return undefined
    if (place === undefined) continue
    places.set(name, place)
    known.add(place)
  }
  const filled = titles.flatMap((title, index) => (title === '' ? [] : index))
  const confidence =
    filled.length === 0
      ? 0
      : filled.filter((index) => known.has(index) || layout.varying?.test(titles[index] ?? '')).length / filled.length
  return { layout, index: 0, places, confidence }
}

function placeOf(titles: readonly string[], column: Column<unknown>): number | undefined {
  for (const { folded, nth, after } of column.titles) {
    let place = -1
    for (let count = 0; count < nth; count++) {
      place = titles.indexOf(folded, place + 1)
      if (place < 0) break
    }
    if (place < 0) continue
    if (!after) return place
    if (place + 1 < titles.length) return place + 1
  }
  return undefined
}

/** What a layout says of itself. */
export function factsOf({ name, columns, holds = 'transactions', json, unique }: Layout): LayoutFacts {
  const sorted = Object.values(columns).toSorted((a, b) => Number(b.required) - Number(a.required))
  return {
    name,
    titles: sorted.map(({ titles }) => titles.map(({ title }) => title)),
    required: sorted.filter(({ required }) => required).length,
    holds,
    records: json,
    ...(unique === undefined
      ? {}
      : { unique: unique.flatMap((column) => columns[column]?.titles.map(({ title }) => title) ?? []) }),
  }
}
