import { basename } from 'node:path'
import type { ChoreBase, ChoreControls } from '../chore.ts'
import type { BackupTarget } from '../config-backup.ts'
import { untilAborted } from '../shared/abort.ts'
import { readArchiveName } from '../shared/archive-name.ts'
import { withTimeout } from '../shared/timeout.ts'

/** Where an archive was copied to, and what went wrong, if anything did. */
export type OffSite = { readonly address: string; readonly fault: string | null }

const PART_BYTES = 8 * 1024 * 1024
const TYPE = 'application/octet-stream'

/**
 * Copies an archive to `BACKUP_TARGET`; `null` without one. It stays here, whatever becomes of the copy: throws only the reason of `signal`. A target
 * that does not answer is given up after `BACKUP_S3_TIMEOUT`.
 */
export async function copyOff(
  { config, log }: ChoreBase,
  path: string,
  { progress, signal }: ChoreControls,
): Promise<OffSite | null> {
  const { target } = config.backup
  if (target === null) return null
  const name = basename(path)
  const address = addressOf(target, name)
  if (config.offline) return { address, fault: 'OFFLINE is set: nothing leaves this machine.' }
  try {
    await untilAborted(send(target, path, name, progress), signal)
    return { address, fault: null }
  } catch (error) {
    signal.throwIfAborted()
    log.error('a backup could not be copied off this machine', { address, error })
    return { address, fault: error instanceof Error ? error.message : String(error) }
  }
}

/** Where at the target an archive is. */
export function addressOf({ bucket, prefix }: BackupTarget, filename: string): string {
  return `s3://${bucket}/${prefix}${filename}`
}

async function send(target: BackupTarget, path: string, name: string, progress: ChoreControls['progress']): Promise<void> {
  const file = Bun.file(path)
  const remote = clientOf(target).file(`${target.prefix}${name}`)
  const writer = remote.writer({ partSize: PART_BYTES, queueSize: 2, retry: 3, type: TYPE })
  let done = 0
  progress(0, { total: file.size, note: 'Copying it off this machine' })
  for await (const chunk of file.stream()) {
    writer.write(chunk)
    await inTime(target, writer.flush())
    done += chunk.byteLength
    progress(done)
  }
  await inTime(target, writer.end())
  const { size } = await inTime(target, remote.stat())
  if (size !== file.size) throw new Error(`the copy has ${size} bytes and should have ${file.size}`)
}

/** What the client gives. Throws once the target has not answered for too long; what becomes of it then is nobody's business. */
async function inTime<T>({ bucket, timeoutSeconds }: BackupTarget, answer: T | Promise<T>): Promise<T> {
  const late = () => {
    throw new Error(`s3://${bucket} has not answered for ${timeoutSeconds} seconds (BACKUP_S3_TIMEOUT); it was given up`)
  }
  return await withTimeout(Promise.resolve(answer), timeoutSeconds * 1000, late)
}

/** The names of all archives at the target. Throws what the client says. */
export async function listOffSite(target: BackupTarget): Promise<string[]> {
  const client = clientOf(target)
  const names: string[] = []
  for (let startAfter: string | undefined; ; ) {
    const page = await inTime(target, client.list({ prefix: target.prefix, ...(startAfter !== undefined && { startAfter }) }))
    const keys = (page.contents ?? []).map(({ key }) => key)
    names.push(...keys.map((key) => key.slice(target.prefix.length)).filter((name) => readArchiveName(name) !== undefined))
    startAfter = keys.at(-1)
    if (page.isTruncated !== true || startAfter === undefined) return names
  }
}

/** Removes archives at the target. Throws what the client says. */
export async function removeOffSite(target: BackupTarget, names: readonly string[]): Promise<void> {
  const client = clientOf(target)
  for (const name of names) await inTime(target, client.delete(`${target.prefix}${name}`))
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
