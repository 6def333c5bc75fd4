import type { z } from '@hono/zod-openapi'
import { contractOf } from '../assets/service.ts'
import { contractToWire } from '../assets/wire.ts'
import type { ProblemBody } from '../http/problem.ts'
import { type Decimal, formatDecimal } from '../shared/decimal.ts'
import { AppError } from '../shared/errors.ts'
import type { AccountShare } from './account-map.ts'
import type { ImportResult as Result } from './booking/import.ts'
import type { UndoAnswer } from './booking/undo.schema.ts'
import type { UndoResult } from './booking/undo.ts'
import { choicesToWire } from './choices/choices.wire.ts'
import { MAX_ASSETS, MAX_LISTED, MAX_LISTED_PARTS } from './listed.ts'
import { listsToWire } from './lists.wire.ts'
import { NO_NOTES, type ReportNotes } from './notes.ts'
import { openingsToWire } from './openings/opening-entries.ts'
import { positionToWire } from './openings/positions.ts'
import type { PlannedDraft } from './plan.ts'
import { changesAtToWire, changesToWire } from './preview/changes.wire.ts'
import { listed } from './preview/listed-drafts.ts'
import type { Preview, PreviewAsset, PreviewTransaction } from './preview/preview.schema.ts'
import type { Preview as PreviewResult } from './preview/preview.ts'
import { textOf } from './reading/row-accounting.ts'
import { unknownToWire } from './reading/unknown.ts'
import type { Ignored, Report } from './report.ts'
import type { ImportAnswer, ImportResult, ParseRequest, Report as ReportWire } from './schema.ts'
import { periodToWire, pricesToWire, statedToWire } from './stated/stated.wire.ts'

export function reportToWire(
  report: Report,
  { choices, otherBrokers, template, nearTemplate } = NO_NOTES,
): z.infer<typeof ReportWire> {
  return {
    id: report.id,
    broker_id: report.brokerId,
    other_brokers: [...otherBrokers],
    filename: report.filename,
    size: report.size,
    sha256: report.sha256,
    content_type: report.contentType,
    status: report.status,
    compatible_plugins: [...report.compatiblePlugins],
    plugin: report.plugin,
    plugin_version: report.pluginVersion,
    uploaded_by: report.uploadedBy,
    uploaded_at: report.uploadedAt,
    parsed_at: report.parsedAt,
    imported_at: report.importedAt,
    counts: report.counts,
    outcome: report.outcome,
    period: periodToWire(report.period),
    ...partsToWire(report),
    problem: report.problem === null ? null : { code: report.problem.code, detail: report.problem.detail },
    ...unknownToWire(report.problem?.unknown),
    choices: choices === null ? null : choicesToWire(choices),
    template: template === null ? null : { name: template },
    near_template:
      nearTemplate === null ? null : { ...nearTemplate, missing: [...nearTemplate.missing], unknown: [...nearTemplate.unknown] },
    result: null,
  }
}

/** Its files; one that has none inside is its only one. */
function partsToWire({ parts, filename, plugin, compatiblePlugins, counts }: Report) {
  const all = parts ?? [{ filename, plugin: plugin ?? compatiblePlugins[0] ?? null, rows: counts }]
  return { parts: all.slice(0, MAX_LISTED_PARTS).map((part) => ({ ...part })), parts_total: all.length }
}

type PriceSources = z.infer<typeof ImportResult>['price_sources']
/** How an import or undo was run; `refused` of a dry run that would be; `priceSources` = what was begun after it. */
type Run = { readonly dryRun: boolean; readonly refused: ProblemBody | null; readonly priceSources?: PriceSources }
const REAL: Run = { dryRun: false, refused: null }

function resultToWire(result: Result, { dryRun, refused, priceSources = null }: Run): z.infer<typeof ImportResult> {
  return {
    imported: result.imported,
    duplicates: result.duplicates,
    skipped: result.skipped,
    assets_created: result.assetsCreated.slice(0, MAX_LISTED),
    assets_created_total: result.assetsMade,
    changes: changesToWire(result.changes),
    other_changes: result.otherChanges.map(changesAtToWire),
    rows: result.rows,
    ...listsToWire(result, result),
    prices: pricesToWire(result.prices),
    price_sources: priceSources,
    dry_run: dryRun,
    refused,
  }
}

/** The refusal of a report that was uploaded to be imported and cannot be: the file is stored, and the problem has its report. */
export function notImported(report: Report, refusal: AppError | null, notes?: ReportNotes): AppError {
  const { code, detail } = report.problem ?? { code: 'import/unreadable', detail: 'The file cannot be imported.' }
  return new AppError('invalid', refusal?.code ?? code, `${report.filename}: ${refusal?.detail ?? detail}`, {
    ...refusal?.extras,
    extensions: { ...refusal?.extras.extensions, report: reportToWire(report, notes) },
  })
}

type Uploaded = {
  readonly report: Report
  readonly result: Result | null
  readonly notes: ReportNotes
  readonly priceSources?: PriceSources
}

/** A report with what its import made of it, when there was one. */
export function uploadedToWire({ report, result, notes, priceSources }: Uploaded): z.infer<typeof ReportWire> {
  const run = { ...REAL, priceSources: priceSources ?? null }
  return { ...reportToWire(report, notes), result: result === null ? null : resultToWire(result, run) }
}

type Imported = Result & { readonly notes: ReportNotes }

export function importToWire(result: Imported, run: Run): z.infer<typeof ImportAnswer> {
  return { report: reportToWire(result.report, result.notes), ...resultToWire(result, run) }
}

/** A report with what undoing its import did. */
export function undoneToWire(
  { report, transactions, assets, changes, otherChanges, openings, notes }: UndoResult & { readonly notes: ReportNotes },
  { dryRun, refused }: Run,
): z.infer<typeof UndoAnswer> {
  return {
    ...reportToWire(report, notes),
    transactions_removed: transactions,
    assets_removed: assets,
    changes: changesToWire(changes),
    other_changes: otherChanges.map(changesAtToWire),
    ...openingsToWire(openings),
    dry_run: dryRun,
    refused,
  }
}

type Page = Pick<z.infer<typeof ParseRequest>, 'offset' | 'limit' | 'list' | 'assets_offset' | 'ignored_offset'>

export function previewToWire({ report, ...rest }: PreviewResult, notes: ReportNotes, page: Page): z.infer<typeof Preview> {
  return { report: reportToWire(report, notes), ...previewRestToWire(rest, page) }
}

/** A preview but for its report. */
export function previewRestToWire(preview: Omit<PreviewResult, 'report'>, page: Page): Omit<z.infer<typeof Preview>, 'report'> {
  const { offset: from = 0, assets_offset: assetsFrom = 0, ignored_offset: ignoredFrom = 0 } = page
  return {
    plugin: preview.plugin,
    rows: preview.rows,
    counts: { ...preview.counts },
    range: preview.range,
    balances: preview.balances.map((balance) => ({ currency: balance.currency, amount: formatDecimal(balance.amount) })),
    accounts: preview.accounts.slice(0, MAX_LISTED).map(accountToWire),
    accounts_total: preview.accounts.length,
    transactions_total: preview.transactions.length,
    transactions: listed(preview, page.list)
      .slice(from, from + (page.limit ?? 1_000))
      .map(draftToWire),
    assets: preview.assets.slice(assetsFrom, assetsFrom + MAX_ASSETS).map(assetToWire),
    assets_total: preview.assets.length,
    ...statedToWire(preview.comparisons),
    prices_total: preview.pricesTotal,
    period: periodToWire(preview.period),
    zone: preview.zone,
    changes: changesToWire(preview.changes),
    other_changes: preview.otherChanges.map(changesAtToWire),
    ...listsToWire(preview, { shortagesTotal: preview.shortages.length, issuesTotal: preview.issues.length }),
    positions: preview.positions.slice(0, MAX_LISTED).map(positionToWire),
    positions_total: preview.positions.length,
    ignored: preview.ignored.slice(ignoredFrom, ignoredFrom + MAX_LISTED).map(ignoredToWire),
    ignored_total: preview.ignored.length,
  }
}

function accountToWire({ account, brokerId, transactions }: AccountShare) {
  return { account, broker_id: brokerId, transactions }
}

function ignoredToWire({ row, file, reason, cells }: Ignored) {
  return { row, file, reason, text: cells === undefined ? null : textOf(cells) }
}

function draftToWire({ key, file, draft, fields, duplicate, outcome }: PlannedDraft): z.infer<typeof PreviewTransaction> {
  return {
    key,
    row: draft.rows[0],
    rows: [...draft.rows],
    file,
    broker_id: fields.brokerId,
    asset: draft.asset ?? null,
    type: fields.type,
    date: fields.date,
    time: fields.time,
    settled_on: fields.settledOn,
    quantity: formatDecimal(fields.quantity),
    price: text(fields.price),
    price_currency: fields.priceCurrency,
    fx_rate: text(fields.fxRate),
    amount: formatDecimal(fields.amount),
    currency: fields.currency,
    fees: formatDecimal(fields.fees),
    taxes: formatDecimal(fields.taxes),
    cost_basis: text(fields.costBasis),
    ratio: fields.ratio,
    cost_share: text(fields.costShare),
    group: draft.group ?? null,
    external_id: fields.externalId,
    description: fields.description,
    account: fields.account,
    tags: [...fields.tags],
    duplicate: duplicate.kind,
    existing_id: duplicate.existingId !== null && duplicate.existingId > 0 ? duplicate.existingId : null,
    outcome,
  }
}

function assetToWire({ asset, match }: PreviewResult['assets'][number]): z.infer<typeof PreviewAsset> {
  const contract = contractOf(asset.contract, asset.type ?? null)
  const taken = match?.match === 'exact' || match?.match === 'high' ? match.assetId : null
  return {
    ref: asset.ref,
    symbol: asset.symbol ?? null,
    isin: asset.isin ?? null,
    name: asset.name ?? null,
    currency: asset.currency ?? null,
    type: asset.type ?? null,
    contract: contract && contractToWire(contract),
    match: match?.match ?? 'none',
    asset_id: taken,
    candidates: (match?.candidates ?? []).map((candidate) => ({
      asset_id: candidate.assetId,
      symbol: candidate.symbol,
      name: candidate.name,
      isin: candidate.isin,
      currency: candidate.currency,
    })),
  }
}

function text(value: Decimal | null): string | null {
  return value === null ? null : formatDecimal(value)
}
