import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { requireOwnPassword } from '../auth/service.ts'
import { type Chore, type ChoreControls, runChore } from '../chore.ts'
import type { Ctx, Deps } from '../context.ts'
import { memoryKey } from '../memory.ts'
import { readSetting } from '../settings/service.ts'
import { AHEAD_MILLISECONDS } from '../shared/ahead.ts'
import { readArchiveName } from '../shared/archive-name.ts'
import { AppError } from '../shared/errors.ts'
import type { Archive } from './archives.service.ts'
import { listArchives } from './archives.service.ts'
import { copyChore } from './copy.chore.ts'
import { type Archived, type Made, makeChore, tracesOf } from './make.chore.ts'
import { noticeBackup, noticeNoBackup } from './notices.ts'
import { addressOf, listOffSite, type OffSite, removeOffSite } from './off-site.ts'
import { spareArchives } from './retention.ts'
import { endRun, startRun } from './runs.repository.ts'
import { isSmall } from './small.ts'
import { type Staged, stageChore, stagingFolder } from './stage.chore.ts'
import { commitRestore, isRestoreOpen, orderOf } from './swap.service.ts'
import { type Verified, verifyChore } from './verify.chore.ts'

export type { Made, Staged, Verified }

const MIB = 1024 * 1024
const REMEMBERED_MILLISECONDS = 400 * 86_400_000
/** Two would only share one disk. */
const turns = memoryKey('backup/turns', () => pLimit(1))
/** And two copies one line. A target that hangs holds up no archive on this machine. */
const copies = memoryKey('backup/copies', () => pLimit(1))

/**
 * Makes a backup. With `slot`, the instant of a schedule, only when nobody has begun that one: else `null`. It is copied off the machine once it is
 * made: meanwhile others can be made. Throws `storage/full`, and what is wrong with the data.
 */
export async function makeBackup(deps: Deps, job: ChoreControls, slot?: string): Promise<Made | null> {
  const run = slot ?? `by hand ${crypto.randomUUID()}`
  const end = (archive: string | null, fault: string | null) =>
    endRun(deps.db, run, { finishedAt: deps.clock().toISOString(), archive, fault })
  const archived = await deps.memory.of(turns)(() => archive(deps, job, { slot: run, isScheduled: slot !== undefined, end }))
  if (archived === null) return null
  const { filename, size, files, missing } = archived
  const offSite = await copy(deps, filename, job).catch(async (error: unknown) => {
    await end(filename, 'copying it off this machine was broken off').catch(() => {})
    throw error
  })
  if (offSite?.fault) await end(filename, offSite.fault)
  deps.log.info('backup made', { archive: filename, size, files, missing: missing.length, copied: offSite?.address ?? null })
  const made = { ...archived, offSite }
  await noticeBackup(deps, made)
  return made
}

type Run = {
  readonly slot: string
  readonly isScheduled: boolean
  readonly end: (archive: string | null, fault: string | null) => Promise<void>
}

/** The archive on this machine; `null` where somebody else has begun that run. */
async function archive(deps: Deps, job: ChoreControls, { slot, isScheduled, end }: Run): Promise<Archived | null> {
  const at = deps.clock()
  const [deleteBefore = '', deleteAfter = ''] = [-REMEMBERED_MILLISECONDS, AHEAD_MILLISECONDS].map((span) =>
    new Date(at.getTime() + span).toISOString(),
  )
  if (!(await startRun(deps.db, { slot, at: at.toISOString(), deleteBefore, deleteAfter })) && isScheduled) return null
  try {
    const input = { at: at.toISOString(), isScheduled, reserveBytes: await reserveOf(deps), work: workOf(deps, 'backup') }
    const made = await runTidily(deps, makeChore, input, job, { traces: tracesOf(deps, input), isSmall: await isSmall(deps) })
    await end(made.filename, null)
    return made
  } catch (error) {
    if (!job.signal.aborted) await noticeNoBackup(deps, error)
    await end(null, error instanceof Error ? error.message : String(error)).catch(() => {})
    throw error
  }
}

/** Throws only the reason of a signal to stop: the archive is made, whatever becomes of its copy. */
async function copy(deps: Deps, filename: string, job: ChoreControls): Promise<OffSite | null> {
  if (deps.config.backup.target === null) return null
  const path = join(deps.folders.backups, filename)
  try {
    return await deps.memory.of(copies)(() => runChore(deps, copyChore, { path }, job))
  } catch (error) {
    job.signal.throwIfAborted()
    return {
      address: addressOf(deps.config.backup.target, filename),
      fault: error instanceof Error ? error.message : String(error),
    }
  }
}

/** Makes a backup now. */
export async function createBackup(deps: Deps, job: ChoreControls): Promise<Made> {
  const made = await makeBackup(deps, job)
  if (made === null) throw new Error('a backup by hand has no slot')
  return made
}

/** Restores an archive on trial and looks whether all in it is well. Throws what is wrong. */
export async function verifyBackup(deps: Deps, path: string, job: ChoreControls): Promise<Verified> {
  const work = workOf(deps, 'verify')
  return await runTidily(deps, verifyChore, { path, reserveBytes: await reserveOf(deps), work }, job, { traces: [work] })
}

/** The password of the signed-in user, as it is in the running service. Throws `auth/wrong-password`, `auth/too-many-attempts`. */
export async function requireRestorer(ctx: Ctx, proof: { password: string; address: string }): Promise<void> {
  await requireOwnPassword(ctx, { ...proof, pointer: '/password' })
}

/** What is restored: `discard` removes a file that was sent for it. */
export type RestoreSource = Pick<Archive, 'path' | 'filename'> & { readonly discard?: () => Promise<void> }

/**
 * Puts what an archive holds in place of all data: everybody's sessions end, and the data of before stay in a folder of their own until the next
 * start. Throws what is wrong with the archive, and `backup/not-serving`; then nothing is changed.
 */
export async function restoreBackup(
  ctx: Deps & Partial<Pick<Ctx, 'user'>>,
  source: RestoreSource,
  job: ChoreControls,
): Promise<Staged> {
  const { changeOver, folders, log } = ctx
  if (changeOver === undefined) throw new AppError('unavailable', 'backup/not-serving', 'Only a running service restores itself.')
  const folder = stagingFolder()
  try {
    const at = ctx.clock()
    const input = { path: source.path, reserveBytes: await reserveOf(ctx), at: at.getTime(), folder }
    const staged = await runChore(ctx, stageChore, input, job)
    job.signal.throwIfAborted()
    const order = orderOf({ staged: staged.folder, archive: source.filename, madeAt: staged.madeAt, at })
    log.warn('restoring a backup', { archive: source.filename, made_at: staged.madeAt, user_id: ctx.user?.id ?? null })
    await changeOver(() => commitRestore(folders.root, order))
    return staged
  } catch (error) {
    // Once a restore is committed, whichever it is, that folder is the business of who finishes it.
    if (!isRestoreOpen(folders.root)) await rm(join(folders.root, folder), { recursive: true, force: true })
    throw error
  } finally {
    await source.discard?.()
  }
}

/** Removes archives that the schedule made and that the settings do not keep, here and at the target. Answers the names of those here. */
export async function pruneBackups(deps: Deps): Promise<string[]> {
  const { reader, folders, log, config, clock } = deps
  const now = clock()
  const keep = {
    newest: await readSetting(reader, 'backup_keep'),
    daily: await readSetting(reader, 'backup_keep_daily'),
    weekly: await readSetting(reader, 'backup_keep_weekly'),
    monthly: await readSetting(reader, 'backup_keep_monthly'),
  }
  const spare = spareArchives(await listArchives(deps), keep, now)
  for (const { filename } of spare) await rm(`${folders.backups}/${filename}`, { force: true })
  if (spare.length > 0) log.info('old backups deleted', { count: spare.length })
  if (config.backup.target !== null && !config.offline) {
    const there = (await listOffSite(config.backup.target)).flatMap((name) => readArchiveName(name) ?? [])
    await removeOffSite(
      config.backup.target,
      spareArchives(there, keep, now).map(({ filename }) => filename),
    )
  }
  return spare.map(({ filename }) => filename)
}

/** A new folder for one piece of work. */
function workOf({ folders }: Pick<Deps, 'folders'>, kind: string): string {
  return join(folders.temporary, `${kind}-${crypto.randomUUID()}`)
}

type Tidiness = { readonly traces: readonly string[]; readonly isSmall?: boolean }

/** Does a chore; when it fails its traces are removed: a process that was ended has not done it. */
async function runTidily<I, O>(deps: Deps, chore: Chore<I, O>, input: I, job: ChoreControls, tidiness: Tidiness): Promise<O> {
  try {
    return await runChore(deps, chore, input, job, tidiness.isSmall)
  } catch (error) {
    for (const path of tidiness.traces) await rm(path, { recursive: true, force: true })
    throw error
  }
}

async function reserveOf({ reader }: Pick<Deps, 'reader'>): Promise<number> {
  return (await readSetting(reader, 'disk_reserve_mb')) * MIB
}
