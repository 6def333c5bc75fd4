import { type Expression, type RawBuilder, sql } from 'kysely'

export type CalendarSpan = 'week' | 'month'

/** The first day of the week (a Monday) or month that a day is in, all as `YYYY-MM-DD`. */
export function firstDayOf(span: CalendarSpan, day: Expression<string | null>): RawBuilder<string> {
  return span === 'week' ? sql<string>`date(${day}, '-6 days', 'weekday 1')` : sql<string>`substr(${day}, 1, 7) || '-01'`
}
