import type { Migration } from '../migration.ts'
import { ledger } from './0001_ledger.ts'
import { fx } from './0002_fx.ts'
import { assetPrices } from './0003_prices.ts'
import { marks } from './0004_marks.ts'
import { namedLots } from './0005_lots.ts'
import { stakes } from './0008_stakes.ts'
import { assetHistory } from './0009_asset_history.ts'
import { ownRates } from './0010_own_rates.ts'
import { includedBrokers } from './0011_included.ts'
import { concernedBrokers } from './0012_concerned.ts'
import { priceOwner } from './0013_price_owner.ts'
import { fxOwner } from './0014_fx_owner.ts'
import { fxSeriesUsers } from './0015_fx_series_users.ts'
import { portableKeys } from './0016_portable_keys.ts'
import { reportParts } from './0017_report_parts.ts'
import { contracts } from './0018_contracts.ts'
import { importedPrices } from './0019_imported_prices.ts'
import { openings } from './0020_openings.ts'
import { reversals } from './0021_reversals.ts'
import { reportPeriod } from './0022_report_period.ts'
import { accounts } from './0023_accounts.ts'
import { importChoices } from './0024_import_choices.ts'
import { otherBrokers } from './0025_other_brokers.ts'
import { displayPreferences } from './0026_display_preferences.ts'
import { brokerCash } from './0027_broker_cash.ts'
import { automaticRoutes } from './0028_automatic_routes.ts'
import { rewrittenPrices } from './0029_rewritten_prices.ts'
import { priceProposals } from './0030_price_proposals.ts'
import { secondFactor } from './0031_second_factor.ts'
import { declinedProposals } from './0032_declined_proposals.ts'
import { apiTokens } from './0033_api_tokens.ts'
import { backupRuns } from './0034_backup_runs.ts'
import { oidcIdentity } from './0035_oidc_identity.ts'
import { webhooks } from './0036_webhooks.ts'
import { loginAddresses } from './0037_login_addresses.ts'
import { receivedReports } from './0038_received_reports.ts'
import { pricePacks } from './0039_price_packs.ts'
import { importOutcome } from './0040_import_outcome.ts'
import { rejectedCloses } from './0041_rejected_closes.ts'

/** In order; a compiled program has no folder to scan. Append only. */
export const migrations: readonly Migration[] = [
  ledger,
  fx,
  assetPrices,
  marks,
  namedLots,
  stakes,
  assetHistory,
  ownRates,
  includedBrokers,
  concernedBrokers,
  priceOwner,
  fxOwner,
  fxSeriesUsers,
  portableKeys,
  reportParts,
  contracts,
  importedPrices,
  openings,
  reversals,
  reportPeriod,
  accounts,
  importChoices,
  otherBrokers,
  displayPreferences,
  brokerCash,
  automaticRoutes,
  rewrittenPrices,
  priceProposals,
  secondFactor,
  declinedProposals,
  apiTokens,
  backupRuns,
  oidcIdentity,
  webhooks,
  loginAddresses,
  receivedReports,
  pricePacks,
  importOutcome,
  rejectedCloses,
]
