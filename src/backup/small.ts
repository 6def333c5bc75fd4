import { databaseBytes } from '#db/copy.ts'
import type { Deps } from '../context.ts'
import { countFiles } from './files.repository.ts'

const MIB = 1024 * 1024
/** No step over so much holds up a request for long, and all of them together take less than starting a process. */
const SMALL_DATABASE = 4 * MIB
const SMALL_FILES = { count: 500, bytes: 16 * MIB }

/**
 * Whether the data are so small that an archive of them is made between requests. Not one that is encrypted, whose key takes long to compute.
 */
export async function isSmall({ config, reader }: Pick<Deps, 'config' | 'reader'>): Promise<boolean> {
  if (config.backup.passphrase !== null) return false
  if ((await databaseBytes(reader)) > SMALL_DATABASE) return false
  const { count, bytes } = await countFiles(reader)
  return count <= SMALL_FILES.count && bytes <= SMALL_FILES.bytes
}
