import type { Generated } from 'kysely'

/** Written by the room `prices`. */
export type PriceTables = {
  price: PriceTable
  price_suspect: PriceSuspectTable
  asset_event: AssetEventTable
  price_refresh: PriceRefreshTable
  price_provider: PriceProviderTable
  price_slot: PriceSlotTable
  price_mark: PriceVersionTable
  price_pack: PricePackTable
  price_proposal: PriceProposalTable
}

/**
 * `close` is for `price_quantity` units, as it was traded on that day: not adjusted for later splits. `created_by` only where the source is MANUAL or
 * IMPORT; `report_id` = the report that brought it, as long as nobody has replaced it.
 */
export type PriceTable = {
  asset_id: number
  date: string
  close: string
  currency: string
  source: string
  created_by: number | null
  report_id: string | null
}

/** A price that a provider gave and that was held back until somebody has looked at it; `rejected_at`: since then it is not to be used. */
export type PriceSuspectTable = Omit<PriceTable, 'created_by' | 'report_id'> & {
  detail: string
  noticed_at: string
  rejected_at: string | null
  rejected_by: number | null
}

/** `ratio` is `new:old`; `source` MANUAL or the provider that reported it. */
export type AssetEventTable = {
  id: Generated<number>
  asset_id: number
  type: 'DIVIDEND' | 'SPLIT' | 'MATURITY'
  date: string
  amount: string | null
  currency: string | null
  ratio: string | null
  source: string
  created_by: number | null
  created_at: string
}

/** How the last refresh of an asset ended; `rewritten` = what its source was found to have rewritten, as JSON. */
export type PriceRefreshTable = {
  asset_id: number
  last_attempt: string
  last_success: string | null
  last_error: string | null
  rewritten: string | null
}

/** How a provider fares: after several failures in a row it is left alone until `closed_until`. */
export type PriceProviderTable = {
  code: string
  last_attempt: string | null
  last_success: string | null
  last_error: string | null
  failures: Generated<number>
  closed_until: string | null
}

/** Instants of the schedule that some process has taken on itself. */
export type PriceSlotTable = { slot: string }

/** Rises with every write of a price or event of this asset; no row = 0. */
export type PriceVersionTable = { asset_id: number; mark: number }

/**
 * The closes of an asset once more, as columns of numbers: true as long as `mark` is that of `price_mark`. `days` = days since 1970-01-01 as Int32, ascending;
 * `closes` x 10^12 as Float64, exactly, all in `currency`; both little-endian. `currency` is empty, and so are they, where there are too few or they cannot be packed.
 */
export type PricePackTable = { asset_id: number; mark: number; currency: string; days: Uint8Array; closes: Uint8Array }

/** What was found for a user when a price source was looked up for an asset: JSON, `[]` = nothing. `broker_ids`: JSON, the brokers of whose trades it speaks. */
/** `declined_at`: since then nothing is looked up for the asset unless it is named. */
export type PriceProposalTable = {
  user_id: number
  asset_id: number
  candidates: string
  broker_ids: string
  at: string
  declined_at: string | null
}
