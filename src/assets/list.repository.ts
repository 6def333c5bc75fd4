import { type ExpressionBuilder, sql } from 'kysely'
import type { Reader } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'
import type { Schema } from '#db/schema.ts'
import { add, type Decimal, decimal, ZERO } from '../shared/decimal.ts'
import { fold } from '../shared/fold.ts'
import type { Asset } from './asset.ts'
import { findLastPrices } from './last-price.repository.ts'
import { findIdentifiers, toAsset } from './repository.ts'
import { isKnownTo } from './stake.repository.ts'

export type AssetFilter = {
  /** Words that must all occur in symbol, name or an identifier. */
  readonly q?: string | undefined
  readonly types?: readonly string[] | undefined
  readonly currencies?: readonly string[] | undefined
  readonly ids?: readonly number[] | undefined
  readonly archived: boolean
  /** Only what this user knows; without: all. */
  readonly knownTo?: number | undefined
}

export type AssetPageRequest = { readonly limit: number; readonly after?: readonly [string, number] | undefined }

const MAX_WORDS = 12
/** ASCII letter case apart. */
const SYMBOL = sql<string>`symbol collate nocase`

const holdingsOf = query<{ userId: number }>()((q, p) =>
  q
    .selectFrom('broker_access as access')
    .innerJoin('balance_month as balance', 'balance.broker_id', 'access.broker_id')
    .select(['balance.broker_id', 'balance.unit', 'balance.change'])
    .where('balance.unit', '>=', '#')
    .where('balance.unit', '<', '$')
    .where('access.user_id', '=', p.userId)
    .where('access.included', '=', 1),
)

/** One page of the catalogue, by symbol (ASCII letter case apart), then id. */
export async function listAssetPage(db: Reader, filter: AssetFilter, page: AssetPageRequest): Promise<Asset[]> {
  const { after } = page
  const rows = await found(db, filter)
    .selectAll('asset')
    .$if(after !== undefined, (query) => query.where((eb) => isAfter(eb, after ?? ['', 0])))
    .orderBy(SYMBOL)
    .orderBy('id')
    .limit(page.limit)
    .execute()
  const ids = rows.map((row) => row.id)
  const identifiers = await findIdentifiers(db, ids)
  const prices = await findLastPrices(db, ids)
  return rows.map((row) => toAsset(row, identifiers.get(row.id) ?? [], prices.get(row.id) ?? null))
}

export async function countAssets(db: Reader, filter: AssetFilter): Promise<number> {
  const row = await found(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirst()
  return row?.n ?? 0
}

/** The assets of which a broker that this member has included has a holding other than zero, with everything that is booked. Units: see `db/schema.ts`. */
export async function listHeldAssetIds(db: Reader, userId: number): Promise<number[]> {
  const rows = await holdingsOf.all(db, { userId })
  const holdings = new Map<string, Decimal>()
  for (const { broker_id, unit, change } of rows) {
    const key = `${broker_id}${unit}`
    holdings.set(key, add(holdings.get(key) ?? ZERO, decimal(change)))
  }
  const held = [...holdings].filter(([, holding]) => holding !== ZERO).map(([key]) => Number(key.slice(key.indexOf('#') + 1)))
  return [...new Set(held)]
}

function found(db: Reader, filter: AssetFilter) {
  const { types, currencies, ids, knownTo } = filter
  const words = fold(filter.q ?? '')
    .split(' ')
    .filter((word) => word !== '')
  return db
    .selectFrom('asset')
    .where('archived', '=', filter.archived ? 1 : 0)
    .$if(types !== undefined, (query) => query.where('type', 'in', inList(types ?? [])))
    .$if(currencies !== undefined, (query) => query.where('currency', 'in', inList(currencies ?? [])))
    .$if(ids !== undefined, (query) => query.where('asset.id', 'in', inList(ids ?? [])))
    .$if(knownTo !== undefined, (query) => query.where((eb) => isKnownTo(eb, { userId: knownTo ?? 0 })))
    .where((eb) =>
      eb.and(words.slice(0, MAX_WORDS).map((word) => eb('search_key', 'like', sql<string>`${containing(word)} escape '\\'`))),
    )
}

/** A pattern for texts that have these characters in them. */
function containing(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`
}

function isAfter(eb: ExpressionBuilder<Schema, 'asset'>, [symbol, id]: readonly [string, number]) {
  return eb.and([eb(SYMBOL, '>=', symbol), eb.or([eb(SYMBOL, '>', symbol), eb('asset.id', '>', id)])])
}
