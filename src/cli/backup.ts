import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { Command } from 'commander'
import { getArchive, listArchives, openArchive } from '../backup/archives.service.ts'
import { createBackup, pruneBackups, verifyBackup } from '../backup/service.ts'
import { madeToWire, toWire, verifiedToWire } from '../backup/wire.ts'
import type { Deps } from '../context.ts'
import { addExample } from './example.ts'
import type { Shell } from './shell.ts'
import { visible } from './table.ts'

type Words = { readonly json: boolean }
type Add = (name: string, description: string, example: string) => Command

const MIB = 1024 * 1024

/** `holdfast backup create|list|verify|restore|prune`. What is wrong with an archive is an AppError. */
export function backupCommand(shell: Shell): Command {
  const family = new Command('backup').description('archives of everything: make, check, restore')
  const add: Add = (name, description, example) =>
    addExample(family.command(name), `backup ${example}`).description(description).option('--json', 'as JSON', false)
  addCreate(add, shell)
  addList(add, shell)
  addVerify(add, shell)
  addRestore(add, shell)
  addPrune(add, shell)
  return family
}

function addCreate(add: Add, { withDeps, watch, printLine }: Shell): void {
  add('create', 'make a backup and restore it on trial; beside a running service, too', 'create').action(
    async ({ json }: Words) => {
      const made = await watch('backup', (job) => withDeps((deps) => createBackup(deps, job)))
      if (json) printLine(JSON.stringify(madeToWire(made), null, 2))
      else printLine(`${made.filename}: ${made.files} files, ${inMib(made.size)}; restored on trial, all is well.`)
      for (const name of made.missing) printLine(`Missing in the data: ${visible(name)}`)
      if (made.offSite !== null)
        printLine(`${made.offSite.address}: ${made.offSite.fault === null ? 'copied' : visible(made.offSite.fault)}`)
    },
  )
}

function addList(add: Add, { withDeps, printLine }: Shell): void {
  add('list', 'every backup, the newest first', 'list').action(async ({ json }: Words) => {
    const archives = await withDeps(async (deps) => {
      const opened = await Promise.all((await listArchives(deps)).map((name) => openArchive(deps, name)))
      return opened.flatMap((archive) => archive ?? [])
    })
    if (json) printLine(JSON.stringify(archives.map(toWire), null, 2))
    else for (const { filename, size, madeAt } of archives) printLine([filename, madeAt.toISOString(), inMib(size)].join('\t'))
  })
}

function addVerify(add: Add, { withDeps, watch, printLine }: Shell): void {
  add('verify', 'restore a backup on trial and look whether all is well (exit code 0 or 1)', 'verify FILE')
    .argument('<backup>', 'a file, or the id or name of a backup in the data folder')
    .action(async (given: string, { json }: Words) => {
      const verified = await watch('verify', (job) =>
        withDeps(async (deps) => await verifyBackup(deps, await pathOf(deps, given), job)),
      )
      if (json) printLine(JSON.stringify(verifiedToWire(verified), null, 2))
      else printLine(`All is well: ${verified.files} files as of ${verified.madeAt}, made by ${visible(verified.version)}.`)
    })
}

function addRestore(add: Add, { env, watch, printLine }: Shell): void {
  add('restore', 'put a backup in place of all data, while the service is stopped', 'restore FILE --yes')
    .argument('<file>', 'the archive')
    .option('--yes', 'also where there are data already; they stay in a folder beside until the second start', false)
    .action(async (file: string, { json, yes }: Words & { readonly yes: boolean }) => {
      const { restoreStopped } = await import('./restore.ts')
      const done = await watch('restore', (job) => restoreStopped(env, resolve(file), yes, job))
      if (json) printLine(JSON.stringify(done, null, 2))
      else printLine(`Restored ${visible(basename(file))} as of ${done.made_at}. Start the service; everybody signs in again.`)
    })
}

function addPrune(add: Add, { withDeps, printLine }: Shell): void {
  add('prune', 'delete the scheduled backups that the settings do not keep', 'prune').action(async ({ json }: Words) => {
    const names = await withDeps(pruneBackups)
    if (json) printLine(JSON.stringify(names))
    else printLine(names.length === 0 ? 'Nothing to delete.' : `Deleted: ${names.join(' ')}`)
  })
}

async function pathOf(deps: Deps, given: string): Promise<string> {
  if (existsSync(given)) return resolve(given)
  return (await getArchive(deps, given.replace(/\.tar\.zst(\.age)?$/, ''))).path
}

function inMib(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`
}
