import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../context.ts'
import { readSetting } from '../settings/service.ts'
import { type ArchiveName, readArchiveName } from '../shared/archive-name.ts'
import { AppError } from '../shared/errors.ts'

/** An archive in the folder `backups`. It was proved good before it got its name. */
export type Archive = ArchiveName & { readonly path: string; readonly size: number }

type Folders = Pick<Deps, 'folders'>

/** Every archive, the newest first. */
export async function listArchives({ folders }: Folders): Promise<ArchiveName[]> {
  const names = (await readdir(folders.backups)).flatMap((name) => readArchiveName(name) ?? [])
  return names.sort((a, b) => (a.id < b.id ? 1 : -1))
}

/** With its size; `undefined` when it is gone. */
export async function openArchive({ folders }: Folders, name: ArchiveName): Promise<Archive | undefined> {
  const path = join(folders.backups, name.filename)
  const found = await stat(path).catch(() => undefined)
  return found === undefined ? undefined : { ...name, path, size: found.size }
}

/** Throws `backup/not-found`. */
export async function getArchive(deps: Folders, id: string): Promise<Archive> {
  const name = (await listArchives(deps)).find((archive) => archive.id === id)
  const archive = name && (await openArchive(deps, name))
  if (archive === undefined) throw new AppError('not-found', 'backup/not-found', 'There is no such backup.')
  return archive
}

/** One page of the archives, the newest first; `after`: the id of the last one seen. */
export async function listBackups(deps: Folders, page: { limit: number; after: string | undefined }) {
  const all = await listArchives(deps)
  const rest = page.after === undefined ? all : all.filter(({ id }) => id < (page.after ?? ''))
  const shown = rest.slice(0, page.limit)
  const items = (await Promise.all(shown.map((name) => openArchive(deps, name)))).flatMap((archive) => archive ?? [])
  return { items, next: rest.length > shown.length ? (shown.at(-1)?.id ?? null) : null, total: all.length }
}

/** Throws `backup/not-found`. */
export async function deleteBackup({ folders, log }: Pick<Deps, 'folders' | 'log'>, id: string): Promise<void> {
  const { path, filename } = await getArchive({ folders }, id)
  await rm(path, { force: true })
  log.info('backup deleted', { archive: filename })
}

/** Bytes that a file sent to be restored may have: what the disk has room for. */
export async function receivingRoom({ storage, reader }: Pick<Deps, 'storage' | 'reader'>): Promise<number> {
  return Math.max(0, await storage.room(await readSetting(reader, 'disk_reserve_mb')))
}
