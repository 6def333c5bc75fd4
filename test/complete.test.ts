import { expect, test } from 'bun:test'
import type { z } from '@hono/zod-openapi'
import type { AssetTable } from '#db/tables/assets.ts'
import type { BrokerAccessTable, BrokerTable } from '#db/tables/brokers.ts'
import type { ReportTable, UploadTable } from '#db/tables/files.ts'
import type { FxRateTable, FxRouteTable } from '#db/tables/fx.ts'
import type { JobTable } from '#db/tables/jobs.ts'
import type { TransactionTable } from '#db/tables/ledger.ts'
import type { AssetEventTable, PriceSuspectTable, PriceTable } from '#db/tables/prices.ts'
import type { ApiTokenTable } from '#db/tables/tokens.ts'
import type { Member } from '#src/access/repository.ts'
import type { BrokerAccess } from '#src/access/schema.ts'
import type { Asset, AssetFields } from '#src/assets/asset.ts'
import type { AssetColumn } from '#src/assets/repository.ts'
import type { AssetCreate, AssetPatch, Asset as AssetWire } from '#src/assets/schema.ts'
import type { AssetInput } from '#src/assets/service.ts'
import type { Preferences } from '#src/auth/preferences.ts'
import type { ChosenPreferences, PreferenceColumn, PreferencesChange } from '#src/auth/repository.ts'
import type { ChangePreferencesRequest, Preferences as PreferencesWire } from '#src/auth/schema.ts'
import type { Broker, BrokerColumn, BrokerFields } from '#src/brokers/repository.ts'
import type { BrokerCreate, BrokerPatch, Broker as BrokerWire } from '#src/brokers/schema.ts'
import type { BrokerInput } from '#src/brokers/service.ts'
import type { StoredRate } from '#src/fx/rate.repository.ts'
import type { FxRate } from '#src/fx/rate.schema.ts'
import type { FxRoute } from '#src/fx/repository.ts'
import type { FxRoute as FxRouteWire } from '#src/fx/schema.ts'
import type { Report } from '#src/imports/report.ts'
import type { Report as ReportWire } from '#src/imports/schema.ts'
import type { Job } from '#src/jobs/job.ts'
import type { Job as JobWire } from '#src/jobs/schema.ts'
import type { AssetEvent } from '#src/prices/event.repository.ts'
import type { EventInput } from '#src/prices/events.ts'
import type { PriceRow } from '#src/prices/repository.ts'
import type { AssetEventCreate, AssetEvent as EventWire, Price, SuspectPrice } from '#src/prices/schema.ts'
import type { Suspect } from '#src/prices/suspect.repository.ts'
import type { Setting as SettingWire } from '#src/settings/schema.ts'
import type { Setting } from '#src/settings/service.ts'
import type { Camel } from '#src/shared/camel.ts'
import type { Token } from '#src/tokens/repository.ts'
import type { Token as TokenWire } from '#src/tokens/schema.ts'
import type { TransactionPatch as PatchInput } from '#src/transactions/patch.ts'
import type { TransactionColumn } from '#src/transactions/repository.ts'
import type { TransactionCreate, TransactionPatch, Transaction as TransactionWire } from '#src/transactions/schema.ts'
import type { Transaction, TransactionFields, TransactionInput } from '#src/transactions/transaction.ts'
import type { Upload } from '#src/uploads/repository.ts'
import type { Upload as UploadWire } from '#src/uploads/schema.ts'
import type { DirectoryUser } from '#src/users/repository.ts'
import type { DirectoryUser as DirectoryUserWire } from '#src/users/schema.ts'

/** `true`, or the names that one of the two has and the other has not. */
type Same<A, B> = [Exclude<A, B>, Exclude<B, A>] extends [never, never]
  ? true
  : { readonly missing: Exclude<A, B> | Exclude<B, A> }
type Wire<S extends z.ZodType> = Camel<keyof z.infer<S> & string>
type Table<T> = Camel<keyof T & string>
/** Columns that the repository derives from fields, to find assets by. */
type AssetKey = 'nameKey' | 'searchKey' | 'symbolKey' | 'sourceProvider' | 'sourceId' | 'contractKey'

/** What the wire says of a route in its own words, and the columns that it says so. */
type OfRoute = 'from' | 'to' | 'pair' | 'chainSteps' | 'shared' | 'automatic'
type RouteColumn = 'base' | 'quote' | 'key' | 'steps' | 'userId' | 'neededFrom'

/** What the problem of a report carries that no importer recognises. */
type OfUnknown = 'nearest' | 'columns' | 'mapping'
/** Of a table of their own, and for some readers only. */
type OfNotes = 'choices' | 'template' | 'nearTemplate'

/**
 * A field is at every place between the wire and its table, under its name: what is missing at one of them is a fault of the compiler here. The
 * functions in between are held to these names by their types.
 */
type Complete = {
  brokersIn: Same<Wire<typeof BrokerPatch>, keyof BrokerInput>
  brokersNew: Same<Wire<typeof BrokerCreate>, keyof BrokerInput>
  brokersColumns: Same<Exclude<Camel<BrokerColumn>, 'nameKey'>, keyof BrokerFields>
  brokersRows: Same<Exclude<Table<BrokerTable>, 'nameKey'> | 'role' | 'included' | 'memberCount', keyof Broker>
  brokersOut: Same<Exclude<Wire<typeof BrokerWire>, 'iconUrl'> | 'createdBy', keyof Broker>
  assetsIn: Same<Exclude<Wire<typeof AssetPatch>, 'verified'>, keyof AssetInput>
  assetsNew: Same<Wire<typeof AssetCreate>, keyof AssetInput>
  assetsColumns: Same<Exclude<Camel<AssetColumn>, AssetKey> | 'identifiers', keyof AssetFields>
  assetsRows: Same<Exclude<Table<AssetTable>, AssetKey | 'reportId'> | 'identifiers' | 'lastPrice', keyof Asset>
  assetsOut: Same<Exclude<Wire<typeof AssetWire>, 'iconUrl'> | 'icon', keyof Asset>
  linesIn: Same<Wire<typeof TransactionCreate>, keyof TransactionInput>
  linesChanged: Same<Wire<typeof TransactionPatch>, keyof PatchInput>
  linesChecked: Same<keyof TransactionInput, keyof TransactionFields>
  linesColumns: Same<Camel<TransactionColumn>, keyof TransactionFields>
  linesRows: Same<Table<TransactionTable>, keyof Transaction>
  linesOut: Same<Exclude<Wire<typeof TransactionWire>, 'asset' | 'balanceAfter'> | 'sourceRow', keyof Transaction>
  preferencesIn: Same<Wire<typeof ChangePreferencesRequest>, keyof PreferencesChange>
  preferencesColumns: Same<Camel<PreferenceColumn>, keyof ChosenPreferences>
  preferencesKnown: Same<keyof ChosenPreferences, keyof Preferences>
  preferencesOut: Same<Wire<typeof PreferencesWire>, keyof Preferences>
  jobsRows: Same<Table<JobTable>, keyof Job>
  jobsOut: Same<Wire<typeof JobWire> | 'userId' | 'tokenId' | 'brokerIds', keyof Job>
  tokensRows: Same<Exclude<Table<ApiTokenTable>, 'userId' | 'hash' | 'isNarrowed'> | 'brokerIds', keyof Token>
  tokensOut: Same<Wire<typeof TokenWire>, keyof Token>
  uploadsRows: Same<Table<UploadTable>, keyof Upload>
  uploadsOut: Same<Exclude<Wire<typeof UploadWire>, 'url'>, keyof Upload>
  reportsRows: Same<Table<ReportTable>, keyof Report>
  reportsOut: Same<Exclude<Wire<typeof ReportWire>, 'result' | 'partsTotal' | OfUnknown | OfNotes> | 'partsHash', keyof Report>
  membersRows: Same<Table<BrokerAccessTable> | 'isActive' | 'username', keyof Member>
  membersOut: Same<Wire<typeof BrokerAccess> | 'isActive', keyof Member>
  pricesRows: Same<Exclude<Table<PriceTable>, 'assetId' | 'reportId'>, keyof PriceRow>
  pricesOut: Same<Wire<typeof Price> | 'createdBy', keyof PriceRow>
  suspectsRows: Same<Exclude<Table<PriceSuspectTable>, 'assetId' | 'rejectedBy'>, keyof Suspect>
  suspectsOut: Same<Wire<typeof SuspectPrice>, keyof Suspect>
  eventsIn: Same<Wire<typeof AssetEventCreate>, keyof EventInput>
  eventsRows: Same<Exclude<Table<AssetEventTable>, 'assetId'>, keyof AssetEvent>
  eventsOut: Same<Wire<typeof EventWire> | 'createdBy' | 'createdAt', keyof AssetEvent>
  ratesRows: Same<Table<FxRateTable> | 'shared', keyof StoredRate>
  ratesOut: Same<Wire<typeof FxRate>, keyof StoredRate>
  routesRows: Same<Exclude<Table<FxRouteTable>, 'routeKey'> | 'key', keyof FxRoute>
  routesOut: Same<Exclude<Wire<typeof FxRouteWire>, OfRoute>, Exclude<keyof FxRoute, RouteColumn>>
  settingsOut: Same<Wire<typeof SettingWire>, keyof Setting>
  usersOut: Same<Wire<typeof DirectoryUserWire>, keyof DirectoryUser>
}

/** Compiles only while every entry is `true`. */
type AllTrue<T extends Record<keyof T, true>> = keyof T
const compared: readonly AllTrue<Complete>[] = ['brokersIn', 'assetsIn', 'linesIn', 'preferencesIn', 'jobsRows']

test('every field is on the wire, in the domain and in its table: the compiler says which one is not', () => {
  expect(compared.length).toBeGreaterThan(0)
})

test('a field that a mapping lacks does not compile', () => {
  type Fields = { readonly name: string; readonly website: string | null }
  const mapped = (fields: Fields) =>
    // @ts-expect-error `website` is missing
    ({ name: fields.name }) satisfies Record<keyof Fields, unknown>
  // @ts-expect-error a column that nothing fills
  const missing: AllTrue<{ rows: Same<Camel<'name' | 'web_site' | 'new_column'>, 'name' | 'webSite'> }> = 'rows'
  expect([mapped({ name: 'x', website: null }), missing]).toEqual([{ name: 'x' }, 'rows'])
})
