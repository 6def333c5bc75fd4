import type { z } from '@hono/zod-openapi'
import { type ArchiveName, readArchiveName } from '../shared/archive-name.ts'
import type { Archive } from './archives.service.ts'
import type { Backup, CreatedBackup, RestoredBackup, VerifiedBackup } from './schema.ts'
import type { Made, Staged, Verified } from './service.ts'

export function toWire({ size, ...name }: ArchiveName & Pick<Archive, 'size'>): z.infer<typeof Backup> {
  return {
    id: name.id,
    filename: name.filename,
    created_at: name.madeAt.toISOString(),
    size,
    scheduled: name.isScheduled,
    encrypted: name.isEncrypted,
  }
}

export function madeToWire(made: Made): z.infer<typeof CreatedBackup> {
  const name = readArchiveName(made.filename)
  if (name === undefined) throw new Error('an archive that was made has our name')
  return {
    ...toWire({ ...name, size: made.size }),
    files: made.files,
    bytes: made.bytes,
    schema_version: made.schemaVersion,
    missing: [...made.missing],
    copied_to: made.offSite?.fault === null ? made.offSite.address : null,
    copy_fault: made.offSite?.fault ?? null,
  }
}

export function verifiedToWire(verified: Verified): z.infer<typeof VerifiedBackup> {
  const { madeAt, version, schemaVersion, files, bytes, missing } = verified
  return { ok: true, created_at: madeAt, version, schema_version: schemaVersion, files, bytes, missing: [...missing] }
}

export function restoredToWire(filename: string, staged: Staged): z.infer<typeof RestoredBackup> {
  const { madeAt, version, schemaVersion, files } = staged
  return { restored_from: filename, created_at: madeAt, version, schema_version: schemaVersion, files }
}
