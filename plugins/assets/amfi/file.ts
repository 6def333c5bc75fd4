/**
 * The files of AMFI: `;` between cells, lines of types and fund houses between the rows, each row with a day of its own. Columns have come and gone (Plan and
 * Option, repurchase and sale prices), so that the header line alone says which is which.
 */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { figureOf, isMissing } from '#plugins/kit/rate.ts'

export const NAME = 'AMFI'

export type Scheme = {
  readonly code: string
  /** Of growth or payout, and of reinvestment; both have the same value. */
  readonly isins: readonly string[]
  readonly name: string
  readonly value: string
  readonly day: string
}

const TITLES = {
  code: /^scheme code$/,
  isin: /^isin div payout ?\/ ?isin growth$/,
  reinvested: /^isin div reinvestment$/,
  name: /^(scheme|nav) name$/,
  plan: /^plan$/,
  option: /^option$/,
  value: /^net asset value$/,
  day: /^date$/,
} as const
type Column = keyof typeof TITLES

/** The rows whose line has `wanted` (compared in lower case). Throws AppError `source/format` without the columns, and for a row with more or fewer cells. */
export function findSchemes(text: string, wanted: (line: string) => boolean): Scheme[] {
  const lines = text.split('\n')
  const header = (lines[0] ?? '').replace(/^\ufeff/, '').split(';')
  const titles = header.map((title) => title.trim().toLowerCase())
  const place = (column: Column) => titles.findIndex((title) => TITLES[column].test(title))
  const missing = (['code', 'name', 'value', 'day'] as const).filter((column) => place(column) < 0)
  if (missing.length > 0)
    throw sourceError('format', `${NAME} sent a file without the columns of ${missing.join(', ')}: the format has changed.`)
  if (!/[\r\n]\s*$/.test(text)) throw sourceError('format', `${NAME} sent a file that is cut off; nothing of it was taken.`)
  const schemes: Scheme[] = []
  for (const line of lines.slice(1)) {
    if (!line.includes(';') || !wanted(line)) continue
    const cells = line.split(';').map((cell) => cell.trim())
    if (cells.length !== header.length)
      throw sourceError('format', `${NAME} sent a damaged row; it begins with "${line.slice(0, 40)}".`)
    const cell = (column: Column) => cells[place(column)] ?? ''
    const name = [cell('name'), cell('plan'), cell('option')].filter((part) => part !== '').join(' - ')
    const isins = [cell('isin'), cell('reinvested')].filter((isin) => !isMissing(isin))
    schemes.push({ code: cell('code'), isins, name, value: cell('value'), day: cell('day') })
  }
  return schemes
}

/** The value of a scheme with its day; `undefined` where it has none (`N.A.`, of funds that have ended). */
export function entryOf({ value, day }: Scheme) {
  if (isMissing(value) || /^n\.a\.?$/i.test(value)) return undefined
  return { date: /^\d{1,2}-[A-Za-z]{3}-\d{4}$/.test(day) ? parseDay(day, 'dmy') : undefined, close: figureOf(value), shown: day }
}
