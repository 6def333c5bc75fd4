import { sql } from 'kysely'
import type { Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { FxOwnRateTable } from '#db/tables/fx.ts'
import { createYielder } from '../shared/event-loop.ts'
import { MANUAL } from './catalogue.ts'
import { EVERYBODY, manualRates, type StoredRate, toRate } from './rate.repository.ts'
import { raiseOwnRatesVersion, raiseRatesVersion } from './version.repository.ts'

type Pair = { readonly base: string; readonly quote: string }
type Days = Pair & { readonly from: string; readonly to: string }

/** A rate by hand as it is given; `userId` = for whom alone it counts, `EVERYBODY` = for all. */
export type ManualRow = Pair & { readonly date: string; readonly rate: string }

/** A text in the statement: there is an index of rates by hand alone. */
const byHand = sql.lit<string>(MANUAL)

export type ManualPage = {
  readonly limit: number
  readonly after?: readonly [base: string, quote: string, date: string] | undefined
}

const pageOfRates = query<Days & { viewer: number; date: string; limit: number }>()((q, p) =>
  manualRates(q, p.viewer)
    .selectAll()
    .where((is) => is(is.refTuple('base', 'quote'), '>=', is.tuple(p.base, p.quote)))
    .where((is) => is.not(is.and([is('base', '=', p.base), is('quote', '=', p.quote), is('date', '>=', p.date)])))
    .where('date', '>=', p.from)
    .where('date', '<=', p.to)
    .orderBy('base')
    .orderBy('quote')
    .orderBy('date', 'desc')
    .limit(p.limit),
)

/** Rates by hand that count for a user: by pair, newest first. */
export async function listManualRates(
  db: Reader,
  filter: { from: string; to: string; viewer: number },
  page: ManualPage,
): Promise<StoredRate[]> {
  const [base, quote, date] = page.after ?? ['', '', '']
  return (await pageOfRates.all(db, { ...filter, base, quote, date, limit: page.limit })).map(toRate)
}

const sharedRateOf = query<Pair & { date: string }>()((q, p) =>
  q
    .selectFrom('fx_rate')
    .select(['rate', 'created_by as createdBy'])
    .where('base', '=', p.base)
    .where('quote', '=', p.quote)
    .where('provider', '=', byHand)
    .where('date', '=', p.date),
)
const ownRateOf = query<Pair & { date: string; userId: number }>()((q, p) =>
  q
    .selectFrom('fx_own_rate')
    .select(['rate', 'user_id as createdBy'])
    .where('user_id', '=', p.userId)
    .where('base', '=', p.base)
    .where('quote', '=', p.quote)
    .where('date', '=', p.date),
)

/** The rate by hand of exactly this day among those that count for one user only, or among those for all. */
export async function findManualRate(
  db: Reader,
  { base, quote }: Pair,
  date: string,
  userId: number,
): Promise<{ rate: string; createdBy: number | null } | undefined> {
  return userId === EVERYBODY
    ? await sharedRateOf.one(db, { base, quote, date })
    : await ownRateOf.one(db, { base, quote, date, userId })
}

const writeOwn = query<Pair & { userId: number; date: string; rate: string }>()((q, p) =>
  q
    .insertInto('fx_own_rate')
    .values({ user_id: p.userId, base: p.base, quote: p.quote, date: p.date, rate: p.rate } satisfies Record<
      keyof FxOwnRateTable,
      unknown
    >)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'base', 'quote', 'date']).doUpdateSet((is) => ({ rate: is.ref('excluded.rate') })),
    ),
)

/** Inserts or replaces rates that count for one user only. */
export async function writeOwnRates(db: Tx, userId: number, rates: readonly ManualRow[]): Promise<void> {
  for (const rate of rates) await writeOwn.run(db, { ...rate, userId })
  await raiseOwnRatesVersion(db, userId)
}

const addOwn = query<Pair & { userId: number; date: string; rate: string }>()((q, p) =>
  q
    .insertInto('fx_own_rate')
    .values({ user_id: p.userId, base: p.base, quote: p.quote, date: p.date, rate: p.rate } satisfies Record<
      keyof FxOwnRateTable,
      unknown
    >)
    .onConflict((conflict) => conflict.columns(['user_id', 'base', 'quote', 'date']).doNothing()),
)

/** Inserts rates that count for one user only, of days without one of theirs; returns how many these were. */
export async function addOwnRates(db: Tx, userId: number, rates: readonly ManualRow[]): Promise<number> {
  const yieldWhenDue = createYielder()
  let added = 0
  for (const rate of rates) {
    added += await addOwn.run(db, { ...rate, userId })
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
  }
  if (added > 0) await raiseOwnRatesVersion(db, userId)
  return added
}

const deleteOwn = query<Days & { userId: number }>()((q, p) =>
  q
    .deleteFrom('fx_own_rate')
    .where('user_id', '=', p.userId)
    .where('base', '=', p.base)
    .where('quote', '=', p.quote)
    .where('date', '>=', p.from)
    .where('date', '<=', p.to),
)

/** Removes those that count for one user only. */
export async function deleteOwnRates(db: Tx, userId: number, range: Days): Promise<void> {
  if ((await deleteOwn.run(db, { ...range, userId })) > 0) await raiseOwnRatesVersion(db, userId)
}

const countForeign = query<Days & { userId: number }>()((q, p) =>
  q
    .selectFrom('fx_rate')
    .select((is) => is.fn.countAll<number>().as('n'))
    .where('base', '=', p.base)
    .where('quote', '=', p.quote)
    .where('provider', '=', byHand)
    .where('date', '>=', p.from)
    .where('date', '<=', p.to)
    .where('created_by', 'is distinct from', p.userId),
)

/** How many rates by hand for all, within these days, others than `userId` entered. */
export async function countForeignManualRates(db: Reader, range: Days, userId: number): Promise<number> {
  return (await countForeign.one(db, { ...range, userId }))?.n ?? 0
}

const deleteShared = query<Days>()((q, p) =>
  q
    .deleteFrom('fx_rate')
    .where('base', '=', p.base)
    .where('quote', '=', p.quote)
    .where('provider', '=', byHand)
    .where('date', '>=', p.from)
    .where('date', '<=', p.to),
)

/** Removes rates by hand that count for all. */
export async function deleteSharedRates(db: Tx, range: Days): Promise<void> {
  await deleteShared.run(db, range)
  await raiseRatesVersion(db)
}

const oneOfPair = query<Pair & { viewer: number }>()((q, p) =>
  manualRates(q, p.viewer).select('date').where('base', '=', p.base).where('quote', '=', p.quote).limit(1),
)

/** Whether a rate by hand of the pair counts for a user. */
export async function hasManualRates(db: Reader, { base, quote }: Pair, viewer: number): Promise<boolean> {
  return (await oneOfPair.one(db, { base, quote, viewer })) !== undefined
}
