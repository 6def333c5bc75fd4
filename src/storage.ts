import { mkdirSync, statfsSync, statSync, truncateSync } from 'node:fs'
import { statfs, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { saysDamaged } from '#db/errors.ts'
import { quickCheck, tryWrite } from '#db/integrity.ts'
import type { DataFolders } from './context.ts'
import type { Log } from './log.ts'

/**
 * The state of the disk and of the database file, for as long as the service lives. A damaged database is only read: nothing may be written
 * over what a backup or a repair could still use.
 */
export type Storage = {
  /** What is wrong with the database file; `null` while nothing is known to be. */
  readonly damage: () => string | null
  /** Takes note of an error that says that the database is damaged; other errors are nothing to it. */
  readonly noteError: (error: unknown) => void
  /** Looks through the whole database file in the background; resolves to whether it is whole. Throws nothing. */
  readonly check: () => Promise<boolean>
  /** Resolves when the first `check` is through; begins it when nobody has. */
  readonly checked: () => Promise<void>
  /** Commits a write that changes nothing; throws what the database says when it cannot. */
  readonly tryWrite: () => void
  /** Bytes that may be written before less than the reserve is free: `reserveMib`, at most a twentieth of the disk. Negative below it. */
  readonly room: (reserveMib: number) => Promise<number>
  /** Gives the space of the reserve file back when the disk is full, so that a deletion has the few pages that it needs. */
  readonly makeRoom: () => Promise<void>
  /** Fills the reserve file again as soon as there is space for it. */
  readonly refill: () => Promise<void>
}

const MIB = 1024 * 1024
/** Holds space that is given back when the disk is full: even a deletion has to write. Also the sign that an installation lives here. */
export const RESERVE_FILE = 'holdfast.reserve'
const RESERVE_BYTES = 2 * MIB
const FULL_BYTES = MIB
const LARGEST_SHARE = 20

export function watchStorage(given: {
  folders: DataFolders
  log: Log
  /** The path of the database file. */
  database: string
  /** Called once, when damage is found: stops every writer. */
  stopWriting: () => void
}): Storage {
  const { folders, log } = given
  const reserve = join(folders.root, RESERVE_FILE)
  let damage: string | null = null
  let first: Promise<boolean> | undefined
  const found = (fault: string) => {
    if (damage !== null) return
    damage = fault
    given.stopWriting()
    log.error(
      'The database is damaged. It is only read from now on: every write is refused. Stop the service, keep a copy of the data folder, run `holdfast doctor`, and restore a backup.',
      { database: given.database, fault, backups: folders.backups },
    )
  }
  const examine = async () => {
    const fault = await quickCheck(given.database).catch((error: unknown) => {
      log.warn('the database could not be checked at the start', { error })
      return null
    })
    if (fault !== null) found(fault)
    return fault === null
  }
  const check = () => {
    first ??= examine()
    return first
  }
  return {
    damage: () => damage,
    noteError: (error) => {
      for (let cause = error; cause instanceof Error; cause = cause.cause) if (saysDamaged(cause)) found(cause.message)
    },
    check,
    checked: async () => {
      await check()
    },
    tryWrite: () => tryWrite(given.database),
    room: async (reserveMib) => {
      const { bavail, blocks, bsize } = await statfs(folders.root)
      return Math.floor(bavail * bsize - Math.min(reserveMib * MIB, (blocks * bsize) / LARGEST_SHARE))
    },
    makeRoom: async () => {
      const { bavail, bsize } = await statfs(folders.root)
      if (bavail * bsize < FULL_BYTES) await truncate(reserve).catch(() => {})
    },
    refill: async () => {
      const { bavail, bsize } = await statfs(folders.root)
      const missing = RESERVE_BYTES - (statSync(reserve, { throwIfNoEntry: false })?.size ?? 0)
      if (missing <= 0 || bavail * bsize < 2 * (FULL_BYTES + missing)) return
      await Bun.write(reserve, incompressible(RESERVE_BYTES))
    },
  }
}

/** At the start, before the database is opened: on a full disk gives back the space of the reserve file. Returns the free bytes before. */
export function makeRoomAtStart(folders: Pick<DataFolders, 'root'>): number {
  mkdirSync(folders.root, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = statfsSync(folders.root)
  const reserve = join(folders.root, RESERVE_FILE)
  if (bavail * bsize < FULL_BYTES && statSync(reserve, { throwIfNoEntry: false })) truncateSync(reserve)
  return bavail * bsize
}

/** Bytes that no file system makes smaller. */
function incompressible(bytes: number): Uint8Array {
  const all = new Uint8Array(bytes)
  for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(all.subarray(at, Math.min(bytes, at + 65_536)))
  return all
}
