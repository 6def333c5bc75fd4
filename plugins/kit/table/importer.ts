/** Importers as data: what a broker's files look like, and what their rows mean. */
import type { BrokerPlugin, ImportOptions, ParsedReport, ReportFile, ReportHead, RowIssue, Table } from '../../brim/contract.ts'
import { fitOf } from '../fit.ts'
import { monogram } from '../monogram.ts'
import { isWholeDocument } from '../records.ts'
import { ReportRefusal } from '../refusal.ts'
import { RowRefusal, refuse } from '../refuse.ts'
import { closeRowBook, unread } from '../row-book.ts'
import { fold } from '../text.ts'
import { withoutUndone } from '../unread-columns.ts'
import { factsOf, findLayout, SURE_ENOUGH } from './find.ts'
import type { Layout } from './layout.ts'
import { openPages, type Pages, settleIds } from './pages.ts'
import { bookCases, type Part, type Reading, readPart } from './read.ts'

const ROWS_A_TABLE = 10_000_000
const CUT_OFF = 'The document is damaged or ends before its end, so that nothing in it can be relied on. Export it again.'

/** Without `broker` it is the `name`; `version`: default 1; `extensions`: default CSV; `languages`: default English. */
export type ImporterFacts = Pick<BrokerPlugin, 'code' | 'name' | 'website' | 'description' | 'docs' | 'maturity'> &
  Partial<Pick<BrokerPlugin, 'broker' | 'version' | 'extensions' | 'languages' | 'options'>> & {
    /** SVG; without one a monogram is made of the name and `colour` (`#rrggbb`). */
    readonly icon?: string
    readonly colour?: string
    /** Several files of one upload are parts of one report: they are read together. */
    readonly together?: boolean
    /** A file as its layouts need it, where what belongs to a row stands elsewhere; its rows keep their numbers. Throws RowRefusal. */
    readonly prepare?: (file: ReportFile) => ReportFile
    /** The report with what the files say of more than a row; these are as `prepare` made them, and as they were `given`. */
    readonly finish?: (report: ParsedReport, files: readonly ReportFile[], given: readonly ReportFile[]) => ParsedReport
  }

/** An importer of tables (CSV, workbooks) and lists of records (JSON, XML) from what is known of them. */
export function tableImporter(facts: ImporterFacts, layouts: readonly Layout[]): BrokerPlugin {
  const { icon, colour, together, prepare, finish, ...known } = facts
  const read = (files: readonly ReportFile[], options: ImportOptions) => readFiles(files, layouts, options, facts)
  return {
    broker: facts.name,
    version: '1',
    extensions: ['csv'],
    languages: ['en'],
    ...known,
    layouts: layouts.map(factsOf),
    sampleColumns: [...new Set(Object.values(layouts[0]?.columns ?? {}).map(({ titles }) => titles))].flatMap(
      ([first]) => first?.title ?? [],
    ),
    assets: { 'icon.svg': icon ?? monogram(facts.name, colour) },
    recognises: (head) => confidenceOf(head, layouts),
    parse: (file, options) => runToEnd(read([file], options)),
    parseInSteps: (file, options) => read([file], options),
    ...(together === true ? { parseSet: (files, options) => runToEnd(read(files, options)) } : {}),
  }
}

function runToEnd<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function confidenceOf(head: ReportHead, layouts: readonly Layout[]): number {
  const found = partsOf([head], layouts).parts.map(({ place }) => place.confidence)
  return Math.max(0, ...found.filter((confidence) => confidence >= SURE_ENOUGH))
}

function* readFiles(
  given: readonly ReportFile[],
  layouts: readonly Layout[],
  options: ImportOptions,
  { name, prepare, finish }: ImporterFacts,
): Generator<undefined, ParsedReport> {
  let rows: readonly number[] = []
  try {
    const files = prepare === undefined ? given : given.map(prepare)
    if (!files.every(({ text, format }) => isWholeDocument(text, format))) refuse('cut-off', CUT_OFF)
    const found = partsOf(files, layouts)
    rows = found.rows
    const reading: Reading = { layouts, options, pages: openPages(), shared: new Map() }
    yield* readParts(found, reading)
    const { parts, others } = found
    const [first] = parts
    if (first === undefined) return refuse('unknown-format', unknownFormat(others[0], layouts, name))
    const issues = [...notTransactions(parts), ...leftOut(parts)]
    const { order, zone } = (parts.find(isBooked) ?? first).place.layout
    requireProof(reading.pages, parts)
    settleIds(reading.pages)
    const book = withoutUndone(closeRowBook(reading.pages), reading.pages.undone)
    const assets = withCurrency(book, parts)
    const report = { ...book, assets, issues: [...issues, ...book.issues], order, zone, ...(rows.length > 0 ? { rows } : {}) }
    return finish === undefined ? report : finish(report, files, given)
  } catch (error) {
    if (error instanceof RowRefusal || error instanceof ReportRefusal) return { ...unread(error.code, error.message), rows }
    throw error
  }
}

function* readParts({ parts, others }: Parts, reading: Reading): Generator<undefined, void> {
  const isRead = parts.some(isBooked)
  for (const [index, part] of parts.entries()) {
    if (part.file !== parts[index - 1]?.file) reading.pages.repeats.clear()
    const { rows, phrases, cases } = part.place.layout
    if ((rows ?? phrases ?? cases) !== undefined) yield* readPart(part, reading)
    else if (isRead) passOver(reading.pages, part.table, part.offset, 'no transactions')
  }
  yield* bookCases(reading.shared)
  if (parts.length > 0) for (const table of others) passOver(reading.pages, table, 0, 'another table')
}

/** An asset of which units alone moved trades in the currency of the layouts, where they have one: other files of the broker tell it by their trades. */
function withCurrency({ assets, transactions }: ParsedReport, parts: readonly Part[]): ParsedReport['assets'] {
  const [currency, other] = new Set(parts.filter(isBooked).map(({ place }) => place.layout.currency))
  if (typeof currency !== 'string' || other !== undefined) return assets
  const open = new Set(assets.flatMap((asset) => (asset.currency === undefined ? asset.ref : [])))
  for (const { asset = '', priceCurrency, currency } of transactions)
    if (open.size > 0 && (priceCurrency ?? currency)) open.delete(asset)
  return assets.map((asset) => (open.has(asset.ref) ? { ...asset, currency } : asset))
}

function passOver({ ignored }: Pages, { rows }: Table, offset: number, reason: string): void {
  for (const { number } of rows) if (number > 0) ignored.push({ row: number + offset, reason })
}

function isBooked({ place: { layout } }: Part): boolean {
  return (layout.holds ?? 'transactions') === 'transactions'
}

type Parts = { readonly parts: readonly Part[]; readonly others: readonly Table[]; readonly rows: readonly number[] }

/** The tables that a layout fits, those that none fits, and the numbers of all records. Throws ReportRefusal for a document that is too long. */
function partsOf(files: readonly ReportFile[], layouts: readonly Layout[]): Parts {
  const [parts, others, rows]: [Part[], Table[], number[]] = [[], [], []]
  for (const file of files) {
    const isTabled = file.format === 'csv' || file.format === 'sheet'
    const wanted = layouts.filter(({ json }) => (json === undefined) === isTabled)
    let count = 0
    for (const table of isTabled ? file.tables : wanted.length > 0 ? (file.records ?? []) : []) {
      const fitting = wanted.filter(({ json, when }) => (json ?? table.name) === table.name && (when?.(file, table) ?? true))
      const place = findLayout(table, fitting)
      if (place === undefined && (isTabled || fitting.length > 0)) others.push(table)
      if (place === undefined) continue
      const offset = isTabled || count === 0 ? 0 : (count + 1) * ROWS_A_TABLE
      count++
      parts.push({ file, table, place, offset })
      if (!isTabled) for (const { number } of table.rows) if (number > 0) rows.push(number + offset)
    }
  }
  return { parts, others, rows }
}

/** What an importer says of a file in which it found no transactions, but something else that it knows. */
function notTransactions(parts: readonly Part[]): RowIssue[] {
  const [layout] = parts.some(isBooked) ? [] : parts.map(({ place }) => place.layout)
  if (layout === undefined) return []
  const { holds, name, instead = 'Export the transactions instead.', rows } = layout
  const isHeld = holds === 'positions'
  const what = isHeld ? 'a report of positions, not of transactions' : 'no report of transactions'
  const opens =
    isHeld && rows !== undefined
      ? ' Or open a portfolio with it: import it with positions=book, and each position becomes an opening, with its cost where the file says it.'
      : ''
  const detail = `This is ${what} (${name}). ${instead}${opens}`
  return [{ row: null, severity: 'error', code: isHeld ? 'positions-report' : 'other-report', detail }]
}

/** What is to be said of lists with more columns than are read. Throws RowRefusal where a layout knows one of those. */
function leftOut(parts: readonly Part[]): RowIssue[] {
  return parts.flatMap(({ table: { name, rows, leftOut: titles = [] }, place }): RowIssue[] => {
    const [named, more] = [titles.slice(0, 3).join(', '), titles.length > 3 ? ` and ${titles.length - 3} more` : '']
    const detail = `The list ${name} has more than ${rows[0]?.cells.length ?? 0} columns: nothing was read of ${named}${more}.`
    const known = Object.values(place.layout.columns).flatMap((column) => column.titles.map(({ folded }) => folded))
    if (titles.some((title) => known.includes(fold(title)))) refuse('too-many-columns', detail)
    return titles.length === 0 ? [] : [{ row: null, severity: 'warning', code: 'columns-left-out', detail }]
  })
}

function unknownFormat(table: Table = { name: '', rows: [] }, layouts: readonly Layout[], name: string): string {
  const [best] = layouts.map((one) => fitOf(table, factsOf(one))).toSorted((a, b) => b.confidence - a.confidence)
  const missing = best === undefined || best.missing.length === 0 ? '' : ` The columns ${best.missing.join(', ')} are missing.`
  return `This is no report that the importer ${name} knows.${missing}`
}

/** Throws RowRefusal for a report whose trades prove the other kind of amount. */
function requireProof({ votes }: Pages, parts: readonly Part[]): void {
  const stated = parts.find(isBooked)?.place.layout.amounts ?? 'net'
  const against = votes[stated === 'net' ? 'gross' : 'net']
  if (against <= votes[stated]) return
  const what = stated === 'net' ? 'after fees and taxes' : 'before fees and taxes'
  const trades = against === 1 ? 'trade' : 'trades'
  refuse(
    'amounts-contradicted',
    `The amounts should be ${what}, but price, quantity and costs of ${against} ${trades} say otherwise (${votes[stated]} agree). Nothing was imported. Where the file was edited, export it again; else the format may have changed: please report this.`,
  )
}
