import { join } from 'node:path'
import { openStore, type Reader, type Store } from '#db/connection.ts'
import { databaseFault } from '#db/errors.ts'
import { schemaDifferences } from '#db/foreign.ts'
import { foreignKeyFaults, integrityFaultsOf } from '#db/integrity.ts'
import { currentSchemaVersion, migrate, schemaVersion } from '#db/migrate.ts'
import { withOurSchema } from '#db/ours.ts'
import { inSnapshot } from '#db/snapshot.ts'
import { DATABASE_FILE, folderNames } from '../folders.ts'
import { examine } from '../system/service.ts'
import type { Manifest } from './manifest.ts'
import { damaged, foreign, newer, notWhole } from './refusals.ts'

/**
 * Opens what was unpacked into `folder` as the service would and looks whether all of it is well: pages, schema, references, the ledger
 * counted again, a file for each row. A database of an older release has the schema of this one after that. `then` gets it open, and what it
 * writes is on the disk when this returns; without it nothing is synced. Throws `backup/damaged`, `backup/foreign`, `backup/newer`, `backup/not-whole`.
 */
export async function prove(folder: string, manifest: Manifest, then?: (store: Store) => Promise<void>): Promise<void> {
  const path = join(folder, DATABASE_FILE)
  try {
    await requireWholePages(path)
    const store = openStore(path, { durable: then !== undefined })
    try {
      await requireOurs(store, manifest, path)
      await withOurSchema((ours) => requireWell(store, { manifest, folder, ours }))
      await then?.(store)
    } finally {
      await store.close()
    }
  } catch (error) {
    // Without its cause: that would say that the database of the service is damaged.
    throw error instanceof Error && databaseFault(error) === 'damaged'
      ? damaged(`its database cannot be read, ${error.message}`)
      : error
  }
}

/** Pages first: nothing is run on a database that is not whole. */
async function requireWholePages(path: string): Promise<void> {
  const [fault] = await integrityFaultsOf(path)
  if (fault !== undefined) throw damaged(`its database is not whole, ${fault}`)
}

async function requireOurs({ writer, reader }: Store, manifest: Manifest, path: string): Promise<void> {
  const version = await schemaVersion(reader)
  if (version > currentSchemaVersion() || manifest.schema_version > currentSchemaVersion())
    throw newer(`it has schema ${Math.max(version, manifest.schema_version)}, this one knows ${currentSchemaVersion()}`)
  if (version !== manifest.schema_version) throw foreign('its database has not the schema that its manifest says')
  const steps = await migrate(writer).catch(() => {
    throw foreign('its database cannot be brought to the schema of this release')
  })
  if (steps.length > 0) await requireWholePages(path)
}

type Proof = { readonly manifest: Manifest; readonly folder: string; readonly ours: Reader }

async function requireWell({ reader }: Store, { manifest, folder, ours }: Proof): Promise<void> {
  // A view or a trigger of somebody else would run whenever the service reads or writes.
  const [name] = await schemaDifferences(reader, ours)
  if (name !== undefined) throw foreign(`its database has a table, view or trigger that differs, ${JSON.stringify(name)}`)
  const [missing] = await foreignKeyFaults(reader)
  if (missing !== undefined) throw notWhole([missing])
  const findings = await inSnapshot(reader, (db) => examine(db, folderNames(folder), { integrity: [], ours }))
  const faults = findings
    .flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`))
    .filter(unlessMissing(manifest))
  if (faults.length > 0) throw notWhole(faults)
}

/** Files that were missing already are no fault of the archive. */
function unlessMissing({ missing }: Manifest): (fault: string) => boolean {
  const ids = new Set(missing.map((name) => name.slice(name.indexOf('/') + 1)))
  return (fault) => {
    const [, id = '', more] = /: (?:(\S+) has a row and no file|and \d+ (more))$/.exec(fault) ?? []
    return !(ids.has(id) || (more !== undefined && ids.size > 0))
  }
}
