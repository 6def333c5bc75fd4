/** Importer of the transaction history (CSV) of Coinbase, in every layout since 2019. */
import type { BrokerPlugin, ParsedReport, ReportFile, Row } from '#plugins/brim/contract.ts'
import { type EventMarks, findLayout, fold, rowText, wholeEvents } from '#plugins/kit/index.ts'
import { attempt, type Book, refuse } from './book.ts'
import { addConvert } from './converts.ts'
import { type Entry, RowRefusal, readEntry } from './entry.ts'
import icon from './icon.svg' with { type: 'text' }
import { cellOf, type Layout, readLayout } from './layout.ts'
import { rowMarks } from './marks.ts'
import { addCardPayment, addCharge, addGift, addMove, addReward, passOver, passOverHalf, refuseHalf } from './moves.ts'
import { settlePairs } from './pairs.ts'
import { addTrade } from './trades.ts'

type Handler = (book: Book, entry: Entry) => void

const buy: Handler = (book, entry) => addTrade(book, entry, 'BUY')
const sell: Handler = (book, entry) => addTrade(book, entry, 'SELL')
const into: Handler = (book, entry) => addMove(book, entry, 'in')
const out: Handler = (book, entry) => addMove(book, entry, 'out')
const each = (names: readonly string[], handler: Handler) => names.map((name) => [name, handler] as const)

/** Transaction types in lower case, complete: one that is not listed is refused. `Pro`, `Exchange` and `Prime` count from the other side. */
const TYPES: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...each(['buy', 'advanced trade buy', 'advance trade buy'], buy),
  ...each(['sell', 'advanced trade sell', 'advance trade sell'], sell),
  ['convert', addConvert],
  ...each(['receive', 'deposit', 'pro withdrawal', 'exchange withdrawal', 'prime withdrawal'], into),
  ...each(['send', 'withdrawal', 'pro deposit', 'exchange deposit', 'prime deposit'], out),
  ...each(['rewards income', 'reward income', 'staking income', 'inflation reward', 'staking reward'], addReward),
  ...each(['learning reward', 'coinbase earn', 'coinbase rewards', 'interest payout', 'incentives rewards payout'], addReward),
  ...each(['subscription rebate', 'subscription rebates (24 hours)', 'credit card reward', 'card reward'], addReward),
  ...each(['subscription', 'subscription fee', 'coinbase one subscription'], addCharge),
  ...each(['card spend', 'card purchase', 'debit card spend'], addCardPayment),
  ...each(['airdrop', 'referral reward', 'fork'], (book, entry) => addGift(book, entry, 'in')),
  ['donation', (book, entry) => addGift(book, entry, 'out')],
  ...each(['vault deposit', 'vault withdrawal', 'cash to savings', 'savings to cash'], passOver),
  ...each(['retail staking transfer', 'retail unstaking transfer'], passOverHalf),
  ...each(['retail eth2 deprecation', 'retail eth deprecation', 'asset migration', 'wrap asset', 'unwrap asset'], refuseHalf),
])

function parse(file: ReportFile): ParsedReport {
  const found = findLayout(file.tables, readLayout)
  if (!found) return notMine()
  const start = found.table.rows.indexOf(found.header)
  const rows = found.table.rows.slice(start)
  const book: Book = { transactions: [], assets: new Map(), issues: [], ignored: [], sharedIds: sharedIds(rows) }
  for (const row of found.table.rows.slice(0, start)) book.ignored.push({ row: row.number, reason: 'preamble' })
  const rest = settlePairs(book, readEntries(book, rows))
  for (const entry of rest) attempt(book, [entry], () => handle(book, entry))
  const used = new Set(book.transactions.map((transaction) => transaction.asset))
  const assets = [...book.assets.values()].filter((asset) => used.has(asset.ref))
  const report = { transactions: book.transactions, assets, issues: book.issues, ignored: book.ignored }
  return wholeEvents(report, marksOf(rows))
}

function marksOf(rows: readonly Row[]): (row: number) => EventMarks | undefined {
  let byRow: Map<number, EventMarks> | undefined
  const read = () => {
    const marks = new Map<number, EventMarks>()
    let layout: Layout | undefined
    for (const row of rows) {
      layout = readLayout(row.cells) ?? layout
      if (layout)
        marks.set(
          row.number,
          rowMarks(row, layout, (type) => TYPES.has(type)),
        )
    }
    return marks
  }
  return (row) => {
    byRow ??= read()
    return byRow.get(row)
  }
}

function handle(book: Book, entry: Entry): void {
  const handler = TYPES.get(entry.type)
  if (!handler)
    throw new RowRefusal('unknown-type', `"${entry.label}" is no transaction type that this importer knows. Enter it by hand.`)
  handler(book, entry)
}

/** The rows that can be read; headers and preambles of files put together are left out, the rest become error issues. */
function readEntries(book: Book, rows: readonly Row[]): Entry[] {
  const entries: Entry[] = []
  let layout: Layout | undefined
  for (const row of rows) {
    const header = readLayout(row.cells)
    if (header) layout = header
    const reason = header ? 'header' : isPreamble(row) ? 'preamble' : undefined
    if (reason !== undefined || !layout) {
      book.ignored.push({ row: row.number, reason: reason ?? 'preamble' })
      continue
    }
    try {
      entries.push(readEntry(row, layout))
    } catch (error) {
      if (!(error instanceof RowRefusal)) throw error
      refuse(book, row.number, rowText(row), error)
    }
  }
  return entries
}

function isPreamble(row: Row): boolean {
  const cells = row.cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const first = fold(cells[0] ?? '')
  return (first === 'transactions' && cells.length === 1) || (first === 'user' && cells.length <= 3)
}

/** IDs that occur in more than one row. */
function sharedIds(rows: readonly Row[]): Set<string> {
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  let layout: Layout | undefined
  for (const row of rows) {
    layout = readLayout(row.cells) ?? layout
    const id = layout ? cellOf(row.cells, layout, 'id') : ''
    if (id !== '' && seen.has(id)) shared.add(id)
    seen.add(id)
  }
  return shared
}

function notMine(): ParsedReport {
  const detail =
    'This is no transaction history of Coinbase: no header row with "Timestamp", "Transaction Type" and "Asset" was found.'
  return { transactions: [], assets: [], ignored: [], issues: [{ row: null, severity: 'error', code: 'unknown-format', detail }] }
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
  version: '3',
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
  recognises: (head) => (findLayout(head.tables, readLayout) ? 0.97 : 0),
  parse,
}
