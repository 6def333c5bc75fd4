import type { Tx } from '#db/connection.ts'
import { withDryRun } from '#db/transaction.ts'
import { requireRole } from '../access/service.ts'
import { createAssets } from '../assets/service.ts'
import { type Ctx, now } from '../context.ts'
import type { JobControls } from '../jobs/service.ts'
import { AppError } from '../shared/errors.ts'
import { yieldToEventLoop } from '../shared/event-loop.ts'
import { assetOfUnit, insertLines, type Changes as LedgerChanges, takeOutLines, writeOpenings } from '../transactions/service.ts'
import { requireRoom } from '../uploads/service.ts'
import { type BroughtPrices, bringPrices, NO_PRICES } from './bring-prices.ts'
import { balancesOf, type Changes, changesBetween, NO_CHANGES, namesOf } from './changes.ts'
import { assetMapFor, type ChosenNow, storeChoices } from './choices.ts'
import { currencyForAssets } from './currency.ts'
import type { OpeningEntry } from './opening-entries.ts'
import { madeAssets } from './opening-plan.ts'
import { type ImportPlan, planImport, requireAny } from './plan.ts'
import { type Prepared, prepareReport, renewPrepared } from './prepare.ts'
import { readForImport } from './read.task.ts'
import type { Issue, ReadReport, Report } from './report.ts'
import { findReport, updateReport } from './repository.ts'
import { settleReversals, writeReversals } from './reversal-writes.ts'
import type { SettledReport } from './settle.ts'
import type { Shortage } from './shortages.ts'
import { openStages, type Stages } from './stages.ts'
import { toLines } from './to-lines.ts'

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
  /** Rows that take out what is not there and no opening covers: left out or booked all the same, as `short` says. */
  readonly shortages: readonly Shortage[]
  readonly issues: readonly Issue[]
  readonly prices: BroughtPrices
  readonly rows: ReadReport['rows']
  /** Why a dry run would be refused. */
  readonly refused: AppError | null
}

/**
 * Imports a report: all its lines or none. Needs EDITOR (checked by the caller and again inside the transaction). Rows that cannot be imported are
 * issues; certain duplicates are left out unless `duplicates` is `import`; `short` says what becomes of rows that take out what is not there. Throws `import/already-imported`, `import/nothing-to-import` and what
 * the ledger refuses (`transaction/overdraft`, `transaction/short`); a dry run answers these as `refused`, with what would happen otherwise.
 */
export async function importReport(ctx: Ctx, report: Report, input: ImportInput, job: JobControls): Promise<ImportResult> {
  const isDryRun = input.dryRun === true
  if (report.status === 'imported') {
    if (isDryRun) return nothingDone(report, alreadyImported())
    throw alreadyImported()
  }
  await requireRoom(ctx, report.size * LEDGER_BYTES_PER_BYTE)
  const stages = openStages()
  job.progress(0, { note: 'reading the file' })
  const read = await readForImport(ctx, report, input, job.signal)
  stages.end('reading')
  job.signal.throwIfAborted()
  job.progress(0, { total: read.drafts.length, note: 'checking the transactions' })
  await yieldToEventLoop()
  const prepared = await prepareReport(ctx, report, read, assetMapFor(read, input))
  if (!isDryRun) requireAny(prepared, input)
  stages.end('checking')
  const result = await withDryRun(ctx, isDryRun, (ctx) => writeImport(ctx, report, prepared, input, job, stages))
  if (isDryRun) return withoutNewIds({ ...result, report })
  stages.end('committing')
  ctx.log.info('report imported', { report_id: report.id, lines: result.imported, milliseconds: stages.milliseconds })
  return result
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
    issues: [],
  }
  return { report, ...none, changes: NO_CHANGES, prices: NO_PRICES, rows, refused }
}

/** Without the ids of assets that a dry run made and took back. */
function withoutNewIds(result: ImportResult): ImportResult {
  const made = new Set(result.assetsCreated)
  const assets = result.changes.assets.map((one) => (made.has(one.assetId ?? 0) ? { ...one, assetId: null } : one))
  return { ...result, assetsCreated: [], changes: { ...result.changes, assets } }
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
  const prepared = await renewPrepared(ctx, report, early, assetMapFor(early.source, input))
  const plan = await planImport(ctx, report, prepared, input)
  if (plan.refusal !== null && input.dryRun !== true) throw plan.refusal
  stages.end('comparing')
  await yieldToEventLoop()
  const { count, created, changes, prices, refused } = await book(ctx, report, prepared, plan, input, job)
  const imported = { ...asImported(current, prepared, now(ctx)), counts: plan.rows, parts: plan.parts }
  await updateReport(ctx.db, imported)
  await storeChoices(ctx, report.id, input.toStore)
  stages.end('writing')
  const { chosen, settled, rows, issues } = plan
  return {
    ...{ report: imported, imported: count, duplicates: chosen.duplicates },
    skipped: chosen.skipped + settled.gone.length,
    assetsCreated: created,
    assetsMade: created.length,
    ...{
      changes,
      openings: settled.openings,
      shortages: settled.shortages,
      issues,
      prices,
      rows,
      refused: plan.refusal ?? refused,
    },
  }
}

type Booked = Pick<ImportResult, 'changes' | 'prices' | 'refused'> & {
  readonly count: number
  readonly created: readonly number[]
}

/** Makes the assets and writes the lines of a plan. A dry run goes on where the ledger refuses, and says why. */
async function book(
  ctx: Ctx & { db: Tx },
  report: Report,
  prepared: Prepared,
  { chosen, settled: { drafts, plan, short }, refusal }: ImportPlan,
  { dryRun, prices: isWanted = true }: ImportInput,
  job: JobControls,
): Promise<Booked> {
  const reversals = settleReversals(chosen.reversed, drafts)
  const used = [...reversals.booked, ...reversals.remembered]
  const created = await makeAssets(ctx, report, prepared, { drafts: used, plan })
  await yieldToEventLoop()
  const before = await balancesOf(ctx, report.brokerId)
  const lines = await toLines(reversals.booked, created)
  const eachLine = (done: number) => {
    job.signal.throwIfAborted()
    job.progress(done, { total: lines.length, note: 'writing the transactions' })
  }
  const nameOf = namesOf(prepared.read, drafts, created)
  const done = async () => ({
    ...{ count: lines.length, created: [...created.values()] },
    changes: changesBetween(before, await balancesOf(ctx, report.brokerId), nameOf),
  })
  const openings = madeAssets(plan.units, created)
  const to = { brokerId: report.brokerId, reportId: report.id }
  const beside = async (changes: LedgerChanges) => {
    await takeOutLines(ctx, reversals.lines, changes)
    await writeOpenings(ctx, to, openings, changes)
  }
  const allowShort = short === 'allow' || refusal !== null
  try {
    await insertLines(ctx, report.brokerId, lines, { reportId: report.id, eachLine, allowShort, beside })
    await writeReversals(ctx, report, reversals, created)
    return { ...(await done()), prices: await bringPrices(ctx, report, prepared, { isWanted, created }), refused: null }
  } catch (error) {
    if (dryRun === true && error instanceof AppError && error.kind === 'conflict')
      return { ...(await done()), prices: NO_PRICES, refused: error }
    throw error
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

function alreadyImported(): AppError {
  return new AppError(
    'conflict',
    'import/already-imported',
    'This report is imported already. Undo the import first to import it again.',
  )
}
