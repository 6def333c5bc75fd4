/** Importers as data: what a broker's files look like, and what their rows mean. */
import type {
  BrokerPlugin,
  ImportOptions,
  OptionDescription,
  ParsedReport,
  ReportFile,
  ReportHead,
  RowIssue,
  Table,
} from '../../brim/contract.ts'
import { fitOf } from '../fit.ts'
import { monogram } from '../monogram.ts'
import { isWholeDocument } from '../records.ts'
import { ReportRefusal } from '../refusal.ts'
import { RowRefusal } from '../refuse.ts'
import { fold } from '../text.ts'
import { factsOf, findLayout, type Place, SURE_ENOUGH } from './find.ts'
import type { Layout } from './layout.ts'
import { openPages, type Pages, settleIds, usedAssets } from './pages.ts'
import { readPart } from './read.ts'
import type { Part } from './section.ts'

const ROWS_A_TABLE = 10_000_000
const CUT_OFF = 'The document is damaged or ends before its end, so that nothing in it can be relied on. Export it again.'

export type ImporterFacts = Pick<
  BrokerPlugin,
  'code' | 'name' | 'broker' | 'website' | 'version' | 'extensions' | 'languages' | 'description' | 'docs' | 'maturity'
> & {
  readonly options?: readonly OptionDescription[]
  /** SVG; without one a monogram is made of the name and `colour` (`#rrggbb`). */
  readonly icon?: string
  readonly colour?: string
  /** Several files of one upload are parts of one report: they are read together, though cases stay within a file. */
  readonly together?: boolean
  /** A file as its layouts need it, where what belongs to a row stands elsewhere; its rows keep their numbers. */
  readonly prepare?: (file: ReportFile) => ReportFile
}

/** An importer of tables (CSV, workbooks) and lists of records (JSON, XML) from what is known of them. */
export function tableImporter(facts: ImporterFacts, layouts: readonly Layout[]): BrokerPlugin {
  const { icon, colour, together, prepare, ...known } = facts
  const readAll = (files: readonly ReportFile[], options: ImportOptions) =>
    readFiles(prepare === undefined ? files : files.map(prepare), layouts, options, facts.name)
  const [first] = layouts
  return {
    ...known,
    layouts: layouts.map(factsOf),
    sampleColumns: Object.values(first?.columns ?? {}).flatMap(({ titles }) => titles[0]?.title ?? []),
    assets: { 'icon.svg': icon ?? monogram(facts.name, colour) },
    recognises: (head) => confidenceOf(head, layouts),
    parse: (file, options) => runToEnd(readAll([file], options)),
    parseInSteps: (file, options) => readAll([file], options),
    ...(together === true ? { parseSet: (files, options) => runToEnd(readAll(files, options)) } : {}),
  }
}

function runToEnd<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function confidenceOf(head: ReportHead, layouts: readonly Layout[]): number {
  const places = tablesOf(head, layouts).flatMap(({ table, fitting }) => findLayout(table, fitting) ?? [])
  return Math.max(0, ...places.flatMap(({ confidence }) => (confidence >= SURE_ENOUGH ? confidence : [])))
}

/** Each table of a file with the layouts that read tables of its name. */
function tablesOf(
  file: ReportHead,
  layouts: readonly Layout[],
): { readonly table: Table; readonly fitting: readonly Layout[] }[] {
  const wanted = layouts.filter(({ when }) => when === undefined || when(file))
  const isTabled = file.format === 'csv' || file.format === 'sheet'
  if (!isTabled && wanted.every(({ json }) => json === undefined)) return []
  return (isTabled ? file.tables : (file.records ?? [])).flatMap((table) => {
    const fitting = wanted.filter(({ json, sheet }) =>
      isTabled ? json === undefined && (file.format === 'csv' || (sheet?.test(table.name) ?? true)) : json === table.name,
    )
    return isTabled || fitting.length > 0 ? { table, fitting } : []
  })
}

function* readFiles(
  files: readonly ReportFile[],
  layouts: readonly Layout[],
  options: ImportOptions,
  name: string,
): Generator<undefined, ParsedReport> {
  if (!files.every(({ text, format }) => isWholeDocument(text, format))) return refusal('cut-off', CUT_OFF, [])
  const found = partsOf(files, layouts)
  if (found instanceof ReportRefusal) return refusal(found.code, found.message, [])
  const { parts, others, rows } = found
  const pages = openPages()
  const booked = parts.filter(({ place }) => (place.layout.holds ?? 'transactions') === 'transactions')
  const [refused] = parts.map(({ place }) => place.layout).filter(({ holds = 'transactions' }) => holds !== 'transactions')
  try {
    for (const [index, part] of parts.entries()) {
      if (part.file !== parts[index - 1]?.file) pages.repeats.clear()
      if (part.place.layout.rows !== undefined || part.place.layout.cases !== undefined)
        yield* readPart(pages, part, layouts, options)
      else if (booked.length > 0) passOver(pages, part.table, part.offset, 'no transactions')
    }
  } catch (error) {
    if (!(error instanceof RowRefusal)) throw error
    return refusal(error.code, error.message, rows)
  }
  if (parts.length === 0) return refusal('unknown-format', unknownFormat(others[0], layouts, name), rows)
  for (const table of others) passOver(pages, table, 0, 'another table')
  const unread = parts.find(({ table, place }) => isKnownTo(place.layout, table.leftOut))
  if (unread !== undefined) return refusal('too-many-columns', tooManyColumns(unread.table), rows)
  const issues: RowIssue[] = booked.length === 0 && refused !== undefined ? [notTransactions(refused)] : []
  for (const { table } of parts)
    if (table.leftOut !== undefined)
      issues.push({ row: null, severity: 'warning', code: 'columns-left-out', detail: tooManyColumns(table) })
  const contradicted = contradictedBy(pages, booked)
  if (contradicted !== undefined) return refusal('amounts-contradicted', contradicted, rows)
  settleIds(pages)
  const { transactions, ignored, stated, positions, prices } = pages
  const { layout } = booked[0]?.place ?? (parts[0] as Part).place
  const zone = zoneOf(pages, layout)
  return {
    ...{ transactions, ignored, assets: usedAssets(pages), issues: [...issues, ...pages.issues] },
    ...(rows.length > 0 ? { rows } : {}),
    ...(layout.order === undefined ? {} : { order: layout.order }),
    ...(zone === undefined ? {} : { zone }),
    ...(stated.length > 0 ? { stated } : {}),
    ...(positions.length > 0 ? { positions } : {}),
    ...(prices.length > 0 ? { prices } : {}),
  }
}

/** The zone of days and times; none where the column names several, or none that exists. */
function zoneOf({ zones }: Pages, { zone, columns }: Layout): string | undefined {
  if (zone === undefined || !Object.hasOwn(columns, zone)) return zone
  const [only, ...more] = zones
  return only !== undefined && more.length === 0 && isZone(only) ? only : undefined
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

type Parts = { readonly parts: readonly Part[]; readonly others: readonly Table[]; readonly rows: readonly number[] }

/** The tables that a layout fits, those of files that none fits, and the numbers of all records; why there are none in a document that is too long. */
function partsOf(files: readonly ReportFile[], layouts: readonly Layout[]): Parts | ReportRefusal {
  try {
    return findParts(files, layouts)
  } catch (error) {
    if (error instanceof ReportRefusal) return error
    throw error
  }
}

function findParts(files: readonly ReportFile[], layouts: readonly Layout[]): Parts {
  const parts: Part[] = []
  const others: Table[] = []
  const rows: number[] = []
  for (const file of files) {
    let count = 0
    for (const { table, fitting } of tablesOf(file, layouts)) {
      const place = findLayout(table, fitting)
      const offset = file.tables.length > 0 || count === 0 ? 0 : (count + 1) * ROWS_A_TABLE
      if (place === undefined) {
        others.push(table)
        continue
      }
      count++
      parts.push({ file, table, place, offset })
      if (file.tables.length === 0) for (const { number } of table.rows) if (number > 0) rows.push(number + offset)
    }
  }
  return { parts, others, rows }
}

function passOver(pages: Pages, table: Table, offset: number, reason: string): void {
  for (const { number } of table.rows) if (number > 0) pages.ignored.push({ row: number + offset, reason })
}

function refusal(code: string, detail: string, rows: readonly number[]): ParsedReport {
  return { transactions: [], assets: [], ignored: [], issues: [{ row: null, severity: 'error', code, detail }], rows }
}

function notTransactions({ holds, name, instead, rows }: Layout): RowIssue {
  const what = holds === 'positions' ? 'a report of positions, not of transactions' : 'no report of transactions'
  const opens =
    holds === 'positions' && rows !== undefined
      ? ' Or open a portfolio with it: import it with positions=book, and each position becomes an opening, with its cost where the file says it.'
      : ''
  const detail = `This is ${what} (${name}). ${instead ?? 'Export the transactions instead.'}${opens}`
  return { row: null, severity: 'error', code: holds === 'positions' ? 'positions-report' : 'other-report', detail }
}

function isKnownTo(layout: Layout, titles: readonly string[] = []): boolean {
  const known = new Set(Object.values(layout.columns).flatMap((column) => column.titles.map(({ folded }) => folded)))
  return titles.some((title) => known.has(fold(title)))
}

function tooManyColumns({ name, rows, leftOut = [] }: Table): string {
  const named = leftOut.slice(0, 3).join(', ')
  return `The list ${name} has more than ${rows[0]?.cells.length ?? 0} columns: nothing was read of ${named}${leftOut.length > 3 ? ` and ${leftOut.length - 3} more` : ''}.`
}

function unknownFormat(table: Table | undefined, layouts: readonly Layout[], name: string): string {
  const fits = layouts.map((one) => ({ one, ...fitOf(table ?? { name: '', rows: [] }, factsOf(one)) }))
  const [best] = fits.toSorted((a, b) => b.confidence - a.confidence)
  const missing = best === undefined || best.missing.length === 0 ? '' : ` The columns ${best.missing.join(', ')} are missing.`
  return `This is no report that the importer ${name} knows.${missing}`
}

/** The sentence about a file whose trades prove the other kind of amount. */
function contradictedBy({ votes }: Pages, parts: readonly { readonly place: Place }[]): string | undefined {
  const stated = parts[0]?.place.layout.amounts ?? 'net'
  const other = stated === 'net' ? 'gross' : 'net'
  if (votes[other] <= votes[stated]) return undefined
  const what = stated === 'net' ? 'after fees and taxes' : 'before fees and taxes'
  return `The amounts should be ${what}, but price, quantity and costs of ${votes[other]} ${votes[other] === 1 ? 'trade' : 'trades'} say otherwise (${votes[stated]} agree). Nothing was imported. Where the file was edited, export it again; else the format may have changed: please report this.`
}
