import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Reader, Tx } from '#db/connection.ts'
import { columnsFrom, inList, pick, query } from '#db/query.ts'
import type { AssetIdentifierTable, AssetTable } from '#db/tables/assets.ts'
import type { AssetType } from '../shared/asset-type.ts'
import { type Decimal, decimal, formatDecimal } from '../shared/decimal.ts'
import { fold, lowerAscii } from '../shared/fold.ts'
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
import { contractKeyOf, contractText, readContract } from './contract.ts'
import { findLastPrices } from './last-price.repository.ts'
import { isNotTakenBack, isUnused } from './stake.repository.ts'

export type AssetRow = Selectable<AssetTable>

/** A new asset, with the report that makes it, if one does. */
export type NewAsset = AssetFields & { readonly reportId: string | null; readonly createdBy: number; readonly createdAt: string }

/** The columns that say what an `AssetFields` does. */
export type AssetColumn = Exclude<
  keyof AssetTable,
  'id' | 'verified' | 'verified_at' | 'report_id' | 'created_by' | 'revision' | 'created_at' | 'updated_at'
>
type FieldColumns = { readonly [K in AssetColumn]: AssetRow[K] }
type Origin = { readonly reportId: string | null; readonly createdBy: number; readonly createdAt: string }

const COLUMNS = columnsFrom<AssetFields, FieldColumns>({
  symbol: (asset) => asset.symbol,
  symbol_key: (asset) => lowerAscii(asset.symbol),
  name: (asset) => asset.name,
  name_key: (asset) => fold(asset.name),
  search_key: searchKeyOf,
  type: (asset) => asset.type,
  currency: (asset) => asset.currency,
  isin: (asset) => asset.isin,
  exchange: (asset) => asset.exchange,
  price_quantity: (asset) => formatDecimal(asset.priceQuantity),
  contract: ({ contract }) => (contract === null ? null : contractText(contract)),
  contract_key: ({ contract }) => (contract === null ? null : contractKeyOf(contract)),
  country: (asset) => asset.country,
  sector: (asset) => asset.sector,
  allocation: ({ allocation }) => (allocation === null ? null : allocationText(allocation)),
  icon: (asset) => asset.icon,
  website: (asset) => asset.website,
  description: (asset) => asset.description,
  price_source: ({ priceSource }) => (priceSource === null ? null : JSON.stringify(priceSource)),
  source_provider: (asset) => asset.priceSource?.provider ?? null,
  source_id: (asset) => asset.priceSource?.identifier ?? null,
  archived: (asset) => (asset.archived ? 1 : 0),
})

const assetOf = query<{ id: number }>()((q, p) => q.selectFrom('asset').selectAll().where('id', '=', p.id))

const identifiersOf = query<{ ids: readonly number[] }>()((q, p) =>
  q
    .selectFrom('asset_identifier')
    .selectAll()
    .$narrowType<{ kind: AssetIdentifierKind }>()
    .where('asset_id', 'in', inList(p.ids))
    .orderBy('asset_id')
    .orderBy('kind')
    .orderBy('value'),
)

const insertOne = query<FieldColumns & Origin>()((q, p) =>
  q
    .insertInto('asset')
    .values({
      ...pick(p, COLUMNS.names),
      report_id: p.reportId,
      created_by: p.createdBy,
      created_at: p.createdAt,
      updated_at: p.createdAt,
    })
    .returning('id'),
)

const updateOne = query<FieldColumns & { id: number; updatedAt: string }>()((q, p) =>
  q
    .updateTable('asset')
    .set((eb) => ({ ...pick(p, COLUMNS.names), updated_at: p.updatedAt, revision: eb('revision', '+', 1) }))
    .where('id', '=', p.id),
)

const deleteOne = query<{ id: number }>()((q, p) => q.deleteFrom('asset').where('id', '=', p.id))

const insertIdentifier = query<{ id: number; kind: string; value: string }>()((q, p) =>
  q
    .insertInto('asset_identifier')
    .values({ asset_id: p.id, kind: p.kind, value: p.value } satisfies Record<keyof AssetIdentifierTable, unknown>),
)

const deleteIdentifiers = query<{ id: number }>()((q, p) => q.deleteFrom('asset_identifier').where('asset_id', '=', p.id))

const listingsOf = query<{ isin: string; currency: string; exchange: string }>()((q, p) =>
  q
    .selectFrom('asset')
    .select(['id', 'verified'])
    .where('isin', '=', p.isin)
    .where('currency', '=', p.currency)
    .where((eb) => eb(eb.fn.coalesce('exchange', sql.lit('')), '=', p.exchange))
    .orderBy((eb) => eb('verified', 'is', null))
    .orderBy('id'),
)

const verifyOne = query<{ id: number; verified: Asset['verified']; at: string | null }>()((q, p) =>
  q.updateTable('asset').set({ verified: p.verified, verified_at: p.at }).where('id', '=', p.id),
)

const closeOf = query<{ id: number }>()((q, p) => q.selectFrom('price').select('date').where('asset_id', '=', p.id).limit(1))

const pricedLineOf = query<{ id: number }>()((q, p) =>
  q.selectFrom('ledger_transaction').select('id').where('asset_id', '=', p.id).where('price', 'is not', null).limit(1),
)

const unusedOf = query<{ reportId: string }>()((q, p) =>
  q
    .selectFrom('asset')
    .select('asset.id')
    .where('report_id', '=', p.reportId)
    .where('revision', '=', 1)
    .where(isUnused)
    .where(isNotTakenBack),
)

export async function findAsset(db: Reader, id: number): Promise<Asset | undefined> {
  const row = await assetOf.one(db, { id })
  return row === undefined
    ? undefined
    : toAsset(row, (await findIdentifiers(db, [id])).get(id) ?? [], (await findLastPrices(db, [id])).get(id) ?? null)
}

/** The identifiers of assets, by kind and value. */
export async function findIdentifiers(db: Reader, ids: readonly number[]): Promise<Map<number, AssetIdentifier[]>> {
  const found = new Map<number, AssetIdentifier[]>()
  for (const { asset_id, kind, value } of await identifiersOf.all(db, { ids })) {
    const identifiers = found.get(asset_id) ?? []
    identifiers.push({ kind, value })
    found.set(asset_id, identifiers)
  }
  return found
}

/** Inserts an asset with its identifiers; returns its id. Only inside a transaction. */
export async function insertAsset(db: Tx, asset: NewAsset): Promise<number> {
  const { reportId, createdBy, createdAt } = asset
  const row = await insertOne.one(db, { ...COLUMNS.of(asset), reportId, createdBy, createdAt })
  if (row === undefined) throw new Error('an inserted asset has no id')
  await insertIdentifiers(db, row.id, asset.identifiers)
  return row.id
}

/** Replaces what is said of an asset and raises its revision. */
export async function updateAsset(db: Tx, id: number, fields: AssetFields, updatedAt: string): Promise<void> {
  await updateOne.run(db, { ...COLUMNS.of(fields), id, updatedAt })
  await deleteIdentifiers.run(db, { id })
  await insertIdentifiers(db, id, fields.identifiers)
}

/** Removes an asset and all that hangs on it, its closes too: those of long histories go first, in pieces. */
export async function deleteAsset(db: Tx, id: number): Promise<void> {
  await deleteOne.run(db, { id })
}

/** The assets that are this listing of the ISIN, verified ones first; none without ISIN. */
export async function listListings(
  db: Reader,
  { isin, currency, exchange }: Listing,
): Promise<{ id: number; verified: boolean }[]> {
  if (isin === null) return []
  const rows = await listingsOf.all(db, { isin, currency, exchange: exchange ?? '' })
  return rows.map(({ id, verified }) => ({ id, verified: verified !== null }))
}

/** Notes who has confirmed the identity of an asset, or that nobody has. */
export async function setVerified(db: Tx, id: number, verified: Asset['verified'], at: string | null): Promise<void> {
  await verifyOne.run(db, { id, verified, at })
}

/** Whether a close, or any transaction, of whomever, says a price of the asset: such prices are for `price_quantity` units. */
export async function isPriced(db: Reader, id: number): Promise<boolean> {
  return (await closeOf.one(db, { id })) !== undefined || (await pricedLineOf.one(db, { id })) !== undefined
}

/** The assets that a report made and that nobody has changed or uses since. */
export async function listUnusedOfReport(db: Reader, reportId: string): Promise<number[]> {
  return (await unusedOf.all(db, { reportId })).map((row) => row.id)
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
    contract: row.contract === null ? null : readContract(row.contract),
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
  for (const { kind, value } of identifiers) await insertIdentifier.run(db, { id, kind, value })
}

type SharesText = readonly (readonly [string, string])[]

function allocationText({ countries, sectors }: Allocation): string {
  const texts = (shares: ReadonlyMap<string, Decimal>) => [...shares].map(([code, share]) => [code, formatDecimal(share)])
  return JSON.stringify({ countries: texts(countries), sectors: texts(sectors) })
}

export function readAllocation(text: string): Allocation {
  const { countries, sectors } = JSON.parse(text) as { countries: SharesText; sectors: SharesText }
  const shares = (texts: SharesText) => new Map(texts.map(([code, share]) => [code, decimal(share)]))
  return { countries: shares(countries), sectors: shares(sectors) }
}
