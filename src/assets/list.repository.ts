import type { SQLQueryBindings } from 'bun:sqlite'
import type { Db, Tx } from '#db/connection.ts'
import { add, type Decimal, decimal, ZERO } from '../shared/decimal.ts'
import { fold } from '../shared/fold.ts'
import type { Asset } from './asset.ts'
import { findLastPrices } from './last-price.repository.ts'
import { type AssetRow, findIdentifiers, toAsset } from './repository.ts'
import { KNOWN, knownValues } from './stake.repository.ts'

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

type Condition = { readonly sql: string; readonly values: readonly SQLQueryBindings[] }

const MAX_WORDS = 12

/** One page of the catalogue, by symbol (ASCII letter case apart), then id. */
export async function listAssetPage(db: Db | Tx, filter: AssetFilter, page: AssetPageRequest): Promise<Asset[]> {
  const conditions = [...conditionsOf(filter), ...(page.after === undefined ? [] : [afterCondition(page.after)])]
  const sql = `SELECT * FROM asset WHERE ${whereOf(conditions)} ORDER BY symbol COLLATE NOCASE, id LIMIT ?`
  const rows = db.sqlite.query<AssetRow, SQLQueryBindings[]>(sql).all(...valuesOf(conditions), page.limit)
  const ids = rows.map((row) => row.id)
  const identifiers = await findIdentifiers(db, ids)
  const prices = await findLastPrices(db, ids)
  return rows.map((row) => toAsset(row, identifiers.get(row.id) ?? [], prices.get(row.id) ?? null))
}

export async function countAssets(db: Db | Tx, filter: AssetFilter): Promise<number> {
  const conditions = conditionsOf(filter)
  const sql = `SELECT count(*) AS n FROM asset WHERE ${whereOf(conditions)}`
  return db.sqlite.query<{ n: number }, SQLQueryBindings[]>(sql).get(...valuesOf(conditions))?.n ?? 0
}

/** The assets of which a broker that this member has included has a holding other than zero, with everything that is booked. Units: see `db/schema.ts`. */
export async function listHeldAssetIds(db: Db | Tx, userId: number): Promise<number[]> {
  const sql = `SELECT balance.broker_id, balance.unit, balance.change FROM broker_access AS access
    JOIN balance_month AS balance ON balance.broker_id = access.broker_id AND balance.unit >= '#' AND balance.unit < '$' WHERE access.user_id = ? AND access.included = 1`
  const rows = db.sqlite.query<{ broker_id: number; unit: string; change: string }, [number]>(sql).all(userId)
  const holdings = new Map<string, Decimal>()
  for (const { broker_id, unit, change } of rows) {
    const key = `${broker_id}${unit}`
    holdings.set(key, add(holdings.get(key) ?? ZERO, decimal(change)))
  }
  const held = [...holdings].filter(([, holding]) => holding !== ZERO).map(([key]) => Number(key.slice(key.indexOf('#') + 1)))
  return [...new Set(held)]
}

function conditionsOf(filter: AssetFilter): Condition[] {
  const words = fold(filter.q ?? '')
    .split(' ')
    .filter((word) => word !== '')
  return [
    { sql: 'archived = ?', values: [filter.archived ? 1 : 0] },
    ...within('type', filter.types),
    ...within('currency', filter.currencies),
    ...within('id', filter.ids),
    ...(filter.knownTo === undefined ? [] : [{ sql: KNOWN, values: knownValues(filter.knownTo) }]),
    ...words.slice(0, MAX_WORDS).map((word) => ({ sql: 'instr(search_key, ?) > 0', values: [word] })),
  ]
}

function within(column: string, list: readonly (string | number)[] | undefined): Condition[] {
  return list === undefined ? [] : [{ sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(list)] }]
}

function afterCondition([symbol, id]: readonly [string, number]): Condition {
  return {
    sql: 'symbol COLLATE NOCASE >= ? AND (symbol COLLATE NOCASE > ? OR id > ?)',
    values: [symbol, symbol, id],
  }
}

function whereOf(conditions: readonly Condition[]): string {
  return conditions.map((condition) => condition.sql).join(' AND ')
}

function valuesOf(conditions: readonly Condition[]): SQLQueryBindings[] {
  return conditions.flatMap((condition) => condition.values)
}
