import type { ZodArray, ZodType, z } from 'zod'
import type { BrokerAccess } from '../access/schema.ts'
import type { AssetBatchResult } from '../assets/batch.schema.ts'
import type { AssetChange } from '../assets/history.schema.ts'
import type { Asset } from '../assets/schema.ts'
import type { Enrolment, RecoveryCodes, SecondFactor } from '../auth/factor/schema.ts'
import type { OidcDeparture } from '../auth/oidc/schema.ts'
import type { LogoutAnswer, OwnUser, Preferences, SessionAnswer, User } from '../auth/schema.ts'
import type { ImportedExport } from '../backup/import.schema.ts'
import type { Backup, CreatedBackup, RestoredBackup, VerifiedBackup } from '../backup/schema.ts'
import type { Broker, BrokerSummary } from '../brokers/schema.ts'
import type { FxCoverage } from '../fx/coverage.schema.ts'
import type { Conversion, ConversionList, FxRate, ManualRatesResult } from '../fx/rate.schema.ts'
import type { DiscoveredRoute, FxCurrency, FxProvider, FxRoute } from '../fx/schema.ts'
import type { FxSyncResult, FxSyncState } from '../fx/sync.schema.ts'
import type { UndoAnswer } from '../imports/booking/undo.schema.ts'
import type { ImportTemplate } from '../imports/choices/template.schema.ts'
import type { Preview } from '../imports/preview/preview.schema.ts'
import type { ReportLines } from '../imports/reading/first-lines.schema.ts'
import type { ImportPlugin } from '../imports/reading/plugin.schema.ts'
import type { ReceivedAnswer, ReceivedReport } from '../imports/received/received.schema.ts'
import type { ImportAnswer, Report } from '../imports/schema.ts'
import type { Job } from '../jobs/schema.ts'
import type { AllocationReport } from '../portfolio/allocation/schema.ts'
import type { BreakdownReport } from '../portfolio/breakdown/schema.ts'
import type { GainsReport } from '../portfolio/gains/schema.ts'
import type { HistoryReport } from '../portfolio/history/schema.ts'
import type { HoldingsReport } from '../portfolio/holdings/schema.ts'
import type { CashFlowsReport, CostsReport, IncomeReport } from '../portfolio/income-and-costs/schema.ts'
import type { PerformanceReport } from '../portfolio/performance/schema.ts'
import type { Proposal } from '../portfolio/proposals/schema.ts'
import type { PortfolioSummary } from '../portfolio/summary/schema.ts'
import type { ManyPricesWritten } from '../prices/bulk/bulk.schema.ts'
import type { HeldPriceGap, HeldSuspectPrice } from '../prices/held.schema.ts'
import type { AssetListing } from '../prices/identify.schema.ts'
import type { AssetSearch, PriceProvider, PriceRefresh, PriceRefreshState } from '../prices/refresh.schema.ts'
import type { AssetEvent, Price, PriceGap, PricesWritten, SuspectPrice } from '../prices/schema.ts'
import type { PriceSourceProposal, PriceSourceSuggestions } from '../prices/suggest/suggest.schema.ts'
import type {
  AssetTypeDescription,
  Country,
  Currency,
  Exchange,
  Language,
  Sector,
  TransactionTypeRules,
} from '../reference/schema.ts'
import type { SearchResult } from '../search/schema.ts'
import type { Setting } from '../settings/schema.ts'
import type { Health, SystemInfo } from '../system/schema.ts'
import type { NewToken, Token } from '../tokens/schema.ts'
import type { BatchResult } from '../transactions/batch.schema.ts'
import type { Transaction, TransactionWritten } from '../transactions/schema.ts'
import type { Upload, UploadUsage } from '../uploads/schema.ts'
import type { DirectoryUser } from '../users/schema.ts'

/** What each operation answers when it succeeds; `null`: nothing. `test/web/operations.test.ts` compares it with the OpenAPI document. */
type Shapes = {
  'GET /assets': ZodArray<typeof Asset>
  'POST /assets': typeof Asset
  'PATCH /assets/batch': typeof AssetBatchResult
  'GET /assets/identify': ZodArray<typeof AssetListing>
  'GET /assets/price-sources/proposals': ZodArray<typeof PriceSourceProposal>
  'DELETE /assets/price-sources/proposals/{asset_id}': null
  'POST /assets/price-sources/suggest': typeof PriceSourceSuggestions
  'PUT /assets/prices': typeof ManyPricesWritten
  'GET /assets/prices/gaps': ZodArray<typeof HeldPriceGap>
  'GET /assets/prices/refresh': ZodArray<typeof PriceRefreshState>
  'POST /assets/prices/refresh': typeof PriceRefresh
  'GET /assets/prices/suspects': ZodArray<typeof HeldSuspectPrice>
  'GET /assets/providers': ZodArray<typeof PriceProvider>
  'GET /assets/search': typeof AssetSearch
  'DELETE /assets/{id}': null
  'GET /assets/{id}': typeof Asset
  'PATCH /assets/{id}': typeof Asset
  'GET /assets/{id}/events': ZodArray<typeof AssetEvent>
  'POST /assets/{id}/events': typeof AssetEvent
  'DELETE /assets/{id}/events/{event_id}': null
  'GET /assets/{id}/history': ZodArray<typeof AssetChange>
  'POST /assets/{id}/merge': typeof Asset
  'DELETE /assets/{id}/prices': null
  'GET /assets/{id}/prices': ZodArray<typeof Price>
  'PUT /assets/{id}/prices': typeof PricesWritten
  'GET /assets/{id}/prices/gaps': ZodArray<typeof PriceGap>
  'DELETE /assets/{id}/prices/suspect': null
  'GET /assets/{id}/prices/suspect': ZodArray<typeof SuspectPrice>
  'POST /auth/login': typeof SessionAnswer
  'POST /auth/logout': typeof LogoutAnswer
  'GET /auth/me': typeof OwnUser
  'DELETE /auth/oidc/link': null
  'POST /auth/oidc/link': typeof OidcDeparture
  'POST /auth/register': typeof SessionAnswer
  'DELETE /auth/second-factor': null
  'GET /auth/second-factor': typeof SecondFactor
  'POST /auth/second-factor': typeof Enrolment
  'POST /auth/second-factor/confirm': typeof RecoveryCodes
  'POST /auth/second-factor/recovery-codes': typeof RecoveryCodes
  'DELETE /auth/sessions': null
  'GET /auth/tokens': ZodArray<typeof Token>
  'POST /auth/tokens': typeof NewToken
  'DELETE /auth/tokens/{id}': null
  'DELETE /auth/users/me': null
  'PATCH /auth/users/me': typeof User
  'PUT /auth/users/me/password': null
  'GET /auth/users/me/preferences': typeof Preferences
  'PATCH /auth/users/me/preferences': typeof Preferences
  'GET /backup': ZodArray<typeof Backup>
  'POST /backup': typeof CreatedBackup
  'POST /backup/import': typeof ImportedExport
  'POST /backup/restore': typeof RestoredBackup
  'DELETE /backup/{id}': null
  'POST /backup/{id}/verify': typeof VerifiedBackup
  'GET /brokers': ZodArray<typeof Broker>
  'POST /brokers': typeof Broker
  'GET /brokers/import/files': ZodArray<typeof Report>
  'DELETE /brokers/import/files/{id}': null
  'GET /brokers/import/files/{id}': typeof Report
  'POST /brokers/import/files/{id}/import': typeof ImportAnswer
  'GET /brokers/import/files/{id}/lines': typeof ReportLines
  'POST /brokers/import/files/{id}/parse': typeof Preview
  'POST /brokers/import/files/{id}/undo': typeof UndoAnswer
  'GET /brokers/import/plugins': ZodArray<typeof ImportPlugin>
  'GET /brokers/import/received': ZodArray<typeof ReceivedReport>
  'POST /brokers/import/received': typeof ReceivedAnswer
  'POST /brokers/import/received/report': typeof Report
  'DELETE /brokers/import/templates': null
  'GET /brokers/import/templates': ZodArray<typeof ImportTemplate>
  'PUT /brokers/import/templates': typeof ImportTemplate
  'POST /brokers/import/upload': typeof Report
  'DELETE /brokers/{id}': null
  'GET /brokers/{id}': typeof Broker
  'PATCH /brokers/batch': ZodArray<typeof Broker>
  'PATCH /brokers/{id}': typeof Broker
  'GET /brokers/{id}/access': ZodArray<typeof BrokerAccess>
  'POST /brokers/{id}/access': typeof BrokerAccess
  'PATCH /brokers/{id}/access/me': typeof BrokerAccess
  'DELETE /brokers/{id}/access/{user_id}': null
  'PATCH /brokers/{id}/access/{user_id}': typeof BrokerAccess
  'GET /brokers/{id}/summary': typeof BrokerSummary
  'GET /fx/convert': typeof Conversion
  'POST /fx/convert': typeof ConversionList
  'GET /fx/coverage': ZodArray<typeof FxCoverage>
  'GET /fx/currencies': ZodArray<typeof FxCurrency>
  'GET /fx/currencies/sync': ZodArray<typeof FxSyncState>
  'POST /fx/currencies/sync': typeof FxSyncResult
  'GET /fx/providers': ZodArray<typeof FxProvider>
  'GET /fx/providers/routes': ZodArray<typeof FxRoute>
  'POST /fx/providers/routes': typeof FxRoute
  'GET /fx/providers/routes/discover': ZodArray<typeof DiscoveredRoute>
  'DELETE /fx/providers/routes/{id}': null
  'PATCH /fx/providers/routes/{id}': typeof FxRoute
  'DELETE /fx/rates': null
  'GET /fx/rates': ZodArray<typeof FxRate>
  'PUT /fx/rates': typeof ManualRatesResult
  'GET /jobs': ZodArray<typeof Job>
  'DELETE /jobs/{id}': null
  'GET /jobs/{id}': typeof Job
  'GET /portfolio/allocation': typeof AllocationReport
  'GET /portfolio/cash-flows': typeof CashFlowsReport
  'GET /portfolio/costs': typeof CostsReport
  'GET /portfolio/gains': typeof GainsReport
  'GET /portfolio/history': typeof HistoryReport
  'GET /portfolio/holdings': typeof HoldingsReport
  'GET /portfolio/income': typeof IncomeReport
  'GET /portfolio/performance': typeof PerformanceReport
  'GET /portfolio/performance/breakdown': typeof BreakdownReport
  'GET /portfolio/summary': typeof PortfolioSummary
  'GET /search': typeof SearchResult
  'GET /settings': ZodArray<typeof Setting>
  'PATCH /settings': ZodArray<typeof Setting>
  'GET /settings/{key}': typeof Setting
  'GET /system/health': typeof Health
  'GET /system/info': typeof SystemInfo
  'GET /transactions': ZodArray<typeof Transaction>
  'POST /transactions': typeof TransactionWritten
  'POST /transactions/batch': typeof BatchResult
  'GET /transactions/proposals': ZodArray<typeof Proposal>
  'DELETE /transactions/{id}': null
  'GET /transactions/{id}': typeof Transaction
  'PATCH /transactions/{id}': typeof TransactionWritten
  'GET /uploads': ZodArray<typeof Upload>
  'POST /uploads': typeof Upload
  'DELETE /uploads/{id}': null
  'GET /uploads/{id}': typeof Upload
  'GET /uploads/usage': typeof UploadUsage
  'PATCH /uploads/{id}': typeof Upload
  'GET /users': ZodArray<typeof DirectoryUser>
  'POST /users': typeof User
  'DELETE /users/{id}': null
  'GET /users/{id}': typeof User
  'PATCH /users/{id}': typeof User
  'PUT /users/{id}/password': null
  'DELETE /users/{id}/second-factor': null
  'GET /utilities/asset-types': ZodArray<typeof AssetTypeDescription>
  'GET /utilities/countries': ZodArray<typeof Country>
  'GET /utilities/currencies': ZodArray<typeof Currency>
  'GET /utilities/exchanges': ZodArray<typeof Exchange>
  'GET /utilities/languages': ZodArray<typeof Language>
  'GET /utilities/sectors': ZodArray<typeof Sector>
  'GET /utilities/transaction-types': ZodArray<typeof TransactionTypeRules>
}

export type Operation = keyof Shapes & `${string} /${string}`
export type AnswerOf<O extends Operation> = Shapes[O] extends ZodType ? z.output<Shapes[O]> : null
