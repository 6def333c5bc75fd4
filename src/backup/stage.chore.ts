import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inTransaction } from '#db/transaction.ts'
import { endAllSessions } from '../auth/service.ts'
import type { Chore } from '../chore.ts'
import { endAllTokens } from '../tokens/service.ts'
import { removeMessages } from '../webhooks/queue.service.ts'
import { roomOf, syncFolder } from './disk.ts'
import { prove } from './prove.ts'
import { STAGED_FOLDER } from './swap.service.ts'
import { unpackArchive } from './unpack.ts'

export type StageInput = {
  readonly path: string
  readonly reserveBytes: number
  readonly at: number
  /** Below the data folder: the new folder to unpack into, of `stagingFolder`. */
  readonly folder: string
}

export const stagingFolder = (): string => join(STAGED_FOLDER, crypto.randomUUID())

/** Data that are ready to be served. */
export type Staged = {
  /** Below the data folder. */
  readonly folder: string
  readonly madeAt: string
  readonly version: string
  readonly schemaVersion: number
  readonly files: number
}

/**
 * Unpacks an archive into a new folder beside the data, proves it, brings it to the schema of this release, ends every session and token in it and removes
 * messages that wait. Throws what is wrong with it; then nothing is left.
 */
export const stageChore: Chore<StageInput, Staged> = {
  name: 'backup/stage',
  run: async ({ folders, config }, { path, reserveBytes, at, folder }, { progress, signal }) => {
    const into = join(folders.root, folder)
    const { passphrase } = config.backup
    try {
      await mkdir(into, { recursive: true, mode: 0o700 })
      const room = roomOf(folders.root, reserveBytes)
      progress(0, { total: Bun.file(path).size, note: 'Unpacking' })
      const manifest = await unpackArchive(path, into, { passphrase, room, what: 'all', progress })
      signal.throwIfAborted()
      progress(Bun.file(path).size, { note: 'Checking' })
      await prove(into, manifest, (store) =>
        inTransaction({ db: store.writer, reader: store.reader }, async ({ db }) => {
          await endAllSessions(db, at)
          await endAllTokens(db)
          await removeMessages(db)
        }),
      )
      for (const one of ['uploads', 'reports', '']) syncFolder(join(into, one))
      const { created_at: madeAt, program, schema_version: schemaVersion, files } = manifest
      return { folder, madeAt, version: program.version, schemaVersion, files: files.length }
    } catch (error) {
      await rm(into, { recursive: true, force: true })
      throw error
    }
  },
}
