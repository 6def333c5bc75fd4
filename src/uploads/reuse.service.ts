import type { Tx } from '#db/connection.ts'
import type { Ctx } from '../context.ts'
import { type ReceivedFile, storedAsReceived } from './file-store.service.ts'
import { deleteUpload } from './repository.ts'
import { getUpload, openUpload, type Upload } from './service.ts'

/** A file of the caller, to be stored elsewhere by another room. Throws `upload/not-found`, also when its bytes are gone. */
export async function reuseUpload(ctx: Ctx, id: string): Promise<{ readonly upload: Upload; readonly file: ReceivedFile }> {
  const upload = await getUpload(ctx, id)
  const { path } = await openUpload(ctx, id)
  return { upload, file: await storedAsReceived(path, upload) }
}

/**
 * Takes files of the caller out of the database, inside the transaction that stores them elsewhere; their bytes go afterwards
 * (`removeUploadFiles`). Throws `upload/not-found`.
 */
export async function releaseUploads(ctx: Ctx & { readonly db: Tx }, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await getUpload(ctx, id)
    await deleteUpload(ctx.db, id)
  }
}
