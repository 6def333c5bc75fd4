import type { BrokerPlugin } from '#plugins/brim/contract.ts'
import type { Issue, ReadReport } from '../report.ts'
import type { FileRead } from './read-set.ts'

/** What importers say of a cell that is not written as theirs are. */
const UNREADABLE: ReadonlySet<string> = new Set([
  ...['invalid-date', 'bad-date', 'ambiguous-date', 'invalid-time'],
  ...['invalid-number', 'bad-number', 'ambiguous-number', 'mixed-numbers', 'number-unreadable', 'bad-amount'],
])
const FEWEST = 4
/** What a sentence quotes. */
const FIGURE = /"[^"]*\d[^"]*"|\d[/.-]\d/

/**
 * A file of which most rows have days or numbers that its importer cannot read was changed by a program, and what can be read of it may be wrong by a
 * thousand (`4,131` for 4.131): nothing is made of it. Of a table of the user's own (`plugin` takes a mapping) each row says what to choose.
 */
export function withoutMisread(plugin: BrokerPlugin, read: FileRead): FileRead {
  const { rows, issues, drafts } = read
  const unread = new Set(issues.filter(isUnreadable).flatMap(({ row }) => row ?? []))
  const isMost = unread.size >= FEWEST && unread.size * 2 >= rows.transactions + rows.parts + rows.issues
  if (plugin.proposeMapping !== undefined || !isMost) return read
  const booked = new Set(drafts.flatMap(({ draft }) => draft.rows))
  const file = drafts[0]?.file ?? issues[0]?.file
  const fault = (row: number | null, detail: string): Issue => ({
    ...{ row, severity: 'error', code: 'file-changed', detail },
    ...(typeof file === 'string' ? { file } : {}),
  })
  const counts = { ...rows, transactions: 0, parts: 0, issues: rows.issues + rows.transactions + rows.parts }
  return {
    ...{ ...read, drafts: [], assets: [], stated: undefined, rows: counts },
    parts: read.parts.map((part) => ({ ...part, rows: counts })),
    issues: [
      fault(
        null,
        `Most days or numbers of this file are not written as ${plugin.name} writes them, as happens when a spreadsheet program saves it. Export it again and import it unopened.`,
      ),
      ...issues,
      ...[...booked].filter((row) => !unread.has(row)).map((row) => fault(row, 'Not imported: most of the file cannot be read.')),
    ],
  }
}

/** A cell that is empty, or a word, was not changed. */
function isUnreadable({ severity, code, detail }: Issue): boolean {
  return severity === 'error' && UNREADABLE.has(code) && FIGURE.test(detail)
}

/** That another importer knows the file of which the chosen one made nothing. */
export function otherImporter(chosen: BrokerPlugin, known: BrokerPlugin | undefined, { drafts }: ReadReport): Issue[] {
  if (drafts.length > 0 || known === undefined || known.code === chosen.code) return []
  const detail = `${chosen.name} was chosen to read this file, which looks like one of ${known.name}: choose no importer, or "${known.code}".`
  return [{ row: null, severity: 'error', code: 'other-importer', detail }]
}
