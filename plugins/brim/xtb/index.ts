/**
 * XTB: the cash operations, where quantity and price stand in a comment, in amounts of the currency of the account. One number may stand at several
 * operations, so that it is no id; a row that has it with the same cells again is that operation.
 */
import { type Book, layout, moment, number, optional, refuse, tableImporter, text } from '#plugins/kit/index.ts'
import { currencyOption } from '../currency-option.ts'

type Row = {
  readonly row: number
  readonly cells: readonly string[]
  readonly kind: string
  readonly symbol: string
  readonly amount: string | undefined
  readonly description: string
}

/** `OPEN BUY 8/42.5 @ 11.748`: 8 of an order of 42.5. */
const TRADE = /^(open|close) buy ([\d.]+)(?:\/[\d.]+)? @ ([\d.]+)$/i

const rows = {
  'Stocks/ETF purchase|Stock purchase|Ações/ETF compra': (line: Row, book: Book) => trade(line, book, 'open'),
  'Stocks/ETF sale|Stock sale|Stock sell|Ações/ETF vende': (line: Row, book: Book) => trade(line, book, 'close'),
  'Deposit|Withdrawal|IKE deposit|IKZE deposit': 'MOVE',
  // Between two accounts of one client.
  'Transfer|IKE cash transfer in|IKE cash transfer out': 'TRANSFER',
  'Dividend|Spin off': (line: Row, book: Book) => {
    if (/\/ SHR$/i.test(line.description)) book.cash('DIVIDEND')
    else margin(line, book)
  },
  'Withholding tax|Tax IFTT|Stamp duty': 'TAX',
  'Free funds interests|Free funds interest': 'INTEREST',
  'Free funds interests tax|Free funds interest tax': 'TAX',
  'SEC fee|Commission': 'FEE',
  'Profit/Loss (FX/CFD)|Swap|Rollover': (line: Row, book: Book) => margin(line, book),
} as const

const skip = ({ kind, operation }: { readonly kind: string; readonly operation: string }) =>
  /^total$/i.test(kind) || /^total$/i.test(operation) ? 'a sum of the rows above' : undefined

const operations = layout({
  name: 'Cash operations',
  dates: 'dmy',
  numbers: 'dot',
  currency: { option: 'currency' },
  unique: ['operation'],
  columns: {
    operation: text('ID'),
    kind: text('Type'),
    ...moment('Time'),
    symbol: text('Symbol'),
    description: text('Comment'),
    amount: number('Amount'),
  },
  skip,
  rows,
})

/** Since 2025, below four lines about the account. */
const operations2025 = layout({
  name: 'Cash operations (2025)',
  dates: 'ymd',
  zone: 'UTC',
  numbers: { csv: 'comma', sheet: 'dot' },
  currency: { option: 'currency' },
  unique: ['operation'],
  columns: {
    kind: text('Type'),
    symbol: text('Ticker'),
    name: text('Instrument'),
    ...moment('Time'),
    amount: number('Amount'),
    operation: text('ID'),
    description: text('Comment'),
    product: optional(text('Product')),
  },
  skip,
  rows,
})

function trade(line: Row, book: Book, verb: 'open' | 'close'): void {
  const [, side, quantity, price] = TRADE.exec(line.description) ?? []
  if (side?.toLowerCase() !== verb)
    refuse('unclear-trade', `"${line.description}" does not tell how many were traded at which price. Enter it by hand.`)
  // The price is in the currency of the exchange, and the file names only the exchange.
  const quoted = line.symbol.endsWith('.US') ? { quoted: 'USD' } : {}
  book.trade({ quantity, price, ...quoted }, verb === 'open' ? 'BUY' : 'SELL')
}

/** What contracts for difference earned or cost: nothing is held of them. */
function margin(line: Row, book: Book): void {
  const type = line.amount?.startsWith('-') ? 'FEE' : 'INTEREST'
  book.cash(type, { asset: undefined, description: `${line.symbol}: ${line.description}`, tags: ['margin'] })
}

export const xtb = tableImporter(
  {
    code: 'xtb',
    name: 'XTB',
    website: 'https://www.xtb.com',
    version: '2',
    extensions: ['csv', 'xlsx'],
    languages: ['en', 'pt'],
    description: 'Cash operations of an account at XTB, with its trades. The file does not say the currency of the account.',
    docs: 'xStation > Account history > Cash operations > Export (CSV or Excel), or Full report.',
    colour: '#e30613',
    options: [currencyOption('The currency of the account, which the file does not say.')],
  },
  [operations, operations2025],
)
