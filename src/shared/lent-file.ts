import { open, rm } from 'node:fs/promises'

/** An open file that has no name any more: gone when nobody has it, also after a crash. */
export type LentFile = {
  readonly size: number
  /** Reads into `buffer` from a place in the file; how many bytes came. */
  readonly read: (buffer: Buffer, at: number) => Promise<number>
  /** One more has it; `false` when it is gone already. */
  readonly borrow: () => boolean
  /** One who has it needs it no longer; to be called once by each. */
  readonly release: () => void
}

/** Opens a file and removes its name. Who calls has it. */
export async function lendFile({ path, size }: { readonly path: string; readonly size: number }): Promise<LentFile> {
  const file = await open(path)
  await rm(path)
  let count = 1
  return {
    size,
    read: async (buffer, at) => (await file.read(buffer, 0, buffer.byteLength, at)).bytesRead,
    borrow: () => {
      if (count > 0) count += 1
      return count > 0
    },
    release: () => {
      count -= 1
      // That the system cannot close what nobody reads any more concerns nobody.
      if (count === 0) file.close().catch(() => {})
    },
  }
}
