/** Importer of the CSV history of Trading 212 (Invest and ISA accounts), all column variants since 2020. */
import type { BrokerPlugin, ParsedReport, ReportFile, Row } from '#plugins/brim/contract.ts'
import { findLayout, rowText, squeeze, wholeEvents } from '#plugins/kit/index.ts'
import { type Book, openBook } from './book.ts'
import { addAdjustment, addBooking, addCharge, addDividend, addDividendAdjustment, addMovement } from './cash.ts'
import { addConversion } from './conversion.ts'
import { addRights, addSharesInKind, addSplitHalf, addTransfer, refuseSplit, settleSplits } from './corporate.ts'
import icon from './icon.svg' with { type: 'text' }
import { type Layout, newerOrder, readLayout, recognition } from './layout.ts'
import { type Line, RowRefusal, readLine } from './line.ts'
import { addTrade } from './trades.ts'

type Handler = (book: Book, line: Line) => void

const buy: Handler = (book, line) => addTrade(book, line, 'BUY')
const sell: Handler = (book, line) => addTrade(book, line, 'SELL')
const moneyIn: Handler = (book, line) => addMovement(book, line, 'in')
const moneyOut: Handler = (book, line) => addMovement(book, line, 'out')
const interest: Handler = (book, line) => addBooking(book, line, 'INTEREST')

/** Complete words only: an action that is not listed is refused, never guessed from how it begins. */
const ACTIONS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...['market buy', 'limit buy', 'stop buy', 'stop limit buy'].map((name) => [name, buy] as const),
  ...['market sell', 'limit sell', 'stop sell', 'stop limit sell'].map((name) => [name, sell] as const),
  ['equity rights', addRights],
  ...['deposit', 'card credit', 'card refund', 'spending cashback'].map((name) => [name, moneyIn] as const),
  ...['withdrawal', 'card debit'].map((name) => [name, moneyOut] as const),
  ...['interest', 'interest on cash', 'lending interest', 'share lending interest'].map((name) => [name, interest] as const),
  ['result adjustment', addAdjustment],
  ['tax adjustment', addAdjustment],
  ['new card cost', addCharge],
  ['dividend adjustment', addDividendAdjustment],
  ['currency conversion', addConversion],
  ['stock split open', (book, line) => addSplitHalf(book, line, 'open')],
  ['stock split close', (book, line) => addSplitHalf(book, line, 'close')],
  ['stock split', refuseSplit],
  ...[
    'stock distribution',
    'custom stock distribution',
    'scrip stock dividends',
    'scrip stock dividend',
    'scrip dividend',
    'stock dividend',
    'spin off',
  ].map((name) => [name, addSharesInKind] as const),
  ['transfer in', (book, line) => addTransfer(book, line, 'in')],
  ['transfer out', (book, line) => addTransfer(book, line, 'out')],
])

function handlerOf(action: string): Handler | undefined {
  const name = squeeze(action).toLowerCase()
  return ACTIONS.get(name) ?? (/^dividends?( \(.*\))?$/.test(name) ? addDividend : undefined)
}

function ownLayout(cells: readonly string[]): Layout | undefined {
  const layout = readLayout(cells)
  return recognition(layout) > 0 ? layout : undefined
}

function parse(file: ReportFile): ParsedReport {
  const found = findLayout(file.tables, ownLayout)
  if (!found) return notMine()
  const start = found.table.rows.indexOf(found.header)
  const rows = found.table.rows.slice(start)
  const book = openBook(sharedIds(rows))
  for (const row of found.table.rows.slice(0, start)) book.ignored.push({ row: row.number, reason: 'preamble' })
  let [layout, newer] = [found.layout, newerOrder(found.header.cells)]
  for (const row of rows) {
    const header = readLayout(row.cells)
    if (header) {
      layout = header
      newer = newerOrder(row.cells)
      book.ignored.push({ row: row.number, reason: 'header' })
    } else addRow(book, row, newer && isNewer(row, layout, newer) ? newer : layout)
  }
  settleSplits(book)
  const used = new Set(book.transactions.map((transaction) => transaction.asset))
  const assets = [...book.assets.values()].filter((asset) => used.has(asset.ref))
  return wholeEvents({ transactions: book.transactions, assets, issues: book.issues, ignored: book.ignored })
}

const ID = /^(EOF\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** Whether the row's ID stands where newer exports have it, in a column that the header of this file uses for a number. */
function isNewer(row: Row, layout: Layout, newer: Layout): boolean {
  const id = (row.cells[newer.columns.get('id') ?? -1] ?? '').trim()
  const own = (row.cells[layout.columns.get('id') ?? -1] ?? '').trim()
  return ID.test(id) && !ID.test(own)
}

function addRow(book: Book, row: Row, layout: Layout): void {
  const marks = { transactions: book.transactions.length, issues: book.issues.length }
  try {
    if (row.cells.slice(layout.width).some((cell) => cell.trim() !== ''))
      throw new RowRefusal(
        'too-many-cells',
        'The row has more cells than the header has columns, so it is not clear which amount is which.',
      )
    const line = readLine(row, layout)
    const handler = handlerOf(line.action)
    if (!handler)
      throw new RowRefusal('unknown-action', `"${line.action}" is no action that this importer knows. Enter the row by hand.`)
    handler(book, line)
  } catch (error) {
    if (!(error instanceof RowRefusal)) throw error
    book.transactions.length = marks.transactions
    book.issues.length = marks.issues
    book.issues.push({ row: row.number, severity: 'error', code: error.code, detail: error.message, text: rowText(row) })
  }
}

/** IDs that occur in more than one row, wherever the layout has them. */
function sharedIds(rows: readonly Row[]): Set<string> {
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  let layout: Layout | undefined
  for (const row of rows) {
    const header = readLayout(row.cells)
    if (header) layout = header
    const id = (row.cells[layout?.columns.get('id') ?? -1] ?? '').trim()
    if (id !== '' && seen.has(id)) shared.add(id)
    seen.add(id)
  }
  return shared
}

function notMine(): ParsedReport {
  const detail = 'This is no history export of Trading 212: no header row with "Action", "Time" and a total was found.'
  return { transactions: [], assets: [], ignored: [], issues: [{ row: null, severity: 'error', code: 'unknown-format', detail }] }
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
  version: '2',
  docs: [
    'In the app or on the web: Menu > History > the download symbol. Choose the period (at most one year a file) and tick orders, dividends,',
    'transactions and interest, then import the CSV as it is; overlapping periods do no harm.',
    'Amounts come from the column Total (Net Total where there is one), which has fees and taxes in it. Prices in pence are turned into pounds.',
    'Tax withheld in another currency than the total is stated in the description, for the export has no rate for it.',
    'Card payments count as withdrawals, card refunds and cashback as deposits. Times are UTC.',
  ].join(' '),
  sampleColumns: [
    'Action',
    'Time',
    'ISIN',
    'Ticker',
    'Name',
    'Notes',
    'ID',
    'No. of shares',
    'Price / share',
    'Currency (Price / share)',
    'Exchange rate',
    'Result',
    'Currency (Result)',
    'Total',
    'Currency (Total)',
    'Withholding tax',
    'Currency (Withholding tax)',
    'Currency conversion fee',
    'Currency (Currency conversion fee)',
  ],
  assets: { 'icon.svg': icon },
  recognises: (head) => recognition(findLayout(head.tables, ownLayout)?.layout),
  parse,
}
