import type { Selectable } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { UploadTable } from '#db/schema.ts'
import { compiler, hotQuery } from '#db/statement.ts'

export type Upload = {
  readonly id: string
  readonly filename: string
  readonly contentType: string
  /** In bytes. */
  readonly size: number
  readonly sha256: string
  readonly description: string | null
  readonly uploadedBy: number
  readonly createdAt: string
  readonly updatedAt: string
}

export type UploadPage = {
  /** `null`: of every user. */
  readonly userId: number | null
  readonly limit: number
  /** The newest that came before: creation instant and id. */
  readonly before: readonly [string, string] | null
}

const uploadQuery = hotQuery(['id'], ({ id }: { id: string }) => compiler.selectFrom('upload').selectAll().where('id', '=', id))

export async function findUpload(db: Db | Tx, id: string): Promise<Upload | undefined> {
  const row = (await uploadQuery(db, { id }))[0]
  return row && fromRow(row)
}

/** Newest first. */
export async function listUploads(db: Db | Tx, page: UploadPage): Promise<Upload[]> {
  const { userId, before } = page
  const rows = await db
    .selectFrom('upload')
    .selectAll()
    .$if(userId !== null, (query) => query.where('uploaded_by', '=', userId))
    .$if(before !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(before?.[0] ?? '', before?.[1] ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(fromRow)
}

export async function countUploads(db: Db | Tx, userId: number | null): Promise<number> {
  const { count } = await db
    .selectFrom('upload')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(userId !== null, (query) => query.where('uploaded_by', '=', userId))
    .executeTakeFirstOrThrow()
  return count
}

/** Bytes of all uploads and all broker reports that a user brought. */
export async function storedBytes(db: Db | Tx, userId: number): Promise<number> {
  const sum = (table: 'upload' | 'report') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
      .where('uploaded_by', '=', userId)
      .executeTakeFirstOrThrow()
  return ((await sum('upload')).bytes ?? 0) + ((await sum('report')).bytes ?? 0)
}

export async function insertUpload(db: Db | Tx, upload: Upload): Promise<void> {
  await db
    .insertInto('upload')
    .values({
      id: upload.id,
      filename: upload.filename,
      content_type: upload.contentType,
      size: upload.size,
      sha256: upload.sha256,
      description: upload.description,
      uploaded_by: upload.uploadedBy,
      created_at: upload.createdAt,
      updated_at: upload.updatedAt,
    } satisfies Record<keyof UploadTable, unknown>)
    .execute()
}

export async function updateUpload(
  db: Db | Tx,
  upload: Pick<Upload, 'id' | 'filename' | 'description' | 'updatedAt'>,
): Promise<void> {
  const { id, filename, description, updatedAt } = upload
  await db.updateTable('upload').set({ filename, description, updated_at: updatedAt }).where('id', '=', id).execute()
}

export async function deleteUpload(db: Db | Tx, id: string): Promise<void> {
  await db.deleteFrom('upload').where('id', '=', id).execute()
}

/** Whether a broker or an asset has it as icon. */
export async function isIcon(db: Db | Tx, id: string): Promise<boolean> {
  const uses = (table: 'broker' | 'asset') => db.selectFrom(table).select('id').where('icon', '=', id).limit(1).executeTakeFirst()
  return (await uses('broker')) !== undefined || (await uses('asset')) !== undefined
}

export async function listUploadIds(db: Db | Tx, userId: number | null = null): Promise<string[]> {
  const rows = await db
    .selectFrom('upload')
    .select('id')
    .$if(userId !== null, (query) => query.where('uploaded_by', '=', userId))
    .execute()
  return rows.map((row) => row.id)
}

/** Takes every icon away that a user uploaded. */
export async function clearIconsOf(db: Db | Tx, userId: number): Promise<void> {
  for (const table of ['broker', 'asset'] as const) {
    await db
      .updateTable(table)
      .set({ icon: null })
      .where('icon', 'in', (query) => query.selectFrom('upload').select('upload.id').where('uploaded_by', '=', userId))
      .execute()
  }
}

export async function deleteUploadsOf(db: Db | Tx, userId: number): Promise<void> {
  await db.deleteFrom('upload').where('uploaded_by', '=', userId).execute()
}

function fromRow(row: Selectable<UploadTable>): Upload {
  return {
    id: row.id,
    filename: row.filename,
    contentType: row.content_type,
    size: row.size,
    sha256: row.sha256,
    description: row.description,
    uploadedBy: row.uploaded_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
