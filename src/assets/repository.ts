import type { SQLQueryBindings } from 'bun:sqlite'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { AssetTable } from '#db/schema-assets.ts'
import type { AssetType } from '../shared/asset-type.ts'
import { type Decimal, decimal, formatDecimal } from '../shared/decimal.ts'
import { fold } from '../shared/fold.ts'
import {
  type Allocation,
  type Asset,
  type AssetFields,
  type AssetIdentifier,
  type AssetIdentifierKind,
  type LastPrice,
  type Listing,
  type PriceSource,
  searchKeyOf,
} from './asset.ts'
import { findLastPrices } from './last-price.repository.ts'

export type AssetRow = Selectable<AssetTable>

/** A new asset, with the report that makes it, if one does. */
export type NewAsset = AssetFields & { readonly reportId: string | null; readonly createdBy: number; readonly createdAt: string }

/** The columns that say what an `AssetFields` does. */
export type AssetColumn = Exclude<
  keyof AssetTable,
  'id' | 'verified' | 'verified_at' | 'report_id' | 'created_by' | 'revision' | 'created_at' | 'updated_at'
>

const COLUMNS: { readonly [K in AssetColumn]: (fields: AssetFields) => SQLQueryBindings } = {
  symbol: ({ symbol }) => symbol,
  name: ({ name }) => name,
  name_key: ({ name }) => fold(name),
  search_key: searchKeyOf,
  type: ({ type }) => type,
  currency: ({ currency }) => currency,
  isin: ({ isin }) => isin,
  exchange: ({ exchange }) => exchange,
  price_quantity: ({ priceQuantity }) => formatDecimal(priceQuantity),
  country: ({ country }) => country,
  sector: ({ sector }) => sector,
  allocation: ({ allocation }) => (allocation === null ? null : allocationText(allocation)),
  icon: ({ icon }) => icon,
  website: ({ website }) => website,
  description: ({ description }) => description,
  price_source: ({ priceSource }) => (priceSource === null ? null : JSON.stringify(priceSource)),
  archived: ({ archived }) => (archived ? 1 : 0),
}
const FIELD_COLUMNS = Object.keys(COLUMNS)
const INSERT_COLUMNS = [...FIELD_COLUMNS, 'report_id', 'created_by', 'created_at', 'updated_at']
const INSERT = `INSERT INTO asset (${INSERT_COLUMNS.join(', ')}) VALUES (${INSERT_COLUMNS.map(() => '?').join(', ')})`
const UPDATE = `UPDATE asset SET ${FIELD_COLUMNS.map((column) => `${column} = ?`).join(', ')}, updated_at = ?, revision = revision + 1 WHERE id = ?`

export async function findAsset(db: Db | Tx, id: number): Promise<Asset | undefined> {
  const row = db.sqlite.query<AssetRow, [number]>('SELECT * FROM asset WHERE id = ?').get(id)
  return row === null
    ? undefined
    : toAsset(row, (await findIdentifiers(db, [id])).get(id) ?? [], (await findLastPrices(db, [id])).get(id) ?? null)
}

/** The identifiers of assets, by kind and value. */
export async function findIdentifiers(db: Db | Tx, ids: readonly number[]): Promise<Map<number, AssetIdentifier[]>> {
  const sql =
    'SELECT asset_id, kind, value FROM asset_identifier WHERE asset_id IN (SELECT value FROM json_each(?)) ORDER BY asset_id, kind, value'
  const rows = db.sqlite
    .query<{ asset_id: number; kind: AssetIdentifierKind; value: string }, [string]>(sql)
    .all(JSON.stringify(ids))
  const found = new Map<number, AssetIdentifier[]>()
  for (const { asset_id, kind, value } of rows) {
    const identifiers = found.get(asset_id) ?? []
    identifiers.push({ kind, value })
    found.set(asset_id, identifiers)
  }
  return found
}

/** Inserts an asset with its identifiers by compiled statements; returns its id. Only inside a transaction. */
export async function insertAsset(db: Tx, asset: NewAsset): Promise<number> {
  const values = [...fieldValues(asset), asset.reportId, asset.createdBy, asset.createdAt, asset.createdAt]
  const id = Number(db.sqlite.query(INSERT).run(...values).lastInsertRowid)
  await insertIdentifiers(db, id, asset.identifiers)
  return id
}

/** Replaces what is said of an asset and raises its revision. */
export async function updateAsset(db: Tx, id: number, fields: AssetFields, updatedAt: string): Promise<void> {
  db.sqlite.query(UPDATE).run(...fieldValues(fields), updatedAt, id)
  db.sqlite.query('DELETE FROM asset_identifier WHERE asset_id = ?').run(id)
  await insertIdentifiers(db, id, fields.identifiers)
}

/** Removes an asset and all that hangs on it, its closes too: those of long histories go first, in pieces. */
export async function deleteAsset(db: Tx, id: number): Promise<void> {
  db.sqlite.query('DELETE FROM asset WHERE id = ?').run(id)
}

/** The assets that are this listing of the ISIN, verified ones first; none without ISIN. */
export async function listListings(
  db: Db | Tx,
  { isin, currency, exchange }: Listing,
): Promise<{ id: number; verified: boolean }[]> {
  if (isin === null) return []
  const sql = `SELECT id, verified IS NOT NULL AS verified FROM asset WHERE isin = ? AND currency = ? AND coalesce(exchange, '') = ?
    ORDER BY verified IS NULL, id`
  const rows = db.sqlite
    .query<{ id: number; verified: number }, [string, string, string]>(sql)
    .all(isin, currency, exchange ?? '')
  return rows.map(({ id, verified }) => ({ id, verified: verified === 1 }))
}

/** Notes who has confirmed the identity of an asset, or that nobody has. */
export async function setVerified(db: Tx, id: number, verified: Asset['verified'], at: string | null): Promise<void> {
  db.sqlite.query('UPDATE asset SET verified = ?, verified_at = ? WHERE id = ?').run(verified, at, id)
}

/** Whether any transaction, of whomever, names the asset. */
export async function isUsed(db: Db | Tx, id: number): Promise<boolean> {
  return db.sqlite.query('SELECT 1 FROM ledger_transaction WHERE asset_id = ? LIMIT 1').get(id) !== null
}

/** Whether a close, or any transaction, of whomever, says a price of the asset: such prices are for `price_quantity` units. */
export async function isPriced(db: Db | Tx, id: number): Promise<boolean> {
  const sql = `SELECT 1 WHERE EXISTS (SELECT 1 FROM price WHERE asset_id = ?1)
    OR EXISTS (SELECT 1 FROM ledger_transaction WHERE asset_id = ?1 AND price IS NOT NULL)`
  return db.sqlite.query(sql).get(id) !== null
}

/** The assets that a report made and that nobody has changed or uses since. */
export async function listUnusedOfReport(db: Db | Tx, reportId: string): Promise<number[]> {
  const sql =
    'SELECT id FROM asset WHERE report_id = ? AND revision = 1 AND NOT EXISTS (SELECT 1 FROM ledger_transaction WHERE asset_id = asset.id)'
  return db.sqlite
    .query<{ id: number }, [string]>(sql)
    .all(reportId)
    .map((row) => row.id)
}

export function toAsset(row: AssetRow, identifiers: readonly AssetIdentifier[], lastPrice: LastPrice | null): Asset {
  return {
    id: row.id,
    symbol: row.symbol,
    name: row.name,
    type: row.type as AssetType,
    currency: row.currency,
    isin: row.isin,
    exchange: row.exchange,
    priceQuantity: decimal(row.price_quantity),
    identifiers,
    country: row.country,
    sector: row.sector,
    allocation: row.allocation === null ? null : readAllocation(row.allocation),
    icon: row.icon,
    website: row.website,
    description: row.description,
    priceSource: row.price_source === null ? null : (JSON.parse(row.price_source) as PriceSource),
    lastPrice,
    archived: row.archived === 1,
    verified: row.verified,
    verifiedAt: row.verified_at,
    createdBy: row.created_by,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

async function insertIdentifiers(db: Tx, id: number, identifiers: readonly AssetIdentifier[]): Promise<void> {
  const statement = db.sqlite.query('INSERT INTO asset_identifier (asset_id, kind, value) VALUES (?, ?, ?)')
  for (const { kind, value } of identifiers) statement.run(id, kind, value)
}

function fieldValues(fields: AssetFields): SQLQueryBindings[] {
  return Object.values(COLUMNS).map((read) => read(fields))
}

type SharesText = readonly (readonly [string, string])[]

function allocationText({ countries, sectors }: Allocation): string {
  const texts = (shares: ReadonlyMap<string, Decimal>) => [...shares].map(([code, share]) => [code, formatDecimal(share)])
  return JSON.stringify({ countries: texts(countries), sectors: texts(sectors) })
}

function readAllocation(text: string): Allocation {
  const { countries, sectors } = JSON.parse(text) as { countries: SharesText; sectors: SharesText }
  const shares = (texts: SharesText) => new Map(texts.map(([code, share]) => [code, decimal(share)]))
  return { countries: shares(countries), sectors: shares(sectors) }
}
