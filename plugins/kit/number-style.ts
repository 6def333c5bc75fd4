/** Which decimal sign a report uses, where the language of the site decides and one file may have both. */
import type { Row } from '../brim/contract.ts'
import type { NumberStyle } from './number.ts'
import { refuse } from './refuse.ts'

/** The decimal sign that a text proves: the last of two, one that is not followed by exactly three digits, or one after a lone zero. */
export function provenStyle(cell: string): NumberStyle | undefined {
  const [dot, comma] = [cell.lastIndexOf('.'), cell.lastIndexOf(',')]
  if (dot >= 0 && comma >= 0) return dot > comma ? 'dot' : 'comma'
  const at = Math.max(dot, comma)
  if (at < 0) return undefined
  if (cell.indexOf(dot >= 0 ? '.' : ',') !== at) return dot >= 0 ? 'comma' : 'dot'
  const [before, after] = [digitsIn(cell, 0, at), digitsIn(cell, at + 1, cell.length)]
  return after !== 3 || before > 3 || !hasSize(cell, at) ? (dot >= 0 ? 'dot' : 'comma') : undefined
}

function digitsIn(text: string, from: number, until: number): number {
  let count = 0
  for (let i = from; i < until; i++) if (text.charCodeAt(i) >= 48 && text.charCodeAt(i) <= 57) count++
  return count
}

/** Whether a digit other than 0 stands before a place. */
function hasSize(text: string, until: number): boolean {
  for (let i = 0; i < until; i++) if (text.charCodeAt(i) > 48 && text.charCodeAt(i) <= 57) return true
  return false
}

/** The decimal sign that most texts prove; `undefined` when none does or both do alike. */
export function commonStyle(cells: Iterable<string>): NumberStyle | undefined {
  let balance = 0
  for (const cell of cells) {
    const style = provenStyle(cell)
    if (style !== undefined) balance += style === 'dot' ? 1 : -1
  }
  return balance === 0 ? undefined : balance > 0 ? 'dot' : 'comma'
}

/**
 * The decimal sign that cells in these places prove, `dot` where none has a sign at all. Throws RowRefusal where they prove nothing, or both; of a sheet
 * with commas also where a cell proves nothing, for it may have been a number.
 */
export function requireStyle(rows: Iterable<Row>, places: readonly number[], isSheet: boolean): NumberStyle {
  const found = new Set<NumberStyle>()
  let [hasSign, isUnsure] = [false, false]
  for (const { cells } of rows)
    for (const place of places) {
      const cell = (cells[place] ?? '').trim()
      if (!/^[-+(\p{Sc}\d][\d.,' ]*/u.test(cell)) continue
      const style = provenStyle(cell)
      if (style !== undefined) found.add(style)
      const hasOwn = /[.,]/.test(cell)
      hasSign ||= hasOwn
      isUnsure ||= hasOwn && style === undefined
    }
  const [style = 'dot', other] = found
  if (other !== undefined || (isSheet && isUnsure && style === 'comma'))
    refuse('mixed-numbers', 'Some numbers have a decimal comma, others a decimal point. Export the report again.')
  if (found.size === 0 && hasSign)
    refuse(
      'unproven-numbers',
      'No number of this file shows whether its comma or point is the decimal sign, or groups thousands. Export a longer period.',
    )
  return style
}
