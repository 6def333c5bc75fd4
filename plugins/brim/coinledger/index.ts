/** CoinLedger: the export of all records, of which one event may be several rows with one id. */
import {
  type Book,
  isFiat,
  type Line,
  layout,
  moment,
  number,
  optional,
  present,
  refuse,
  tableImporter,
  text,
  unused,
} from '#plugins/kit/index.ts'
import { COINS } from '../coins.ts'

const columns = {
  ...moment('Timestamp (UTC)'),
  kind: text('Type'),
  id: text('Internal Id'),
  account: text('Platform'),
  ...present('Platform Id'),
  ...unused('Account Name', 'Blockchain Id'),
  side: text('Record Type'),
  symbol: text('Asset'),
  quantity: number('Amount'),
  description: optional(text('Description')),
}

type Entry = Line<typeof columns>

/** What is given for what: also coins for the token of a pool, and back. */
const TRADES = /^(buy|sell|trade|swap|composite swap|add liquidity|remove liquidity)$/i
type Tag = 'staking' | 'lending' | 'airdrop' | 'reward' | 'margin'

const records = layout({
  ...COINS,
  name: 'Transactions',
  dates: 'ymd',
  zone: 'UTC',
  columns,
  defaults: {
    asset: ({ symbol }) => (isFiat(symbol) ? undefined : symbol),
    amount: ({ quantity }) => quantity,
    unit: ({ symbol }) => symbol,
  },
  kind: (line) => {
    requireCode(line)
    return line.kind
  },
  rows: {
    'Deposit|Withdrawal|Transfer|Manual Position|Gift Received|Gift Sent|Merchant Payment': move,
    'Interest|Interest Payment': (line, book) => earn(line, book, 'lending'),
    Staking: (line, book) => earn(line, book, 'staking'),
    'Mining|Income|Other Income': (line, book) => earn(line, book, 'reward'),
    'Airdrop|Hard Fork': (line, book) => earn(line, book, 'airdrop'),
    'Margin Gain|Margin Loss': (line, book) => earn(line, book, 'margin'),
    'Network Fee|Platform Fee|Fee': payFee,
    'Investment Loss|Theft Loss|Casualty Loss': (line, book) => {
      if (isFiat(line.symbol)) book.cash('FEE')
      else book.inKind('ADJUSTMENT', { description: line.kind })
    },
  },
  cases: {
    key: (line) => (TRADES.test(line.kind) ? eventOf(line) : undefined),
    book: bookTrade,
  },
})

function requireCode({ symbol }: Entry): void {
  if (!/^[\w.$-]+$/.test(symbol)) refuse('unknown-asset', `"${symbol}" is no code of a currency or coin.`)
}

/** The rows of one event bear one number. */
function eventOf(line: Entry): string {
  requireCode(line)
  return /^\w+$/.test(line.id) ? line.id : refuse('no-id', 'The row has no Internal Id, so nobody knows which rows belong to it.')
}

function move(line: Entry, book: Book): void {
  if (isFiat(line.symbol)) book.cash('MOVE')
  else book.inKind('TRANSFER')
}

function earn(line: Entry, book: Book, tag: Tag): void {
  const type = line.quantity?.startsWith('-') ? 'FEE' : 'INTEREST'
  if (isFiat(line.symbol)) book.cash(type, { tags: [tag] })
  else book.inKind(type, { cost: 'market', tags: [tag] })
}

function payFee(line: Entry, book: Book): void {
  if (isFiat(line.symbol)) book.cash('FEE')
  else book.inKind('FEE')
}

function bookTrade(lines: readonly [Entry, ...Entry[]], book: Book): void {
  const legs = (side: RegExp) =>
    lines.flatMap(({ side: own, symbol, quantity }) =>
      side.test(own) && quantity !== undefined ? { asset: symbol, quantity } : [],
    )
  const [outs, ins, fees] = [legs(/^debit$/i), legs(/^credit$/i), lines.filter(({ side }) => /fee$/i.test(side))]
  if (outs.length === 0 || ins.length === 0 || outs.length + ins.length + fees.length < lines.length)
    refuse(
      'unclear-swap',
      'Of this event there must be a row for what goes out and one for what comes in, with the same Internal Id.',
    )
  book.swap(outs, ins)
  for (const line of fees) payFee(line, book.on(line))
}

export const coinledger = tableImporter(
  {
    code: 'coinledger',
    name: 'CoinLedger',
    website: 'https://coinledger.io',
    version: '2',
    description: 'All transactions of all wallets and exchanges at CoinLedger.',
    docs: 'Transactions > Export (CSV).',
    colour: '#2d6cdf',
  },
  [records],
)
