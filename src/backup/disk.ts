import { closeSync, fsyncSync, openSync, statfsSync } from 'node:fs'

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
