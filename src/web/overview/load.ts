import type { Query } from '../ask.ts'
import type { AnswerOf, Operation } from '../operations.ts'
import type { Call } from '../parts/script.tsx'
import { type Period, periodOf } from '../period.ts'
import { type Scope, scopeOf } from '../scope.ts'
import type { Visit } from '../visit.ts'

export const DIVISIONS = ['type', 'currency', 'country'] as const
export type Division = (typeof DIVISIONS)[number]

const WEEKLY_DAYS = 800
const MONTHLY_DAYS = 4000
const DAY_MS = 86_400_000
export const MONTHS_OF_INCOME = 12

export type Overview = {
  readonly scope: Scope
  readonly period: Period
  readonly by: Division
  readonly brokers: AnswerOf<'GET /brokers'>
  readonly performance: AnswerOf<'GET /portfolio/performance'>
  readonly history: AnswerOf<'GET /portfolio/history'>
  readonly holdings: AnswerOf<'GET /portfolio/holdings'>
  readonly allocation: AnswerOf<'GET /portfolio/allocation'>
  readonly income: AnswerOf<'GET /portfolio/income'>
  readonly parts: AnswerOf<'GET /portfolio/performance/breakdown'>
  readonly files: AnswerOf<'GET /brokers/import/files'>
  /** What reports of a range and of a day were given. */
  readonly ranged: Query
  readonly daily: Query
  /** First of the twelve months of the income. */
  readonly incomeFrom: string
  readonly calls: readonly Call[]
}

/** Everything that the overview shows: eight operations, none twice. */
export async function loadOverview({ ask, reader: r }: Visit, brokers: AnswerOf<'GET /brokers'>): Promise<Overview> {
  const scope = scopeOf(r)
  const period = periodOf(r, '1y', scope.asOf)
  const by = DIVISIONS.find((one) => one === r.query.get('by')) ?? 'type'
  const calls: Call[] = [['GET /brokers']]
  const call = <O extends Operation>(operation: O, query: Query): Promise<AnswerOf<O>> => {
    calls.push([operation, { query }])
    return ask(operation, { query })
  }
  const cash = scope.isWithoutCash ? { scope: 'assets' } : {}
  const ranged = { ...scope.query, ...cash, from: period.from, to: period.to }
  const daily = { ...scope.query, ...cash, as_of: period.to }
  const performance = await call('GET /portfolio/performance', ranged)
  const incomeFrom = firstOfIncome(performance.to)
  const [history, holdings, allocation, income, parts, files] = await Promise.all([
    call('GET /portfolio/history', { ...ranged, interval: intervalOf(performance) }),
    call('GET /portfolio/holdings', daily),
    call('GET /portfolio/allocation', { ...daily, by }),
    call('GET /portfolio/income', { ...scope.query, from: incomeFrom, to: period.to }),
    call('GET /portfolio/performance/breakdown', { ...ranged, by: 'broker' }),
    call('GET /brokers/import/files', { status: ['uploaded', 'parsed'], limit: 5 }),
  ])
  const reports = { performance, history, holdings, allocation, income, parts, files }
  return { scope, period, by, brokers, ...reports, ranged, daily, incomeFrom, calls }
}

/** So that a chart of decades is not made of every day. */
function intervalOf({ from, to }: { readonly from: string; readonly to: string }): 'daily' | 'weekly' | 'monthly' {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  return days > MONTHLY_DAYS ? 'monthly' : days > WEEKLY_DAYS ? 'weekly' : 'daily'
}

function firstOfIncome(to: string): string {
  const [year = 0, month = 1] = to.split('-').map(Number)
  return new Date(Date.UTC(year, month - MONTHS_OF_INCOME, 1)).toISOString().slice(0, 10)
}
