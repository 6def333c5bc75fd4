import { join } from 'node:path'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../shared/errors.ts'
import { identify } from '../../uploads/content-type.service.ts'
import { openStored, type ReceivedFile, removeStored } from '../../uploads/file-store.service.ts'

/** What a report may be. */
export const REPORT_TYPES = [
  'text/csv',
  'text/tab-separated-values',
  'text/plain',
  'application/json',
  'application/xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/zip',
] as const

/**
 * What a report file really is. Browsers and scripts often declare reports wrongly, so only the bytes count. Throws 415 for programs and for types
 * that no plugin reads, with `advice` on what to take instead.
 */
export async function identifyReport(
  file: ReceivedFile,
  claim: { filename: string; declaredType: string | null },
  advice: () => string,
): Promise<string> {
  try {
    return (await identify(file, claim, { allowed: REPORT_TYPES, strict: false })).contentType
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'upload/type-unsupported')) throw error
    const isPdf = error.detail.includes('application/pdf')
    throw new AppError(error.kind, error.code, `${isPdf ? PDF : `${error.detail} ${EXPORT}`} ${advice()}`, { cause: error })
  }
}

const EXPORT = 'Export the transactions as CSV or Excel (XLSX).'
const PDF = `A PDF is made for the eye: which figure belongs to which column cannot be read from it with certainty, so none is imported. ${EXPORT}`

/** The path of a stored report. Throws `import/file-missing` (404). */
export async function storedReportPath(ctx: Ctx, id: string): Promise<string> {
  if (await openStored(ctx.folders.reports, id)) return join(ctx.folders.reports, id)
  ctx.log.error('the file of a report is missing', { report_id: id })
  throw missingFile()
}

/** The bytes of a stored report. Throws `import/file-missing` (404), also when the report is deleted at this moment. */
export async function readReportFile(ctx: Ctx, id: string): Promise<Uint8Array> {
  const path = await storedReportPath(ctx, id)
  try {
    return await Bun.file(path).bytes()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw missingFile()
    throw error
  }
}

function missingFile(): AppError {
  return new AppError(
    'not-found',
    'import/file-missing',
    'The file of this report is not there any more; its row stays. Upload the file again.',
  )
}

/** Removes the bytes of reports whose rows are gone. */
export async function removeReportFiles(ctx: Pick<Ctx, 'folders'>, ids: readonly string[]): Promise<void> {
  for (const id of ids) await removeStored(ctx.folders.reports, id)
}
