/** What a whole file proves about its dates, numbers and signs, where nobody has stated it. Never a guess: no proof, no answer. */
import type { Row } from '#plugins/brim/contract.ts'
import { type DayOrder, type NumberStyle, parseDay, provenStyle } from '#plugins/kit/index.ts'
import { isDay } from '#src/shared/date.ts'
import { type Layout, NUMBER_FIELDS } from './columns.ts'

/** ISO days need no order. `undefined` = every other day could be read in both orders, or some prove one and some the other. */
export function provenOrder(rows: readonly Row[], layout: Layout): DayOrder | undefined {
  const place = layout.places.get('date') ?? -1
  let [dayFirst, monthFirst, before] = [false, false, '']
  for (const row of rows) {
    const cell = (row.cells[place] ?? '').trim()
    if (cell === before) continue
    before = cell
    if (isoDay(cell) !== undefined || !/\d{4}/.test(cell)) continue
    const [day, month] = [parseDay(cell, 'dmy') !== undefined, parseDay(cell, 'mdy') !== undefined]
    dayFirst ||= day && !month
    monthFirst ||= month && !day
  }
  if (dayFirst === monthFirst) return undefined
  return dayFirst ? 'dmy' : 'mdy'
}

/** The day of `2024-01-31`, `2024-01-31T09:30:00` or `20240131`. */
export function isoDay(cell: string): string | undefined {
  const head = cell.length > 10 ? cell.slice(0, 10) : cell
  if (isDay(head) && !isDigit(cell.charCodeAt(10))) return head
  return /^\d{8}(?!\d)/.test(cell) || /^\d{4}[-/.]/.test(cell) ? parseDay(cell, 'ymd') : undefined
}

/**
 * The decimal sign that the numbers of the file prove. With our documented titles it is the dot unless a comma occurs. `undefined` = the
 * file proves both or neither: each number must then prove its own.
 */
export function provenNumbers(rows: readonly Row[], layout: Layout, documented: boolean): NumberStyle | undefined {
  const places = NUMBER_FIELDS.flatMap((field) => layout.places.get(field) ?? [])
  if (documented && !hasComma(rows, places)) return 'dot'
  const proofs = new Set<NumberStyle>()
  for (const row of rows) {
    for (const place of places) {
      const proof = provenStyle(row.cells[place] ?? '')
      if (proof !== undefined) proofs.add(proof)
    }
  }
  return proofs.size === 1 ? [...proofs][0] : undefined
}

function hasComma(rows: readonly Row[], places: readonly number[]): boolean {
  for (const { cells } of rows) for (const place of places) if (cells[place]?.includes(',')) return true
  return false
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
