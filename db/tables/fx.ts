import type { Generated } from 'kysely'

/** Written by the room `fx`. */
export type FxTables = {
  fx_rate: FxRateTable
  fx_own_rate: FxOwnRateTable
  fx_own_mark: FxOwnVersionTable
  fx_sync_state: FxSyncStateTable
  fx_sync_slot: FxSyncSlotTable
  fx_sync_user: FxSyncUserTable
  fx_route: FxRouteTable
  fx_declined_route: FxDeclinedRouteTable
  rate_mark: RateVersionTable
}

/** `base` < `quote`; `rate` = units of `quote` for one `base`. Counts for all. `created_by` only where the provider is MANUAL. */
export type FxRateTable = { base: string; quote: string; provider: string; date: string; rate: string; created_by: number | null }

/** A rate by hand that counts for one user only. */
export type FxOwnRateTable = { user_id: number; base: string; quote: string; date: string; rate: string }

/** How often the rates and routes of one user alone were written. */
export type FxOwnVersionTable = { user_id: number; mark: number }

/** One series of a provider: the days that a sync has covered without a gap, and how the last one ended. */
export type FxSyncStateTable = {
  base: string
  quote: string
  provider: string
  synced_from: string | null
  synced_to: string | null
  last_attempt: string | null
  last_success: string | null
  last_error: string | null
  /** Whether it is part of everybody's automatic chains; else only of those of its users in `fx_sync_user`. */
  for_all: Generated<number>
}

/** A user for whom a series was fetched that is not for all. */
export type FxSyncUserTable = { user_id: number; base: string; quote: string; provider: string }

/** Instants of the schedule that some process has taken on itself. */
export type FxSyncSlotTable = { slot: string }

export type FxRouteTable = {
  id: Generated<number>
  base: string
  quote: string
  /** The chain from `base` to `quote` as one text: the same in both directions. */
  route_key: string
  /** JSON `[{from, to, provider}]`, as it was registered. */
  steps: string
  priority: number
  /** For whom alone it counts; null = for all. */
  user_id: number | null
  created_by: number | null
  created_at: string
  /** The first day for which an automatic route is needed; null = somebody registered it. */
  needed_from: string | null
}

/** A pair for which a user wants no automatic route. */
export type FxDeclinedRouteTable = { user_id: number; base: string; quote: string }

/** One row: rises with every write of a rate, route or state of a series. */
export type RateVersionTable = { id: number; mark: number }
