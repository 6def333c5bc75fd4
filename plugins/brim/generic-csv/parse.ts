/** A whole file to drafts: finds the table, weighs what the file proves, and takes each row on its own. */
import type { ImportOptions, ParsedReport, ReportFile, Row, RowIssue, Table } from '#plugins/brim/contract.ts'
import { closeRowBook, fail, headerRows, outcomeOf, refusalIn, refuse, repeatOf, unread, warn } from '#plugins/kit/index.ts'
import { type AssetBook, openAssets } from './assets.ts'
import { type Book, isCost, openBook, removeHalfGroups, repeatIn, reportCosts, reportUnread, requireNewId } from './book.ts'
import { isHeader, type Layout, titleKey } from './columns.ts'
import { complete } from './complete.ts'
import { draftOf } from './drafts.ts'
import { provenNumbers, provenOrder } from './evidence.ts'
import { readLine } from './line.ts'
import { lotsIn, noteLots, settleLots } from './lots.ts'
import { type Mapping, readMapping } from './mapping.ts'
import { openReading, type Reading } from './reading.ts'
import { layoutOf, readTables } from './tables.ts'

const ROWS_A_STEP = 500

/** `BrokerPlugin.parse`. */
export function parse(file: ReportFile, options: ImportOptions): ParsedReport {
  const steps = parseInSteps(file, options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** `BrokerPlugin.parseInSteps`. */
export function* parseInSteps(file: ReportFile, options: ImportOptions): Generator<undefined, ParsedReport> {
  const mapping = readMapping(options)
  if ('faults' in mapping) return refused('invalid-option', mapping.faults)
  const { tables, issues } = readTables(file, mapping)
  const book = openBook()
  book.issues.push(...issues)
  const layouts: Layout[] = []
  const missing: string[] = []
  for (const table of tables) {
    const layout = layoutOf(table, mapping)
    if (!('missing' in layout)) layouts.push(layout)
    else {
      missing.push(...layout.missing)
      for (const row of table.rows) book.ignored.push({ row: row.number, reason: 'sheet without the columns' })
    }
  }
  if (layouts.length === 0) return noTable(mapping, missing, tables)
  const missed = new Set(layouts.flatMap((layout) => layout.missed))
  if (missed.size > 0) return unread('unread-columns', missedColumns([...missed], layouts))
  for (const layout of layouts) yield* addTable(book, layout, mapping)
  removeHalfGroups(book)
  settleLots(book)
  reportCosts(book)
  const isAsOpened = file.tables.length > 0 && mapping.delimiter === undefined
  const rows = isAsOpened ? {} : { rows: tables.flatMap((table) => table.rows.map((row) => row.number)) }
  return { ...closeRowBook(book), ...rows }
}

function* addTable(book: Book, layout: Layout, mapping: Mapping): Generator<undefined, void> {
  const head = headerRows(layout.table, { row: layout.header, columns: {} })
  book.ignored.push(...head)
  const rows = layout.table.rows.slice(head.length)
  const order = mapping.dayOrder ?? provenOrder(rows, layout)
  yield
  const style = mapping.style ?? provenNumbers(rows, layout, mapping.columns === undefined)
  yield
  const reading = openReading(rows, layout, mapping, { order, style })
  const assets = openAssets(rows, reading)
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_A_STEP === 0) yield
    addRow(book, assets, row, reading)
  }
  for (const [ref, asset] of assets.assets) book.assets.set(ref, asset)
  reportUnread(book, layout)
}

function addRow(book: Book, assets: AssetBook, row: Row, reading: Reading): void {
  try {
    const reason = readRow(book, assets, row, reading)
    if (reason !== undefined) book.ignored.push({ row: row.number, reason })
  } catch (error) {
    const { code, message } = refusalIn(error)
    fail(book, spotOf(row), code, message)
    const group = reading.cell(row, 'group')
    if (group !== '') book.brokenGroups.add(group)
  }
}

/** Books a row, or says why nothing is made of it. Throws RowRefusal. */
function readRow(book: Book, assets: AssetBook, row: Row, reading: Reading): string | undefined {
  if (isHeader(row, reading.layout)) return 'header'
  requireWidth(row, reading.layout)
  const cells = reading.cellsOf(row)
  const kind = reading.kindOf(cells.type) ?? refuseType(cells.type)
  if (kind === 'ignore') return 'type mapped to IGNORE'
  if ((cells.status !== '' || reading.hasStatus()) && !tookPlace(cells.status)) return `did not take place: ${cells.status}`
  const first = repeatIn(book, cells.external_id, row)
  if (typeof first === 'number') return repeatOf(first)
  const line = readLine(row, cells, kind, reading)
  const draft = complete(line, draftOf(line, reading), assets)
  const lots = lotsIn(cells, draft)
  requireNewId(book, draft, first === 'again')
  book.transactions.push(draft)
  noteLots(book.lots, cells.id, row.number, lots)
  if (line.amount !== undefined && line.amount > 0n && isCost(draft)) book.takenAsCosts.push(row.number)
  for (const { code, detail } of line.notes) warn(book, spotOf(row), code, detail)
  return undefined
}

function spotOf({ number, cells }: Row) {
  return { row: number, cells }
}

function refuseType(name: string): never {
  if (name === '') refuse('missing-type', 'The row has no type of transaction.')
  refuse('unknown-type', `"${name}" is no type of transaction. Map it with options.mapping.types, or to IGNORE.`)
}

function requireWidth(row: Row, { header }: Layout): void {
  for (let place = header.cells.length; place < row.cells.length; place++)
    if ((row.cells[place] ?? '').trim() !== '')
      refuse('too-many-cells', 'The row has more cells than the header: a text or number with the delimiter in it needs quotes.')
}

/** Throws RowRefusal when nobody can tell. */
function tookPlace(status: string): boolean {
  const outcome = outcomeOf(status)
  if (outcome !== undefined) return outcome === 'done'
  const detail = `Whether a row with the status "${status}" took place is unknown. Leave the row out, or name the column in options.mapping.ignore.`
  refuse('unknown-status', detail)
}

function missedColumns(titles: readonly string[], layouts: readonly Layout[]): string {
  const keys = layouts.map(({ header }) => header.cells.map(titleKey))
  const twice = titles.filter((title) => keys.some((own) => own.filter((key) => key === titleKey(title)).length > 1))
  if (twice.length > 0) return `Several columns are titled ${twice.join(', ')}: give each a title of its own in the file.`
  return `These columns change what the rows mean and nobody reads them: ${titles.join(', ')}. Name what they are in options.mapping.columns, or in options.mapping.ignore when they do not matter.`
}

function noTable({ columns }: Mapping, missing: readonly string[], tables: readonly Table[]): ParsedReport {
  if (!columns)
    return unread(
      'unknown-format',
      'No row near the top has the column titles date and type. Rename the columns, or state options.mapping.columns.',
    )
  const titles = tables[0]?.rows[0]?.cells.join(', ') ?? ''
  const details = [...columns].flatMap(([field, title]) =>
    missing.includes(title) ? `options.mapping.columns.${field}: there is no column "${title}". The first row is: ${titles}` : [],
  )
  return refused('invalid-option', details)
}

function refused(code: string, details: readonly string[]): ParsedReport {
  const issues = details.map((detail): RowIssue => ({ row: null, severity: 'error', code, detail }))
  return { transactions: [], assets: [], ignored: [], issues }
}
