import type { Tx } from '#db/connection.ts'
import { requireRole } from '../../access/service.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../shared/errors.ts'
import { releaseUploads, reuseUpload } from '../../uploads/reuse.service.ts'
import { createUpload, removeUploadFiles, requireFilename } from '../../uploads/service.ts'
import { recognise } from '../choices/recognition.ts'
import { MAX_RECEIVED } from '../listed.ts'
import { whereToFind } from '../reading/advice.ts'
import { identifyReport } from '../reading/file.ts'
import { type UploadedFile, uploadFiles } from '../reading/upload-files.ts'
import type { Report } from '../report.ts'
import { type Placed, placeReceived } from './fits.ts'
import { insertReceived, listReceivedRows } from './received.repository.ts'

/** A file that was not stored, and why. */
export type NotReceived = { readonly filename: string; readonly problem: AppError }

/** What waits of the caller, oldest first, each with the brokers that it seems to be of. */
export async function listReceived(ctx: Ctx): Promise<Placed[]> {
  return placeReceived(ctx, await listReceivedRows(ctx.reader, ctx.user.id))
}

/**
 * Stores report files whose broker is not said yet as uploads of the caller, which wait until `reportReceived`. A file that waits already is not
 * stored again; one that is no report is answered with its problem, and the others stay. Throws that problem where no file is left, and
 * `import/too-many-received` (409).
 */
export async function receiveFiles(
  ctx: Ctx,
  uploaded: readonly UploadedFile[],
): Promise<{ readonly files: readonly Placed[]; readonly refused: readonly NotReceived[] }> {
  const ids = new Set<string>()
  const refused: NotReceived[] = []
  try {
    const waiting = new Map((await listReceivedRows(ctx.reader, ctx.user.id)).map(({ sha256, id }) => [sha256, id]))
    for (const one of uploaded) {
      const id = waiting.get(one.file.sha256) ?? (await receiveOne(ctx, one, refused))
      if (id === undefined) continue
      waiting.set(one.file.sha256, id)
      ids.add(id)
    }
  } finally {
    for (const { file } of uploaded) await file.discard()
  }
  const [first] = refused
  if (ids.size === 0 && first !== undefined) throw first.problem
  return { files: (await listReceived(ctx)).filter(({ id }) => ids.has(id)), refused }
}

async function receiveOne(ctx: Ctx, one: UploadedFile, refused: NotReceived[]): Promise<string | undefined> {
  try {
    return await receive(ctx, one)
  } catch (error) {
    const isOfFile = error instanceof AppError && (error.kind === 'invalid' || error.kind === 'unsupported')
    if (!isOfFile) throw error
    refused.push({ filename: one.filename, problem: error })
    return undefined
  }
}

async function receive(ctx: Ctx, { filename: given, declaredType, file }: UploadedFile): Promise<string> {
  const filename = requireFilename(given, '/form/file')
  if (file.size === 0) throw invalid('import/empty', '/form/file', `The file ${filename} is empty.`)
  const contentType = await identifyReport(file, { filename, declaredType }, () => whereToFind(ctx.plugins.brim, [filename]))
  const { path, size } = file
  const found = await recognise(ctx, { path, size, filename, contentType, isSet: false }, NO_BROKER)
  const also = async (ctx: Ctx & { readonly db: Tx }, { id }: { readonly id: string }) => {
    await requireFew(ctx)
    const { plugins, problem, parts } = found
    await insertReceived(ctx.db, { id, plugins, problem, files: parts?.length ?? 1 })
  }
  return (await createUpload(ctx, { filename, declaredType, file, description: undefined, contentType, also })).id
}

const NO_BROKER = { importPlugin: null, currency: null, name: '' }

async function requireFew(ctx: Ctx): Promise<void> {
  if ((await listReceivedRows(ctx.reader, ctx.user.id)).length < MAX_RECEIVED) return
  const detail = `${MAX_RECEIVED} files wait for their broker already. Say of these whose they are, or delete some.`
  throw new AppError('conflict', 'import/too-many-received', detail)
}

/**
 * Makes one report at a broker of files that wait; they are reports then, and uploads no more. Needs EDITOR. Throws `import/not-received` (404)
 * for a file that does not wait, and what an upload of the same files throws; then they go on waiting.
 */
export async function reportReceived(ctx: Ctx, input: { brokerId: number; ids: readonly string[] }): Promise<Report> {
  await requireRole(ctx, input.brokerId, 'EDITOR')
  const ids = [...new Set(input.ids)]
  // Files of a user belong to no broker: a token for some brokers sees none.
  const rows = ctx.user.onlyBrokers === undefined ? await listReceivedRows(ctx.reader, ctx.user.id) : []
  const waiting = new Set(rows.map(({ id }) => id))
  if (ids.some((id) => !waiting.has(id)))
    throw new AppError('not-found', 'import/not-received', 'There is no such file of yours that waits for its broker.')
  const files: UploadedFile[] = []
  for (const id of ids) {
    const { upload, file } = await reuseUpload(ctx, id)
    files.push({ filename: upload.filename, declaredType: upload.contentType, file })
  }
  const report = await uploadFiles(ctx, input.brokerId, files, (ctx) => releaseUploads(ctx, ids))
  await removeUploadFiles(ctx, ids)
  return report
}
