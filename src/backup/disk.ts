import { open, statfs } from 'node:fs/promises'

/** Bytes that may be written to the disk of a folder before less than so many are free. */
export async function roomOf(folder: string, reserveBytes: number): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return Math.max(0, bavail * bsize - reserveBytes)
}

/** Brings the names in a folder to the disk: what was renamed stays renamed after a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
