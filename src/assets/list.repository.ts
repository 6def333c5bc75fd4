import { type ExpressionBuilder, sql } from 'kysely'
import type { Reader } from '#db/connection.ts'
import { containing } from '#db/like.ts'
import { type Builder, inList, query, queryByShape } from '#db/query.ts'
import type { Schema } from '#db/schema.ts'
import { isSeen, NOBODY, type Sight } from '#db/sight.ts'
import { add, type Decimal, decimal, ZERO } from '../shared/decimal.ts'
import { fold, lowerAscii } from '../shared/fold.ts'
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
  /** Only what they know; without: all. */
  readonly knownTo?: Sight | undefined
}

export type AssetPageRequest = { readonly limit: number; readonly after?: readonly [string, number] | undefined }

const MAX_WORDS = 12

const holdingsOf = query<Sight>()((q, p) =>
  q
    .selectFrom('broker_access as access')
    .innerJoin('balance_month as balance', 'balance.broker_id', 'access.broker_id')
    .select(['balance.broker_id', 'balance.unit', 'balance.change'])
    .where('balance.unit', '>=', '#')
    .where('balance.unit', '<', '$')
    .where('access.user_id', '=', p.userId)
    .where(isSeen('access.broker_id', p))
    .where('access.included', '=', 1),
)

/** Which of the filters a statement has, and how many words it looks for. */
type Shape = Readonly<Record<'types' | 'currencies' | 'ids' | 'known', boolean>> & { readonly words: number }
type Values = Sight & {
  readonly [word: `word${number}`]: string
  readonly archived: number
  readonly types: readonly string[]
  readonly currencies: readonly string[]
  readonly ids: readonly number[]
  readonly symbol: string
  readonly id: number
  readonly limit: number
}

function found(q: Builder, p: Values, { words, types, currencies, ids, known }: Shape) {
  return q
    .selectFrom('asset')
    .where('archived', '=', p.archived)
    .$if(types, (query) => query.where('type', 'in', inList(p.types)))
    .$if(currencies, (query) => query.where('currency', 'in', inList(p.currencies)))
    .$if(ids, (query) => query.where('asset.id', 'in', inList(p.ids)))
    .$if(known, (query) => query.where((eb) => isKnownTo(eb, p)))
    .where((eb) =>
      eb.and(
        Array.from({ length: words }, (_, index) => eb('search_key', 'like', sql<string>`${p[`word${index}`]} escape '\\'`)),
      ),
    )
}

const pageOf = queryByShape<Values, Shape & { readonly isContinued: boolean }>()((q, p, shape) =>
  found(q, p, shape)
    .selectAll('asset')
    .$if(shape.isContinued, (query) => query.where((eb) => isAfter(eb, p)))
    .orderBy('symbol_key')
    .orderBy('id')
    .limit(p.limit),
)

const countOf = queryByShape<Values, Shape>()((q, p, shape) =>
  found(q, p, shape).select((eb) => eb.fn.countAll<number>().as('n')),
)

/** One page of the catalogue, by symbol (ASCII letter case apart), then id. */
export async function listAssetPage(db: Reader, filter: AssetFilter, page: AssetPageRequest): Promise<Asset[]> {
  const statement = pageOf({ ...shapeOf(filter), isContinued: page.after !== undefined })
  const rows = await statement.all(db, valuesOf(filter, page))
  const ids = rows.map((row) => row.id)
  const identifiers = await findIdentifiers(db, ids)
  const prices = await findLastPrices(db, ids)
  return rows.map((row) => toAsset(row, identifiers.get(row.id) ?? [], prices.get(row.id) ?? null))
}

export async function countAssets(db: Reader, filter: AssetFilter): Promise<number> {
  const row = await countOf(shapeOf(filter)).one(db, valuesOf(filter, { limit: 0 }))
  return row?.n ?? 0
}

/** The assets of which a broker that this member has included has a holding other than zero, with everything that is booked. Units: see `db/schema.ts`. */
export async function listHeldAssetIds(db: Reader, sight: Sight): Promise<number[]> {
  const rows = await holdingsOf.all(db, sight)
  const holdings = new Map<string, Decimal>()
  for (const { broker_id, unit, change } of rows) {
    const key = `${broker_id}${unit}`
    holdings.set(key, add(holdings.get(key) ?? ZERO, decimal(change)))
  }
  const held = [...holdings].filter(([, holding]) => holding !== ZERO).map(([key]) => Number(key.slice(key.indexOf('#') + 1)))
  return [...new Set(held)]
}

function shapeOf(filter: AssetFilter): Shape {
  const { types, currencies, ids, knownTo } = filter
  const has = { types: types !== undefined, currencies: currencies !== undefined, ids: ids !== undefined }
  return { ...has, known: knownTo !== undefined, words: wordsOf(filter).length }
}

function valuesOf(filter: AssetFilter, { after: [symbol, id] = ['', 0], limit }: AssetPageRequest): Values {
  const { archived, types = [], currencies = [], ids = [], knownTo = NOBODY } = filter
  const words = Object.fromEntries(wordsOf(filter).map((word, index) => [`word${index}`, containing(word)]))
  return { ...words, archived: archived ? 1 : 0, types, currencies, ids, ...knownTo, symbol: lowerAscii(symbol), id, limit }
}

function wordsOf({ q = '' }: AssetFilter): string[] {
  return fold(q)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
}

function isAfter(eb: ExpressionBuilder<Schema, 'asset'>, { symbol, id }: Pick<Values, 'symbol' | 'id'>) {
  return eb.and([eb('symbol_key', '>=', symbol), eb.or([eb('symbol_key', '>', symbol), eb('asset.id', '>', id)])])
}
