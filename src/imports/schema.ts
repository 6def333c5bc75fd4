import { z } from '@hono/zod-openapi'
import { DecimalText } from '../http/decimal.ts'
import { Problem } from '../http/problem.ts'
import { flagQuery, idQuery, integerListQuery, pageQuery, textListQuery, uuidParam } from '../http/query.ts'
import { PriceSourcesStarted } from '../prices/suggest/suggest.schema.ts'
import { choiceFields, DuplicatesChoice, ReportChoices, ShortChoice } from './choices/choices.schema.ts'
import { templateFields } from './choices/template.schema.ts'
import { MAX_BROKERS, MAX_LISTED, MAX_LISTED_PARTS } from './listed.ts'
import { OpeningChoice, openingFields, PositionsChoice } from './openings/opening.schema.ts'
import { Changes, OtherChanges } from './preview/changes.schema.ts'
import { unknownFields } from './reading/unknown.schema.ts'
import { ImportedPrices, ReportPeriod } from './stated/stated.schema.ts'

const STATUSES = ['uploaded', 'parsed', 'imported', 'failed'] as const
const uuid = '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11'
const instant = (description: string) =>
  z.string().nullable().openapi({ format: 'date-time', description, example: '2026-06-30T08:15:00.000Z' })

const ReportStatus = z.enum(STATUSES).openapi('ReportStatus', { example: 'uploaded' })

export const RowCounts = z
  .object({
    total: z.int().openapi({ description: 'The sum of the others', example: 12 }),
    transactions: z.int().openapi({ description: 'Rows that are a transaction', example: 8 }),
    parts: z.int().openapi({ description: 'Further rows that a transaction was made of (a fee row, a second leg)', example: 2 }),
    ignored: z.int().openapi({ description: 'Rows without a transaction on purpose (header, totals)', example: 1 }),
    issues: z.int().openapi({ description: 'Rows that could not be imported; see `issues`', example: 1 }),
  })
  .openapi('RowCounts')

const ReportPart = z
  .object({
    filename: z.string().openapi({ example: 'Account.csv' }),
    plugin: z.string().nullable().openapi({ description: 'The importer that knows it', example: 'degiro' }),
    rows: RowCounts.nullable().openapi({ description: 'Since it was read; `null` for a file that is no report' }),
  })
  .openapi('ReportPart')

const ImportOutcome = z
  .object({
    imported: z.int().openapi({ example: 8 }),
    duplicates: z.int().openapi({ example: 0 }),
    skipped: z.int().openapi({ example: 0 }),
    openings: z.int().openapi({ example: 0 }),
    assets: z.int().openapi({ example: 1 }),
    prices: z.int().openapi({ example: 0 }),
  })
  .openapi('ImportOutcome', { description: 'So many transactions, openings and new assets were made, prices stored' })

const reportFields = {
  id: z.string().openapi({ format: 'uuid', example: uuid }),
  broker_id: z.int().openapi({ example: 1 }),
  other_brokers: z
    .array(z.int())
    .max(MAX_BROKERS)
    .openapi({ description: 'Others that its import wrote to, as far as you can see them', example: [] }),
  filename: z.string().openapi({ example: 'Transactions.csv' }),
  size: z.int().openapi({ description: 'Bytes', example: 5120 }),
  sha256: z.string().openapi({ example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' }),
  content_type: z.string().openapi({ description: 'From the bytes', example: 'text/csv' }),
  status: ReportStatus,
  compatible_plugins: z
    .array(z.string())
    .openapi({ description: 'Codes of the plugins that recognise the file, best first', example: ['degiro'] }),
  plugin: z.string().nullable().openapi({ description: 'The plugin that read it last', example: 'degiro' }),
  plugin_version: z.string().nullable().openapi({ example: '1' }),
  uploaded_by: z.int().nullable().openapi({ example: 1 }),
  uploaded_at: z.string().openapi({ format: 'date-time', example: '2026-06-30T08:15:00.000Z' }),
  parsed_at: instant('When it was parsed last'),
  imported_at: instant('When it was imported'),
  counts: RowCounts.nullable(),
  outcome: ImportOutcome.nullable().openapi({ description: 'Of its import' }),
  period: ReportPeriod.nullable(),
  parts: z
    .array(ReportPart)
    .max(MAX_LISTED_PARTS)
    .openapi({ description: 'The files of the report, the first 100; `parts_total` counts all' }),
  parts_total: z.int().openapi({ example: 1 }),
  problem: z
    .object({
      code: z.string().openapi({ example: 'import/no-plugin' }),
      detail: z.string().openapi({ example: 'No import plugin recognises this file.' }),
    })
    .openapi('ReportProblem')
    .nullable(),
  ...unknownFields,
  choices: ReportChoices.nullable().openapi({ description: 'Null where nothing was chosen, and in lists', example: null }),
  ...templateFields,
}

export const ImportIssue = z
  .object({
    row: z.int().nullable().openapi({
      description: 'Line of a text file, row of a sheet, record of an XML file; `null` = the whole file',
      example: 7,
    }),
    file: z.string().nullable().openapi({ description: 'The file inside an archive', example: 'Transactions.csv' }),
    severity: z
      .enum(['error', 'warning', 'info'])
      .openapi('IssueSeverity', { description: '`error`: nothing was made of the row', example: 'error' }),
    code: z.string().openapi({ example: 'unknown-type' }),
    detail: z.string().openapi({
      description: 'What is wrong and what to do',
      example: 'There is no rule for the type "Loan". Enter the row by hand.',
    }),
    text: z
      .string()
      .nullable()
      .openapi({ description: 'The row as it stands in the file', example: '2026-06-30 | Loan | 12.50 | EUR' }),
  })
  .openapi('ImportIssue')

export const Issues = z.array(ImportIssue).max(MAX_LISTED).openapi({
  description: 'The first 1,000: where there are more, errors before warnings before notes; `issues_total` counts all',
})

export const Shortage = z
  .object({
    key: z.string().openapi({ description: 'Of the transaction, for `exclude`', example: '7' }),
    row: z.int().openapi({ example: 7 }),
    file: z.string().nullable().openapi({ description: 'The file inside an archive', example: 'Transactions.csv' }),
    broker_id: z.int().openapi({ description: 'Where it is missing', example: 1 }),
    date: z.string().openapi({ format: 'date', description: 'The day at whose end it is not there', example: '2026-06-30' }),
    asset: z.string().nullable().openapi({ description: '`ref` of the asset', example: 'US0378331005' }),
    name: z.string().nullable().openapi({ example: 'Acme Corporation' }),
    symbol: z.string().nullable().openapi({ example: 'ACME' }),
    isin: z.string().nullable().openapi({ example: 'US0378331005' }),
    currency: z.string().nullable().openapi({ description: 'Of missing cash', example: 'EUR' }),
    missing: DecimalText,
  })
  .openapi('Shortage', { description: 'A row that takes out what is not there, where the broker forbids that' })

export const ImportResult = z
  .object({
    imported: z.int().openapi({ description: 'Transactions made', example: 8 }),
    duplicates: z.int().openapi({ description: 'Left out because they are in the ledger already', example: 0 }),
    skipped: z.int().openapi({ description: 'Left out by `exclude`, `asset_map` or `short`', example: 0 }),
    assets_created: z
      .array(z.int())
      .max(MAX_LISTED)
      .openapi({ description: 'Ids of new assets, the first 1,000; none after a dry run', example: [3] }),
    assets_created_total: z.int().openapi({ example: 1 }),
    changes: Changes,
    other_changes: OtherChanges,
    rows: RowCounts,
    shortages: z
      .array(Shortage)
      .max(MAX_LISTED)
      .openapi({ description: 'What no opening covers and `short` left out or allowed, the first 1,000' }),
    shortages_total: z.int().openapi({ example: 0 }),
    ...openingFields,
    issues: Issues,
    issues_total: z.int().openapi({ example: 1 }),
    prices: ImportedPrices,
    price_sources: PriceSourcesStarted.nullable().openapi({
      description: 'What looks price sources up for the assets that have none; `null` of a dry run, and on the command line',
    }),
    dry_run: z.boolean().openapi({ example: false }),
    refused: Problem.nullable().openapi({
      description:
        'Of a dry run: the problem that the import would be answered with; the figures are those of one that is allowed',
      example: null,
    }),
  })
  .openapi('ImportResult')

export const Report = z
  .object({ ...reportFields, result: ImportResult.nullable().openapi({ description: 'After `import=true`', example: null }) })
  .openapi('Report')

export const ImportAnswer = z.object({ report: Report, ...ImportResult.shape }).openapi('ImportAnswer')

export const ParseRequest = z
  .strictObject({
    ...choiceFields,
    limit: z
      .int()
      .min(0)
      .max(100_000)
      .optional()
      .openapi({ description: 'At most so many transactions in the answer', default: 1000, example: 1000 }),
    offset: z.int().min(0).optional().openapi({ description: 'Leave out so many before', default: 0, example: 0 }),
    assets_offset: z.int().min(0).optional().openapi({ description: 'Leave out so many assets before', default: 0, example: 0 }),
    list: z.enum(['file', 'noted-first', 'duplicates']).optional().openapi({
      description:
        'Which transactions are listed: all in the order of the file, those with an issue first, or only those that may repeat one of the ledger',
      default: 'file',
      example: 'noted-first',
    }),
    ignored_offset: z
      .int()
      .min(0)
      .optional()
      .openapi({ description: 'Leave out so many ignored rows before', default: 0, example: 0 }),
  })
  .openapi('ParseRequest', { example: { plugin: 'auto' } })

export const ImportRequest = z
  .strictObject({
    ...choiceFields,
    dry_run: z
      .boolean()
      .optional()
      .openapi({ description: 'Say everything that would happen, also where it would be refused; keep nothing', example: false }),
  })
  .openapi('ImportRequest', { example: { plugin: 'auto', duplicates: 'skip' } })

export const ReportParams = z.object({ id: uuidParam('id', 'The report') })
export const ReportListQuery = z.strictObject({
  status: textListQuery('Only these states', STATUSES),
  broker_ids: integerListQuery('Only these brokers; default: those that you have included'),
  ...pageQuery,
})
export const UploadReportQuery = z.strictObject({
  broker_id: idQuery('The broker'),
  import: flagQuery('Also parse and import in the same call'),
  short: ShortChoice.optional().openapi({ param: { name: 'short', in: 'query' } }),
  opening: OpeningChoice.optional().openapi({ param: { name: 'opening', in: 'query' } }),
  positions: PositionsChoice.optional().openapi({ param: { name: 'positions', in: 'query' } }),
  duplicates: DuplicatesChoice.optional().openapi({ param: { name: 'duplicates', in: 'query' } }),
  prices: flagQuery('Whether closes that the file carries are stored').openapi({ default: true }),
})
export const DeleteReportQuery = z.strictObject({ undo: flagQuery('Also remove the transactions that it made') })
