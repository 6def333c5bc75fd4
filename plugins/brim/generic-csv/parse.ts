/** A whole file to drafts: finds the table, weighs what the file proves, and takes each row on its own. */

import type { IgnoredRow, ImportOptions, ParsedReport, ReportFile, Row, RowIssue, Table } from '#plugins/brim/contract.ts'
import { createRepeats, outcomeOf, RowRefusal, refuse, repeatOf, rowText } from '#plugins/kit/index.ts'
import { type AssetBook, openAssets } from './assets.ts'
import { type Book, isCost, removeHalfGroups, repeatIn, reportCosts, reportUnread, requireNewId } from './book.ts'
import { cellOf, createCellReader } from './cells.ts'
import { type Field, isHeader, type Layout, titleKey } from './columns.ts'
import { complete } from './complete.ts'
import { draftOf } from './drafts.ts'
import { provenNumbers, provenOrder } from './evidence.ts'
import { createMemory, type Reading, readKind, readLine } from './line.ts'
import { noteLots, openLots, settleLots } from './lots.ts'
import { type Mapping, readMapping } from './mapping.ts'
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
  const layouts: Layout[] = []
  const ignored: IgnoredRow[] = []
  const missing: string[] = []
  for (const table of tables) {
    const layout = layoutOf(table, mapping)
    if (layout && !('missing' in layout)) layouts.push(layout)
    else {
      missing.push(...(layout?.missing ?? []))
      for (const row of table.rows) ignored.push({ row: row.number, reason: 'sheet without the columns' })
    }
  }
  if (layouts.length === 0) return refused(...noTable(mapping, missing, tables))
  const missed = new Set(layouts.flatMap((layout) => layout.missed))
  if (missed.size > 0) return refused('unread-columns', [missedColumns([...missed], layouts)])
  const book: Book = {
    transactions: [],
    issues,
    ignored,
    externalIds: { rows: new Map(), repeats: createRepeats(), booked: undefined },
    brokenGroups: new Set(),
    takenAsCosts: [],
    lots: openLots(),
  }
  const assets: AssetBook[] = []
  for (const layout of layouts) assets.push(yield* addTable(book, layout, mapping))
  removeHalfGroups(book)
  settleLots(book)
  reportCosts(book)
  const used = new Set(book.transactions.map((draft) => draft.asset))
  const byRef = new Map(assets.flatMap((each) => [...each.assets]))
  const rows =
    file.tables.length > 0 && mapping.delimiter === undefined
      ? {}
      : { rows: tables.flatMap((table) => table.rows.map((row) => row.number)) }
  return {
    transactions: book.transactions,
    assets: [...byRef.values()].filter(({ ref }) => used.has(ref)),
    issues: book.issues,
    ignored,
    ...rows,
  }
}

function* addTable(book: Book, layout: Layout, mapping: Mapping): Generator<undefined, AssetBook> {
  const start = layout.table.rows.indexOf(layout.header)
  layout.table.rows.slice(0, start + 1).forEach((row, index) => {
    book.ignored.push({ row: row.number, reason: index === start ? 'header' : 'preamble' })
  })
  const rows = layout.table.rows.slice(start + 1)
  const own = layout.own && mapping.columns === undefined && mapping.sign === 'lenient'
  const dayOrder = mapping.dayOrder ?? provenOrder(rows, layout)
  yield
  const style = mapping.style ?? provenNumbers(rows, layout, mapping.columns === undefined)
  yield
  const reading: Reading = {
    layout,
    mapping: own ? { ...mapping, sign: 'as_is' } : mapping,
    dayOrder,
    style,
    hasStatus: once(() => layout.places.has('status') && rows.some((row) => cellOf(row, 'status', layout, NO_DEFAULTS) !== '')),
    signed: once(() => rows.some((row) => isSignedCost(row, reading))),
    memory: createMemory(),
    cellsOf: createCellReader(layout, mapping.defaults),
  }
  const assets = openAssets(rows, reading)
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_A_STEP === 0) yield
    addRow(book, assets, row, reading)
  }
  reportUnread(book, layout)
  return assets
}

function addRow(book: Book, assets: AssetBook, row: Row, reading: Reading): void {
  try {
    if (isHeader(row, reading.layout)) {
      book.ignored.push({ row: row.number, reason: 'header' })
      return
    }
    requireWidth(row, reading.layout)
    const cells = reading.cellsOf(row)
    const kind = readKind(cells.type, reading)
    if (kind === 'ignore') {
      book.ignored.push({ row: row.number, reason: 'type mapped to IGNORE' })
      return
    }
    if (cells.status !== '' || reading.hasStatus()) {
      if (!tookPlace(cells.status)) {
        book.ignored.push({ row: row.number, reason: `did not take place: ${cells.status}` })
        return
      }
    }
    const first = repeatIn(book, cells.external_id, row)
    if (typeof first === 'number') {
      book.ignored.push({ row: row.number, reason: repeatOf(first) })
      return
    }
    const line = readLine(row, cells, kind, reading)
    const draft = complete(line, draftOf(line, reading), assets)
    requireNewId(book, draft, first === 'again')
    book.transactions.push(draft)
    noteLots(book.lots, cells, draft)
    if (line.amount !== undefined && line.amount > 0n && isCost(draft)) book.takenAsCosts.push(row.number)
    for (const note of line.notes) book.issues.push({ row: row.number, ...note, text: rowText(row) })
  } catch (error) {
    if (!(error instanceof RowRefusal)) throw error
    book.issues.push({ row: row.number, severity: 'error', code: error.code, detail: error.message, text: rowText(row) })
    const group = cellOf(row, 'group', reading.layout, reading.mapping.defaults)
    if (group !== '') book.brokenGroups.add(group)
  }
}

function requireWidth(row: Row, { header }: Layout): void {
  for (let place = header.cells.length; place < row.cells.length; place++)
    if ((row.cells[place] ?? '').trim() !== '')
      refuse('too-many-cells', 'The row has more cells than the header: a text or number with the delimiter in it needs quotes.')
}

function once(look: () => boolean): () => boolean {
  let known: boolean | undefined
  return () => {
    known ??= look()
    return known
  }
}

const NO_DEFAULTS: ReadonlyMap<Field, string> = new Map()

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

/** A minus in a cost, a tax or a withdrawal: then the file writes signs. */
function isSignedCost(row: Row, reading: Reading): boolean {
  const { layout, mapping } = reading
  if (!cellOf(row, 'amount', layout, mapping.defaults).startsWith('-')) return false
  try {
    const kind = readKind(cellOf(row, 'type', layout, mapping.defaults), reading)
    return kind !== 'ignore' && (kind.type === 'FEE' || kind.type === 'TAX' || kind.type === 'WITHDRAWAL')
  } catch {
    return false
  }
}

function noTable(mapping: Mapping, missing: readonly string[], tables: readonly Table[]): [string, string[]] {
  if (!mapping.columns)
    return [
      'unknown-format',
      ['No row near the top has the column titles date and type. Rename the columns, or state options.mapping.columns.'],
    ]
  const lacking = [...mapping.columns].filter(([, title]) => missing.includes(title))
  const titles = tables[0]?.rows[0]?.cells.join(', ') ?? ''
  return [
    'invalid-option',
    lacking.map(
      ([field, title]) => `options.mapping.columns.${field}: there is no column "${title}". The first row is: ${titles}`,
    ),
  ]
}

function refused(code: string, details: readonly string[]): ParsedReport {
  const issues = details.map((detail): RowIssue => ({ row: null, severity: 'error', code, detail }))
  return { transactions: [], assets: [], ignored: [], issues }
}
