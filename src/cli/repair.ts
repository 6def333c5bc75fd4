import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { isatty } from 'node:tty'
import { copyDatabase } from '#db/copy.ts'
import { inTransaction } from '#db/transaction.ts'
import { type Env, loadConfig } from '../config.ts'
import { releaseUnfinishedKeys } from '../http/idempotency.repository.ts'
import { endInterruptedJobs } from '../jobs/service.ts'
import { createLog } from '../log.ts'
import { planRepairs, type Repair } from '../system/repair.ts'
import { EXIT } from './exit.ts'
import { type Data, openData } from './open.ts'
import { print } from './terminal.ts'

/**
 * Prints what is wrong and can be put right, and does it when `isAgreed` or when somebody at the terminal says so, after a copy of the database. The
 * service must not run. 0 when there is nothing to do or it was done, else 1. Throws AppError `repair/damaged`, ExitError.
 */
export async function repair(env: Env, { isAgreed }: { readonly isAgreed: boolean }): Promise<number> {
  const log = createLog({ level: 'warn', format: 'pretty', write: print })
  const data = await openData(loadConfig(env), log, 'serving')
  try {
    const rebuilt = new Set<string>()
    for (let isAgain = false; ; isAgain = true) {
      const repairs = await planAll(data, rebuilt)
      for (const { fault, action } of repairs) print(`${fault}: ${action}\n`)
      if (repairs.length === 0 && !isAgain) print('There is nothing to repair.\n')
      if (repairs.length === 0) return EXIT.ok
      if (!isAgreed && !(await isConfirmed(repairs.length))) {
        print(`Nothing${isAgain ? ' else' : ''} was changed. With --yes it will be done.\n`)
        return EXIT.failed
      }
      const copy = join(data.folders.backups, `before-repair-${Date.now()}.db`)
      await copyDatabase(data.store.writer, copy)
      await carryOut(data, repairs)
      print(`Repaired. The database as it was is in ${copy}.\n`)
      const indexes = repairs.flatMap(({ index }) => index ?? [])
      if (indexes.length === 0) return EXIT.ok
      for (const name of indexes) rebuilt.add(name)
    }
  } finally {
    log.flush()
    await data.close()
  }
}

async function planAll(data: Data, rebuilt: ReadonlySet<string>): Promise<Repair[]> {
  const repairs = await planRepairs(data.store.reader, data.folders, rebuilt)
  return repairs.some(({ index }) => index !== undefined) ? repairs : [...repairs, ...(await planTraces(data))]
}

/** What a run that did not end well has left: the next start does the same. */
async function planTraces({ store }: Data): Promise<Repair[]> {
  const { hasUnfinishedJobs } = await import('../jobs/repository.ts')
  const silent = createLog({ level: 'silent', format: 'json', write: () => {} })
  if (!(await hasUnfinishedJobs(store.reader))) return []
  return [
    {
      fault: 'jobs wait for a process that is no more',
      action: 'end them as interrupted, and free the idempotency keys of unfinished requests',
      inDatabase: async (db) => {
        await endInterruptedJobs({ db, clock: () => new Date(), log: silent })
        await releaseUnfinishedKeys(db)
      },
    },
  ]
}

async function carryOut({ store }: Data, repairs: readonly Repair[]): Promise<void> {
  await inTransaction({ db: store.writer, reader: store.reader }, async ({ db }) => {
    for (const { inDatabase } of repairs) await inDatabase?.(db)
  })
  for (const { inFiles } of repairs) await inFiles?.()
}

async function isConfirmed(count: number): Promise<boolean> {
  if (!isatty(0)) return false
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`Do ${count === 1 ? 'it' : `these ${count}`}? [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
