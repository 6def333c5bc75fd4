/** The cells of a row by our names. */
import type { Row } from '#plugins/brim/contract.ts'
import { trimmed } from '#plugins/kit/index.ts'
import { withoutGuard } from '#src/shared/csv.ts'
import { ALL_FIELDS, CONTENTS, type Field, type Layout } from './columns.ts'
import { pairIn } from './pair.ts'

/** Trimmed; `''` when there is none. Defaults of the mapping stand in for empty cells, except for the type. */
export type Cells = Readonly<Record<Field, string>>

/** One cell of a row, as in `Cells`. */
export function cellOf(row: Row, field: Field, { places }: Layout, defaults: ReadonlyMap<Field, string>): string {
  return meaning(field, trimmed(row.cells[places.get(field) ?? -1]) || absent(field, defaults))
}

/** Without the guard of our own exports. */
function meaning(field: Field, cell: string): string {
  return CONTENTS[field] === 'text' ? withoutGuard(cell) : cell
}

/** Of long files most rows lack the same cells: these are written once, and only columns that are there are read. */
export function createCellReader({ places }: Layout, defaults: ReadonlyMap<Field, string>): (row: Row) => Cells {
  const empty = Object.fromEntries(ALL_FIELDS.map((field) => [field, meaning(field, absent(field, defaults))])) as Cells
  const present = [...places]
  const read = (row: Row): Cells => {
    const cells: Record<Field, string> = { ...empty }
    for (const [field, place] of present) {
      const cell = trimmed(row.cells[place])
      if (cell !== '') cells[field] = meaning(field, cell)
    }
    return cells
  }
  return places.has('pair') ? (row) => withPair(read(row)) : read
}

/** What the pair of a row tells, where it has no cells of its own for it. A text that is no pair stays the name of an asset. */
function withPair(cells: Cells): Cells {
  const pair = pairIn(cells.pair)
  if (cells.symbol !== '' || cells.pair === '') return cells
  if (pair === undefined) return { ...cells, symbol: cells.pair }
  const { base: symbol, quote } = pair
  return {
    ...{ ...cells, symbol, asset_type: cells.asset_type || 'CRYPTO' },
    ...{ currency: cells.currency || quote, price_currency: cells.price_currency || quote },
  }
}

function absent(field: Field, defaults: ReadonlyMap<Field, string>): string {
  return field === 'type' ? '' : (defaults.get(field) ?? '')
}
