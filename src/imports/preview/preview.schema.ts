import { z } from '@hono/zod-openapi'
import { Contract } from '../../assets/contract.schema.ts'
import { AssetType } from '../../http/asset-type.ts'
import { DecimalText } from '../../http/decimal.ts'
import { TransactionType } from '../../reference/schema.ts'
import { MAX_ASSETS, MAX_LISTED, MAX_STATED } from '../listed.ts'
import { openingFields, positionFields } from '../openings/opening.schema.ts'
import { Issues, Report, RowCounts, Shortage } from '../schema.ts'
import { ReportPeriod, StatedBalance } from '../stated/stated.schema.ts'
import { Changes, OtherChanges } from './changes.schema.ts'

export const PreviewTransaction = z
  .object({
    key: z.string().openapi({ description: 'For `exclude`', example: '7' }),
    row: z.int().openapi({ example: 7 }),
    rows: z.array(z.int()).openapi({ description: 'Every row that it is made of', example: [7, 8] }),
    file: z.string().nullable().openapi({ example: 'Transactions.csv' }),
    broker_id: z.int().openapi({ description: 'Where it goes, see `account_map`', example: 1 }),
    asset: z.string().nullable().openapi({ description: '`ref` of the asset', example: 'US0378331005' }),
    type: TransactionType,
    date: z.string().openapi({ format: 'date', example: '2026-06-30' }),
    time: z.string().nullable().openapi({ example: '14:03' }),
    settled_on: z.string().nullable().openapi({ format: 'date', example: '2026-07-02' }),
    quantity: DecimalText,
    price: DecimalText.nullable(),
    price_currency: z.string().nullable().openapi({ example: 'USD' }),
    fx_rate: DecimalText.nullable(),
    amount: DecimalText,
    currency: z.string().nullable().openapi({ example: 'EUR' }),
    fees: DecimalText,
    taxes: DecimalText,
    cost_basis: DecimalText.nullable(),
    ratio: z.string().nullable().openapi({ example: '10:1' }),
    cost_share: DecimalText.nullable(),
    group: z.string().nullable().openapi({ description: 'Legs with the same value belong together', example: 'fx-7' }),
    external_id: z.string().nullable().openapi({ example: '4711' }),
    description: z.string().nullable().openapi({ example: 'Buy 10 Acme' }),
    account: z.string().nullable().openapi({ description: 'The account or depot, as the file names it', example: 'Depot 2' }),
    tags: z.array(z.string()).openapi({ description: 'What the type does not tell', example: ['staking'] }),
    duplicate: z
      .enum(['none', 'possible', 'likely', 'certain'])
      .openapi('DuplicateKind', { description: 'Certain ones are left out unless `duplicates` is `import`', example: 'none' }),
    existing_id: z.int().nullable().openapi({ description: 'The transaction that it may repeat', example: 17 }),
    outcome: z.enum(['import', 'duplicate', 'excluded', 'left-out']).openapi('DraftOutcome', {
      description:
        'What an import makes of it: `duplicate` is there already, `excluded` by `exclude`, `left-out` by `short`. `import` also where the import would be refused',
      example: 'import',
    }),
  })
  .openapi('PreviewTransaction')

export const PreviewAsset = z
  .object({
    ref: z.string().openapi({ description: 'For `asset_map`', example: 'US0378331005' }),
    symbol: z.string().nullable().openapi({ example: 'ACME' }),
    isin: z.string().nullable().openapi({ example: 'US0378331005' }),
    name: z.string().nullable().openapi({ example: 'Acme Corporation' }),
    currency: z.string().nullable().openapi({ example: 'USD' }),
    type: AssetType.nullable(),
    contract: Contract.nullable(),
    match: z
      .enum(['exact', 'high', 'low', 'none'])
      .openapi('AssetMatchKind', { description: '`exact` and `high` are taken, else a new asset is made', example: 'exact' }),
    asset_id: z.int().nullable().openapi({ description: 'What the import would use', example: 3 }),
    candidates: z.array(
      z
        .object({
          asset_id: z.int().openapi({ example: 3 }),
          symbol: z.string().openapi({ example: 'ACME' }),
          name: z.string().openapi({ example: 'Acme Corporation' }),
          isin: z.string().nullable().openapi({ example: 'US0378331005' }),
          currency: z.string().openapi({ example: 'USD' }),
        })
        .openapi('AssetCandidate'),
    ),
  })
  .openapi('PreviewAsset')

const IgnoredRow = z
  .object({
    row: z.int().openapi({ description: 'Line of a text file, row of a sheet, record of an XML file', example: 1 }),
    file: z.string().nullable().openapi({ description: 'The file inside an archive', example: 'Transactions.csv' }),
    reason: z.string().openapi({ description: 'Why nothing was made of it', example: 'header' }),
    text: z
      .string()
      .nullable()
      .openapi({ description: 'The row as it stands in the file; null where that is no table', example: 'Date | Type | Amount' }),
  })
  .openapi('IgnoredRow')

const PreviewAccount = z
  .object({
    account: z.string().nullable().openapi({ description: '`null`: lines that name none', example: 'Depot 2' }),
    broker_id: z.int().openapi({ description: 'Where they go', example: 1 }),
    transactions: z.int().openapi({ example: 8 }),
  })
  .openapi('PreviewAccount')

export const Preview = z
  .object({
    report: Report,
    plugin: z.string().openapi({ example: 'degiro' }),
    rows: RowCounts,
    counts: z.record(z.string(), z.int()).openapi({ description: 'Transactions per type', example: { BUY: 6, DIVIDEND: 2 } }),
    range: z
      .object({
        from: z.string().openapi({ format: 'date', example: '2026-01-02' }),
        to: z.string().openapi({ format: 'date', example: '2026-06-30' }),
      })
      .openapi('DateRange')
      .nullable(),
    balances: z
      .array(z.object({ currency: z.string().openapi({ example: 'EUR' }), amount: DecimalText }).openapi('Balance'))
      .openapi({ description: 'Cash at the broker of the report after the import, certain duplicates left out' }),
    accounts: z
      .array(PreviewAccount)
      .max(MAX_LISTED)
      .openapi({ description: 'The accounts that the file names, the first 1,000; `account_map` sends them to brokers' }),
    accounts_total: z.int().openapi({ example: 1 }),
    transactions_total: z.int().openapi({ example: 8 }),
    transactions: z.array(PreviewTransaction),
    assets: z
      .array(PreviewAsset)
      .max(MAX_ASSETS)
      .openapi({ description: 'At most 5,000; `assets_offset` asks for those after them' }),
    assets_total: z.int().openapi({ example: 2 }),
    stated: z
      .array(StatedBalance)
      .max(MAX_STATED)
      .openapi({ description: 'What the file says of its balances, by account and unit: the first 200' }),
    stated_total: z.int().openapi({ example: 1 }),
    period: ReportPeriod.nullable(),
    zone: z.string().nullable().openapi({
      description:
        'The IANA zone of the days and times of the file, which are stored as they stand there; `null` where it names none, or several',
      example: 'Europe/Berlin',
    }),
    prices_total: z.int().openapi({ description: 'Closes that the file carries; see `prices` of the import', example: 0 }),
    changes: Changes,
    other_changes: OtherChanges,
    shortages: z.array(Shortage).max(MAX_LISTED).openapi({
      description:
        'Every row that takes out what is not there, before any opening position; `openings` says what would be booked for it, `short` and `opening` what becomes of the rest: the first 1,000',
    }),
    shortages_total: z.int().openapi({ example: 0 }),
    ...openingFields,
    ...positionFields,
    issues: Issues,
    issues_total: z.int().openapi({ example: 1 }),
    ignored: z.array(IgnoredRow).max(MAX_LISTED).openapi({
      description: 'Rows of which nothing was made on purpose: at most 1,000; `ignored_offset` asks for those after them',
    }),
    ignored_total: z.int().openapi({ description: 'The same as `rows.ignored`', example: 1 }),
  })
  .openapi('Preview')
