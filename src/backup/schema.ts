import { z } from '@hono/zod-openapi'
import { pageQuery } from '../http/query.ts'

const id = z.string().openapi({ example: 'holdfast-20260630T033000000Z-scheduled' })
const size = z.int().openapi({ description: 'Bytes', example: 4_812_345 })
const madeAt = z.iso.datetime().openapi({ description: 'The moment that it holds', example: '2026-06-30T03:30:00.000Z' })
const files = z.int().openapi({ description: 'The database and every upload and report', example: 17 })
const schemaVersion = z.int().openapi({ example: 30 })
const missing = z.array(z.string()).openapi({ description: 'Files that were missing in the data already', example: [] })

export const Backup = z
  .object({
    id,
    filename: z.string().openapi({ example: 'holdfast-20260630T033000000Z-scheduled.tar.zst' }),
    created_at: madeAt,
    size,
    scheduled: z.boolean().openapi({ description: 'The schedule made it, and may delete it', example: true }),
    encrypted: z.boolean().openapi({ example: false }),
  })
  .openapi('Backup')

export const CreatedBackup = z
  .object({
    ...Backup.shape,
    files,
    bytes: z.int().openapi({ description: 'Uncompressed', example: 20_912_640 }),
    schema_version: schemaVersion,
    missing,
    copied_to: z.string().nullable().openapi({ description: '`null` without BACKUP_TARGET', example: null }),
    copy_fault: z.string().nullable().openapi({ description: 'Why it is not there', example: null }),
  })
  .openapi('CreatedBackup')

export const VerifiedBackup = z
  .object({
    ok: z.literal(true),
    created_at: madeAt,
    version: z.string().openapi({ description: 'Of the program that made it', example: '0.1.0' }),
    schema_version: schemaVersion,
    files,
    bytes: z.int().openapi({ description: 'Uncompressed', example: 20_912_640 }),
    missing,
  })
  .openapi('VerifiedBackup')

export const RestoredBackup = z
  .object({
    restored_from: z.string().openapi({ example: 'holdfast-20260630T033000000Z-scheduled.tar.zst' }),
    created_at: madeAt,
    version: z.string().openapi({ description: 'Of the program that made it', example: '0.1.0' }),
    schema_version: schemaVersion,
    files,
  })
  .openapi('RestoredBackup')

const password = z.string().min(1).max(256).openapi({ description: 'Your own, as it is now', example: 'correct-horse-battery-9' })

export const RestoreRequest = z
  .strictObject({ id: z.string().max(100).openapi({ example: 'holdfast-20260630T033000000Z' }), password })
  .openapi('RestoreRequest')

export const BackupParams = z.object({
  id: z
    .string()
    .regex(/^holdfast-[\dTZ]{1,30}(-scheduled)?$/)
    .openapi({ param: { name: 'id', in: 'path' }, description: 'Id of the backup', example: 'holdfast-20260630T033000000Z' }),
})
export const ListBackupsQuery = z.strictObject(pageQuery)
