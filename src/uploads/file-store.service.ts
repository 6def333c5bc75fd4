import { copyFile, link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BunFile } from 'bun'
import type { DataFolders } from '../context.ts'

/** A file that has arrived whole in the temporary folder. Nobody else knows it until `keep`. */
export type ReceivedFile = {
  readonly path: string
  /** In bytes. */
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
  /** The first 4 KiB. */
  readonly head: Uint8Array
  /** Moves it to `<folder>/<id>`; when this returns it survives a power cut. Throws what the file system says; then nothing is stored. */
  readonly keep: (folder: string, id: string) => Promise<void>
  /** Removes it when it was not stored; may be called at any time. */
  readonly discard: () => Promise<void>
}

const HEAD_BYTES = 4096
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Writes a stream to the temporary folder at the pace of the disk; memory does not grow with the file. When the stream or the disk fails
 * (`ENOSPC` among others), nothing stays and that error is thrown on.
 */
export async function receiveFile(
  folders: Pick<DataFolders, 'temporary'>,
  chunks: AsyncIterable<Uint8Array>,
): Promise<ReceivedFile> {
  const path = join(folders.temporary, crypto.randomUUID())
  const discard = () => rm(path, { force: true })
  try {
    return { path, ...(await write(path, chunks)), keep: (folder, id) => keep(path, folder, id), discard }
  } catch (error) {
    await discard()
    throw error
  }
}

/** A file that is stored already, to be stored elsewhere as well: the bytes are on the disk once. */
export async function storedAsReceived(
  path: string,
  { size, sha256 }: Pick<ReceivedFile, 'size' | 'sha256'>,
): Promise<ReceivedFile> {
  const head = await Bun.file(path).slice(0, HEAD_BYTES).bytes()
  const keepToo = async (folder: string, id: string) => {
    const target = join(folder, id)
    // Not every file system has links.
    await link(path, target).catch(() => copyFile(path, target))
    await syncToDisk(target)
    await syncToDisk(folder)
  }
  return { path, size, sha256, head, keep: keepToo, discard: async () => {} }
}

async function write(path: string, chunks: AsyncIterable<Uint8Array>) {
  const hasher = new Bun.CryptoHasher('sha256')
  const writer = Bun.file(path).writer()
  const head = new Uint8Array(HEAD_BYTES)
  let size = 0
  try {
    for await (const chunk of chunks) {
      if (size < HEAD_BYTES) head.set(chunk.subarray(0, HEAD_BYTES - size), size)
      size += chunk.byteLength
      hasher.update(chunk)
      await writer.write(chunk)
      await writer.flush()
    }
  } finally {
    await writer.end()
  }
  return { size, sha256: hasher.digest('hex'), head: head.subarray(0, size) }
}

async function keep(path: string, folder: string, id: string): Promise<void> {
  const target = join(folder, id)
  try {
    await syncToDisk(path)
    await rename(path, target)
    await syncToDisk(folder)
  } catch (error) {
    await rm(path, { force: true })
    await rm(target, { force: true })
    throw error
  }
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The stored file, or `undefined` when it is not on the disk. */
export async function openStored(folder: string, id: string): Promise<BunFile | undefined> {
  const file = Bun.file(join(folder, id))
  return (await file.exists()) ? file : undefined
}

/** Removes a stored file; nothing happens when it is gone already. */
export async function removeStored(folder: string, id: string): Promise<void> {
  await rm(join(folder, id), { force: true })
}

/** Removes files and folders of the temporary folder by their names. */
export async function removeTemporary(folders: Pick<DataFolders, 'temporary'>, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folders.temporary, name), { recursive: true, force: true })
}

/** Removes what a process left in the temporary folder: everything that was last written before `start`. */
export async function sweepTemporary(folders: Pick<DataFolders, 'temporary'>, start: Date): Promise<void> {
  for (const name of await readdir(folders.temporary)) {
    const path = join(folders.temporary, name)
    if (await isOlder(path, start)) await rm(path, { recursive: true, force: true })
  }
}

async function isOlder(path: string, than: Date): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && found.mtimeMs < than.getTime()
}

/**
 * Removes the files of a folder that are named by an id which is not among `knownIds` (files without a row), and returns those ids. Files
 * with other names are not ours and stay, and so do those written since `start`: an upload under way has no row yet.
 */
export async function sweepFolder(folder: string, knownIds: ReadonlySet<string>, start: Date): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const removed: string[] = []
  for (const { name } of entries.filter((entry) => entry.isFile() && ID.test(entry.name) && !knownIds.has(entry.name))) {
    if (!(await isOlder(join(folder, name), start))) continue
    await removeStored(folder, name)
    removed.push(name)
  }
  return removed
}
