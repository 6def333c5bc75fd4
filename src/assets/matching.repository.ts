import type { Db, Tx } from '#db/connection.ts'
import type { AssetType } from '../shared/asset-type.ts'
import { decimal } from '../shared/decimal.ts'
import type { AssetIdentifier, Listing } from './asset.ts'
import type { CatalogueAsset } from './matching.ts'
import { findIdentifiers } from './repository.ts'

/** What to look for in the catalogue: assets that have any of it. */
export type Lookup = {
  readonly isins: readonly string[]
  readonly symbols: readonly string[]
  readonly nameKeys: readonly string[]
  readonly identifiers: readonly AssetIdentifier[]
}

const FIND = `SELECT id FROM asset WHERE isin IN (SELECT value FROM json_each(?1))
  UNION SELECT id FROM asset WHERE symbol COLLATE NOCASE IN (SELECT value FROM json_each(?2))
  UNION SELECT id FROM asset WHERE name_key IN (SELECT value FROM json_each(?3))
  UNION SELECT identifier.asset_id FROM json_each(?4) AS wanted JOIN asset_identifier AS identifier
    ON identifier.kind = wanted.value ->> 0 AND identifier.value = wanted.value ->> 1`

const READ = `SELECT id, symbol, name, name_key, type, currency, isin, exchange, price_quantity, archived, verified FROM asset
  WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`

const USED = `SELECT wanted.value AS id FROM json_each(?1) AS wanted WHERE EXISTS (SELECT 1 FROM ledger_transaction AS line
  WHERE line.asset_id = wanted.value AND line.broker_id IN (SELECT broker_id FROM broker_access WHERE user_id = ?2 AND included = 1))`

type Row = {
  id: number
  symbol: string
  name: string
  name_key: string
  type: string
  currency: string
  isin: string | null
  exchange: string | null
  price_quantity: string
  archived: number
  verified: string | null
}

/** Every asset that has one of the numbers, symbols or names. */
export async function findCandidateIds(db: Db | Tx, lookup: Lookup): Promise<number[]> {
  return db.sqlite
    .query<{ id: number }, string[]>(FIND)
    .all(
      JSON.stringify(lookup.isins),
      JSON.stringify(lookup.symbols),
      JSON.stringify(lookup.nameKeys),
      JSON.stringify(lookup.identifiers.map(({ kind, value }) => [kind, value])),
    )
    .map((row) => row.id)
}

/** The assets of these ids as matching sees them, in three queries; by id. */
export async function readCandidates(db: Db | Tx, userId: number, ids: readonly number[]): Promise<CatalogueAsset[]> {
  if (ids.length === 0) return []
  const wanted = JSON.stringify(ids)
  const identifiers = await findIdentifiers(db, ids)
  const used = new Set(
    db.sqlite
      .query<{ id: number }, [string, number]>(USED)
      .all(wanted, userId)
      .map((row) => row.id),
  )
  return db.sqlite
    .query<Row, [string]>(READ)
    .all(wanted)
    .map((row) => toCandidate(row, identifiers.get(row.id) ?? [], used.has(row.id)))
}

/** The listings that there are of these ISINs. */
export async function findListings(db: Db | Tx, isins: readonly string[]): Promise<(Listing & { readonly id: number })[]> {
  const sql = 'SELECT id, isin, currency, exchange FROM asset WHERE isin IN (SELECT value FROM json_each(?))'
  return db.sqlite
    .query<{ id: number; isin: string; currency: string; exchange: string | null }, [string]>(sql)
    .all(JSON.stringify(isins))
    .map(({ id, isin, currency, exchange }) => ({ id, isin, currency, exchange }))
}

function toCandidate(row: Row, identifiers: readonly AssetIdentifier[], used: boolean): CatalogueAsset {
  return {
    id: row.id,
    symbol: row.symbol,
    name: row.name,
    nameKey: row.name_key,
    type: row.type as AssetType,
    currency: row.currency,
    isin: row.isin,
    exchange: row.exchange,
    priceQuantity: decimal(row.price_quantity),
    archived: row.archived === 1,
    verified: row.verified !== null,
    identifiers,
    used,
  }
}
