/** A small disk of its own: a tmpfs, where this may be mounted. */
import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of a disk of so many MiB, and what takes it away again; or why there is none. */
export function smallDisk(mib: number): { readonly path: string; readonly remove: () => void } | { readonly why: string } {
  if (process.getuid?.() !== 0) return { why: 'only root can mount a small disk' }
  if (Bun.which('mount') === null) return { why: 'there is no mount here' }
  const path = mkdtempSync(join(tmpdir(), 'holdfast-small-'))
  const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', path])
  const remove = () => rmSync(path, { recursive: true, force: true })
  if (!mounted.success) {
    remove()
    return { why: `no small disk can be mounted here: ${mounted.stderr.toString().trim()}` }
  }
  return {
    path,
    remove: () => {
      Bun.spawnSync(['umount', '-l', path])
      remove()
    },
  }
}

/** Writes a file until nothing more fits on its disk; its size. */
export function fillDisk(path: string): number {
  const file = openSync(path, 'w')
  try {
    for (const size of [1_048_576, 65_536, 4_096]) writeUntilFull(file, new Uint8Array(size))
    return fstatSync(file).size
  } finally {
    closeSync(file)
  }
}

function writeUntilFull(file: number, block: Uint8Array): void {
  try {
    while (writeSync(file, block) === block.byteLength);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}
