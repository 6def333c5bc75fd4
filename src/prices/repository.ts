import type { Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { PriceTable } from '#db/tables/prices.ts'
import { type GivenPrices, insertGiven, OF_EVENT, OF_PRICE } from './price-columns.repository.ts'
import { raisePriceVersion } from './version.repository.ts'

/** `close` as text: most prices are only passed on. `source` = MANUAL or the code of a provider. */
export type PriceRow = {
  readonly date: string
  readonly close: string
  readonly currency: string
  readonly source: string
  readonly createdBy: number | null
}

/** Days from `from` to `to`, both included. */
export type DayRange = { readonly from: string; readonly to: string }
export type OfAsset = DayRange & { readonly assetId: number }

/** The source of prices and events that users entered. */
export const MANUAL = 'MANUAL'
/** After every day. */
export const NEVER = ':'

const pricesOf = query<OfAsset>()((q, p) =>
  q
    .selectFrom('price')
    .select(['date', 'close', 'currency', 'source', 'created_by as createdBy'])
    .where('asset_id', '=', p.assetId)
    .where('date', '>=', p.from)
    .where('date', '<=', p.to)
    .orderBy('date'),
)

const pageOf = query<OfAsset & { before: string; limit: number }>()((q, p) =>
  q
    .selectFrom('price')
    .select(['date', 'close', 'currency', 'source', 'created_by as createdBy'])
    .where('asset_id', '=', p.assetId)
    .where('date', '>=', p.from)
    .where('date', '<=', p.to)
    .where('date', '<', p.before)
    .orderBy('date', 'desc')
    .limit(p.limit),
)

const daysOf = query<OfAsset>()((q, p) =>
  q
    .selectFrom('price')
    .select('date')
    .where('asset_id', '=', p.assetId)
    .where('date', '>=', p.from)
    .where('date', '<=', p.to)
    .orderBy('date'),
)

const summaryOf = query<OfAsset>()((q, p) =>
  q
    .selectFrom('price')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<string | null>('date').as('firstDay'),
      eb.fn.max<string | null>('date').as('lastDay'),
    ])
    .where('asset_id', '=', p.assetId)
    .where('date', '>=', p.from)
    .where('date', '<=', p.to),
)

const byOthers = query<OfAsset & { userId: number }>()((q, p) =>
  q
    .selectFrom('price')
    .select((eb) => [
      eb.fn.count<number>('created_by').filterWhere('created_by', '<>', p.userId).as('users'),
      eb.fn.countAll<number>().filterWhere('created_by', 'is', null).as('providers'),
    ])
    .where('asset_id', '=', p.assetId)
    .where('date', '>=', p.from)
    .where('date', '<=', p.to),
)

const firstDayOf = query<{ assetId: number }>()((q, p) =>
  q
    .selectFrom('price')
    .select((eb) => eb.fn.min<string | null>('date').as('day'))
    .where('asset_id', '=', p.assetId),
)

const writeAll = query<GivenPrices>()((q, p) =>
  insertGiven(q, p).onConflict((conflict) =>
    conflict.columns(['asset_id', 'date']).doUpdateSet((eb) => ({
      close: eb.ref('excluded.close'),
      currency: eb.ref('excluded.currency'),
      source: eb.ref('excluded.source'),
      created_by: eb.ref('excluded.created_by'),
      report_id: eb.ref('excluded.report_id'),
    })),
  ),
)

const deleteRange = query<OfAsset>()((q, p) =>
  q.deleteFrom('price').where('asset_id', '=', p.assetId).where('date', '>=', p.from).where('date', '<=', p.to),
)

const deleteSome = query<{ assetId: number; limit: number }>()((q, p) =>
  q
    .deleteFrom('price')
    .where('asset_id', '=', p.assetId)
    .where('date', 'in', (eb) =>
      eb.selectFrom('price as some').select('some.date').where('some.asset_id', '=', p.assetId).limit(p.limit),
    ),
)

const superusers = query()((q) => q.selectFrom('user').select('id').where('is_superuser', '=', 1))

const copyPrices = query<{ from: number; to: number }>()((q, p) =>
  q
    .insertInto('price')
    .columns(['asset_id', ...OF_PRICE])
    .expression((eb) =>
      eb
        .selectFrom('price')
        .select([eb.cast<number>(eb.val(p.to), 'bigint').as('asset_id'), ...OF_PRICE])
        .where('asset_id', '=', p.from),
    )
    .onConflict((conflict) => conflict.columns(['asset_id', 'date']).doNothing()),
)

const copyEvents = query<{ from: number; to: number }>()((q, p) =>
  q
    .insertInto('asset_event')
    .columns(['asset_id', ...OF_EVENT])
    .expression((eb) =>
      eb
        .selectFrom('asset_event')
        .select([eb.cast<number>(eb.val(p.to), 'bigint').as('asset_id'), ...OF_EVENT])
        .where('asset_id', '=', p.from),
    )
    .onConflict((conflict) => conflict.columns(['asset_id', 'type', 'date', 'source']).doNothing()),
)

/** The prices of the days of a range, oldest first. */
export async function readPrices(db: Reader, assetId: number, range: DayRange): Promise<PriceRow[]> {
  return await pricesOf.all(db, { assetId, ...range })
}

/** Inserts or replaces prices of one asset, by one statement, which takes less time than one for each. */
export async function writePrices(db: Tx, assetId: number, prices: readonly PriceRow[]): Promise<void> {
  const list = prices.map(
    ({ date, close, currency, source, createdBy }) =>
      ({ date, close, currency, source, created_by: createdBy, report_id: null }) satisfies Omit<PriceTable, 'asset_id'>,
  )
  await writeAll.run(db, { assetId, list: JSON.stringify(list) })
  await raisePriceVersion(db, assetId)
}

/** Newest first. */
export async function listPricePage(
  db: Reader,
  assetId: number,
  range: DayRange,
  { limit, before = NEVER }: { readonly limit: number; readonly before?: string | undefined },
): Promise<PriceRow[]> {
  return await pageOf.all(db, { assetId, ...range, limit, before })
}

/** How many prices there are in a range, and of which days. */
export async function describePrices(db: Reader, assetId: number, range: DayRange) {
  return (await summaryOf.one(db, { assetId, ...range })) ?? { count: 0, firstDay: null, lastDay: null }
}

/** Removes the prices of a range. */
export async function deletePrices(db: Tx, assetId: number, range: DayRange): Promise<void> {
  await raisePriceVersion(db, assetId)
  await deleteRange.run(db, { assetId, ...range })
}

/** Prices within a range that others than `userId` entered, and, with `othersAsset`, those of providers. */
export async function countForeignPrices(
  db: Reader,
  assetId: number,
  range: DayRange,
  userId: number,
  othersAsset: boolean,
): Promise<number> {
  const { users, providers } = (await byOthers.one(db, { assetId, ...range, userId })) ?? { users: 0, providers: 0 }
  return othersAsset ? users + providers : users
}

/** The days of a range that have a price, oldest first. */
export async function listPriceDays(db: Reader, assetId: number, range: DayRange): Promise<string[]> {
  return (await daysOf.all(db, { assetId, ...range })).map((row) => row.date)
}

/** The first day with a price. */
export async function findFirstDay(db: Reader, assetId: number): Promise<string | undefined> {
  return (await firstDayOf.one(db, { assetId }))?.day ?? undefined
}

/** The users whose closes stand against those of a provider, whoever uses the asset. */
export async function listSuperuserIds(db: Reader): Promise<Set<number>> {
  return new Set((await superusers.all(db, {})).map((row) => row.id))
}

/** Removes prices of an asset, up to so many; returns how many. */
export async function deleteSomePrices(db: Tx, assetId: number, limit: number): Promise<number> {
  await raisePriceVersion(db, assetId)
  return await deleteSome.run(db, { assetId, limit })
}

/** Gives the prices and events of one asset to another, where that has none of the day. */
export async function movePrices(db: Tx, from: number, to: number): Promise<void> {
  await raisePriceVersion(db, to)
  await copyPrices.run(db, { from, to })
  await copyEvents.run(db, { from, to })
}
