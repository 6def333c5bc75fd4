import type { Generated } from 'kysely'

/** Written by the room `assets`. */
export type AssetTables = {
  asset: AssetTable
  asset_identifier: AssetIdentifierTable
  asset_change: AssetChangeTable
}

export type AssetTable = {
  id: Generated<number>
  symbol: string
  /** Lower case of its ASCII letters, for finding and sorting by it. */
  symbol_key: string
  name: string
  /** Folded name, for finding an asset by it. */
  name_key: string
  /** Folded symbol, name, ISIN and identifiers, for search. */
  search_key: string
  type: string
  currency: string
  isin: string | null
  exchange: string | null
  price_quantity: Generated<string>
  /** JSON; of derivatives. */
  contract: string | null
  /** Its terms in one text. */
  contract_key: string | null
  country: string | null
  sector: string | null
  allocation: string | null
  icon: string | null
  website: string | null
  description: string | null
  /** JSON; its provider and its identifier there are columns, too. */
  price_source: string | null
  source_provider: string | null
  source_id: string | null
  archived: Generated<number>
  /** Who has confirmed its identity: `provider` or `superuser`; null = nobody. */
  verified: Generated<'provider' | 'superuser' | null>
  verified_at: Generated<string | null>
  /** The report whose import created it; undoing that import removes it when nothing else uses it. */
  report_id: string | null
  created_by: number | null
  revision: Generated<number>
  created_at: string
  updated_at: string
}

export type AssetIdentifierTable = { asset_id: number; kind: string; value: string }

/** Who changed what of an asset, and when. Bulk writes of closes are one row with their count and range. */
export type AssetChangeTable = {
  id: Generated<number>
  asset_id: number
  at: string
  user_id: number | null
  action: string
  field: string | null
  old: string | null
  new: string | null
  count: number | null
  first_day: string | null
  last_day: string | null
  /** The asset that it was of, which has been merged into this one. */
  merged_from: number | null
}
