import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reader, Tx } from '#db/connection.ts'
import { saysTwice } from '#db/errors.ts'
import { integrityFaults } from '#db/integrity.ts'
import { makeObjects, missingObjects, rebuildIndexes } from '#db/objects.ts'
import { withOurSchema } from '#db/ours.ts'
import { correctLineCount } from '../access/repair.service.ts'
import type { DataFolders } from '../context.ts'
import { comparePacks, packFault, removePack } from '../prices/packs.service.ts'
import { AppError } from '../shared/errors.ts'
import { correctBalance } from '../transactions/repair.service.ts'
import { countFaults, listFileRows } from './doctor.repository.ts'
import { compareFiles } from './doctor.ts'
import { recount } from './recount.ts'

/** Something that can be put right: what is wrong, and what will be done. */
export type Repair = {
  readonly fault: string
  readonly action: string
  /** In one transaction with all others. */
  readonly inDatabase?: (db: Tx) => Promise<void>
  /** The index that it rebuilds: after it there is more to plan. */
  readonly index?: string
  /** After it. */
  readonly inFiles?: () => Promise<void>
}

const OF_INDEX = /\bindex (\w+)$/

/**
 * What a repair would do: indexes rebuilt or made, balances and counts of lines written as the lines give them, files without a row removed. Lines
 * of the ledger, rows that refer to what is not there and rows whose file is gone are never touched. While an index is wrong, nothing else is planned: what is read through
 * it may be wrong, too. Changes nothing. Throws `repair/damaged` when the
 * file itself is damaged, which only a backup mends, or an index is wrong that was `rebuilt` already.
 */
export async function planRepairs(db: Reader, folders: DataFolders, rebuilt: ReadonlySet<string> = new Set()): Promise<Repair[]> {
  const damage = await integrityFaults(db)
  const indexes = damage.map((fault) => OF_INDEX.exec(fault)?.[1])
  if (indexes.includes(undefined))
    throw new AppError('conflict', 'repair/damaged', `The database file is damaged: ${damage[0]}. Restore a backup.`)
  const names = new Set(indexes.filter((name) => name !== undefined))
  for (const name of names) if (rebuilt.has(name)) throw notRebuilt(name, 'it does not agree with its table afterwards either')
  if (names.size > 0)
    return [...names].map((name) => ({
      fault: `index ${name} does not agree with its table`,
      action: 'rebuild it, then look again',
      index: name,
      inDatabase: (tx: Tx) => rebuild(tx, name),
    }))
  const { missing } = await withOurSchema((ours) => missingObjects(db, ours))
  return [
    ...missing.map((object) => ({
      fault: `${object.type} ${object.name} is missing`,
      action: 'make it',
      inDatabase: (tx: Tx) => makeObjects(tx, [object]),
    })),
    ...(await planLedger(db)),
    ...(await comparePacks(db)).wrong.map((id) => ({
      fault: packFault(id),
      action: 'read them one by one until they are packed again',
      inDatabase: (tx: Tx) => removePack(tx, id),
    })),
    ...(await planFiles(db, folders)),
  ]
}

/** Throws `repair/damaged` where rows have twice what may be there once. */
async function rebuild(tx: Tx, name: string): Promise<void> {
  try {
    await rebuildIndexes(tx, [name])
  } catch (error) {
    if (saysTwice(error)) throw notRebuilt(name, 'rows have twice what may be there once')
    throw error
  }
}

function notRebuilt(name: string, why: string): AppError {
  return new AppError('conflict', 'repair/damaged', `The index ${name} cannot be rebuilt: ${why}. Restore a backup.`)
}

async function planLedger(db: Reader): Promise<Repair[]> {
  const { differences } = await recount(db)
  const balances = differences.map((difference) => ({
    fault: difference.fault,
    action: 'write what the lines give',
    inDatabase: (tx: Tx) => correctBalance(tx, difference),
  }))
  const counts = (await countFaults(db)).map(({ brokerId, real, fault }) => ({
    fault,
    action: `write ${real}`,
    inDatabase: (tx: Tx) => correctLineCount(tx, brokerId, real),
  }))
  return [...balances, ...counts]
}

async function planFiles(db: Reader, folders: DataFolders): Promise<Repair[]> {
  const repairs: Repair[] = []
  for (const kind of ['uploads', 'reports'] as const) {
    const { litter } = await compareFiles(folders[kind], await listFileRows(db, kind))
    for (const name of litter)
      repairs.push({
        fault: `${kind}/${name} has no row`,
        action: 'remove the file',
        inFiles: () => rm(join(folders[kind], name), { force: true }),
      })
  }
  return repairs
}
