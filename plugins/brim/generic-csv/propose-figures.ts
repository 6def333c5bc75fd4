/** Which columns of anybody's table are units, price and amount: their figures tell better than their titles. */
import { agrees, type NumberStyle, parseNumber, provenStyle } from '#plugins/kit/index.ts'
import { absolute, add, type Decimal, decimal, multiply, subtract, tryDecimal, ZERO } from '#src/shared/decimal.ts'
import type { Field } from './columns.ts'

/** `cells`: one for each row of the table, `''` where it has none. */
export type FigureColumn = { readonly cells: readonly string[]; readonly shape: string }

/** So many of the rows that have all three must agree: some are bookings of another kind. */
const MOST = 0.9
const TOLERANCE = decimal('0.02')
/** Every two of so many columns of numbers, at most, are tried together. */
const MOST_FREE = 16

/**
 * Puts the columns of units and of the amount where units x price = amount says so, give or take the costs; and `gross` in place of `amount` where the
 * figures prove that costs are not in it. What proves nothing stays as it was found.
 */
export function settleFigures<C extends FigureColumn>(found: Map<Field, C>, columns: readonly C[]): void {
  const price = found.get('price')
  if (price === undefined) return
  const costs = [found.get('fees'), found.get('taxes')].filter((column) => column !== undefined)
  const others = new Set([...found].flatMap(([field, column]) => (field === 'quantity' || field === 'amount' ? [] : [column])))
  const free = columns.filter((column) => column.shape === 'number' && !others.has(column))
  const pairs = pairsOf(free, found).map((pair) => ({ ...pair, made: rowsOf(pair, price, costs) }))
  const best = pairs.find(({ made }) => made.length > 0 && made.filter(({ fits }) => fits).length >= made.length * MOST)
  if (best === undefined) return
  const isGross = best.made.some(({ provesGross }) => provesGross) && !best.made.some(({ provesNet }) => provesNet)
  found.set('quantity', best.units)
  found.delete('amount')
  found.set(isGross ? 'gross' : 'amount', best.total)
}

/** Those that their titles name; where one is missing all that it could be, what was found by its title first. */
function pairsOf<C>(free: readonly C[], found: ReadonlyMap<Field, C>): { readonly units: C; readonly total: C }[] {
  const [units, total] = [found.get('quantity'), found.get('amount')]
  if (units !== undefined && total !== undefined) return [{ units, total }]
  if (free.length > MOST_FREE) return []
  const first = (known: C | undefined) => free.toSorted((a, b) => Number(b === known) - Number(a === known))
  return first(units).flatMap((units) => first(total).flatMap((total) => (total === units ? [] : { units, total })))
}

/** What the rows that have all three figures say of them. */
function rowsOf<C extends FigureColumn>({ units, total }: { units: C; total: C }, price: C, costColumns: readonly C[]) {
  const style = styleOf([units, total, price, ...costColumns])
  const figure = (column: C, row: number) => sizeOf(column.cells[row] ?? '', style)
  return price.cells.flatMap((_, row) => {
    const [quantity, each, booked] = [figure(units, row), figure(price, row), figure(total, row)]
    if (!quantity || !each || !booked) return []
    const costs = costColumns.reduce((sum, column) => add(sum, figure(column, row) ?? ZERO), ZERO)
    const value = multiply(quantity, each)
    const off = absolute(subtract(value, booked))
    const hasCosts = costs > TOLERANCE
    return {
      fits: agrees(value, booked) || off <= add(costs, TOLERANCE),
      /** There are costs, and the amount is as if there were none. */
      provesGross: hasCosts && off <= TOLERANCE,
      provesNet: hasCosts && absolute(subtract(off, costs)) <= TOLERANCE,
    }
  })
}

/** The one decimal sign that the columns prove. */
export function styleOf(columns: Iterable<FigureColumn>): NumberStyle | undefined {
  const [style, other] = new Set([...columns].flatMap(({ cells }) => cells.flatMap((cell) => provenStyle(cell) ?? [])))
  return other === undefined ? style : undefined
}

function sizeOf(cell: string, style: NumberStyle | undefined): Decimal | undefined {
  const number = tryDecimal(parseNumber(cell, style) ?? '')
  return typeof number === 'bigint' ? absolute(number) : undefined
}
