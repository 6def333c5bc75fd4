import type { Generated } from 'kysely'
import type { AssetChangeTable, AssetIdentifierTable, AssetTable } from './schema-assets.ts'
import type {
  FxOwnMarkTable,
  FxOwnRateTable,
  FxRateTable,
  FxRouteTable,
  FxSyncSlotTable,
  FxSyncStateTable,
  FxSyncUserTable,
} from './schema-fx.ts'
import type {
  AssetEventTable,
  LedgerMarkTable,
  PriceMarkTable,
  PriceProviderTable,
  PriceRefreshTable,
  PriceSlotTable,
  PriceSuspectTable,
  PriceTable,
  RateMarkTable,
} from './schema-prices.ts'

/** Decimals, days (`YYYY-MM-DD`) and instants (RFC 3339, UTC) are text; flags are 0 or 1; JSON is text. See README.md. */
export type Schema = {
  user: UserTable
  setting: SettingTable
  upload: UploadTable
  job: JobTable
  idempotency: IdempotencyTable
  broker: BrokerTable
  broker_access: BrokerAccessTable
  report: ReportTable
  asset: AssetTable
  asset_identifier: AssetIdentifierTable
  asset_change: AssetChangeTable
  ledger_transaction: TransactionTable
  balance_day: BalanceDayTable
  balance_month: BalanceMonthTable
  fx_rate: FxRateTable
  fx_own_rate: FxOwnRateTable
  fx_own_mark: FxOwnMarkTable
  fx_sync_state: FxSyncStateTable
  fx_sync_slot: FxSyncSlotTable
  fx_sync_user: FxSyncUserTable
  fx_route: FxRouteTable
  price: PriceTable
  price_suspect: PriceSuspectTable
  asset_event: AssetEventTable
  price_refresh: PriceRefreshTable
  price_provider: PriceProviderTable
  price_slot: PriceSlotTable
  ledger_mark: LedgerMarkTable
  price_mark: PriceMarkTable
  rate_mark: RateMarkTable
}

export type UserTable = {
  id: Generated<number>
  username: string
  /** Lower case, for uniqueness. */
  username_key: string
  email: string
  email_key: string
  password_hash: string
  is_active: Generated<number>
  is_superuser: Generated<number>
  /** Repeated in every token; raising it ends all sessions. */
  session_epoch: Generated<number>
  language: string | null
  currency: string | null
  theme: string | null
  cost_basis_method: string | null
  created_at: string
  updated_at: string
}

export type SettingTable = { key: string; value: string; updated_at: string; updated_by: number | null }

export type UploadTable = {
  id: string
  filename: string
  content_type: string
  size: number
  sha256: string
  description: string | null
  uploaded_by: number
  created_at: string
  updated_at: string
}

export type JobTable = {
  id: string
  kind: string
  user_id: number
  state: string
  done: Generated<number>
  total: number | null
  note: string | null
  result: string | null
  problem: string | null
  /** JSON: the brokers that it speaks of. */
  broker_ids: Generated<string>
  created_at: string
  finished_at: string | null
}

export type IdempotencyTable = {
  user_id: number
  key: string
  fingerprint: string
  /** `null` while the first request is still running. */
  status: number | null
  headers: string | null
  body: string | null
  /** JSON: the brokers that the answer speaks of. */
  broker_ids: Generated<string>
  created_at: string
}

export type BrokerTable = {
  id: Generated<number>
  name: string
  name_key: string
  description: string | null
  icon: string | null
  website: string | null
  currency: string | null
  import_plugin: string | null
  allow_cash_overdraft: Generated<number>
  allow_asset_shorting: Generated<number>
  archived: Generated<number>
  /** Kept by the ledger with every write. */
  transaction_count: Generated<number>
  revision: Generated<number>
  created_by: number | null
  created_at: string
  updated_at: string
}

export type BrokerAccessTable = {
  broker_id: number
  user_id: number
  role: 'OWNER' | 'EDITOR' | 'VIEWER'
  share: Generated<string>
  /** Whether it counts for the member where they name no broker. */
  included: Generated<number>
  granted_at: string
  granted_by: number | null
}

export type ReportTable = {
  id: string
  broker_id: number
  filename: string
  size: number
  sha256: string
  content_type: string
  status: 'uploaded' | 'parsed' | 'imported' | 'failed'
  compatible_plugins: Generated<string>
  plugin: string | null
  plugin_version: string | null
  uploaded_by: number | null
  uploaded_at: string
  parsed_at: string | null
  imported_at: string | null
  counts: string | null
  problem: string | null
}

export type TransactionTable = {
  id: Generated<number>
  broker_id: number
  type: string
  date: string
  time: string | null
  settled_on: string | null
  asset_id: number | null
  quantity: Generated<string>
  price: string | null
  price_currency: string | null
  fx_rate: string | null
  amount: Generated<string>
  currency: string | null
  fees: Generated<string>
  taxes: Generated<string>
  cost_basis: string | null
  ratio: string | null
  cost_share: string | null
  group_id: string | null
  external_id: string | null
  report_id: string | null
  source_row: number | null
  description: string | null
  tags: Generated<string>
  /** JSON: `[[lot_id, quantity], ...]`. */
  lots: Generated<string | null>
  revision: Generated<number>
  created_by: number | null
  created_at: string
  updated_at: string
}

/** Net change of one unit (a currency code, or `#` and an asset id) at one broker on one day. */
export type BalanceDayTable = { broker_id: number; unit: string; date: string; change: string }

/** The same per `YYYY-MM`, with the lowest running sum at the end of a day within the month, counted from 0 at its start. */
export type BalanceMonthTable = { broker_id: number; unit: string; month: string; change: string; lowest: string }
