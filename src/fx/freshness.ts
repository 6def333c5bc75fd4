/** For how long a rate stands in for days without one: judged by the rhythm of its series. Pure. */
import type { FxProvider, FxSchedule } from '#plugins/fx/contract.ts'
import { daysBetween } from '../shared/date.ts'
import { type Catalogue, legOf, seriesOf } from './catalogue.ts'
import type { ChainStep } from './graph.ts'
import { FIXED } from './legacy-currencies.ts'

/**
 * Days after a rate on which it still counts as fresh: `within` the series, where a newer rate is known; `newest` where none is, for the next one may not
 * be due yet; `notDue` while today is no later than that either.
 */
export type Freshness = { readonly within: number; readonly newest: number; readonly notDue: number }

/** For how many days a rate of a step stands in, by its day. */
export type StepFreshness = (step: ChainStep) => (date: string) => number

type Rhythm = Pick<FxSchedule, 'frequency' | 'released'>

const WEEKLY = 14
const MONTHLY = 45
/** A mean of a month is dated its first day and published some days after its last: the newest is two months old before the next comes. */
const NEXT_MEAN = 75
const DAILY: Freshness = { within: 7, newest: 7, notDue: 7 }
const LATE: Freshness = { within: WEEKLY, newest: WEEKLY, notDue: WEEKLY }
const IN_BULK: Freshness = { within: WEEKLY, newest: MONTHLY, notDue: MONTHLY }
const MEANS: Freshness = { within: MONTHLY, newest: MONTHLY, notDue: NEXT_MEAN }
const FOR_GOOD: Freshness = { within: Infinity, newest: Infinity, notDue: Infinity }

/** Of a step: by the rhythm of its series; what is fixed for good does not age. */
export function freshnessOf(catalogue: Catalogue, step: ChainStep): Freshness {
  if (step.provider === FIXED) return FOR_GOOD
  const provider = catalogue.byCode.get(step.provider)
  if (!provider?.schedule) return DAILY
  const { schedule } = provider
  const running = seriesOf(provider, legOf(step)).find((one) => one.until === undefined)
  return freshnessAt({ frequency: running?.frequency ?? schedule.frequency, released: running?.released ?? schedule.released })
}

/** For how many days a rate of a day stands in. `newest` says the day of the newest of its series; without `today` the next one is due. */
export function freshFor(
  fresh: Freshness,
  newest: () => string | undefined,
  today: string | undefined,
): (date: string) => number {
  if (!isTailLonger(fresh)) return () => fresh.within
  return (date) => {
    if (date < (newest() ?? date)) return fresh.within
    return today !== undefined && daysBetween(date, today) <= fresh.notDue ? fresh.notDue : fresh.newest
  }
}

/** Whether it matters if a rate is the newest. */
export function isTailLonger(fresh: Freshness): boolean {
  return fresh.within !== fresh.notDue
}

function freshnessAt({ frequency, released }: Rhythm): Freshness {
  if (frequency === 'monthly') return MEANS
  if (released === 'monthly') return IN_BULK
  return frequency === 'weekly' || released === 'weekly' ? LATE : DAILY
}

/** For how many days a rate of this provider may stand in while it is the newest, or the next one is not that far. */
export function freshDays(provider: Pick<FxProvider, 'schedule'> | undefined): number {
  const { schedule } = provider ?? {}
  if (schedule?.frequency === 'monthly' || schedule?.released === 'monthly') return MONTHLY
  return schedule?.frequency === 'weekly' || schedule?.released === 'weekly' ? WEEKLY : DAILY.within
}
