import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Chore } from '../chore.ts'
import { roomOf } from './disk.ts'
import { tryOut } from './make.chore.ts'

export type VerifyInput = {
  readonly path: string
  readonly reserveBytes: number
  /** The folder to work in. */
  readonly work: string
}

/** What is in a good archive. */
export type Verified = {
  readonly madeAt: string
  readonly version: string
  readonly schemaVersion: number
  readonly files: number
  readonly bytes: number
  readonly missing: readonly string[]
}

/** Restores an archive on trial and removes it again. Throws what is wrong with it. */
export const verifyChore: Chore<VerifyInput, Verified> = {
  name: 'backup/verify',
  run: async ({ folders, config }, { path, reserveBytes, work }, { progress, signal }) => {
    try {
      await mkdir(work, { recursive: true, mode: 0o700 })
      progress(0, { note: 'Restoring it on trial' })
      const room = roomOf(folders.root, reserveBytes)
      const manifest = await tryOut(path, join(work, 'trial'), { passphrase: config.backup.passphrase, room, signal })
      return {
        madeAt: manifest.created_at,
        version: manifest.program.version,
        schemaVersion: manifest.schema_version,
        files: manifest.files.length,
        bytes: manifest.files.reduce((sum, file) => sum + file.size, 0),
        missing: manifest.missing,
      }
    } finally {
      await rm(work, { recursive: true, force: true })
    }
  },
}
