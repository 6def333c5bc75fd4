/** Rows that stand in a file twice: the same in every cell, under a number that the broker gives to one row only. */
import type { Row } from '../brim/contract.ts'

/** What stands where there is no number. */
const NO_NUMBER = /^(?:[-–—_./\s0]*|n\/?a\.?|nan|null|none|nil|undefined|unknown)$/i

/** The number of the first row that says the same under the same number of the broker; `undefined` for the first itself. */
export type FindRepeat = (number: string, row: Row) => number | undefined

/** For one kind of rows of one file. Cells are compared only where a number comes again. */
export function createRepeats(): FindRepeat {
  const named = new Map<string, Row | Map<string, number>>()
  return (number, row) => {
    const known = named.get(number)
    if (known === undefined) {
      if (number !== '') named.set(number, row)
      return undefined
    }
    if (NO_NUMBER.test(number)) return undefined
    const earlier = known instanceof Map ? known : new Map([[textOf(known), known.number]])
    if (known !== earlier) named.set(number, earlier)
    const text = textOf(row)
    const first = earlier.get(text)
    if (first === undefined) earlier.set(text, row.number)
    return first
  }
}

/** Why nothing is made of such a row. */
export function repeatOf(first: number): string {
  return `repeats row ${first}, under the same number`
}

/** What is said of such a row where fills of one order share the number, so that both are booked: `row-alike`. */
export function alikeTo(first: number): string {
  return `Row ${first} says the same under the same number. Both are imported, because several executions may share a number here; exclude one if it is the same.`
}

/** All cells but blank ones at the end, which some rows of a file lack. */
function textOf({ cells }: Row): string {
  return JSON.stringify(cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1))
}
