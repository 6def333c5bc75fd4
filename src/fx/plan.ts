/** Which days of which series a sync asks for. Pure. */
import { earlier, later, type Period } from '#plugins/kit/period.ts'
import { addDays } from '../shared/date.ts'
import type { Leg } from './catalogue.ts'
import type { SeriesState } from './sync.repository.ts'

/** One call of a provider: some of its currencies over some days. */
export type Call = Period & { readonly legs: readonly Leg[]; readonly currencies: readonly string[] }

/** What is planned for. `days` = what the series has at all, `to` far ahead while it runs; `currency` = what a request names. */
export type Wanted = {
  readonly leg: Leg
  readonly currency: string
  readonly days: Period
  readonly state: SeriesState | undefined
}

/** A back-fill goes in pieces of so many calendar years, newest first, so that what is needed most comes first and a failure costs little. */
const PIECE_YEARS = 5
/** The newest stored rate is not requested again when it is this much older than the last sync: the series has stopped. */
const MAX_OVERLAP_DAYS = 100
/** Calls whose first days are this close are made as one. */
const SAME_CALL_DAYS = 14

/**
 * The calls for some series of one provider, newest days first. Without `from` each series goes on from its newest stored day (publishers
 * correct it), and back to its first day where that has not been fetched yet.
 */
export function planCalls(wanted: readonly Wanted[], range: { from?: string | undefined; to: string }): Call[] {
  const spans = wanted.flatMap(({ leg, currency, days, state }) =>
    periodsFor(days, state, range)
      .flatMap(piecesOf)
      .map((span) => ({ ...span, leg, currency })),
  )
  const byEnd = Map.groupBy(spans, (span) => span.to)
  return [...byEnd]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .flatMap(([, group]) => mergeNear(group.sort((a, b) => (a.from < b.from ? -1 : 1))))
}

/** The days that are complete after a call has ended well. */
export function coveredAfter(call: Period, state: SeriesState | undefined): Period {
  const { syncedFrom: from, syncedTo: to } = state ?? { syncedFrom: null, syncedTo: null }
  if (from === null || to === null) return { from: call.from, to: call.to }
  const touching = call.from <= addDays(to, 1) && call.to >= addDays(from, -1)
  if (!touching) return { from, to }
  return { from: earlier(call.from, from), to: later(call.to, to) }
}

function periodsFor(days: Period, state: SeriesState | undefined, range: { from?: string | undefined; to: string }): Period[] {
  const to = earlier(range.to, days.to)
  if (range.from !== undefined) return proper({ from: later(range.from, days.from), to })
  const { syncedFrom, syncedTo, latest } = state ?? { syncedFrom: null, syncedTo: null, latest: null }
  if (syncedFrom === null || syncedTo === null) return proper({ from: days.from, to })
  const newest = latest === null ? syncedTo : earlier(latest, syncedTo)
  const oldest = addDays(earlier(syncedTo, to), -MAX_OVERLAP_DAYS)
  const next = syncedTo >= days.to ? [] : proper({ from: later(newest, oldest), to })
  return [...next, ...proper({ from: days.from, to: earlier(addDays(syncedFrom, -1), to) })]
}

function proper(span: Period): Period[] {
  return span.from <= span.to ? [span] : []
}

function piecesOf({ from, to }: Period): Period[] {
  const pieces: Period[] = []
  for (let end = to; end >= from; ) {
    const start = `${Number(end.slice(0, 4)) - PIECE_YEARS + 1}-01-01`
    pieces.push({ from: start > from ? start : from, to: end })
    end = addDays(start, -1)
  }
  return pieces
}

/** Spans with the same end, earliest first, as few calls. */
function mergeNear(spans: readonly (Period & { leg: Leg; currency: string })[]): Call[] {
  const calls: (Period & { legs: Leg[]; currencies: string[] })[] = []
  for (const { from, to, leg, currency } of spans) {
    const last = calls.at(-1)
    if (last === undefined || from > addDays(last.from, SAME_CALL_DAYS))
      calls.push({ from, to, legs: [leg], currencies: [currency] })
    else {
      last.legs.push(leg)
      if (!last.currencies.includes(currency)) last.currencies.push(currency)
    }
  }
  return calls
}
