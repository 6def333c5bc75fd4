import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataFolders } from '../context.ts'

/** A copy of the database from before its schema changed. `from` and `to` are schema versions, `size` is in bytes. */
export type SchemaCopy = {
  readonly path: string
  readonly from: number
  readonly to: number
  readonly madeAt: Date
  readonly size: number
}

const NAME = /^before-schema-(\d+)-from-(\d+)-(\d+)\.db$/
const MIB = 1024 * 1024

/** The file name of a copy that is made now, before the schema goes from one version to another. */
export function schemaCopyName({ from, to, now }: { from: number; to: number; now: Date }): string {
  return `before-schema-${to}-from-${from}-${now.getTime()}.db`
}

/** The copies that are there, newest first. */
export async function listSchemaCopies(folders: Pick<DataFolders, 'backups'>): Promise<SchemaCopy[]> {
  const names = await readdir(folders.backups).catch(() => [])
  const copies = await Promise.all(names.filter((name) => NAME.test(name)).map((name) => readCopy(folders.backups, name)))
  return copies.filter((copy) => copy !== undefined).toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}

async function readCopy(folder: string, name: string): Promise<SchemaCopy | undefined> {
  const [, to, from, made] = NAME.exec(name) ?? []
  const path = join(folder, name)
  const file = await stat(path).catch(() => undefined)
  if (!file?.isFile() || made === undefined) return undefined
  return { path, from: Number(from), to: Number(to), madeAt: new Date(Number(made)), size: file.size }
}

/** One line for people: which copy it is, how large, and of which schema. */
export function describeCopy(copy: SchemaCopy): string {
  return `${copy.path} (schema ${copy.from}, ${Math.max(1, Math.round(copy.size / MIB))} MiB)`
}
