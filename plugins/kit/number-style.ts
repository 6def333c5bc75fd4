/** Which decimal sign a report uses, where the language of the site decides and one file may have both. */
import type { NumberStyle } from './number.ts'

/** The decimal sign that a text proves: the last of two, one that is not followed by exactly three digits, or one after a lone zero. */
export function provenStyle(cell: string): NumberStyle | undefined {
  const digits = cell.replace(/[^\d.,]/g, '')
  const [dots, commas] = [digits.split('.').length - 1, digits.split(',').length - 1]
  if (dots > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? 'dot' : 'comma'
  if (dots + commas === 0) return undefined
  const own: NumberStyle = dots > 0 ? 'dot' : 'comma'
  if (dots + commas > 1) return own === 'dot' ? 'comma' : 'dot'
  const [before = '', after = ''] = digits.split(/[.,]/)
  return after.length !== 3 || before.length > 3 || /^0*$/.test(before) ? own : undefined
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
