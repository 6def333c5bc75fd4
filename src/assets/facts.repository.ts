import type { Db, Tx } from '#db/connection.ts'
import { type Decimal, decimal } from '../shared/decimal.ts'

/** What the ledger needs of an asset. */
export type AssetFacts = {
  readonly id: number
  readonly symbol: string
  readonly currency: string
  readonly priceQuantity: Decimal
  readonly archived: boolean
}

/** The assets of these ids that exist. */
export async function findAssetFacts(db: Db | Tx, ids: readonly number[]): Promise<Map<number, AssetFacts>> {
  const sql = 'SELECT id, symbol, currency, price_quantity, archived FROM asset WHERE id IN (SELECT value FROM json_each(?))'
  const rows = db.sqlite
    .query<{ id: number; symbol: string; currency: string; price_quantity: string; archived: number }, [string]>(sql)
    .all(JSON.stringify(ids))
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        symbol: row.symbol,
        currency: row.currency,
        priceQuantity: decimal(row.price_quantity),
        archived: row.archived === 1,
      },
    ]),
  )
}

/** What an asset is called. */
export type AssetLabel = {
  readonly symbol: string
  readonly isin: string | null
  readonly name: string
  readonly type: string
  readonly currency: string
}

/** The names of the assets of these ids. */
export async function findAssetLabels(db: Db | Tx, ids: readonly number[]): Promise<Map<number, AssetLabel>> {
  const sql = 'SELECT id, symbol, isin, name, type, currency FROM asset WHERE id IN (SELECT value FROM json_each(?))'
  const rows = db.sqlite.query<AssetLabel & { id: number }, [string]>(sql).all(JSON.stringify(ids))
  return new Map(rows.map(({ id, symbol, isin, name, type, currency }) => [id, { symbol, isin, name, type, currency }]))
}
