/**
 * Importer of the CSV history of Trading 212 (Invest and ISA accounts), all column variants since 2020. Its rows are booked by hand: which column is
 * what, and which of them are costs, follows from each header, and files put together from several exports mix the order of their columns.
 */
import type { BrokerPlugin, ParsedReport, ReportFile, RowIssue } from '#plugins/brim/contract.ts'
import {
  alikeTo,
  attempt,
  closeRowBook,
  createRepeats,
  findLayout,
  fold,
  info,
  openRowBook,
  readSections,
  refuse,
  remembered,
  repeated,
  squeeze,
  undoneRows,
  unread,
  unreadColumns,
  wholeEvents,
  withoutUndone,
} from '#plugins/kit/index.ts'
import { addAdjustment, addCharge, addConversion, addDividend, addDividendAdjustment, addInterest, addMovement } from './cash.ts'
import { FORMATS } from './formats.ts'
import { addRights, addSharesInKind, addTransfer, checkSplitHalf, settleSplits } from './holdings.ts'
import icon from './icon.svg' with { type: 'text' }
import { COLUMNS, type Layout, newerOrder, readLayout, recognition, titleOf } from './layout.ts'
import { type Book, cellAt, type Line, readLine } from './line.ts'
import { addTrade } from './trades.ts'

const KNOWN: ReadonlySet<string> = new Set(FORMATS.flatMap(({ titles }) => titles.flat()).map(fold))

type Handler = (book: Book, line: Line) => void

/** Complete words only: an action that is not listed is refused, never guessed from how it begins. */
const ACTIONS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...each('market buy|limit buy|stop buy|stop limit buy', (book, line) => addTrade(book, line, 'BUY')),
  ...each('market sell|limit sell|stop sell|stop limit sell', (book, line) => addTrade(book, line, 'SELL')),
  ...each('equity rights', addRights),
  ...each('deposit|card credit|card refund|spending cashback', (book, line) => addMovement(book, line, 'in')),
  ...each('withdrawal|card debit', (book, line) => addMovement(book, line, 'out')),
  ...each('interest|interest on cash|lending interest|share lending interest', addInterest),
  ...each('result adjustment|tax adjustment', addAdjustment),
  ...each('new card cost', addCharge),
  ...each('dividend adjustment', addDividendAdjustment),
  ...each('currency conversion', addConversion),
  ...each('stock split open|stock split close', checkSplitHalf),
  ...each('stock split', refuseSplit),
  ...each('stock distribution|custom stock distribution|spin off', addSharesInKind),
  ...each('scrip stock dividends|scrip stock dividend|scrip dividend|stock dividend', addSharesInKind),
  ...each('transfer in', (book, line) => addTransfer(book, line, 'in')),
  ...each('transfer out', (book, line) => addTransfer(book, line, 'out')),
])

function each(names: string, handler: Handler): (readonly [string, Handler])[] {
  return names.split('|').map((name) => [name, handler])
}

/** Old single-row splits do not say whether they count the new shares or the added ones. */
function refuseSplit(): never {
  const detail = 'This row does not say how many shares there were before the split. Enter the split by hand.'
  return refuse('split-unclear', detail)
}

/** Throws RowRefusal for an action that is not known. */
function handlerOf(action: string): { readonly name: string; readonly handler: Handler } {
  const name = squeeze(action).toLowerCase()
  const handler = ACTIONS.get(name) ?? (/^dividends?( \(.*\))?$/.test(name) ? addDividend : undefined)
  if (handler === undefined) refuse('unknown-action', `"${action}" is no action that this importer knows. Enter the row by hand.`)
  return { name, handler }
}

/** A header, and the same one in the order of newer exports. */
type Layouts = { readonly own: Layout; readonly newer: Layout | undefined }

function readLayouts(cells: readonly string[]): Layouts | undefined {
  const own = readLayout(cells)
  return own && { own, newer: newerOrder(cells) }
}

function ownLayouts(cells: readonly string[]): Layouts | undefined {
  const layouts = readLayouts(cells)
  return recognition(layouts?.own) > 0 ? layouts : undefined
}

function parse(file: ReportFile): ParsedReport {
  const ignored: Book['ignored'] = []
  const sections = readSections(file.tables, ignored, { read: readLayouts, first: ownLayouts })
  if (!sections)
    return unread(
      'unknown-format',
      'This is no history export of Trading 212: no header row with "Action", "Time" and a total was found.',
    )
  const ids = sections.map(({ row, layout }) => cellAt(row.cells, layout.own.columns.get('id')))
  const book: Book = { ...openRowBook(ignored), sharedIds: repeated(ids) }
  const find = createRepeats()
  const handlerFor = remembered(handlerOf, LONGEST_NAME)
  const halves: Record<string, Line[]> = { 'stock split close': [], 'stock split open': [] }
  for (const { row, layout } of sections)
    attempt(book, [{ row: row.number, cells: row.cells }], () => {
      const line = readLine(row, layoutOf(row.cells, layout))
      const { name, handler } = handlerFor(line.action)
      handler(book, line)
      const first = find(line.get('id'), row)
      if (first !== undefined) info(book, line, 'row-alike', alikeTo(first))
      halves[name]?.push(line)
    })
  settleSplits(book, halves['stock split close'] ?? [], halves['stock split open'] ?? [])
  const { columns, undone } = unreadIn(file)
  book.issues.push(...columns)
  return withoutUndone(wholeEvents(closeRowBook(book)), undone)
}

/** Of columns that are neither known nor costs, those that may count, and rows that did not take place. */
function unreadIn({ tables }: ReportFile): Record<'columns' | 'undone', RowIssue[]> {
  const found = findLayout(tables, ownLayouts)
  if (!found) return { columns: [], undone: [] }
  const costs = new Set(found.layout.own.costs.map(({ title }) => title))
  const isRead = (_: number, title: string) =>
    KNOWN.has(fold(title)) || /^currency \(/i.test(title) || costs.has(titleOf(title).title)
  const titled = { rows: found.table.rows, header: found.table.rows.indexOf(found.header) }
  return { columns: unreadColumns(titled, isRead), undone: undoneRows(titled, isRead) }
}

const LONGEST_NAME = 60
const ID = /^(EOF\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** The order of newer exports where the row's ID stands there, in a column that the header of this file uses for a number. Throws RowRefusal. */
function layoutOf(cells: readonly string[], { own, newer }: Layouts): Layout {
  const detail = 'The row has more cells than the header has columns, so it is not clear which amount is which.'
  if (cells.length > own.width && cells.slice(own.width).some((cell) => cell.trim() !== '')) refuse('too-many-cells', detail)
  const isId = ({ columns }: Layout) => ID.test(cellAt(cells, columns.get('id')))
  return newer !== undefined && isId(newer) && !isId(own) ? newer : own
}

export const trading212: BrokerPlugin = {
  code: 'trading212',
  name: 'Trading 212',
  broker: 'Trading 212',
  website: 'https://www.trading212.com',
  description:
    'History of a Trading 212 Invest or ISA account: trades, dividends, interest, cash, card, conversions, splits and transfers.',
  extensions: ['csv'],
  languages: ['en'],
  version: '5',
  docs: [
    'In the app or on the web: Menu > History > the download symbol. Choose the period (at most one year a file) and tick orders, dividends,',
    'transactions and interest, then import the CSV as it is; overlapping periods do no harm.',
    'Amounts come from the column Total (Net Total where there is one), which has fees and taxes in it. Prices in pence are turned into pounds.',
    'Tax withheld in another currency than the total is stated in the description, for the export has no rate for it.',
    'Card payments count as withdrawals, card refunds and cashback as deposits. Times are UTC.',
  ].join(' '),
  sampleColumns: COLUMNS,
  assets: { 'icon.svg': icon },
  formats: FORMATS,
  recognises: (head) => recognition(findLayout(head.tables, ownLayouts)?.layout.own),
  parse,
}
