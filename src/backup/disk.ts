import { closeSync, fsyncSync, openSync, readFileSync, statfsSync } from 'node:fs'

/** So much is read or brought to the disk in a moment: to wait for it would be to wait for the turn of requests. */
export const SMALL_BYTES = 1024 * 1024

/** The bytes of a file of `size`: a small one whole, others as a stream. */
export async function* contentOf(path: string, size: number): AsyncGenerator<Uint8Array, void> {
  if (size <= SMALL_BYTES) yield readFileSync(path)
  else yield* Bun.file(path).stream()
}

/** Bytes that may be written to the disk of a folder before less than so many are free. */
export function roomOf(folder: string, reserveBytes: number): number {
  const { bavail, bsize } = statfsSync(folder)
  return Math.max(0, bavail * bsize - reserveBytes)
}

/** Brings the names in a folder to the disk: what was renamed stays renamed after a power cut. */
export function syncFolder(folder: string): void {
  const file = openSync(folder, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
