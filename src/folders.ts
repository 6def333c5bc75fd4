import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DataFolders } from './context.ts'

/** The database, in the root of the data directory. */
export const DATABASE_FILE = 'holdfast.db'

/** Where things are below a data directory. */
export function folderNames(root: string): DataFolders {
  return {
    root,
    uploads: join(root, 'uploads'),
    reports: join(root, 'reports'),
    backups: join(root, 'backups'),
    plugins: join(root, 'plugins'),
    temporary: join(root, 'tmp'),
  }
}

/** Makes the folders of the data directory (owner only) where they are missing. Throws what the file system says. */
export function openFolders(root: string): DataFolders {
  const folders = folderNames(root)
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folders
}
