/** Rows that stand in a file twice: the same in every cell, under a number that the broker gives to one row only. */
import type { Row } from '../brim/contract.ts'

/** What stands where there is no number. */
const NO_NUMBER = /^(?:[-–—_./\s0]*|n\/?a\.?|nan|null|none|nil|undefined|unknown)$/i

/** The number of the first row that says the same under the same number of the broker; `undefined` for the first itself. */
export type FindRepeat = (number: string, row: Row) => number | undefined

/** Rows by the one of their cells in which they differ: what they have there leads to the row, or to those that have the same. */
type Fork = { readonly place: number; readonly rows: Map<string, Row | Fork> }

/** For one kind of rows of one file. Cells are compared only where a number comes again. */
export function createRepeats(): FindRepeat {
  const named = new Map<string, Row | Fork | 'none'>()
  return (number, row) => {
    const known = named.get(number)
    if (known === 'none') return undefined
    if (known === undefined) {
      if (number !== '') named.set(number, row)
      return undefined
    }
    if ('place' in known) return findIn(known, row)
    if (isNone(number)) {
      named.set(number, 'none')
      return undefined
    }
    const fork = forkOf(known, row)
    if (fork === undefined) return known.number
    named.set(number, fork)
    return undefined
  }
}

/** Numbers that begin with another letter or a digit above 0, as most do, say something. */
function isNone(number: string): boolean {
  const first = number.charCodeAt(0) | 32
  const isOther = first >= 97 && first <= 122 && first !== 110 && first !== 117
  return !isOther && !(first > 48 && first <= 57) && NO_NUMBER.test(number)
}

/** As many steps as there are cells at most, however many rows share the number. */
function findIn(start: Fork, row: Row): number | undefined {
  for (let fork = start; ; ) {
    const cell = row.cells[fork.place] ?? ''
    const known = fork.rows.get(cell)
    if (known !== undefined && 'place' in known) {
      fork = known
      continue
    }
    const next = known === undefined ? row : forkOf(known, row)
    if (next === undefined) return known?.number
    fork.rows.set(cell, next)
    return undefined
  }
}

/** Two rows by the first cell in which they differ; `undefined` where they say the same. Some rows of a file lack blank cells at the end. */
function forkOf(first: Row, second: Row): Fork | undefined {
  const width = Math.max(first.cells.length, second.cells.length)
  for (let place = 0; place < width; place++) {
    const [one, other] = [first.cells[place] ?? '', second.cells[place] ?? '']
    if (one !== other) return { place, rows: new Map<string, Row | Fork>().set(one, first).set(other, second) }
  }
  return undefined
}

/** Why nothing is made of such a row. */
export function repeatOf(first: number): string {
  return `repeats row ${first}, under the same number`
}

/** What is said of such a row where fills of one order share the number, so that both are booked: `row-alike`. */
export function alikeTo(first: number): string {
  return `Row ${first} says the same under the same number. Both are imported, because several executions may share a number here; exclude one if it is the same.`
}
