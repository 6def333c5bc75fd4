import { statSync } from 'node:fs'

const MIB = 1024 * 1024
/** To do it with so much takes less than starting a Worker. To check takes three times as long as to copy. */
const SMALL_BYTES = { check: 2 * MIB, copy: 6 * MIB } as const

/** Whether a database file is so small, with its log, that what reads all of it needs no Worker. */
export function isSmallFile(path: string, what: keyof typeof SMALL_BYTES): boolean {
  return sizeOf(path) + sizeOf(`${path}-wal`) <= SMALL_BYTES[what]
}

/** 0 when there is no such file. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
