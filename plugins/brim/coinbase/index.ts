/**
 * Importer of the transaction history (CSV) of Coinbase, in every layout since 2019. Its rows are booked by hand: what a row was traded for stands in
 * a sentence, and halves of one event are found by what they say and when, for neither has a mark of it.
 */
import type { BrokerPlugin, IgnoredRow, ParsedReport, ReportFile, Row, RowIssue } from '#plugins/brim/contract.ts'
import {
  attempt,
  closeRowBook,
  createRepeats,
  findLayout,
  fold,
  marksBy,
  openRowBook,
  readSections,
  refuse,
  repeated,
  repeatOf,
  trimmed,
  undoneRows,
  unread,
  unreadColumns,
  wholeEvents,
  withoutUndone,
} from '#plugins/kit/index.ts'
import { type Book, bookRows } from './book.ts'
import { addConvert } from './converts.ts'
import { type Entry, readEntry } from './entry.ts'
import { FORMATS, taxReportIn } from './formats.ts'
import icon from './icon.svg' with { type: 'text' }
import { cellOf, readLayout } from './layout.ts'
import { rowMarks } from './marks.ts'
import { addCardPayment, addCharge, addGift, addMove, addReward, passOver, passOverHalf, refuseHalf } from './moves.ts'
import { settlePairs } from './pairs.ts'
import { addTrade } from './trades.ts'

const KNOWN: ReadonlySet<string> = new Set(FORMATS.flatMap(({ titles }) => titles.flat()).map(fold))

type Handler = (book: Book, entry: Entry) => void

const buy: Handler = (book, entry) => addTrade(book, entry, 'BUY')
const sell: Handler = (book, entry) => addTrade(book, entry, 'SELL')
/** Its reports sign what goes out. */
const sellDust: Handler = (book, entry) => {
  if (entry.quantity < 0n) sell(book, entry)
  else refuse('unexpected-sign', `"${entry.label}" sells coins, but its quantity is above zero. Enter it by hand.`)
}
const into: Handler = (book, entry) => addMove(book, entry, 'in')
const out: Handler = (book, entry) => addMove(book, entry, 'out')
const each = (names: readonly string[], handler: Handler) => names.map((name) => [name, handler] as const)

/** Transaction types in lower case, complete: one that is not listed is refused. `Pro`, `Exchange` and `Prime` count from the other side. */
const TYPES: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...each(['buy', 'advanced trade buy', 'advance trade buy', 'retail mgx dex buy'], buy),
  ...each(['sell', 'advanced trade sell', 'advance trade sell'], sell),
  ['retail simple dust', sellDust],
  ...each(['convert', 'retail mgx dex trade'], addConvert),
  ...each(['receive', 'deposit', 'pro withdrawal', 'exchange withdrawal', 'prime withdrawal'], into),
  ...each(['send', 'withdrawal', 'pro deposit', 'exchange deposit', 'prime deposit', 'retail mgx dex send'], out),
  ...each(['rewards income', 'reward income', 'staking income', 'inflation reward', 'staking reward'], addReward),
  ...each(['learning reward', 'coinbase earn', 'coinbase rewards', 'interest payout', 'incentives rewards payout'], addReward),
  ...each(['retail simple price improvement', 'rewards payout'], addReward),
  ...each(['subscription rebate', 'subscription rebates (24 hours)', 'credit card reward', 'card reward'], addReward),
  ...each(['subscription', 'subscription fee', 'coinbase one subscription'], addCharge),
  ...each(['card spend', 'card purchase', 'debit card spend'], addCardPayment),
  ...each(['airdrop', 'referral reward', 'fork'], (book, entry) => addGift(book, entry, 'in')),
  ['donation', (book, entry) => addGift(book, entry, 'out')],
  ...each(['vault deposit', 'vault withdrawal', 'cash to savings', 'savings to cash'], passOver),
  ...each(['retail staking transfer', 'retail unstaking transfer'], passOverHalf),
  ...each(['retail eth2 deprecation', 'retail eth deprecation', 'asset migration', 'wrap asset', 'unwrap asset'], refuseHalf),
])

const INSTEAD = 'Take the transaction history: your profile > Statements > Transaction history > CSV.'

function parse(file: ReportFile): ParsedReport {
  const ignored: IgnoredRow[] = []
  const sections = readSections(file.tables, ignored, { read: readLayout, isPreamble })
  const detail =
    'This is no transaction history of Coinbase: no header row with "Timestamp", "Transaction Type" and "Asset" was found.'
  const other = sections ? undefined : taxReportIn(file.tables)
  if (other !== undefined) return unread('other-report', `This is no report of transactions (${other}). ${INSTEAD}`)
  if (!sections) return unread('unknown-format', detail)
  const find = createRepeats()
  const once = sections.filter(({ row, layout }) => {
    const first = find(cellOf(row.cells, layout, 'id'), row)
    if (first !== undefined) ignored.push({ row: row.number, reason: repeatOf(first) })
    return first === undefined
  })
  const ids = once.map(({ row, layout }) => cellOf(row.cells, layout, 'id'))
  const book: Book = { ...openRowBook(ignored), sharedIds: repeated(ids) }
  const entries: Entry[] = []
  for (const { row, layout } of once)
    attempt(book, [{ row: row.number, cells: row.cells }], () => entries.push(readEntry(row, layout)))
  for (const entry of settlePairs(book, entries)) bookRows(book, [entry], () => handlerOf(entry)(book, entry))
  const { columns, undone } = unreadIn(file)
  book.issues.push(...columns)
  const isKnown = (type: string) => TYPES.has(type)
  const numberOf = ({ row }: (typeof sections)[number]) => row.number
  const marks = marksBy(sections, numberOf, ({ row, layout }) => rowMarks(row, layout, isKnown))
  return withoutUndone(wholeEvents(closeRowBook(book), marks), undone)
}

/** Of columns that are not known, those that may count, and rows that did not take place. */
function unreadIn({ tables }: ReportFile): Record<'columns' | 'undone', RowIssue[]> {
  const found = findLayout(tables, readLayout)
  if (!found) return { columns: [], undone: [] }
  const places = new Set(Object.values(found.layout.columns))
  const titled = { rows: found.table.rows, header: found.table.rows.indexOf(found.header) }
  const isRead = (index: number, title: string) => places.has(index) || KNOWN.has(fold(title))
  return { columns: unreadColumns(titled, isRead), undone: undoneRows(titled, isRead) }
}

function handlerOf({ type, label }: Entry): Handler {
  const detail = `"${label}" is no transaction type that this importer knows. Enter it by hand.`
  return TYPES.get(type) ?? refuse('unknown-type', detail)
}

/** Cells with something in them of the line that names the user. */
const MOST_FILLED = 3

/** Lines above the table of a history that was put behind another one. */
function isPreamble(row: Row): boolean {
  let [first, filled] = ['', 0]
  for (const cell of row.cells) {
    const text = trimmed(cell)
    if (text === '') continue
    if (++filled > MOST_FILLED) return false
    if (filled === 1) first = text
  }
  const folded = fold(first)
  return (folded === 'transactions' && filled === 1) || folded === 'user'
}

export const coinbase: BrokerPlugin = {
  code: 'coinbase',
  name: 'Coinbase',
  broker: 'Coinbase',
  website: 'https://www.coinbase.com',
  description:
    'Transaction history of a Coinbase account: buys, sells, advanced trades, conversions, sends, receives, rewards and cash.',
  extensions: ['csv'],
  languages: ['en'],
  version: '6',
  docs: [
    'On the web: your profile > Statements (or Taxes > Documents) > Transaction history, choose all assets and all transactions, format CSV.',
    'Import the file as it is, with the lines above the table. Old and new layouts are read, with or without the column ID.',
    'What you bought with a bank card or an account outside Coinbase shows no deposit in the export, and none is invented: the cash balance',
    'may go below zero. New brokers allow that (allow_cash_overdraft); enter the deposits yourself if you want to see them.',
    'A conversion is a sale and a purchase at the value that the report states, and leaves no cash over; a new name of the same coin keeps its cost.',
    'Rewards are income at the value of the moment. Sends and receives are transfers. Quantities are stored with 12 places. Times are UTC.',
  ].join(' '),
  sampleColumns: [
    'ID',
    'Timestamp',
    'Transaction Type',
    'Asset',
    'Quantity Transacted',
    'Price Currency',
    'Price at Transaction',
    'Subtotal',
    'Total (inclusive of fees and/or spread)',
    'Fees and/or Spread',
    'Notes',
  ],
  assets: { 'icon.svg': icon },
  formats: FORMATS,
  recognises: ({ tables }) => (findLayout(tables, readLayout) ? 0.97 : taxReportIn(tables) === undefined ? 0 : 0.9),
  parse,
}
