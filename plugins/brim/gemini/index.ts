/** Gemini: the transaction history. Each currency has columns of its own; a row has figures in those that it moves. */
import {
  type Book,
  clock,
  day,
  isZero,
  layout,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  unused,
} from '#plugins/kit/index.ts'
import { bookMove, bookTrade, COINS } from '../coins.ts'
import { changesOf, OF_A_CURRENCY, OWN, prepareChanges } from './changes.ts'

type Entry = { readonly kind: string; readonly symbol: string; readonly description: string; readonly moves: string }

const history = layout({
  ...COINS,
  name: 'Transaction history',
  dates: 'ymd',
  zone: 'UTC',
  varying: OF_A_CURRENCY,
  unique: ['id'],
  columns: {
    date: optional(day('Date')),
    time: clock('Time (UTC)'),
    kind: text('Type'),
    symbol: text('Symbol'),
    description: text('Specification'),
    id: text('Trade ID'),
    from: optional(text('Withdrawal Destination')),
    ...unused('Liquidity Indicator', 'Trading Fee Rate (bps)', 'Order ID', 'Order Date', 'Order Time', 'Client Order ID'),
    ...unused('API Session', 'Tx Hash', 'Deposit Destination', 'Deposit Tx Output', 'Withdrawal Tx Output'),
    moves: optional(text(OWN.moves)),
    balance: optional(number(OWN.balance)),
    balanceUnit: optional(text(OWN.unit)),
  },
  skip: ({ date, kind }) => (date === undefined && kind === '' ? 'balances of the account' : undefined),
  rows: { 'Buy|Sell': trade, 'Credit|Debit': move },
  stated: true,
})

/** What comes in and what goes out make the pair. */
function trade({ kind, symbol, moves }: Entry, book: Book): void {
  const changes = changesOf(moves)
  const moved = changes.filter(({ quantity }) => !isZero(quantity))
  const into = moved.find(({ quantity }) => !quantity.startsWith('-'))
  const out = moved.find(({ quantity }) => quantity.startsWith('-'))
  const codes = /^buy$/i.test(kind) ? [into?.code, out?.code] : [out?.code, into?.code]
  if (moved.length !== 2 || codes.join('') !== symbol.toUpperCase())
    refuse('unclear-swap', `What the row moves is no ${kind.toLowerCase()} of ${symbol}. Enter it by hand.`)
  bookTrade(book, changes)
}

function move({ kind, symbol, description, moves }: Entry, book: Book): void {
  const [change = { code: '', quantity: '0' }, ...more] = changesOf(moves)
  if (more.length > 0 || change.code !== symbol.toUpperCase())
    refuse('unclear-move', `${kind} of ${symbol}, but the row moves something else. Enter it by hand.`)
  if (change.quantity.startsWith('-') !== /^debit$/i.test(kind))
    refuse('unexpected-sign', `A ${kind.toLowerCase()} of ${change.quantity}: the sign is wrong.`)
  bookMove(book, change)
  if (!/^(?:deposit|withdrawal|$)/i.test(description))
    book.note('warning', 'unclear-credit', `"${description}" is booked as a transfer. Change it where it was a reward or a cost.`)
}

export const gemini = tableImporter(
  {
    code: 'gemini',
    name: 'Gemini',
    website: 'https://www.gemini.com',
    version: '2',
    extensions: ['xlsx', 'csv'],
    description:
      'Transaction history of an account at Gemini: trades, deposits and withdrawals, with any number of coins. No futures.',
    docs: 'Account > Statements and history > Transaction history, then download (Excel).',
    colour: '#00b8c4',
    maturity: 'beta',
    prepare: prepareChanges,
  },
  [history],
)
