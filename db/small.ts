import { statSync } from 'node:fs'

/** To copy or check so much takes less than starting a Worker. */
const SMALL_BYTES = 2 * 1024 * 1024

/** Whether a database file is so small, with its log, that what reads all of it needs no Worker. */
export function isSmallFile(path: string): boolean {
  return sizeOf(path) + sizeOf(`${path}-wal`) <= SMALL_BYTES
}

/** 0 when there is no such file. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
