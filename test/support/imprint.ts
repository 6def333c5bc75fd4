import { readdirSync } from 'node:fs'
import type { TestApp } from './app.ts'

/**
 * What a data folder holds: every row of every table, and the names of all files. Two imprints are equal when nothing has changed. Of jobs,
 * which tell what was tried, only those that have not ended; versions, which tell that something was changed and changed back, are left out.
 */
export function imprint({ store, deps }: Pick<TestApp, 'store' | 'deps'>) {
  const { sqlite } = store.writer
  const tables = sqlite
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'job' AND name NOT LIKE '%\\_mark' ESCAPE '\\' ORDER BY name",
    )
    .all()
  const rows = tables.flatMap(({ name }) => {
    const all = sqlite.query(`SELECT * FROM "${name}"`).all()
    return all.length === 0 ? [] : [[name, all.map((row) => JSON.stringify(row)).sort()] as const]
  })
  const jobs = sqlite.query("SELECT id FROM job WHERE state IN ('queued', 'running')").all()
  return { rows: Object.fromEntries(rows), jobs, files: filesOf(deps.folders), isOpen: sqlite.inTransaction }
}

/** The names of the files in the folders that requests write to. */
export function filesOf(folders: { readonly reports: string; readonly uploads: string; readonly temporary: string }) {
  return {
    reports: readdirSync(folders.reports).sort(),
    uploads: readdirSync(folders.uploads).sort(),
    temporary: readdirSync(folders.temporary).sort(),
  }
}
