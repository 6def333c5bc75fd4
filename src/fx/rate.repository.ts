import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '#db/connection.ts'
import { givenEntries } from '#db/json.ts'
import { type Builder, query } from '#db/query.ts'
import type { FxRateTable } from '#db/tables/fx.ts'
import { earlier } from '#plugins/kit/period.ts'
import { type Leg, MANUAL } from './catalogue.ts'
import { raiseRatesVersion } from './version.repository.ts'

/** `shared` = counts for all and not for who entered it only. */
export type StoredRate = Leg & {
  readonly date: string
  readonly rate: string
  readonly createdBy: number | null
  readonly shared: boolean
}

/** What is written among those for all. */
export type NewRate = Omit<StoredRate, 'shared'>

/** Stands for nobody in particular: of the rates by hand only those for all count. */
export const EVERYBODY = 0

/** The rate of one day. */
export type DatedRate = { readonly date: string; readonly rate: string }

/** The rates of one leg, by day. */
export type RateRows = readonly DatedRate[]

/** The newest rates of a leg before, and the oldest after, some days. */
export type Neighbours = Readonly<Record<'before' | 'after', DatedRate | undefined>>

type RateRow = Selectable<FxRateTable> & { readonly shared: number }
type OfLeg = Leg & { readonly viewer: number }

/** A statement over the rates of providers, and the same over those by hand that count for a viewer. */
function ofEitherKind<T>(make: (ratesOf: (q: Builder, viewer: number) => RateSource) => T): (provider: string) => T {
  const [provided, byHand] = [make(providedRates), make(manualRates)]
  return (provider) => (provider === MANUAL ? byHand : provided)
}

type RateSource = ReturnType<typeof manualRates>

function providedRates(q: Builder) {
  const rates = q
    .selectFrom('fx_rate')
    .select((is) => ['base', 'quote', 'provider', 'date', 'rate', 'created_by', is.lit<number>(1).as('shared')])
  return q.selectFrom(rates.as('rates'))
}

/** Rates by hand: those of a user, and those for all of days without one of theirs. Texts in the statement: its index holds rates by hand only. */
export function manualRates(q: Builder, viewer: number) {
  const manual = sql.lit<string>(MANUAL)
  const shared = q
    .selectFrom('fx_rate as common')
    .select((is) => ['base', 'quote', 'provider', 'date', 'rate', 'created_by', is.lit<number>(1).as('shared')])
    .where('provider', '=', manual)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('fx_own_rate as own')
            .select('own.date')
            .where('own.user_id', '=', viewer)
            .whereRef('own.base', '=', 'common.base')
            .whereRef('own.quote', '=', 'common.quote')
            .whereRef('own.date', '=', 'common.date'),
        ),
      ),
    )
  const own = q
    .selectFrom('fx_own_rate')
    .select((is) => [
      ...(['base', 'quote'] as const),
      manual.as('provider'),
      ...(['date', 'rate', 'user_id as created_by'] as const),
      is.lit<number>(0).as('shared'),
    ])
    .where('user_id', '=', viewer)
  return q.selectFrom(shared.unionAll(own).as('rates'))
}

const ratesBetween = ofEitherKind((ratesOf) =>
  query<OfLeg & { from: string; to: string }>()((q, p) =>
    ofLeg(ratesOf(q, p.viewer), p).select(['date', 'rate']).where('date', '>=', p.from).where('date', '<=', p.to).orderBy('date'),
  ),
)
const lastBefore = ofEitherKind((ratesOf) =>
  query<OfLeg & { day: string }>()((q, p) =>
    ofLeg(ratesOf(q, p.viewer), p).select(['date', 'rate']).where('date', '<', p.day).orderBy('date', 'desc').limit(1),
  ),
)
const firstAfter = ofEitherKind((ratesOf) =>
  query<OfLeg & { day: string }>()((q, p) =>
    ofLeg(ratesOf(q, p.viewer), p).select(['date', 'rate']).where('date', '>', p.day).orderBy('date').limit(1),
  ),
)

function ofLeg(rates: RateSource, leg: Leg): RateSource {
  return rates.where('base', '=', leg.base).where('quote', '=', leg.quote).where('provider', '=', leg.provider)
}

/** The rates of the days from `from` to `to`; of those by hand the ones that count for `viewer`. */
export async function readRates(db: Reader, leg: Leg, from: string, to: string, viewer = EVERYBODY): Promise<RateRows> {
  return await ratesBetween(leg.provider).all(db, { ...keyOf(leg), viewer, from, to })
}

/** The same, begun with the last rate on or before `from`, however old it is. */
export async function readRatesKnownFrom(db: Reader, leg: Leg, from: string, to: string, viewer = EVERYBODY): Promise<RateRows> {
  const before = await lastBefore(leg.provider).one(db, { ...keyOf(leg), viewer, day: from })
  const rows = await readRates(db, leg, from, to, viewer)
  return before === undefined || rows[0]?.date === from ? rows : [before, ...rows]
}

/** The last rate before `from` and the first after `to`. */
export async function findNeighbours(db: Reader, leg: Leg, from: string, to: string, viewer = EVERYBODY): Promise<Neighbours> {
  return {
    before: await lastBefore(leg.provider).one(db, { ...keyOf(leg), viewer, day: from }),
    after: await firstAfter(leg.provider).one(db, { ...keyOf(leg), viewer, day: to }),
  }
}

const newestDay = query<Leg>()((q, p) =>
  q
    .selectFrom('fx_rate')
    .select('date')
    .where('base', '=', p.base)
    .where('quote', '=', p.quote)
    .where('provider', '=', p.provider)
    .orderBy('date', 'desc')
    .limit(1),
)

/** The day of the newest stored rate of a provider's series. */
export async function findNewestDay(db: Reader, leg: Leg): Promise<string | undefined> {
  return (await newestDay.one(db, keyOf(leg)))?.date
}

function keyOf({ base, quote, provider }: Leg): Leg {
  return { base, quote, provider }
}

/** `rates` = a JSON object, rate by day: one statement for many rows is twice as quick. Writes nothing where the same rate stands already. */
const writeLeg = query<Leg & { createdBy: number | null; rates: string }>()((q, p) => {
  const cells = {
    base: sql`cast(${p.base} as text)`,
    quote: sql`cast(${p.quote} as text)`,
    provider: sql`cast(${p.provider} as text)`,
    date: sql.ref('given.key'),
    rate: sql.ref('given.value'),
    created_by: sql`cast(${p.createdBy} as bigint)`,
  } satisfies Record<keyof FxRateTable, RawBuilder<unknown>>
  // Object.keys does not know which keys there are.
  const names = Object.keys(cells) as (keyof FxRateTable)[]
  const given = q.selectFrom(givenEntries(p.rates, 'given'))
  return q
    .insertInto('fx_rate')
    .columns(names)
    .expression(given.select(names.map((name) => cells[name].as(name))).where(sql.lit(true)))
    .onConflict((conflict) =>
      conflict
        .columns(['base', 'quote', 'provider', 'date'])
        .doUpdateSet((is) => ({
          rate: is.ref('excluded.rate'),
          created_by: is.fn.coalesce('fx_rate.created_by', 'excluded.created_by'),
        }))
        .whereRef('fx_rate.rate', '<>', 'excluded.rate'),
    )
})

/** Inserts or replaces rates that count for all, a day of a leg once; the creator of a rate that stands stays. */
export async function writeRates(db: Tx, rates: readonly NewRate[]): Promise<void> {
  const groups = Map.groupBy(rates, ({ base, quote, provider, createdBy }) => `${base}/${quote}:${provider}:${createdBy}`)
  for (const group of groups.values()) {
    const [one] = group
    if (one === undefined) continue
    const byDay = Object.fromEntries(group.map(({ date, rate }) => [date, rate]))
    await writeLeg.run(db, { ...keyOf(one), createdBy: one.createdBy, rates: JSON.stringify(byDay) })
  }
  await raiseRatesVersion(db)
}

const pageOfPair = ofEitherKind((ratesOf) =>
  query<OfLeg & { from: string; to: string; except: string; limit: number }>()((q, p) =>
    ofLeg(ratesOf(q, p.viewer), p)
      .selectAll()
      .where('date', '>=', p.from)
      .where('date', '<=', p.to)
      .where('date', '<>', p.except)
      .orderBy('date', 'desc')
      .limit(p.limit),
  ),
)

/** Where a page of rates begins, after the last row of the page before. */
export type RatePage = { readonly limit: number; readonly after?: readonly [date: string, provider: string] | undefined }

/** Rates of one pair, newest first, then by provider; of each of `providers` no more than the page needs is read. */
export async function listPairRates(
  db: Reader,
  filter: { base: string; quote: string; from: string; to: string; providers: readonly string[]; viewer: number },
  page: RatePage,
): Promise<StoredRate[]> {
  const { providers, ...range } = filter
  const [day, last] = page.after ?? [filter.to, '']
  const to = earlier(day, filter.to)
  const rows: RateRow[] = []
  for (const provider of providers) {
    const except = page.after !== undefined && provider <= last ? day : ''
    rows.push(...(await pageOfPair(provider).all(db, { ...range, provider, to, except, limit: page.limit })))
  }
  return rows.sort(newestFirst).slice(0, page.limit).map(toRate)
}

function newestFirst(a: RateRow, b: RateRow): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1
  return a.provider < b.provider ? -1 : 1
}

export function toRate({ created_by, shared, ...rate }: RateRow): StoredRate {
  return { ...rate, createdBy: created_by, shared: shared === 1 }
}
