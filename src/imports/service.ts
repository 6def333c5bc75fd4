import type { Tx } from '#db/connection.ts'
import { inTransaction } from '#db/transaction.ts'
import { requireRole, selectBrokerIds } from '../access/service.ts'
import { type Ctx, now } from '../context.ts'
import { AppError, invalid } from '../shared/errors.ts'
import type { ReceivedFile } from '../uploads/file-store.service.ts'
import { requireFilename, requireQuota } from '../uploads/service.ts'
import { undoImport } from './booking/undo.ts'
import { type Recognition, recognise } from './choices/recognition.ts'
import { insertTemplateNote } from './choices.repository.ts'
import { asSeen, detachEverywhere, requireEverywhere } from './other-brokers.ts'
import { whereToFind } from './reading/advice.ts'
import { identifyReport, removeReportFiles, storedReportPath } from './reading/file.ts'
import type { Report } from './report.ts'
import {
  countReports,
  deleteReportRow,
  findReport,
  findReportByHash,
  findReportByParts,
  insertReport,
  listReportRows,
} from './repository.ts'

export { deleteTemplatesOf } from './choices/template.repository.ts'
export { deleteReportsOf } from './other-brokers.ts'
export { removeReportFiles } from './reading/file.ts'
export type { Report }

export type ReportList = {
  readonly items: readonly Report[]
  readonly next: readonly [string, string] | null
  readonly total: number | null
}

/** Reports of the brokers that are wanted, by default those that the caller has included, newest first; brokers without access are left out in silence. */
export async function listReports(
  ctx: Ctx,
  input: {
    brokerIds?: readonly number[] | undefined
    status?: readonly string[] | undefined
    limit: number
    before: readonly [string, string] | null
    count: boolean
  },
): Promise<ReportList> {
  const brokerIds = await selectBrokerIds(ctx, input.brokerIds)
  if (brokerIds.length === 0) return { items: [], next: null, total: input.count ? 0 : null }
  const rows = await listReportRows(ctx.reader, { ...input, brokerIds, limit: input.limit + 1 })
  const items = await asSeen(ctx, rows.slice(0, input.limit))
  const last = items.at(-1)
  const total = input.count ? await countReports(ctx.reader, { ...input, brokerIds }) : null
  return { items, next: rows.length > input.limit && last ? [last.uploadedAt, last.id] : null, total }
}

/** One report. Needs `role` at its broker; strangers get `import/not-found`. */
export async function getReport(ctx: Ctx, id: string, role: 'VIEWER' | 'EDITOR' = 'VIEWER'): Promise<Report> {
  const report = await findReport(ctx.reader, id)
  if (!report) throw notFound()
  try {
    await requireRole(ctx, report.brokerId, role)
  } catch (error) {
    throw error instanceof AppError && error.kind === 'not-found' ? notFound() : error
  }
  return report
}

/** Refuses a caller who may not upload there, before the file is read. */
export async function requireUploader(ctx: Ctx, brokerId: number): Promise<void> {
  await requireRole(ctx, brokerId, 'EDITOR')
}

/**
 * Stores a received report and looks which plugins can read it. Needs EDITOR. The same bytes at that broker are `import/duplicate-file` (409)
 * with the first one's id; a file that no plugin can read is stored with status `failed`, so that it may be parsed with a plugin of choice.
 */
export async function uploadReport(
  ctx: Ctx,
  input: {
    brokerId: number
    filename: string
    declaredType: string | null
    file: ReceivedFile
    instead?: InPlaceOf | undefined
  },
): Promise<Report> {
  const { brokerId, file } = input
  try {
    const { name } = await requireRole(ctx, brokerId, 'EDITOR')
    if (file.size === 0) throw invalid('import/empty', '/form/file', 'The file is empty.')
    const filename = requireFilename(input.filename, '/form/file')
    const claim = { filename, declaredType: input.declaredType }
    const contentType = await identifyReport(file, claim, () => whereToFind(ctx.plugins.brim, [name, filename]))
    await requireNew(ctx, brokerId, file.sha256)
    return await storeReport(ctx, { brokerId, filename, contentType, file, partsHash: null, instead: input.instead })
  } finally {
    await file.discard()
  }
}

/** Takes away what a report is stored in place of, in the same transaction. */
export type InPlaceOf = (ctx: Ctx & { readonly db: Tx }) => Promise<void>

type ToStore = Pick<Report, 'brokerId' | 'filename' | 'contentType' | 'partsHash'> & {
  readonly file: ReceivedFile
  readonly instead?: InPlaceOf | undefined
}

/** Looks who can read a file that was found sound, and stores it. */
export async function storeReport(ctx: Ctx, toStore: ToStore): Promise<Report> {
  const { brokerId, filename, contentType, file, partsHash } = toStore
  const compatible = await recognise(
    ctx,
    { path: file.path, size: file.size, filename, contentType, isSet: partsHash !== null },
    await requireRole(ctx, brokerId, 'EDITOR'),
  )
  const report: Report = {
    id: Bun.randomUUIDv7(),
    brokerId,
    otherBrokers: [],
    filename,
    size: file.size,
    sha256: file.sha256,
    contentType,
    status: compatible.problem === null ? 'uploaded' : 'failed',
    compatiblePlugins: compatible.plugins,
    plugin: null,
    pluginVersion: null,
    uploadedBy: ctx.user.id,
    uploadedAt: now(ctx),
    parsedAt: null,
    importedAt: null,
    counts: null,
    problem: compatible.problem,
    parts: compatible.parts,
    period: null,
    partsHash,
    outcome: null,
  }
  return record(ctx, toStore, report, compatible)
}

async function record(ctx: Ctx, { file, instead }: ToStore, report: Report, { choices, note }: Recognition): Promise<Report> {
  await file.keep(ctx.folders.reports, report.id)
  try {
    return await inTransaction(ctx, async (ctx) => {
      await requireRole(ctx, report.brokerId, 'EDITOR')
      await requireNew(ctx, report.brokerId, report.sha256)
      if (report.partsHash !== null) await requireNewParts(ctx, report.brokerId, report.partsHash)
      await instead?.(ctx)
      await requireQuota(ctx, report.size)
      await insertReport(ctx.db, report)
      if (note.template !== null || note.nearTemplate !== null) await insertTemplateNote(ctx.db, report.id, choices, note)
      return report
    })
  } catch (error) {
    await removeReportFiles(ctx, [report.id])
    throw error
  }
}

async function requireNew(ctx: Ctx, brokerId: number, sha256: string): Promise<void> {
  const same = await findReportByHash(ctx.reader, brokerId, sha256)
  if (same) throw duplicate(same, 'This file is')
}

/** Throws `import/duplicate-file` (409) when a report at the broker has the same files. */
export async function requireNewParts(ctx: Ctx, brokerId: number, hash: string): Promise<void> {
  const same = await findReportByParts(ctx.reader, brokerId, hash)
  if (same) throw duplicate(same, 'These files are')
}

function duplicate(same: Report, what: string): AppError {
  return new AppError('conflict', 'import/duplicate-file', `${what} at this broker already, uploaded as ${same.filename}.`, {
    extensions: { id: same.id, report_status: same.status },
  })
}

/** The bytes of a report, to be sent. Needs VIEWER. */
export async function downloadReport(ctx: Ctx, id: string) {
  const report = await getReport(ctx, id)
  return { ...report, path: await storedReportPath(ctx, id), disposition: 'attachment' as const }
}

/** Deletes a report. Needs EDITOR, at every broker that has something of it. The transactions of an imported one stay unless `undo`. */
export async function deleteReport(ctx: Ctx, input: { id: string; undo: boolean }): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const report = await getReport(ctx, input.id, 'EDITOR')
    if (input.undo && report.status === 'imported') await undoImport(ctx, { id: input.id, force: false })
    else await requireEverywhere(ctx, report)
    await detachEverywhere(ctx.db, report)
    await deleteReportRow(ctx.db, report.id)
  })
  await removeReportFiles(ctx, [input.id])
}

function notFound(): AppError {
  return new AppError('not-found', 'import/not-found', 'There is no such report, or you have no access to its broker.')
}
