import { join } from 'node:path'
import type { Tx } from '#db/connection.ts'
import { inTransaction } from '#db/transaction.ts'
import { type Ctx, type Deps, now } from '../context.ts'
import { AppError, invalid } from '../shared/errors.ts'
import { type Claim, extensionFits, identify } from './content-type.service.ts'
import { extensionsOf, isContentType, isImage, isShownInline } from './file-kinds.ts'
import { openStored, type ReceivedFile, removeStored } from './file-store.service.ts'
import { cleanFilename, extensionOf } from './filename.ts'
import {
  countUploads,
  deleteUpload as deleteRow,
  deleteUploadsOf,
  findUpload,
  insertUpload,
  isIcon,
  listUploads as listRows,
  listUploadIds,
  type Upload,
  updateUpload as updateRow,
} from './repository.ts'
import { fileAllowance, quotaBytes, requireQuota, requireRoom } from './room.service.ts'

export type { Upload }
export { fileAllowance, quotaBytes, requireQuota, requireRoom }

/** An upload whose bytes are there, as `http/stored-file.ts` sends it. */
export type OpenUpload = Upload & { readonly path: string; readonly disposition: 'inline' | 'attachment' }

export type UploadList = {
  readonly items: Upload[]
  readonly next: readonly [string, string] | null
  readonly total: number | null
}

/** The caller's uploads, or everyone's (superusers), newest first. */
export async function listUploads(
  ctx: Ctx,
  page: { all: boolean; limit: number; before: readonly [string, string] | null; count: boolean },
): Promise<UploadList> {
  if (page.all && !ctx.user.isSuperuser)
    throw new AppError('forbidden', 'auth/superuser-only', 'Only a superuser may list the files of all users.')
  const userId = page.all ? null : ctx.user.id
  const rows = await listRows(ctx.reader, { userId, limit: page.limit + 1, before: page.before })
  const items = rows.slice(0, page.limit)
  const last = items.at(-1)
  return {
    items,
    next: rows.length > items.length && last ? [last.createdAt, last.id] : null,
    total: page.count ? await countUploads(ctx.reader, userId) : null,
  }
}

/** The name to keep of a file; throws 422 at `pointer` when nothing of it is fit to be shown. */
export function requireFilename(raw: string, pointer: string): string {
  const filename = cleanFilename(raw)
  if (filename === '') throw invalid('upload/filename', pointer, 'Must be a file name.')
  return filename
}

type NewUpload = Claim & {
  readonly file: ReceivedFile
  readonly description: string | undefined
  /** Its type, where the caller has identified it by rules of its own. */
  readonly contentType?: string
  /** What else is written with it, in the same transaction. */
  readonly also?: (ctx: Ctx & { readonly db: Tx }, upload: Upload) => Promise<void>
}

/** Checks a received file, keeps it and records it. Throws `upload/empty`, `upload/filename`, `upload/quota` and what `identify` throws. */
export async function createUpload(ctx: Ctx, input: NewUpload): Promise<Upload> {
  const { file } = input
  try {
    if (file.size === 0) throw invalid('upload/empty', '/form/file', 'The file is empty.')
    const filename = requireFilename(input.filename, '/form/file')
    const contentType = input.contentType ?? (await identify(file, { filename, declaredType: input.declaredType })).contentType
    const createdAt = now(ctx)
    const upload = {
      id: Bun.randomUUIDv7(),
      filename,
      contentType,
      size: file.size,
      sha256: file.sha256,
      description: cleanText(input.description),
      uploadedBy: ctx.user.id,
      createdAt,
      updatedAt: createdAt,
    }
    return await record(ctx, file, upload, input.also)
  } finally {
    await file.discard()
  }
}

async function record(ctx: Ctx, file: ReceivedFile, upload: Upload, also: NewUpload['also']): Promise<Upload> {
  await file.keep(ctx.folders.uploads, upload.id)
  try {
    await inTransaction(ctx, async (ctx) => {
      await requireQuota(ctx, upload.size)
      await insertUpload(ctx.db, upload)
      await also?.(ctx, upload)
    })
    return upload
  } catch (error) {
    await removeStored(ctx.folders.uploads, upload.id)
    throw error
  }
}

/** Throws `upload/not-found` also for the file of another user. */
export async function getUpload(ctx: Ctx, id: string): Promise<Upload> {
  const upload = await findUpload(ctx.reader, id)
  if (upload?.uploadedBy !== ctx.user.id) throw notFound()
  return upload
}

/** Renames or describes a file. Throws `upload/not-found`, and 422 for a name that no file of its type has. */
export async function updateUpload(
  ctx: Ctx,
  input: { id: string; filename: string | undefined; description: string | null | undefined },
): Promise<Upload> {
  return inTransaction(ctx, async (ctx) => {
    const upload = await getUpload(ctx, input.id)
    const filename = input.filename === undefined ? upload.filename : requireFilename(input.filename, '/filename')
    const type = upload.contentType
    if (isContentType(type) && !extensionFits(type, extensionOf(filename)))
      throw invalid('upload/filename', '/filename', `A file of type ${type} must end in .${extensionsOf(type).join(' or .')}.`)
    const description = input.description === undefined ? upload.description : cleanText(input.description)
    const changed = { ...upload, filename, description, updatedAt: now(ctx) }
    await updateRow(ctx.db, changed)
    return changed
  })
}

/** Removes a file for good. Throws `upload/not-found`, and `upload/in-use` while it is an icon. */
export async function deleteUpload(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const upload = await getUpload(ctx, id)
    if (await isIcon(ctx.db, upload.id))
      throw new AppError('conflict', 'upload/in-use', 'It is the icon of a broker or an asset. Choose another icon there first.')
    await deleteRow(ctx.db, upload.id)
  })
  await removeStored(ctx.folders.uploads, id)
}

/** The caller's own file for sending. */
export async function downloadUpload(ctx: Ctx, input: { id: string; download: boolean }): Promise<OpenUpload> {
  await getUpload(ctx, input.id)
  const upload = await openUpload(ctx, input.id)
  return input.download ? { ...upload, disposition: 'attachment' } : upload
}

/**
 * Any user's file for sending, without asking whose it is: for rooms that have checked access themselves (a broker's icon). Throws
 * `upload/not-found`, also when the bytes are gone from the disk, which is logged.
 */
export async function openUpload(deps: Pick<Deps, 'reader' | 'folders' | 'log'>, id: string): Promise<OpenUpload> {
  const upload = await findUpload(deps.reader, id)
  if (!upload) throw notFound()
  if (!(await openStored(deps.folders.uploads, id))) {
    deps.log.error('the file of an upload is missing', { upload_id: id })
    throw notFound()
  }
  const disposition = isShownInline(upload.contentType) ? 'inline' : 'attachment'
  return { ...upload, path: join(deps.folders.uploads, id), disposition }
}

/** The caller's own upload when it is an image; throws `upload/not-an-image` (422) at `pointer` for anything else. */
export async function requireOwnImage(ctx: Ctx, id: string, pointer = '/icon'): Promise<Upload> {
  const upload = await findUpload(ctx.reader, id)
  if (upload?.uploadedBy === ctx.user.id && isImage(upload.contentType)) return upload
  throw invalid('upload/not-an-image', pointer, 'Must be the id of an image that you uploaded (POST /uploads).')
}

/**
 * Removes every upload of a user from the database; the brokers and assets that show one have lost it before. Inside the transaction that removes the user;
 * returns the ids for `removeUploadFiles`, to be called after it.
 */
export async function deleteUserUploads(ctx: Pick<Ctx, 'db'>, userId: number): Promise<string[]> {
  const ids = await listUploadIds(ctx.db, userId)
  await deleteUploadsOf(ctx.db, userId)
  return ids
}

export async function removeUploadFiles(deps: Pick<Deps, 'folders'>, ids: readonly string[]): Promise<void> {
  for (const id of ids) await removeStored(deps.folders.uploads, id)
}

function notFound(): AppError {
  return new AppError('not-found', 'upload/not-found', 'There is no such file, or it is not yours.')
}

function cleanText(text: string | null | undefined): string | null {
  return text?.toWellFormed().trim() || null
}
