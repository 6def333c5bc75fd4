import { sql } from 'kysely'
import { givenRows } from '#db/json.ts'
import type { Builder } from '#db/query.ts'
import type { AssetEventTable, PriceTable } from '#db/tables/prices.ts'

/** What is copied of a close and of an event that goes to another asset: all but its key. */
const GIVEN_PRICE = {
  date: 'text',
  close: 'text',
  currency: 'text',
  source: 'text',
  created_by: 'bigint',
  report_id: 'text',
} as const
export const OF_PRICE = columnsOf<Omit<PriceTable, 'asset_id'>>(GIVEN_PRICE)
export const OF_EVENT = columnsOf<Omit<AssetEventTable, 'id' | 'asset_id'>>({
  type: 0,
  date: 0,
  amount: 0,
  currency: 0,
  ratio: 0,
  source: 0,
  created_by: 0,
  created_at: 0,
})

/** `list`: closes as JSON, with the columns of a close but its asset. */
export type GivenPrices = { assetId: number; list: string }

/** Inserts closes of one asset; whoever calls says what becomes of days that have one. */
export function insertGiven(q: Builder, p: GivenPrices) {
  return q
    .insertInto('price')
    .columns(['asset_id', ...OF_PRICE])
    .expression(
      q
        .selectFrom(givenRows(p.list, GIVEN_PRICE, 'given'))
        .select((eb) => [eb.cast<number>(eb.val(p.assetId), 'bigint').as('asset_id'), ...OF_PRICE])
        .where(sql<boolean>`true`),
    )
}

/** The columns of a table: complete by the type, in which none may be missing. */
function columnsOf<T>(columns: Readonly<Record<keyof T, unknown>>): (keyof T)[] {
  // `Object.keys` gives texts: these are the keys of a literal that has no others.
  return Object.keys(columns) as (keyof T)[]
}
