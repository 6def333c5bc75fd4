import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Chore, ChoreBase } from '../chore.ts'
import { DATABASE_FILE } from '../folders.ts'
import { archiveName, partialName } from '../shared/archive-name.ts'
import { COMMIT, NAME, VERSION } from '../shared/version.ts'
import { collect } from './collect.ts'
import { roomOf, syncFolder } from './disk.ts'
import type { OffSite } from './off-site.ts'
import { packArchive } from './pack.ts'
import { prove } from './prove.ts'
import { noRoom } from './refusals.ts'
import { unpackArchive } from './unpack.ts'

export type MakeInput = {
  readonly at: string
  readonly isScheduled: boolean
  readonly reserveBytes: number
  /** The folder to work in. */
  readonly work: string
}

/** An archive that has been proved good. */
export type Archived = {
  readonly filename: string
  readonly size: number
  readonly files: number
  /** Of all files together, uncompressed. */
  readonly bytes: number
  readonly schemaVersion: number
  readonly missing: readonly string[]
}

/** The same, and what became of its copy. */
export type Made = Archived & { readonly offSite: OffSite | null }

/**
 * Makes an archive of the data folder and proves it by a trial restore before it gets its name. Throws `storage/full`, what `prove` throws, and
 * what the file system says; then nothing is left. What is short is done at once: beside requests each wait would be for their turn.
 */
export const makeChore: Chore<MakeInput, Archived> = {
  name: 'backup/make',
  run: async (base, input, { progress, signal }) => {
    const { work } = input
    const at = new Date(input.at)
    const { passphrase } = base.config.backup
    const target = targetOf(base, input)
    const partial = partialName(target)
    try {
      const room = requireRoom(base, input.reserveBytes)
      mkdirSync(work, { recursive: true, mode: 0o700 })
      progress(0, { note: 'Copying the database' })
      const collected = await collect(base.folders, join(work, 'data'))
      signal.throwIfAborted()
      const total = collected.files.reduce((sum, file) => sum + file.size, 0)
      progress(0, { total, note: 'Packing' })
      const about = {
        program: { name: NAME, version: VERSION, commit: COMMIT },
        created_at: at.toISOString(),
        schema_version: collected.schemaVersion,
        missing: [...collected.missing],
      }
      await packArchive(partial, { files: collected.files, about, passphrase, progress })
      rmSync(join(work, 'data'), { recursive: true })
      signal.throwIfAborted()
      progress(total, { note: 'Restoring it on trial' })
      await tryOut(partial, join(work, 'trial'), { passphrase, room, signal })
      signal.throwIfAborted()
      renameSync(partial, target)
      syncFolder(dirname(target))
      const { size } = statSync(target)
      const { files, schemaVersion, missing } = collected
      return { filename: basename(target), size, files: files.length, bytes: total, schemaVersion, missing }
    } finally {
      rmSync(partial, { force: true })
      rmSync(work, { recursive: true, force: true })
    }
  },
}

function targetOf({ folders, config }: ChoreBase, { at, isScheduled }: Pick<MakeInput, 'at' | 'isScheduled'>): string {
  return join(folders.backups, archiveName(new Date(at), { isScheduled, isEncrypted: config.backup.passphrase !== null }))
}

/** What a process leaves that was ended while it made an archive. */
export function tracesOf(base: ChoreBase, input: MakeInput): readonly string[] {
  return [input.work, partialName(targetOf(base, input))]
}

type Trial = { readonly passphrase: string | null; readonly room: number; readonly signal: AbortSignal }

/** Restores an archive into the folder `into`, looks whether all is well, and removes it. Answers its manifest; throws what is wrong with it. */
export async function tryOut(archive: string, into: string, how: Trial) {
  try {
    mkdirSync(into, { recursive: true, mode: 0o700 })
    const manifest = await unpackArchive(archive, into, { ...how, what: 'database', progress: () => how.signal.throwIfAborted() })
    how.signal.throwIfAborted()
    await prove(into, manifest)
    return manifest
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}

/** Bytes that may be written; a copy of the database must fit. Throws `storage/full`. */
function requireRoom({ folders }: ChoreBase, reserveBytes: number): number {
  const room = roomOf(folders.root, reserveBytes)
  const { size } = statSync(join(folders.root, DATABASE_FILE))
  if (room < size) throw noRoom()
  return room
}
