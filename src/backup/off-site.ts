import { basename } from 'node:path'
import type { ChoreBase, ChoreControls } from '../chore.ts'
import type { BackupTarget } from '../config-backup.ts'
import { readArchiveName } from '../shared/archive-name.ts'

/** Where an archive was copied to, and what went wrong, if anything did. */
export type OffSite = { readonly address: string; readonly fault: string | null }

const PART_BYTES = 8 * 1024 * 1024
const TYPE = 'application/octet-stream'

/** Copies an archive to `BACKUP_TARGET`; `null` without one. It stays here, whatever becomes of the copy: throws nothing. */
export async function copyOff(
  { config, log }: ChoreBase,
  path: string,
  progress: ChoreControls['progress'],
): Promise<OffSite | null> {
  const { target } = config.backup
  if (target === null) return null
  const name = basename(path)
  const address = `s3://${target.bucket}/${target.prefix}${name}`
  if (config.offline) return { address, fault: 'OFFLINE is set: nothing leaves this machine.' }
  try {
    await send(target, path, name, progress)
    return { address, fault: null }
  } catch (error) {
    log.error('a backup could not be copied off this machine', { address, error })
    return { address, fault: error instanceof Error ? error.message : String(error) }
  }
}

async function send(target: BackupTarget, path: string, name: string, progress: ChoreControls['progress']): Promise<void> {
  const file = Bun.file(path)
  const remote = clientOf(target).file(`${target.prefix}${name}`)
  const writer = remote.writer({ partSize: PART_BYTES, queueSize: 2, retry: 3, type: TYPE })
  let done = 0
  progress(0, { total: file.size, note: 'Copying it off this machine' })
  for await (const chunk of file.stream()) {
    writer.write(chunk)
    await writer.flush()
    done += chunk.byteLength
    progress(done)
  }
  await writer.end()
  const { size } = await remote.stat()
  if (size !== file.size) throw new Error(`the copy has ${size} bytes and should have ${file.size}`)
}

/** The names of all archives at the target. Throws what the client says. */
export async function listOffSite(target: BackupTarget): Promise<string[]> {
  const client = clientOf(target)
  const names: string[] = []
  for (let startAfter: string | undefined; ; ) {
    const page = await client.list({ prefix: target.prefix, ...(startAfter !== undefined && { startAfter }) })
    const keys = (page.contents ?? []).map(({ key }) => key)
    names.push(...keys.map((key) => key.slice(target.prefix.length)).filter((name) => readArchiveName(name) !== undefined))
    startAfter = keys.at(-1)
    if (page.isTruncated !== true || startAfter === undefined) return names
  }
}

/** Removes archives at the target. Throws what the client says. */
export async function removeOffSite(target: BackupTarget, names: readonly string[]): Promise<void> {
  const client = clientOf(target)
  for (const name of names) await client.delete(`${target.prefix}${name}`)
}

function clientOf({ bucket, endpoint, region, accessKeyId, secretAccessKey }: BackupTarget): Bun.S3Client {
  return new Bun.S3Client({
    bucket,
    accessKeyId,
    secretAccessKey,
    ...(endpoint !== null && { endpoint }),
    ...(region !== null && { region }),
  })
}
