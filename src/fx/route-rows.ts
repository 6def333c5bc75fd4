/** Routes of equal length as rows of small numbers: there are hundreds of thousands between two great currencies, and most callers show a few. Pure. */

/** A row: after the source, the number of each currency and of the provider that leads to it; then registered legs and distinct providers. */
export type RouteRows = { readonly steps: number; count: number; numbers: Uint16Array }

/** Numbers beside those of the steps. */
const EXTRA = 2
const FIRST_ROWS = 16

/** No rows yet. */
export function createRows(steps: number): RouteRows {
  return { steps, count: 0, numbers: new Uint16Array(widthOf(steps) * FIRST_ROWS) }
}

/** Numbers of a row with so many steps. */
export function widthOf(steps: number): number {
  return 2 * steps + EXTRA
}

/** Adds a row; `path` has two numbers a step. */
export function addRow(rows: RouteRows, path: readonly number[], registeredLegs: number, distinctProviders: number): void {
  const at = rows.count * widthOf(rows.steps)
  if (at + widthOf(rows.steps) > rows.numbers.length) rows.numbers = grown(rows.numbers)
  const { numbers } = rows
  for (let i = 0; i < path.length; i++) numbers[at + i] = path[i] ?? 0
  numbers[at + path.length] = registeredLegs
  numbers[at + path.length + 1] = distinctProviders
  rows.count++
}

function grown(numbers: Uint16Array): Uint16Array {
  const larger = new Uint16Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}
