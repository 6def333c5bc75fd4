/** A whole file to drafts: finds the table, weighs what the file proves, and takes each row on its own. */
import type {
  IgnoredRow,
  ImportOptions,
  ParsedReport,
  ReportFile,
  Row,
  RowIssue,
  Table,
  TransactionDraft,
} from '#plugins/brim/contract.ts'
import { readCsv, rowText } from '#plugins/kit/index.ts'
import { type AssetBook, assetOf, openAssets } from './assets.ts'
import { cellOf, createCellReader } from './cells.ts'
import { documentedLayout, isHeader, type Layout, mappedLayout } from './columns.ts'
import { draftOf, type Half } from './drafts.ts'
import { provenNumbers, provenOrder } from './evidence.ts'
import { RowRefusal } from './figures.ts'
import { createMemory, type Line, type Reading, readKind, readLine } from './line.ts'
import { type Mapping, readMapping } from './mapping.ts'

type Book = {
  readonly transactions: TransactionDraft[]
  readonly issues: RowIssue[]
  readonly ignored: IgnoredRow[]
  readonly externalIds: Map<string, number>
  readonly brokenGroups: Set<string>
  /** Rows whose FEE or TAX had no minus. */
  readonly takenAsCosts: number[]
}

/** `BrokerPlugin.parse`. */
export function parse(file: ReportFile, options: ImportOptions): ParsedReport {
  const mapping = readMapping(options)
  if ('faults' in mapping) return refused('invalid-option', mapping.faults)
  const { tables, issues } = readTables(file, mapping)
  const layouts: Layout[] = []
  const ignored: IgnoredRow[] = []
  const missing: string[] = []
  for (const table of tables) {
    const layout = mapping.columns ? mappedLayout(table, mapping.columns) : documentedLayout(table)
    if (layout && !('missing' in layout)) layouts.push(layout)
    else {
      missing.push(...(layout?.missing ?? []))
      for (const row of table.rows) ignored.push({ row: row.number, reason: 'sheet without the columns' })
    }
  }
  if (layouts.length === 0) return refused(...noTable(mapping, missing, tables))
  const book: Book = { transactions: [], issues, ignored, externalIds: new Map(), brokenGroups: new Set(), takenAsCosts: [] }
  const assets = layouts.flatMap((layout) => addTable(book, layout, mapping))
  dropHalfGroups(book)
  tellCosts(book)
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

/** The tables as opened, or cut anew where the user states the delimiter. */
function readTables(file: ReportFile, { delimiter }: Mapping): { tables: readonly Table[]; issues: RowIssue[] } {
  if (delimiter === undefined || file.text === '') return { tables: file.tables, issues: [] }
  const { rows, faults } = readCsv(file.text, { delimiter })
  const told = new Set(file.faults?.map((fault) => fault.line))
  const fresh = faults.filter((fault) => !told.has(fault.line))
  const issues = fresh.map(({ line, detail }): RowIssue => ({ row: line, severity: 'error', code: 'broken-row', detail }))
  return { tables: [{ name: '', rows }], issues }
}

function addTable(book: Book, layout: Layout, mapping: Mapping): AssetBook {
  const start = layout.table.rows.indexOf(layout.header)
  layout.table.rows.slice(0, start + 1).forEach((row, index) => {
    book.ignored.push({ row: row.number, reason: index === start ? 'header' : 'preamble' })
  })
  const rows = layout.table.rows.slice(start + 1)
  const own = layout.own && mapping.columns === undefined && mapping.sign === 'lenient'
  const base: Reading = {
    layout,
    mapping: own ? { ...mapping, sign: 'as_is' } : mapping,
    dayOrder: mapping.dayOrder ?? provenOrder(rows, layout),
    style: mapping.style ?? provenNumbers(rows, layout, mapping.columns === undefined),
    signed: false,
    memory: createMemory(),
    cellsOf: createCellReader(layout, mapping.defaults),
  }
  const reading = { ...base, signed: rows.some((row) => isSignedCost(row, base)) }
  const assets = openAssets(rows, reading)
  for (const row of rows) addRow(book, assets, row, reading)
  tellUnread(book, layout)
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
    const line = readLine(row, cells, kind, reading)
    const draft = complete(line, draftOf(line, reading), assets)
    requireNewId(book, draft)
    book.transactions.push(draft)
    if (line.amount !== undefined && line.amount > 0n && isCost(draft)) book.takenAsCosts.push(row.number)
    for (const note of line.notes) book.issues.push({ row: row.number, ...note, text: rowText(row) })
  } catch (error) {
    if (!(error instanceof RowRefusal)) throw error
    book.issues.push({ row: row.number, severity: 'error', code: error.code, detail: error.message, text: rowText(row) })
    const group = cellOf(row, 'group', reading.layout, reading.mapping.defaults)
    if (group !== '') book.brokenGroups.add(group)
  }
}

function complete(line: Line, half: Half, assets: AssetBook): TransactionDraft {
  const [externalId, description] = [line.cells.external_id, line.cells.description]
  return {
    rows: [line.row.number],
    type: half.type,
    date: line.date,
    time: line.time,
    settledOn: line.settledOn,
    asset: half.hasAsset ? assetOf(line, assets, half.per) : undefined,
    quantity: half.quantity,
    price: half.price,
    priceCurrency: half.priceCurrency,
    fxRate: half.fxRate,
    amount: half.amount,
    currency: half.currency,
    fees: half.fees,
    taxes: half.taxes,
    costBasis: half.costBasis,
    ratio: half.ratio,
    costShare: half.costShare,
    group: half.group,
    externalId: externalId === '' ? undefined : externalId,
    description: description === '' ? undefined : description,
  }
}

function requireWidth(row: Row, { header }: Layout): void {
  for (let place = header.cells.length; place < row.cells.length; place++)
    if ((row.cells[place] ?? '').trim() !== '')
      throw new RowRefusal(
        'too-many-cells',
        'The row has more cells than the header: a text or number with the delimiter in it needs quotes.',
      )
}

function requireNewId(book: Book, { externalId, rows }: TransactionDraft): void {
  if (externalId === undefined) return
  const first = book.externalIds.get(externalId)
  if (first !== undefined) throw new RowRefusal('repeated-external-id', `external_id "${externalId}" stands in row ${first} too.`)
  book.externalIds.set(externalId, rows[0])
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

/** A conversion or exchange with a leg missing would leave money or units out of nothing: its other legs are not imported either. */
function dropHalfGroups(book: Book): void {
  const legs = new Map<string, number>()
  for (const { type, group } of book.transactions)
    if (type === 'FX_CONVERSION' && group !== undefined) legs.set(group, (legs.get(group) ?? 0) + 1)
  const isHalf = ({ type, group }: TransactionDraft) =>
    group !== undefined && (book.brokenGroups.has(group) || (type === 'FX_CONVERSION' && legs.get(group) !== 2))
  if (legs.size === 0 && book.brokenGroups.size === 0) return
  const whole = book.transactions.filter((draft) => !isHalf(draft))
  for (const draft of book.transactions.filter(isHalf)) {
    const detail = `The group "${draft.group}" is not complete: see its other rows. A conversion has two.`
    book.issues.push({ row: draft.rows[0], severity: 'error', code: 'incomplete-group', detail })
  }
  book.transactions.length = 0
  for (const draft of whole) book.transactions.push(draft)
}

function isCost({ type, amount }: TransactionDraft): boolean {
  return (type === 'FEE' || type === 'TAX') && amount?.startsWith('-') === true
}

function tellCosts({ takenAsCosts, issues }: Book): void {
  const [first] = takenAsCosts
  if (first === undefined) return
  const detail = `FEE and TAX rows without a minus: ${takenAsCosts.length}, the first is row ${first}. They were taken as costs. For refunds state options.mapping.sign: "as_is".`
  issues.push({ row: null, severity: 'info', code: 'taken-as-costs', detail })
}

function tellUnread(book: Book, { unread }: Layout): void {
  if (unread.length === 0) return
  const detail = `These columns were not read: ${unread.join(', ')}.`
  book.issues.push({ row: null, severity: 'info', code: 'unread-columns', detail })
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
