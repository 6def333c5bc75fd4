import type { Query } from '../ask.ts'
import { type Period, type PeriodKey, periodOf } from '../period.ts'
import type { Reader } from '../reader.ts'
import { type Scope, scopeOf } from '../scope.ts'

/** How sales are matched with purchases, as reports take it. */
export const METHODS = ['FIFO', 'LIFO', 'S104', 'AVERAGE', 'HIFO'] as const
export type Method = (typeof METHODS)[number]

/** Everything that the address of a report says. */
export type Choices = {
  readonly scope: Scope
  readonly period: Period
  /** Absent: the reader's preference. */
  readonly currency?: string
  readonly method?: Method
  /** What reports over days take: `from`, `to`, `broker_ids`, `owned`, `currency`, `method`. */
  readonly query: Query
  /** What reports of one day take. */
  readonly dayQuery: Query
}

/** `?period=6m&currency=USD&method=S104&owned=true`; what cannot be read counts as absent. */
export function choicesOf(r: Reader, standard: PeriodKey = '1y', given?: Period): Choices {
  const [scope, period] = [scopeOf(r), given ?? periodOf(r, standard)]
  const currency = /^[A-Z]{3}$/.exec((r.query.get('currency') ?? '').trim().toUpperCase())?.[0]
  const method = METHODS.find((one) => one === r.query.get('method'))
  const how = { ...(currency && { currency }), ...(method && { method }) }
  const days = { ...(period.from && { from: period.from }), ...(period.to && { to: period.to }) }
  return { scope, period, ...how, query: { ...days, ...scope.query, ...how }, dayQuery: { ...scope.dayQuery, ...how } }
}
