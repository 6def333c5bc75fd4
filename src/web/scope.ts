import type { Query } from './ask.ts'
import type { AnswerOf } from './operations.ts'
import { validDay } from './period.ts'
import type { Reader } from './reader.ts'

type Brokers = AnswerOf<'GET /brokers'>

/** Whose portfolio a page shows, and of which day. */
export type Scope = {
  /** Only this broker. */
  readonly broker?: number
  /** Each broker counts by the reader's own share of it. */
  readonly isOwn: boolean
  /** The end of this day; absent: today. */
  readonly asOf?: string
  /** Cash is left out, and purchases are what was put in. */
  readonly isWithoutCash: boolean
  /** What reports take: `broker_ids`, `owned`. */
  readonly query: Query
  /** What reports of one day take, too. */
  readonly dayQuery: Query
  /** What links to other pages take along, to show the same. */
  readonly carried: Query
}

/** What stands in a page's address: `broker_ids=3`, `owned=true`, `as_of=2026-06-30`, `scope=assets`. */
export function scopeOf(r: Pick<Reader, 'query'>): Scope {
  const id = /^\d{1,15}$/.exec(r.query.get('broker_ids') ?? '')?.[0]
  const isOwn = r.query.get('owned') === 'true'
  const isWithoutCash = r.query.get('scope') === 'assets'
  const asOf = validDay(r.query.get('as_of') ?? '')
  const query = { ...(id && { broker_ids: id }), ...(isOwn && { owned: true }) }
  const day = asOf ? { as_of: asOf } : {}
  return {
    ...(id && { broker: Number(id) }),
    ...(asOf && { asOf }),
    ...{ isOwn, isWithoutCash, query },
    dayQuery: { ...query, ...day },
    carried: { ...query, ...day, ...(isWithoutCash && { scope: 'assets' }) },
  }
}

/** Whether there is anything to choose: several brokers, or one that is shared. */
export function hasScopes(brokers: Brokers): boolean {
  return brokers.length > 1 || brokers.some(({ member_count }) => member_count > 1)
}
