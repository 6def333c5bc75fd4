import { selectBrokerIds } from '../../access/service.ts'
import { readPreferences } from '../../auth/preferences.service.ts'
import type { Ctx } from '../../context.ts'
import { dayOf, daysBetween } from '../../shared/date.ts'
import { invalid } from '../../shared/errors.ts'
import { findFirstDay, findFirstDays } from './ledger.repository.ts'

export const REPORT_METHODS = ['FIFO', 'LIFO', 'S104', 'AVERAGE', 'HIFO'] as const
export type ReportMethod = (typeof REPORT_METHODS)[number]
export type ReportScope = 'total' | 'assets'

/** What was requested of a report; absent = the default. */
export type ReportQuery = {
  readonly brokerIds?: readonly number[] | undefined
  readonly assetIds?: readonly number[] | undefined
  readonly currency?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Instead of `to`, where only the end matters. */
  readonly asOf?: string | undefined
  readonly method?: ReportMethod | undefined
  readonly scope?: ReportScope | undefined
  readonly owned?: boolean | undefined
}

/** The same with every default filled in. `from` and `to` both count; the value at the start is that of the end of the day before. */
export type ReportRequest = {
  readonly brokerIds: readonly number[]
  /** Only these assets, without cash; `null` = all, and what is not of an asset. */
  readonly assetIds: readonly number[] | null
  readonly currency: string
  readonly from: string
  readonly to: string
  readonly method: ReportMethod
  readonly scope: ReportScope
  readonly owned: boolean
}

const FIRST_DAY = '1900-01-01'
const MOST_DAYS = 300 * 366

/**
 * Fills in the defaults, of brokers those that the caller has included; brokers without access are left out, and so are assets of which they have no
 * transaction. With assets the scope is theirs, and the range begins with their first transaction. Throws `portfolio/range` when the range ends before it begins, begins before 1900, as
 * transactions do, or is longer than 300 years.
 */
export async function resolveQuery(ctx: Ctx, query: ReportQuery): Promise<ReportRequest> {
  const preferences = await readPreferences(ctx.reader, ctx.user.id)
  const brokerIds = (await selectBrokerIds(ctx, query.brokerIds)).sort((a, b) => a - b)
  const to = query.to ?? query.asOf ?? dayOf(ctx.clock())
  const chosen = query.assetIds && (await findFirstDays(ctx.reader, brokerIds, query.assetIds))
  const first = chosen ? [...chosen.values()].sort()[0] : await findFirstDay(ctx.reader, brokerIds)
  const from = query.from ?? (first !== undefined && first < to ? first : to)
  checkRange(query, from, to)
  return {
    brokerIds,
    assetIds: chosen ? [...chosen.keys()].sort((a, b) => a - b) : null,
    currency: query.currency ?? preferences.currency,
    from,
    to,
    method: query.method ?? preferences.costBasisMethod,
    scope: chosen ? 'assets' : (query.scope ?? 'total'),
    owned: query.owned ?? false,
  }
}

function checkRange(query: ReportQuery, from: string, to: string): void {
  const refuse = (field: string, detail: string) => invalid('portfolio/range', `/query/${field}`, detail)
  const start = query.from !== undefined ? 'from' : query.to !== undefined ? 'to' : 'as_of'
  if (from < FIRST_DAY) throw refuse(start, `No day is before ${FIRST_DAY}, the first on which there may be a transaction.`)
  if (from > to) throw refuse('from', `The range begins on ${from}, after its end ${to}.`)
  const isLong = query.asOf === undefined && daysBetween(from, to) > MOST_DAYS
  if (isLong) throw refuse('to', `The range from ${from} to ${to} is longer than 300 years.`)
}
