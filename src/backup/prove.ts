import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore, type Store } from '#db/connection.ts'
import { databaseFault } from '#db/errors.ts'
import { schemaDifferences } from '#db/foreign.ts'
import { foreignKeyFaults, integrityFaults } from '#db/integrity.ts'
import { currentSchemaVersion, migrate, schemaVersion } from '#db/migrate.ts'
import { inSnapshot } from '#db/snapshot.ts'
import { DATABASE_FILE, folderNames } from '../folders.ts'
import { examine } from '../system/service.ts'
import type { Manifest } from './manifest.ts'
import { damaged, foreign, newer, notWhole } from './refusals.ts'

/**
 * Opens what was unpacked into `folder` as the service would and looks whether all of it is well: pages, schema, references, the ledger
 * counted again, a file for each row. A database of an older release has the schema of this one after that. `then` gets it open. Throws
 * `backup/damaged`, `backup/foreign`, `backup/newer`, `backup/not-whole`.
 */
export async function prove(
  folder: string,
  manifest: Manifest,
  then: (store: Store) => Promise<void> = async () => {},
): Promise<void> {
  try {
    await withStore(join(folder, DATABASE_FILE), async (store) => {
      await requireOurs(store, manifest, folder)
      const findings = await inSnapshot(store.reader, (db) => examine(db, folderNames(folder)))
      const faults = findings
        .flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`))
        .filter(unlessMissing(manifest))
      if (faults.length > 0) throw notWhole(faults)
      await then(store)
    })
  } catch (error) {
    // Without its cause: that would say that the database of the service is damaged.
    throw error instanceof Error && databaseFault(error) === 'damaged'
      ? damaged(`its database cannot be read, ${error.message}`)
      : error
  }
}

async function withStore(path: string, work: (store: Store) => Promise<void>): Promise<void> {
  const store = openStore(path)
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

/** Pages first: nothing is run on a database that is not whole. */
async function requireOurs({ writer, reader }: Store, manifest: Manifest, folder: string): Promise<void> {
  const [fault] = await integrityFaults(reader)
  if (fault !== undefined) throw damaged(`its database is not whole, ${fault}`)
  const version = await schemaVersion(reader)
  if (version > currentSchemaVersion() || manifest.schema_version > currentSchemaVersion())
    throw newer(`it has schema ${Math.max(version, manifest.schema_version)}, this one knows ${currentSchemaVersion()}`)
  if (version !== manifest.schema_version) throw foreign('its database has not the schema that its manifest says')
  await migrate(writer).catch(() => {
    throw foreign('its database cannot be brought to the schema of this release')
  })
  await requireOurSchema({ reader }, folder)
  const [missing] = await foreignKeyFaults(reader)
  if (missing !== undefined) throw notWhole([missing])
}

/** A view or a trigger of somebody else would run whenever the service reads or writes. */
async function requireOurSchema({ reader }: Pick<Store, 'reader'>, folder: string): Promise<void> {
  const path = join(folder, 'expected.db')
  try {
    await withStore(path, async (expected) => {
      await migrate(expected.writer)
      const [name] = await schemaDifferences(reader, expected.reader)
      if (name !== undefined) throw foreign(`its database has a table, view or trigger that differs, ${JSON.stringify(name)}`)
    })
  } finally {
    for (const ending of ['', '-wal', '-shm']) await rm(path + ending, { force: true })
  }
}

/** Files that were missing already are no fault of the archive. */
function unlessMissing({ missing }: Manifest): (fault: string) => boolean {
  const ids = new Set(missing.map((name) => name.slice(name.indexOf('/') + 1)))
  return (fault) => {
    const [, id = '', more] = /: (?:(\S+) has a row and no file|and \d+ (more))$/.exec(fault) ?? []
    return !(ids.has(id) || (more !== undefined && ids.size > 0))
  }
}
