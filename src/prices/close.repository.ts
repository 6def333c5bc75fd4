import { type ExpressionBuilder, sql } from 'kysely'
import type { Reader } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'
import type { Schema } from '#db/schema.ts'

/** The closes of one asset, by day: lists of equal length. */
export type CloseRows = {
  readonly dates: string[]
  readonly closes: string[]
  readonly currencies: string[]
  readonly sources: string[]
  /** Where a close is repeated on a later day: the days that it is of. */
  readonly quotedOn?: readonly string[]
}

/** Every close of an asset by day: days of ten characters each, and the bytes of all closes, before each of which but the first stands its currency; `first` = that one's. */
export type CloseTexts = { readonly days: string; readonly closes: Uint8Array; readonly first: string }

const closesOf = query<{ ids: readonly number[]; from: string; until: string }>()((q, p) =>
  q
    .selectFrom('asset')
    .innerJoin('price', 'price.asset_id', 'asset.id')
    .select(['price.asset_id', 'price.date', 'price.close', 'price.currency', 'price.source'])
    .where('asset.id', 'in', inList(p.ids))
    .where('price.date', '<=', p.until)
    .where('price.date', '>=', (eb) =>
      eb.fn.coalesce(
        eb
          .selectFrom('price as before')
          .select((before) => before.fn.max('before.date').as('date'))
          .whereRef('before.asset_id', '=', 'asset.id')
          .where('before.date', '<=', p.from)
          .$asScalar(),
        eb.val(p.from),
      ),
    )
    .orderBy('asset.id')
    .orderBy('price.date'),
)

/** Rows put together here cost two to three times as much as two texts; the currency as a separator saves a third. */
const textsOf = query<{ assetId: number }>()((q, p) =>
  q
    .selectFrom('price')
    .select([sql<string | null>`string_agg(date, '')`.as('days'), sql<string | null>`string_agg(close, currency)`.as('closes')])
    .select((eb) => firstCurrency(eb, p.assetId))
    .where('asset_id', '=', p.assetId),
)

/** The sort costs twice the time and is only for storage that does not come in order by itself. */
const sortedTextsOf = query<{ assetId: number }>()((q, p) =>
  q
    .selectFrom('price')
    .select([
      sql<string | null>`string_agg(date, '' order by date)`.as('days'),
      sql<string | null>`string_agg(close, currency order by date)`.as('closes'),
    ])
    .select((eb) => firstCurrency(eb, p.assetId))
    .where('asset_id', '=', p.assetId),
)

/** The closes of many assets from the last day on or before `from` until `until`, in one query. */
export async function readCloses(
  db: Reader,
  ids: readonly number[],
  from: string,
  until: string,
): Promise<Map<number, CloseRows>> {
  const found = new Map<number, CloseRows>()
  let current: CloseRows = { dates: [], closes: [], currencies: [], sources: [] }
  let id: number | undefined
  for (const { asset_id, date, close, currency, source } of await closesOf.all(db, { ids, from, until })) {
    if (asset_id !== id) {
      current = { dates: [], closes: [], currencies: [], sources: [] }
      found.set(asset_id, current)
      id = asset_id
    }
    current.dates.push(date)
    current.closes.push(close)
    current.currencies.push(currency)
    current.sources.push(source)
  }
  return found
}

/** All that is stored of one asset; `undefined` when that is nothing. Bytes are gone through in half the time of characters. */
export async function readCloseTexts(db: Reader, assetId: number, sorted = false): Promise<CloseTexts | undefined> {
  const { days, closes, first } = (await (sorted ? sortedTextsOf : textsOf).one(db, { assetId })) ?? {}
  if (days == null || closes == null || first == null) return undefined
  return { days, closes: new TextEncoder().encode(closes), first }
}

function firstCurrency(eb: ExpressionBuilder<Schema, 'price'>, assetId: number) {
  return eb
    .selectFrom('price as oldest')
    .select('oldest.currency')
    .where('oldest.asset_id', '=', assetId)
    .orderBy('oldest.date')
    .limit(sql.lit(1))
    .as('first')
}
