/** What became of the recorded files of each folder, for whoever reads the outcome as a user of that broker would. */
import type { ParsedReport, ReportFile } from '#plugins/brim/contract.ts'
import { isRefused, rowsOf } from '#src/imports/check/accounting.ts'

type Folder = {
  files: number
  rows: number
  transactions: number
  ignored: number
  refusedFiles: number
  refusedRows: number
  /** Sentences of refusals, numbers left out. */
  readonly reasons: Set<string>
}
export type Folders = Map<string, Folder>

const MOST_CHARACTERS = 400

export function noteFolder(
  folders: Folders,
  key: string,
  { file, result }: { readonly file: ReportFile; readonly result: ParsedReport },
): void {
  if (key.startsWith('own:')) return
  const name = key.split('/')[0] ?? ''
  const empty = { files: 0, rows: 0, transactions: 0, ignored: 0, refusedFiles: 0, refusedRows: 0 }
  const folder = folders.get(name) ?? { ...empty, reasons: new Set<string>() }
  folders.set(name, folder)
  const errors = result.issues.filter(({ severity }) => severity === 'error')
  folder.files++
  folder.rows += rowsOf(file, result).length
  folder.transactions += result.transactions.length
  folder.ignored += result.ignored.length
  if (isRefused(result)) folder.refusedFiles++
  folder.refusedRows += errors.filter(({ row }) => row !== null).length
  for (const { code, detail } of errors) folder.reasons.add(`${code}: ${detail}`.slice(0, MOST_CHARACTERS))
}

/** A line for each folder, and below it why something of it was refused. */
export function describeFolders(folders: Folders): string[] {
  return [...folders]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, { reasons, ...counts }]) => {
      const { files, rows, transactions, ignored, refusedFiles, refusedRows } = counts
      const refused = `${refusedFiles} files and ${refusedRows} rows refused`
      return [
        `${name}: ${files} files, ${rows} rows: ${transactions} transactions, ${ignored} rows left out, ${refused}`,
        ...[...reasons].map((reason) => `    ${reason}`),
      ]
    })
}
