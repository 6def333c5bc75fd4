import { addDays } from '../../shared/date.ts'
import { dayNumber } from '../../shared/day-number.ts'
import type { Ask } from '../ask.ts'
import type { AnswerOf } from '../operations.ts'
import type { Period } from '../period.ts'

/** A close a week or month: the last one of it; `undefined` = every close. */
export type Every = 'week' | 'month' | undefined
export type Closes = {
  /** Newest first. */
  readonly prices: AnswerOf<'GET /assets/{id}/prices'>
  readonly every: Every
  /** Whether even the last close of each month is more than a page. */
  readonly hasMorePrices: boolean
  readonly given: ReturnType<typeof givenOf>
}
type Own = { readonly params: { readonly id: string } }

const MOST = 1000

/** The closes of a period in the smallest steps in which all of it is on one page of the interface. */
export async function readCloses(ask: Ask, own: Own, period: Period): Promise<Closes> {
  for (const every of [undefined, 'week', 'month'] as const) {
    const given = givenOf(own, period, every)
    const answer = await ask.try('GET /assets/{id}/prices', given)
    if (!answer.ok) return { prices: [], every, hasMorePrices: false, given }
    const hasMorePrices = answer.headers.get('link') !== null
    if (!hasMorePrices || every === 'month') return { prices: answer.body, every, hasMorePrices, given }
  }
  throw new Error('the last step answers')
}

const givenOf = (own: Own, { from, to }: Period, every: Every) => ({ ...own, query: { from, to, every, limit: MOST } })

/** The first day that a close stands for. */
export function firstDayOf(every: Every, day: string): string {
  if (every === 'month') return `${day.slice(0, 8)}01`
  return every === 'week' ? addDays(day, -mondayIs(day)) : day
}

/** How many days ago Monday was; day 0 was a Thursday. */
function mondayIs(day: string): number {
  return (((dayNumber(day) + 3) % 7) + 7) % 7
}
