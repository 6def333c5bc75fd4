/** Which decimal sign a report uses, where the language of the site decides and one file may have both. */
import type { Row } from '../brim/contract.ts'
import type { NumberStyle } from './number.ts'
import { refuse } from './refuse.ts'
import { trimmed } from './text.ts'

const [DOT, COMMA] = [46, 44]

/** The decimal sign that a text proves: the last of two, one that is not followed by exactly three digits, or one after a lone zero. */
export function provenStyle(cell: string): NumberStyle | undefined {
  let [sign, before, after, isRepeated, hasSize] = [0, 0, 0, false, false]
  for (let at = 0; at < cell.length; at++) {
    const code = cell.charCodeAt(at)
    if (code === DOT || code === COMMA) {
      if (sign !== 0 && sign !== code) return cell.lastIndexOf('.') > cell.lastIndexOf(',') ? 'dot' : 'comma'
      isRepeated = sign !== 0
      sign = code
    } else if (code >= 48 && code <= 57) {
      if (sign !== 0) after++
      else before++
      if (sign === 0 && code > 48) hasSize = true
    }
  }
  if (sign === 0) return undefined
  if (isRepeated) return sign === DOT ? 'comma' : 'dot'
  return after !== 3 || before > 3 || !hasSize ? (sign === DOT ? 'dot' : 'comma') : undefined
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

/** Whether a text begins as a number does. */
function isFigure(cell: string): boolean {
  const code = cell.charCodeAt(0)
  return (code >= 48 && code <= 57) || code === 45 || /^[+(\p{Sc}]/u.test(cell)
}

/**
 * The decimal sign that cells in these places prove, `dot` where none has a sign at all. Throws RowRefusal where they prove nothing, or both; of a sheet
 * with commas also where a cell proves nothing, for it may have been a number.
 */
export function requireStyle(rows: Iterable<Row>, places: readonly number[], isSheet: boolean): NumberStyle {
  const found = new Set<NumberStyle>()
  let isUnsure = false
  for (const { cells } of rows)
    for (const place of places) {
      const cell = trimmed(cells[place])
      if (!isFigure(cell)) continue
      const style = provenStyle(cell)
      if (style !== undefined) found.add(style)
      else if (/[.,]/.test(cell)) isUnsure = true
    }
  const [style = 'dot', other] = found
  if (other !== undefined || (isSheet && isUnsure && style === 'comma'))
    refuse('mixed-numbers', 'Some numbers have a decimal comma, others a decimal point. Export the report again.')
  if (found.size === 0 && isUnsure)
    refuse(
      'unproven-numbers',
      'No number of this file shows whether its comma or point is the decimal sign, or groups thousands. Export a longer period.',
    )
  return style
}
