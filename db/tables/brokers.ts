import type { Generated } from 'kysely'

/** Written by the rooms `brokers` and `access`. */
export type BrokerTables = {
  broker: BrokerTable
  broker_access: BrokerAccessTable
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
  cash: Generated<'tracked' | 'not-tracked'>
  archived: Generated<number>
  /** Updated by the ledger with every write. */
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
