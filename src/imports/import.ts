import type { Tx } from '#db/connection.ts'
import { withDryRun } from '#db/transaction.ts'
import type { ImportOptions } from '#plugins/brim/contract.ts'
import { requireRole } from '../access/service.ts'
import { createAssets } from '../assets/service.ts'
import { type Ctx, now } from '../context.ts'
import type { JobControls } from '../jobs/service.ts'
import { AppError } from '../shared/errors.ts'
import { createYielder, yieldToEventLoop } from '../shared/event-loop.ts'
import { assetOfUnit, type BulkLine, type Changes, insertLines, takeOutLines, writeOpenings } from '../transactions/service.ts'
import { requireRoom } from '../uploads/service.ts'
import { type BroughtPrices, bringPrices } from './bring-prices.ts'
import { type Chosen, chooseDrafts } from './choose.ts'
import { currencyForAssets } from './currency.ts'
import type { ClassifiedDraft } from './match-ledger.ts'
import type { OpeningChoice } from './opening-choice.ts'
import type { OpeningEntry } from './opening-entries.ts'
import { madeAssets } from './opening-plan.ts'
import { asTheyHappened } from './order.ts'
import { claimsToBook, issuesOf, type PositionsChoice } from './positions.ts'
import { type AssetChoice, type Prepared, placeOf, prepareReport, renewPrepared, withoutFailedRows } from './prepare.ts'
import { readForImport } from './read.task.ts'
import { groupOf, type Issue, type ReadReport, type Report } from './report.ts'
import { findReport, updateReport } from './repository.ts'
import { type SettledReversals, settleReversals, writeReversals } from './reversal-writes.ts'
import { type SettledReport, settleReport } from './settle.ts'
import type { Shortage, ShortChoice } from './shortages.ts'
import { openStages, type Stages } from './stages.ts'

/** What a byte of a report takes in the ledger, its indexes and the log of the database, at most. */
const LEDGER_BYTES_PER_BYTE = 8

export type ImportInput = {
  readonly plugin?: string | undefined
  readonly options?: ImportOptions | undefined
  readonly assetMap?: Readonly<Record<string, AssetChoice>> | undefined
  readonly exclude?: readonly string[] | undefined
  readonly duplicates?: 'skip' | 'import' | undefined
  readonly short?: ShortChoice | undefined
  readonly opening?: OpeningChoice | undefined
  readonly positions?: PositionsChoice | undefined
  /** Whether closes that the report carries go to the price store; default: they do. */
  readonly prices?: boolean | undefined
  readonly dryRun?: boolean | undefined
}

export type ImportResult = {
  readonly report: Report
  readonly imported: number
  readonly duplicates: number
  /** Left out by `exclude`, by an asset that was skipped, or because what it takes out is not there. */
  readonly skipped: number
  readonly assetsCreated: readonly number[]
  /** Openings that were booked, changed or taken away. */
  readonly openings: readonly OpeningEntry[]
  /** Rows that take out what is not there and no opening covers: left out or booked all the same, as `short` says. */
  readonly shortages: readonly Shortage[]
  readonly issues: readonly Issue[]
  readonly prices: BroughtPrices
  readonly rows: ReadReport['rows']
}

/**
 * Imports a report: all its lines or none. Needs EDITOR (checked by the caller and again inside the transaction). Rows that cannot be imported are
 * issues; certain duplicates are left out unless `duplicates` is `import`; `short` says what becomes of rows that take out what is not there. Throws `import/already-imported`, `import/nothing-to-import` and what
 * the ledger refuses (`transaction/overdraft`, `transaction/short`).
 */
export async function importReport(ctx: Ctx, report: Report, input: ImportInput, job: JobControls): Promise<ImportResult> {
  if (report.status === 'imported') throw alreadyImported()
  await requireRoom(ctx, report.size * LEDGER_BYTES_PER_BYTE)
  const stages = openStages()
  job.progress(0, { note: 'reading the file' })
  const read = await readForImport(ctx, report, input, job.signal)
  stages.end('reading')
  job.signal.throwIfAborted()
  job.progress(0, { total: read.drafts.length, note: 'checking the transactions' })
  await yieldToEventLoop()
  const prepared = await prepareReport(ctx, report, read, input.assetMap ?? {})
  requireAny(prepared, input)
  stages.end('checking')
  const isDryRun = input.dryRun === true
  const result = await withDryRun(ctx, isDryRun, (ctx) => writeImport(ctx, report, prepared, input, job, stages))
  if (isDryRun) return { ...result, report }
  stages.end('committing')
  ctx.log.info('report imported', { report_id: report.id, lines: result.imported, milliseconds: stages.milliseconds })
  return result
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
  const current = await findReport(ctx.db, report.id)
  if (!current) throw new AppError('not-found', 'import/not-found', 'The report was deleted meanwhile.')
  if (current.status === 'imported') throw alreadyImported()
  const prepared = await renewPrepared(ctx, report, early, input.assetMap ?? {})
  requireAny(prepared, input)
  const chosen = await chooseDrafts(ctx, report, prepared, input)
  const settled = await settleReport(ctx, report, prepared, chosen.drafts, input)
  requireSome(prepared, chosen, settled)
  stages.end('comparing')
  await yieldToEventLoop()
  const reversals = settleReversals(chosen.reversed, settled.drafts)
  const used = [...reversals.booked, ...reversals.remembered]
  const created = await makeAssets(ctx, report, prepared, { drafts: used, plan: settled.plan })
  await yieldToEventLoop()
  const count = await writeLines(ctx, report, settled, { reversals, created }, job)
  const prices = await bringPrices(ctx, report, prepared, { isWanted: input.prices ?? true, created })
  const booked = bookedRows(prepared, settled)
  const imported = { ...asImported(current, prepared, now(ctx)), ...booked }
  await updateReport(ctx.db, imported)
  stages.end('writing')
  return {
    report: imported,
    imported: count,
    duplicates: chosen.duplicates,
    skipped: chosen.skipped + settled.leftOut,
    assetsCreated: [...created.values()],
    openings: settled.openings,
    shortages: settled.shortages,
    issues: [...issuesOf(prepared, input.positions), ...settled.failed, ...chosen.issues, ...settled.issues],
    prices,
    rows: booked.counts,
  }
}

/** Writes what is settled; answers how many lines of the report that is. */
async function writeLines(
  ctx: Ctx & { db: Tx },
  report: Report,
  { plan, short }: SettledReport,
  { reversals, created }: { readonly reversals: SettledReversals; readonly created: ReadonlyMap<number, number> },
  job: JobControls,
): Promise<number> {
  const { id: reportId, brokerId } = report
  const lines = await toLines(reversals.booked, created)
  const eachLine = (done: number) => {
    job.signal.throwIfAborted()
    job.progress(done, { total: lines.length, note: 'writing the transactions' })
  }
  const openings = madeAssets(plan.units, created)
  const beside = async (changes: Changes) => {
    await takeOutLines(ctx, reversals.lines, changes)
    await writeOpenings(ctx, { brokerId, reportId }, openings, changes)
  }
  await insertLines(ctx, brokerId, lines, { reportId, eachLine, allowShort: short === 'allow', beside })
  await writeReversals(ctx, report, reversals, created)
  return lines.length
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

async function makeAssets(
  ctx: Ctx & { db: Tx },
  report: Report,
  prepared: Prepared,
  { drafts, plan }: Pick<SettledReport, 'drafts' | 'plan'>,
): Promise<Map<number, number>> {
  const opened = plan.units.flatMap(({ unit }) => assetOfUnit(unit) ?? [])
  const used = new Set([...drafts.map(({ fields }) => fields.assetId), ...opened])
  const wanted = prepared.read.assets.filter((asset) => used.has(prepared.toCreate.get(asset.ref) ?? 0))
  if (wanted.length === 0) return new Map()
  const currencyOf = await currencyForAssets(ctx, report.brokerId, prepared.read)
  const ids = await createAssets(
    ctx,
    wanted.map((asset) => ({ ...asset, currency: currencyOf(asset) })),
    { reportId: report.id, brokerId: report.brokerId },
  )
  return new Map([...ids].map(([ref, id]) => [prepared.toCreate.get(ref) ?? 0, id]))
}

/** In the order of the days, within a day as they happened: ids tell the same story as dates, and indexes grow at their end. */
async function toLines(drafts: readonly ClassifiedDraft[], created: ReadonlyMap<number, number>): Promise<BulkLine[]> {
  const yieldWhenDue = createYielder()
  const groupIds = new Map<string, string>()
  const byDay = Map.groupBy(drafts, ({ fields }) => fields.date)
  const lines: BulkLine[] = []
  for (const day of [...byDay.keys()].sort()) {
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
    for (const entry of asTheyHappened(byDay.get(day) ?? [])) {
      const { fields, draft } = entry
      const { assetId } = fields
      const key = groupOf(entry)
      if (key !== undefined && !groupIds.has(key)) groupIds.set(key, crypto.randomUUID())
      lines.push({
        fields,
        assetId: assetId !== null && assetId < 0 ? (created.get(assetId) ?? assetId) : assetId,
        groupId: key === undefined ? null : (groupIds.get(key) ?? null),
        sourceRow: draft.rows[0],
      })
    }
  }
  return lines
}

function requireAny(prepared: Prepared, { positions }: ImportInput): void {
  const { completed, skipped } = prepared.completion
  if (completed.length + skipped.length === 0 && claimsToBook(prepared, positions).size === 0) throw nothingToImport(prepared)
}

/** Refuses a report of nothing but splits of what is not held. */
function requireSome(prepared: Prepared, chosen: Chosen, { drafts, leftOut, failed }: SettledReport): void {
  const isAll = chosen.drafts.length === prepared.completion.completed.length
  if (isAll && failed.length > 0 && drafts.length + leftOut === 0) throw nothingToImport(prepared, failed)
}

function alreadyImported(): AppError {
  return new AppError(
    'conflict',
    'import/already-imported',
    'This report is imported already. Undo the import first to import it again.',
  )
}

/** The rows of the report and of its files, those of splits that could not be sized among the issues. */
function bookedRows(
  { read, completion }: Prepared,
  { failed }: SettledReport,
): { counts: ReadReport['rows']; parts: Report['parts'] } {
  const broken = new Set(failed.map((issue) => placeOf(issue.file, issue.row)))
  const completed = completion.completed.filter(({ file, draft }) => !broken.has(placeOf(file, draft.rows[0])))
  const { rows, parts = null } = withoutFailedRows(read, { completed, skipped: completion.skipped, issues: failed })
  return { counts: rows, parts }
}

function nothingToImport({ read, completion }: Prepared, failed: readonly Issue[] = []): AppError {
  const issues = [...read.issues, ...completion.issues, ...failed]
  const errors = issues.filter((issue) => issue.severity === 'error').slice(0, 100)
  const detail = errors[0]?.detail ?? 'The file has no row that is a transaction.'
  return new AppError('invalid', 'import/nothing-to-import', `Nothing can be imported from this file. ${detail}`, {
    errors: errors.map((issue) => ({ pointer: issue.row === null ? '' : `/rows/${issue.row}`, detail: issue.detail })),
    extensions: { rows: read.rows },
  })
}
