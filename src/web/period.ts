import type { Reader } from './reader.ts'

export const PERIODS = ['1m', '6m', 'ytd', '1y', '5y', 'all'] as const
export type PeriodKey = (typeof PERIODS)[number] | 'custom'

export type Period = {
  readonly key: PeriodKey
  /** The first and the last day that count, as reports take them; absent: from the first transaction on, until today. */
  readonly from?: string
  readonly to?: string
}

const DAY = /^\d{4}-\d\d-\d\d$/
const DAY_MS = 86_400_000
const MONTHS: Readonly<Record<string, number>> = { '1m': 1, '6m': 6, '1y': 12, '5y': 60 }

/** The period that a page's address names: `?period=6m`, or `?from=2026-01-01&to=2026-06-30`. `asOf`: its last day, where the page is about another than today. */
export function periodOf(r: Pick<Reader, 'query' | 'today'>, standard: PeriodKey = '1y', asOf?: string): Period {
  const [from, named] = ['from', 'to'].map((name) => validDay(r.query.get(name) ?? ''))
  const wish = r.query.get('period')
  const to = named ?? asOf
  if ((from || named) && (wish === null || wish === 'custom')) return { key: 'custom', ...(from && { from }), ...(to && { to }) }
  const key = PERIODS.find((one) => one === wish) ?? standard
  const last = asOf ?? r.today
  return { key, ...firstDay(key, last), ...(asOf && { to: asOf }) }
}

function firstDay(key: PeriodKey, last: string): { from?: string } {
  if (key === 'ytd') return { from: `${last.slice(0, 4)}-01-01` }
  const months = MONTHS[key]
  return months === undefined ? {} : { from: dayAfter(monthsBefore(last, months)) }
}

/** The same day of an earlier month, or that month's last. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const length = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return textOf(Date.UTC(year, month - 1 - months, Math.min(date, length)))
}

/** The day after `day`, and the one before it. */
export const dayAfter = (day: string): string => textOf(Date.parse(day) + DAY_MS)
export const dayBefore = (day: string): string => textOf(Date.parse(day) - DAY_MS)

function textOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** A day of the calendar as an address has it; nothing for any other text. */
export function validDay(text: string): string | undefined {
  return DAY.test(text) && !Number.isNaN(Date.parse(text)) && textOf(Date.parse(text)) === text ? text : undefined
}
