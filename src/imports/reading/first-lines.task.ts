import { headOf } from '#plugins/kit/head.ts'
import type { Ctx } from '../../context.ts'
import type { Task } from '../../task.ts'
import { getReport } from '../service.ts'
import { isReadBeside, readBeside } from './beside.ts'
import { storedReportPath } from './file.ts'
import { openHead } from './read.ts'
import { readHead } from './recognise.task.ts'

/** The first lines of a file of a report; of a table its rows, cells between ` | `. */
export type FirstLines = { readonly filename: string; readonly lines: readonly string[]; readonly hasMore: boolean }

/** So many files of a report, and lines of each, are shown, each line with so many characters. */
export const MAX_SHOWN_FILES = 5
export const MAX_LINES = 20
const MAX_CHARACTERS = 300

type Input = { readonly path: string; readonly filename: string; readonly isSet: boolean }

export const firstLinesTask: Task<Input, FirstLines[]> = {
  name: 'imports/first-lines',
  readsFiles: true,
  needsNoSources: true,
  run: async (_, { path, filename, isSet }) => {
    const { files } = await openHead(await readHead(path), filename, isSet)
    return files.slice(0, MAX_SHOWN_FILES).map((file) => {
      const { filename, format, text, tables } = headOf(file)
      const rows = tables.flatMap((table) => table.rows.map(({ cells }) => cells.join(' | ')))
      return shown(filename, format === 'sheet' ? rows : text.trimEnd().split(/\r\n|\n|\r/))
    })
  },
}

function shown(filename: string, all: readonly string[]): FirstLines {
  const lines = all.slice(0, MAX_LINES)
  const isCut = (line: string) => line.length > MAX_CHARACTERS
  const cut = (line: string) => (isCut(line) ? `${line.slice(0, MAX_CHARACTERS).toWellFormed()}…` : line)
  return { filename, lines: lines.map(cut), hasMore: all.length > MAX_LINES || lines.some(isCut) }
}

/** How the files of a stored report begin, whether or not an importer knows it. Needs VIEWER. Throws what cannot be opened. */
export async function firstLinesOf(ctx: Ctx, id: string): Promise<FirstLines[]> {
  const report = await getReport(ctx, id)
  const input = { path: await storedReportPath(ctx, id), filename: report.filename, isSet: report.partsHash !== null }
  return isReadBeside(ctx, report) ? readBeside(ctx, firstLinesTask, input) : firstLinesTask.run(ctx, input)
}
