import { readdirSync, statfsSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reader } from '#db/connection.ts'
import { foreignKeyFaults, integrityFaults } from '#db/integrity.ts'
import { currentSchemaVersion, schemaVersion } from '#db/migrate.ts'
import { missingObjects } from '#db/objects.ts'
import { withOurSchema } from '#db/ours.ts'
import type { DataFolders } from '../context.ts'
import { comparePacks, packFault } from '../prices/packs.service.ts'
import { createYielder } from '../shared/event-loop.ts'
import { countFaults, listFileRows } from './doctor.repository.ts'
import { recount } from './recount.ts'
import { describeCopy, listSchemaCopies } from './schema-copies.ts'

/** One thing that was looked at: well when there are no faults. Warnings need no repair but attention. */
export type Finding = {
  readonly name: string
  readonly detail: string
  readonly faults: readonly string[]
  readonly warnings: readonly string[]
}

const SHOWN = 20
const MIB = 1024 * 1024
const LITTLE_SPACE = 500 * MIB
/** So many are listed in a moment: to wait for it would be to wait for the turn of requests. */
const FEW_FILES = 1000
/** A younger file may be one that is just arriving: its row comes a moment later. */
const SETTLED_MILLISECONDS = 60_000

/** What somebody has found out of a database before: the faults of its pages; an empty database of this release to compare it with. */
type Known = { readonly integrity: readonly string[]; readonly ours: Reader }

/** Looks whether the data are whole. Changes nothing. `db` = one snapshot of the database. */
export async function examine(db: Reader, folders: DataFolders, known?: Known): Promise<Finding[]> {
  const version = await schemaVersion(db)
  const schema = finding('schema', `version ${version}`, {
    faults: version > currentSchemaVersion() ? [`this release knows only ${currentSchemaVersion()}`] : [],
    warnings: version < currentSchemaVersion() ? [`the next start brings it to ${currentSchemaVersion()}, after a copy`] : [],
  })
  const integrity = finding('integrity', 'pages and indexes of the database', {
    faults: known?.integrity ?? (await integrityFaults(db)),
  })
  const findings = [integrity, schema]
  if (integrity.faults.length > 0 || version !== currentSchemaVersion())
    return [...findings, ...(await findCopies(folders)), findSpace(folders)]
  const { lines, differences } = await recount(db)
  const { expected, missing } = await (known ? missingObjects(db, known.ours) : withOurSchema((ours) => missingObjects(db, ours)))
  return [
    ...findings,
    finding('indexes', `${expected} indexes and triggers`, {
      faults: missing.map(({ type, name }) => `${type} ${name} is missing`),
    }),
    finding('references', 'rows that refer to others', { faults: await foreignKeyFaults(db) }),
    finding('ledger', `${lines} lines recounted against the stored balances`, {
      faults: [...differences.map(({ fault }) => fault), ...(await countFaults(db)).map(({ fault }) => fault)],
    }),
    await examineCloses(db),
    await examineFiles('uploads', db, folders),
    await examineFiles('reports', db, folders),
    ...(await findCopies(folders)),
    findSpace(folders),
  ]
}

async function examineCloses(db: Reader): Promise<Finding> {
  const { count, wrong } = await comparePacks(db)
  return finding('closes', `${count} assets compared with their packed closes`, { faults: wrong.map(packFault) })
}

async function examineFiles(name: 'uploads' | 'reports', db: Reader, folders: DataFolders): Promise<Finding> {
  const rows = await listFileRows(db, name)
  const { faults, litter } = await compareFiles(folders[name], rows)
  const warnings = litter.map((entry) => `${entry} has no row; the next start removes it`)
  return finding(name, `${rows.length} files`, { faults, warnings })
}

/** Rows without their file, and the names of files without a row, but for those that are just arriving. */
export async function compareFiles(
  folder: string,
  rows: readonly { id: string; size: number }[],
): Promise<{ faults: string[]; litter: string[] }> {
  const faults: string[] = []
  const yieldWhenDue = createYielder()
  for (const row of rows) {
    await yieldWhenDue()
    const file = lookAt(join(folder, row.id))
    if (file === undefined) faults.push(`${row.id} has a row and no file`)
    else if (file.size !== row.size) faults.push(`${row.id} has ${file.size} bytes and should have ${row.size}`)
  }
  const known = new Set(rows.map((row) => row.id))
  const litter: string[] = []
  for (const entry of rows.length < FEW_FILES ? listNow(folder) : await readdir(folder).catch(() => [])) {
    if (known.has(entry)) continue
    const file = lookAt(join(folder, entry))
    if (file && Date.now() - file.mtimeMs > SETTLED_MILLISECONDS) litter.push(entry)
  }
  return { faults, litter }
}

function listNow(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function lookAt(path: string) {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

/** The copies of the database from before its schema changed: what somebody needs who goes back to an older release. */
async function findCopies(folders: DataFolders): Promise<Finding[]> {
  const copies = await listSchemaCopies(folders)
  return copies.length === 0 ? [] : [finding('before upgrades', copies.map(describeCopy).join(', '), {})]
}

function findSpace(folders: DataFolders): Finding {
  const { bavail, bsize } = statfsSync(folders.root)
  const free = bavail * bsize
  const warnings = free < LITTLE_SPACE ? ['little is left: writes are refused with storage/full when the disk is full'] : []
  return finding('disk', `${Math.floor(free / MIB)} MiB free at ${folders.root}`, { warnings })
}

function finding(name: string, detail: string, found: { faults?: readonly string[]; warnings?: readonly string[] }): Finding {
  return { name, detail, faults: shortened(found.faults ?? []), warnings: shortened(found.warnings ?? []) }
}

function shortened(lines: readonly string[]): string[] {
  return lines.length <= SHOWN ? [...lines] : [...lines.slice(0, SHOWN), `and ${lines.length - SHOWN} more`]
}
