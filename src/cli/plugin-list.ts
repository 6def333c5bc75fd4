import type { DataFolders } from '../context.ts'
import type { Log } from '../log.ts'
import { loadPlugins } from './plugins.ts'
import { type Cell, tableLines } from './table.ts'

/** An importer as it is listed. `own`: from the data folder. */
export type ListedImporter = {
  readonly code: string
  readonly name: string
  readonly extensions: readonly string[]
  readonly languages: readonly string[]
  readonly maturity: 'stable' | 'beta'
  readonly version: string
  readonly own: boolean
  readonly docs: string
}

/** All importers, the user's own last; those that cannot be loaded are logged and left out. */
export async function listPlugins(folders: Pick<DataFolders, 'plugins'>, log: Log): Promise<ListedImporter[]> {
  const { brim, ownImporters } = await loadPlugins(folders, log)
  return brim.map(({ code, name, extensions, languages, maturity = 'stable', version, docs }) => ({
    ...{ code, name, extensions: [...extensions], languages: [...languages] },
    ...{ maturity, version, own: ownImporters?.has(code) === true, docs },
  }))
}

const COLUMNS = ['Code', 'Name', 'Formats', 'Languages', 'Maturity', 'Version'].map((title) => ({
  title,
  align: 'left' as const,
  most: 40,
}))

export function listLines(importers: readonly ListedImporter[], isColoured: boolean): string[] {
  const rows = importers.map(({ code, name, extensions, languages, maturity, version, own }): Cell[] => [
    { text: code, tone: 'strong' },
    { text: name },
    { text: extensions.join(' ') },
    { text: languages.join(' ') },
    { text: own ? 'your own' : maturity, tone: own ? 'good' : maturity === 'beta' ? 'quiet' : null },
    { text: version },
  ])
  return tableLines(COLUMNS, rows, isColoured)
}
