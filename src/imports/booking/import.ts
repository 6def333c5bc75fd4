import type { Tx } from '#db/connection.ts'
import { withDryRun } from '#db/transaction.ts'
import { requireRole } from '../../access/service.ts'
import { type Ctx, now } from '../../context.ts'
import type { JobControls } from '../../jobs/service.ts'
import { AppError } from '../../shared/errors.ts'
import { yieldToEventLoop } from '../../shared/event-loop.ts'
import { requireRoom } from '../../uploads/service.ts'
import { requireMapped } from '../account-map.ts'
import { type BroughtPrices, NO_PRICES } from '../bring-prices.ts'
import { type ChosenNow, storeChoices } from '../choices/choices.ts'
import { withSourcesFor } from '../matching/market-values.ts'
import type { OpeningEntry } from '../openings/opening-entries.ts'
import type { Shortage } from '../openings/shortages.ts'
import { planImport, requireAny } from '../plan.ts'
import { type Prepared, prepareReport, readStored, renewPrepared } from '../prepare.ts'
import { type Changes, type ChangesAt, NO_CHANGES } from '../preview/changes.ts'
import type { Issue, ReadReport, Report } from '../report.ts'
import { findReport, updateReport } from '../repository.ts'
import { book } from './book.ts'
import { openStages, type Stages } from './stages.ts'

/** What a byte of a report takes in the ledger, its indexes and the log of the database, at most. */
const LEDGER_BYTES_PER_BYTE = 8

export type ImportInput = ChosenNow & { readonly dryRun?: boolean | undefined }

export type ImportResult = {
  readonly report: Report
  readonly imported: number
  readonly duplicates: number
  /** Left out by `exclude`, by an asset that was skipped, or because what it takes out is not there. */
  readonly skipped: number
  /** Ids of new assets; none after a dry run. */
  readonly assetsCreated: readonly number[]
  readonly assetsMade: number
  /** Openings that were booked, changed or taken away. */
  readonly openings: readonly OpeningEntry[]
  /** What it changed; after a dry run, would change. */
  readonly changes: Changes
  /** What it changed at each other broker that lines went to. */
  readonly otherChanges: readonly ChangesAt[]
  /** Rows that take out what is not there and no opening covers: left out or booked all the same, as `short` says. */
  readonly shortages: readonly Shortage[]
  readonly shortagesTotal: number
  readonly issues: readonly Issue[]
  readonly issuesTotal: number
  readonly prices: BroughtPrices
  readonly rows: ReadReport['rows']
  /** Why a dry run would be refused. */
  readonly refused: AppError | null
  /** What each stage took; absent after a dry run. */
  readonly milliseconds?: Stages['milliseconds']
}

/**
 * Imports a report: all its lines or none. Needs EDITOR (checked by the caller and again inside the transaction). Rows that cannot be imported are
 * issues; certain duplicates are left out unless `duplicates` is `import`; `short` says what becomes of rows that take out what is not there. Throws `import/already-imported`, `import/nothing-to-import` and what
 * the ledger refuses (`transaction/overdraft`, `transaction/short`); a dry run answers these as `refused`, with what would happen otherwise.
 */
export async function importReport(given: Ctx, report: Report, input: ImportInput, job: JobControls): Promise<ImportResult> {
  const isDryRun = input.dryRun === true
  if (report.status === 'imported') {
    if (isDryRun) return nothingDone(report, alreadyImported())
    throw alreadyImported()
  }
  await requireMapped(given, input)
  await requireRoom(given, report.size * LEDGER_BYTES_PER_BYTE)
  const stages = openStages()
  job.progress(0, { note: 'reading the file' })
  const read = await readStored(given, report, input)
  stages.end('reading')
  job.signal.throwIfAborted()
  job.progress(0, { total: read.drafts.length, note: 'checking the transactions' })
  await yieldToEventLoop()
  const ctx = await withSourcesFor(given, read.drafts)
  const prepared = await prepareReport(ctx, report, read, input)
  if (!isDryRun) requireAny(prepared, input)
  stages.end('checking')
  const result = await withDryRun(ctx, isDryRun, (ctx) => writeImport(ctx, report, prepared, input, job, stages))
  if (isDryRun) return withoutNewIds({ ...result, report })
  stages.end('committing')
  return { ...result, milliseconds: stages.milliseconds }
}

/** What a dry run says of a report that is imported already. */
function nothingDone(report: Report, refused: AppError): ImportResult {
  const rows = report.counts ?? { total: 0, transactions: 0, parts: 0, ignored: 0, issues: 0 }
  const none = {
    imported: 0,
    duplicates: 0,
    skipped: 0,
    assetsCreated: [],
    assetsMade: 0,
    openings: [],
    shortages: [],
    shortagesTotal: 0,
    issues: [],
    issuesTotal: 0,
  }
  return { report, ...none, changes: NO_CHANGES, otherChanges: [], prices: NO_PRICES, rows, refused }
}

/** Without the ids of assets that a dry run made and took back. */
function withoutNewIds(result: ImportResult): ImportResult {
  const made = new Set(result.assetsCreated)
  const without = <C extends Changes>(changes: C): C => {
    const assets = changes.assets.map((one) => (made.has(one.assetId ?? 0) ? { ...one, assetId: null } : one))
    return { ...changes, assets }
  }
  return { ...result, assetsCreated: [], changes: without(result.changes), otherChanges: result.otherChanges.map(without) }
}

async function writeImport(
  ctx: Ctx & { db: Tx },
  report: Report,
  early: Prepared,
  input: ImportInput,
  job: JobControls,
  stages: Stages,
): Promise<ImportResult> {
  await requireRole(ctx, report.brokerId, 'EDITOR')
  await requireMapped(ctx, input)
  const current = await findReport(ctx.db, report.id)
  if (!current) throw new AppError('not-found', 'import/not-found', 'The report was deleted meanwhile.')
  if (current.status === 'imported') throw alreadyImported()
  const prepared = await renewPrepared(ctx, report, early, input)
  const plan = await planImport(ctx, report, prepared, input)
  if (plan.refusal !== null && input.dryRun !== true) throw plan.refusal
  stages.end('comparing')
  await yieldToEventLoop()
  const { count, created, changes, otherChanges, prices, refused } = await book(ctx, report, prepared, plan, { ...input, job })
  const otherBrokers = otherChanges.map(({ brokerId }) => brokerId)
  const { chosen, settled, rows, issues } = plan
  const skipped = chosen.skipped + settled.gone.length
  const imported: Report = {
    ...asImported(current, prepared, now(ctx)),
    ...{ counts: rows, parts: plan.parts, otherBrokers },
    outcome: {
      ...{ imported: count, duplicates: chosen.duplicates, skipped },
      ...{ openings: settled.openings.length, assets: created.length, prices: prices.added },
    },
  }
  await updateReport(ctx.db, imported)
  await storeChoices(ctx, report.id, input.toStore)
  stages.end('writing')
  return {
    ...{ report: imported, imported: count, duplicates: chosen.duplicates, skipped },
    assetsCreated: created,
    assetsMade: created.length,
    ...{
      ...{ changes, otherChanges },
      openings: settled.openings,
      shortages: settled.shortages,
      shortagesTotal: settled.shortages.length,
      issues,
      issuesTotal: issues.length,
      prices,
      rows,
      refused: plan.refusal ?? refused,
    },
  }
}

function asImported(current: Report, { read, period }: Prepared, time: string): Report {
  return {
    ...current,
    period,
    status: 'imported',
    plugin: read.plugin,
    pluginVersion: read.pluginVersion,
    parsedAt: current.parsedAt ?? time,
    importedAt: time,
    problem: null,
  }
}

function alreadyImported(): AppError {
  return new AppError(
    'conflict',
    'import/already-imported',
    'This report is imported already. Undo the import first to import it again.',
  )
}
