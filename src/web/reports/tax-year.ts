import type { Period } from '../period.ts'
import { validDay } from '../period.ts'
import type { Reader } from '../reader.ts'

/** Years as tax offices count them: those of the calendar, or of the United Kingdom from 6 April. */
export type TaxYears = 'calendar' | 'uk'

export type TaxYear = {
  readonly kind: TaxYears
  /** In which it begins; absent: all years, or days of one's own. */
  readonly year?: number
  readonly period: Period
}

const SHOWN = 6

/** `?year=2026`, `?year=uk-2025` (6 April 2025 to 5 April 2026), `?year=all`, or `?from=...&to=...`; without any the present year of the calendar. */
export function taxYearOf(r: Pick<Reader, 'query' | 'today'>): TaxYear {
  const [from, to] = ['from', 'to'].map((name) => validDay(r.query.get(name) ?? ''))
  const wish = r.query.get('year') ?? ''
  const kind: TaxYears = wish.startsWith('uk') ? 'uk' : 'calendar'
  if (from || to) return { kind, period: { key: 'custom', ...(from && { from }), ...(to && { to }) } }
  if (wish === 'all' || wish === 'uk-all') return { kind, period: { key: 'all' } }
  const named = /^(?:uk-)?((?:19|20|21)\d\d)$/.exec(wish)?.[1]
  const year = named === undefined ? presentYear(kind, r.today) : Number(named)
  return { kind, year, period: { key: 'custom', ...daysOf(kind, year) } }
}

/** The years that one press leads to, the present one first. */
export function lastYears(kind: TaxYears, today: string, chosen: number | undefined): number[] {
  const present = presentYear(kind, today)
  const years = Array.from({ length: SHOWN }, (_, index) => present - index)
  return chosen === undefined || years.includes(chosen) ? years : [...years, chosen]
}

export function presentYear(kind: TaxYears, today: string): number {
  const year = Number(today.slice(0, 4))
  return kind === 'uk' && today.slice(5) < '04-06' ? year - 1 : year
}

function daysOf(kind: TaxYears, year: number): { from: string; to: string } {
  return kind === 'uk' ? { from: `${year}-04-06`, to: `${year + 1}-04-05` } : { from: `${year}-01-01`, to: `${year}-12-31` }
}
