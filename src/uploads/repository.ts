import type { Selectable } from 'kysely'
import type { Db, Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { UploadTable } from '#db/tables/files.ts'

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

const uploadOf = query<{ id: string }>()((q, p) => q.selectFrom('upload').selectAll().where('id', '=', p.id))

export async function findUpload(db: Reader, id: string): Promise<Upload | undefined> {
  const row = await uploadOf.one(db, { id })
  return row && fromRow(row)
}

/** Newest first. */
export async function listUploads(db: Reader, page: UploadPage): Promise<Upload[]> {
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

const uploadCount = query()((q) => q.selectFrom('upload').select(({ fn }) => fn.countAll<number>().as('count')))
const uploadCountOf = query<{ userId: number }>()((q, p) =>
  q
    .selectFrom('upload')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('uploaded_by', '=', p.userId),
)

export async function countUploads(db: Reader, userId: number | null): Promise<number> {
  const row = userId === null ? await uploadCount.one(db, {}) : await uploadCountOf.one(db, { userId })
  return row?.count ?? 0
}

const bytesOf = (table: 'upload' | 'report') =>
  query<{ userId: number }>()((q, p) =>
    q
      .selectFrom(table)
      .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
      .where('uploaded_by', '=', p.userId),
  )
const uploadBytes = bytesOf('upload')
const reportBytes = bytesOf('report')

/** Bytes of all uploads and all broker reports that a user brought. */
export async function storedBytes(db: Reader, userId: number): Promise<number> {
  const [uploads, reports] = [await uploadBytes.one(db, { userId }), await reportBytes.one(db, { userId })]
  return (uploads?.bytes ?? 0) + (reports?.bytes ?? 0)
}

const uploadInserted = query<UploadTable>()((q, p) =>
  q.insertInto('upload').values({
    id: p.id,
    filename: p.filename,
    content_type: p.content_type,
    size: p.size,
    sha256: p.sha256,
    description: p.description,
    uploaded_by: p.uploaded_by,
    created_at: p.created_at,
    updated_at: p.updated_at,
  } satisfies Record<keyof UploadTable, unknown>),
)

export async function insertUpload(db: Db | Tx, upload: Upload): Promise<void> {
  await uploadInserted.run(db, {
    id: upload.id,
    filename: upload.filename,
    content_type: upload.contentType,
    size: upload.size,
    sha256: upload.sha256,
    description: upload.description,
    uploaded_by: upload.uploadedBy,
    created_at: upload.createdAt,
    updated_at: upload.updatedAt,
  })
}

type UploadChange = Pick<Upload, 'id' | 'filename' | 'description' | 'updatedAt'>

const uploadChange = query<UploadChange>()((q, p) =>
  q
    .updateTable('upload')
    .set({ filename: p.filename, description: p.description, updated_at: p.updatedAt })
    .where('id', '=', p.id),
)

export async function updateUpload(db: Db | Tx, change: UploadChange): Promise<void> {
  await uploadChange.run(db, change)
}

const uploadDeleted = query<{ id: string }>()((q, p) => q.deleteFrom('upload').where('id', '=', p.id))

export async function deleteUpload(db: Db | Tx, id: string): Promise<void> {
  await uploadDeleted.run(db, { id })
}

const wearing = (table: 'broker' | 'asset') =>
  query<{ id: string }>()((q, p) => q.selectFrom(table).select('id').where('icon', '=', p.id).limit(1))
const brokerWearing = wearing('broker')
const assetWearing = wearing('asset')

/** Whether a broker or an asset has it as icon. */
export async function isIcon(db: Reader, id: string): Promise<boolean> {
  return ((await brokerWearing.one(db, { id })) ?? (await assetWearing.one(db, { id }))) !== undefined
}

const uploadIdsOf = query<{ userId: number }>()((q, p) => q.selectFrom('upload').select('id').where('uploaded_by', '=', p.userId))

export async function listUploadIds(db: Reader, userId: number): Promise<string[]> {
  return (await uploadIdsOf.all(db, { userId })).map((row) => row.id)
}

const uploadsDeletedOf = query<{ userId: number }>()((q, p) => q.deleteFrom('upload').where('uploaded_by', '=', p.userId))

export async function deleteUploadsOf(db: Db | Tx, userId: number): Promise<void> {
  await uploadsDeletedOf.run(db, { userId })
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
