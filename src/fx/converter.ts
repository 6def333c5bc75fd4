import type { Reader } from '#db/connection.ts'
import { earlier, later } from '#plugins/kit/period.ts'
import type { Deps, SessionUser } from '../context.ts'
import { dayOf, daysBetween } from '../shared/date.ts'
import { dayNumber } from '../shared/day-number.ts'
import { type Candidate, createCandidateFinder } from './candidates.ts'
import { type Catalogue, catalogueOf, type Leg, legOf, pairOf } from './catalogue.ts'
import { createChainRates, type FoundRate, type RatedStep, stepRates } from './chain-rates.ts'
import { freshFor, freshnessOf, isTailLonger, type StepFreshness } from './freshness.ts'
import type { ChainStep } from './graph.ts'
import { FIXED, fixedRate } from './legacy-currencies.ts'
import { EVERYBODY, findNewestDay, type RateRows, readRatesKnownFrom } from './rate.repository.ts'
import { createSeries, type Series } from './series.ts'

export type { FoundRate, RatedStep }

/** Where rates are looked up, and for whom: rates by hand and routes of `user` count with those for all; without a user only the latter. */
export type RateContext = Pick<Deps, 'reader' | 'plugins' | 'memory'> & {
  readonly user?: Pick<SessionUser, 'id'>
  /** Says whether the next rate of a series is due; without one it is. */
  readonly clock?: Deps['clock']
}

/** Pairs of currencies and the days, both included, on which their rates may be needed. */
export type RateRange = {
  readonly pairs: readonly (readonly [from: string, to: string])[]
  readonly from: string
  readonly until: string
}

/** Rates in memory. Only `load` reads the database; the others throw RangeError for a pair or day that was not loaded. */
export type RateTable = {
  readonly load: (db: Reader, range: RateRange) => Promise<void>
  /**
   * What one unit of `from` is worth in `to`: the first chain whose rates are all fresh is taken, else the least stale one, flagged; `null` when no
   * chain has a rate for every step on or before the day.
   */
  readonly rate: (from: string, to: string, date: string) => FoundRate | null
  readonly candidates: (from: string, to: string) => readonly Candidate[]
  /** What stands in the way of a chain on a day: its first step without a usable rate. Only for days without a fresh rate, for which every chain is loaded. */
  readonly obstacle: (steps: readonly ChainStep[], date: string) => Obstacle | null
}

export type Obstacle = { readonly step: ChainStep; readonly latest: string | null }

/** `candidates` = all; the first `usable` of them are loaded, enough for the days from `from` to `until`. */
type Pair = { readonly candidates: readonly Candidate[]; usable: number; from: string; until: string }
/** `newest` = the day of the newest rate of all days, where its freshness is not that of the others. */
type StoredSeries = { readonly rows: RateRows; readonly find: Series; readonly newest: string | undefined }

/** A table without any rates yet, for some days at most; of each series those days are read. True as long as no rate, route or series is written. */
export function createRateTable(
  ctx: Pick<RateContext, 'plugins' | 'memory' | 'user' | 'clock'>,
  days: { from: string; until: string },
): RateTable {
  const catalogue = catalogueOf(ctx)
  const viewer = ctx.user?.id ?? EVERYBODY
  const pairs = new Map<string, Pair>()
  const series = createSeriesTable(catalogue, viewer, days)
  const findCandidates = createCandidateFinder(catalogue, viewer)
  const freshForStep = createFreshness(catalogue, series.of, ctx.clock && dayOf(ctx.clock()))
  const rateOf = createChainRates((leg) => series.of(leg).find, freshForStep)
  const pairOfCurrencies = (from: string, to: string) => found(pairs.get(`${from}/${to}`), `${from}/${to}`)
  const extend = async (db: Reader, pair: Pair, from: string, until: string) => {
    const { candidates } = pair
    const isCovered = () => candidates.slice(0, pair.usable).some((one) => coversDays(freshForStep, series.of, one, from, until))
    for (let covered = isCovered(); !covered && pair.usable < candidates.length; covered = isCovered()) {
      const next = pair.usable
      await series.load(db, candidates[next]?.steps ?? [])
      pair.usable = Math.max(pair.usable, next + 1)
    }
    pair.from = from
    pair.until = until
  }
  return {
    async load(db, { pairs: wanted, from, until }) {
      for (const [first, last] of wanted) {
        const key = `${first}/${last}`
        const pair = pairs.get(key) ?? { candidates: await findCandidates(db, first, last), usable: 0, from, until }
        const [start, end] = [earlier(from, pair.from), later(until, pair.until)]
        if (!pairs.has(key) || start !== pair.from || end !== pair.until) await extend(db, pair, start, end)
        pairs.set(key, pair)
      }
    },
    candidates: (from, to) => pairOfCurrencies(from, to).candidates,
    rate(from, to, date) {
      if (from === to)
        return { ratio: { numerator: 1n, denominator: 1n }, date, staleDays: 0, isStale: false, routeId: null, steps: [] }
      const pair = pairOfCurrencies(from, to)
      if (date < pair.from || date > pair.until)
        throw new RangeError(`rates of ${from}/${to} are loaded from ${pair.from} to ${pair.until}, not for ${date}`)
      return bestOf(pair, (candidate) => rateOf(candidate, date))
    },
    obstacle(steps, date) {
      for (const step of steps) {
        const last = stepRates((leg) => series.of(leg).find, step)(date)
        if (step.provider === FIXED ? last : last && daysBetween(last.date, date) <= freshForStep(step)(last.date)) continue
        return { step, latest: last?.date ?? null }
      }
      return null
    },
  }
}

/** A table with the rates of some pairs and days. */
export async function loadRates(ctx: RateContext, range: RateRange): Promise<RateTable> {
  const table = createRateTable(ctx, range)
  await table.load(ctx.reader, range)
  return table
}

/** The stored rates of legs, each read once. */
function createSeriesTable(catalogue: Catalogue, viewer: number, days: { readonly from: string; readonly until: string }) {
  const series = new Map<string, StoredSeries>()
  return {
    of: (leg: Leg) => found(series.get(keyOf(leg)), keyOf(leg)),
    async load(db: Reader, steps: readonly ChainStep[]) {
      for (const step of steps.filter((one) => one.provider !== FIXED)) {
        const leg = legOf(step)
        if (series.has(keyOf(leg))) continue
        const rows = await readRatesKnownFrom(db, leg, days.from, days.until, viewer)
        const newest = isTailLonger(freshnessOf(catalogue, step)) ? await findNewestDay(db, leg) : undefined
        series.set(keyOf(leg), { rows, find: createSeries(rows), newest })
      }
    },
  }
}

function keyOf(leg: Leg): string {
  return `${pairOf(leg)}:${leg.provider}`
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new RangeError(`rates of ${what} are not loaded`)
  return value
}

/** For how many days a rate of a step stands in, by its day. */
function createFreshness(catalogue: Catalogue, seriesOf: (leg: Leg) => StoredSeries, today: string | undefined): StepFreshness {
  return (step) => freshFor(freshnessOf(catalogue, step), () => seriesOf(legOf(step)).newest, today)
}

/** Whether a chain has a fresh rate for every step on every one of the days, so that no later chain is ever taken. */
function coversDays(
  freshForStep: StepFreshness,
  seriesOf: (leg: Leg) => StoredSeries,
  { steps }: Candidate,
  from: string,
  until: string,
): boolean {
  return steps.every((step) => {
    if (step.provider === FIXED) return fixedRate(step, from) !== undefined
    return isWithoutGap(seriesOf(legOf(step)).rows, from, until, freshForStep(step))
  })
}

/** Whether on each of the days a row is not too old; `rows` in the order of their days. */
function isWithoutGap(rows: RateRows, from: string, until: string, freshDays: (date: string) => number): boolean {
  const [first, last] = [dayNumber(from), dayNumber(until)]
  let before: { readonly day: number; readonly date: string } | undefined
  const isTooOld = (day: number) => before !== undefined && day - before.day > freshDays(before.date)
  for (const { date } of rows) {
    const day = dayNumber(date)
    if (day > last) break
    if (before === undefined ? day > first : day > first && isTooOld(day - 1)) return false
    before = { day, date }
  }
  return before !== undefined && !isTooOld(last)
}

function bestOf({ candidates, usable }: Pair, rate: (candidate: Candidate) => FoundRate | null): FoundRate | null {
  let best: FoundRate | null = null
  for (const candidate of candidates.slice(0, usable)) {
    const found = rate(candidate)
    if (found && !found.isStale) return found
    if (found && (best === null || found.staleDays < best.staleDays)) best = found
  }
  return best
}
