import type { AssetTables } from './tables/assets.ts'
import type { BackupTables } from './tables/backups.ts'
import type { BrokerTables } from './tables/brokers.ts'
import type { FileTables } from './tables/files.ts'
import type { FxTables } from './tables/fx.ts'
import type { JobTables } from './tables/jobs.ts'
import type { LedgerTables } from './tables/ledger.ts'
import type { PriceTables } from './tables/prices.ts'
import type { SettingTables } from './tables/settings.ts'
import type { TokenTables } from './tables/tokens.ts'
import type { UserTables } from './tables/users.ts'
import type { WebhookTables } from './tables/webhooks.ts'

/**
 * Decimals, days (`YYYY-MM-DD`) and instants (RFC 3339, UTC) are text; flags are 0 or 1; JSON is text. See README.md. The file that a table
 * stands in says which rooms write it.
 */
export type Schema = UserTables &
  SettingTables &
  BrokerTables &
  LedgerTables &
  AssetTables &
  PriceTables &
  FxTables &
  FileTables &
  JobTables &
  TokenTables &
  BackupTables &
  WebhookTables
