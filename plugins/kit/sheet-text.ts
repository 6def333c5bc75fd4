/** Cells of a spreadsheet to texts, so that importers read sheets and CSV alike. */

/** What hucre gives for a cell. */
export type SheetCell = string | number | boolean | Date | null | undefined

const FIRST_DAY = Date.UTC(1900, 0, 1)

/** Days as `YYYY-MM-DD`, with `HH:MM:SS` unless midnight; times alone `HH:MM:SS`; numbers with 15 significant digits, as a spreadsheet holds them. */
export function cellText(cell: SheetCell): string {
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return numberText(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return cell instanceof Date ? instantText(cell) : ''
}

/** A binary number as a plain decimal text without its artefacts (`0.30000000000000004` is `0.3`); empty when it is not finite. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return ''
  const short = String(value)
  if (short.length <= 15 && !short.includes('e')) return short
  const [digits = '', power = '0'] = value.toExponential(14).split('e')
  const negative = digits.startsWith('-')
  const significant = digits.replace(/[-.]/g, '').replace(/0+$/, '')
  if (significant === '') return '0'
  const point = Number(power) + 1
  const whole = point > 0 ? significant.slice(0, point).padEnd(point, '0') : '0'
  const fraction = point > 0 ? significant.slice(point) : '0'.repeat(-point) + significant
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

function instantText(instant: Date): string {
  const milliseconds = instant.getTime()
  if (!Number.isFinite(milliseconds)) return ''
  const text = new Date(Math.round(milliseconds / 1000) * 1000).toISOString()
  const [day, time] = [text.slice(0, 10), text.slice(11, 19)]
  if (milliseconds < FIRST_DAY) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}
