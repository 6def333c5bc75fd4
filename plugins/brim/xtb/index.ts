/**
 * XTB: the cash operations, where quantity and price stand in a comment, in amounts of the currency of the account. One number may stand at several
 * operations, so that it is no id; a row that has it with the same cells again is that operation.
 */
import {
  absolute,
  type Book,
  decimal,
  layout,
  moment,
  multiply,
  number,
  optional,
  plus,
  refuse,
  subtract,
  tableImporter,
  text,
} from '#plugins/kit/index.ts'
import { required } from '../coins.ts'
import { currencyOption } from '../currency-option.ts'
import { otherReport } from '../other-report.ts'

type Row = {
  readonly row: number
  readonly cells: readonly string[]
  readonly kind: string
  readonly date: string
  readonly time: string | undefined
  readonly symbol: string
  readonly amount: string | undefined
  readonly description: string
}

/** `OPEN BUY 8/42.5 @ 11.748`: 8 of an order of 42.5. Some have no verb. */
const TRADE = /^(?:(open|close) )?buy ([\d.]+)(?:\/[\d.]+)? @ ([\d.]+)$/i
const SALE = /^(stocks?(\/etf)? (sale|sell)|ações\/etf vende|aktien\/etf verkauf|sprzedaż akcji\/etf|prodej akcií\/ ?etf)$/i
/** What a position earned: of shares it is a part of what their sale brought. */
const PROFIT = /^(close trade|zysk\/strata)$/i
/** The file names only the exchange; others trade in several currencies. */
const CURRENCIES = new Map([
  ['US', 'USD'],
  ['PL', 'PLN'],
  ...['DE', 'FR', 'NL', 'IT', 'ES'].map((exchange) => [exchange, 'EUR'] as const),
])
/** More than this of the value is no cost of dealing. */
const MOST_COSTS = decimal('0.05')

const rows = {
  'Stocks/ETF purchase|Stock purchase|Ações/ETF compra|Kauf Aktien/ETFs|Zakup akcji/ETF|Nákup akcií/ETF': (
    line: Row,
    book: Book,
  ) => trade(line, book, 'open'),
  'Deposit|Withdrawal|IKE deposit|IKZE deposit|Wpłata|Wypłata': 'MOVE',
  // Between two accounts of one client.
  'Transfer|Subaccount transfer|IKE cash transfer in|IKE cash transfer out': 'TRANSFER',
  'Dividend|Divident|Dywidenda|Spin off|Spin-off': (line: Row, book: Book) => {
    if (/\/ ?SHR$/i.test(line.description)) book.cash('DIVIDEND')
    else margin(line, book)
  },
  'Withholding tax|Podatek od dywidend|Tax IFTT|Tax RO|Stamp duty': 'TAX',
  'Free funds interests|Free funds interest|Free-funds interest|Odsetki od wolnych środków': 'INTEREST',
  'Free funds interests tax|Free funds interest tax|Free-funds interest tax|Podatek od odsetek od wolnych środków': 'TAX',
  'SEC fee|Commission|Stock transfer fee': 'FEE',
  'Profit/Loss (FX/CFD)|Swap|Rollover|Dividend equivalent': (line: Row, book: Book) => margin(line, book),
} as const

/** A sale is two rows in the whole report: what the shares had cost, and, at the same moment, what they earned. */
const cases = {
  key: ({ kind, symbol, date }: Row) =>
    SALE.test(kind) || PROFIT.test(kind) ? `${symbol || refuse('no-asset', 'The row does not say of what.')} ${date}` : undefined,
  book: (lines: readonly Row[], book: Book) => {
    const hasSales = lines.some(({ kind }) => SALE.test(kind))
    for (const rows of Map.groupBy(lines, ({ time }) => time).values()) {
      const profits = rows.filter(({ kind }) => PROFIT.test(kind))
      const sales = rows.filter(({ kind }) => SALE.test(kind))
      const [first, ...more] = sales
      if (hasSales && profits.length > 0 && profits.length !== sales.length)
        refuse('unclear-trade', 'Which of these sales earned which of these profits is not clear. Enter them by hand.')
      if (first !== undefined && profits.length > 0) trade(first, book.on(first), 'close', [...more, ...profits])
      else for (const row of rows) SALE.test(row.kind) ? trade(row, book.on(row), 'close') : margin(row, book.on(row))
    }
  },
} as const

/** A sum has no number and no moment beside its name. */
function skip({ cells }: { readonly cells: readonly string[] }): string | undefined {
  const [name = '', , ...more] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return /^total$/i.test(name) && more.length === 0 ? 'a sum of the rows above' : undefined
}

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
  cases,
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
    name: optional(text('Instrument')),
    ...moment('Time'),
    amount: number('Amount'),
    operation: text('ID'),
    description: text('Comment'),
    product: optional(text('Product')),
  },
  skip,
  rows,
  cases,
})

function eventOf({ description }: Row, verb: 'open' | 'close') {
  const [, side = verb, quantity = '', price = ''] = TRADE.exec(description) ?? []
  if (side.toLowerCase() === verb && quantity !== '') return { quantity, price }
  return refuse('unclear-trade', `"${description}" does not tell how many were traded at which price. Enter it by hand.`)
}

/** `also`: what several positions brought at one moment is one sale, with what each of them earned. */
function trade(line: Row, book: Book, verb: 'open' | 'close', also: readonly Row[] = []): void {
  const rows = [line, ...also]
  const events = rows.flatMap((row) => (PROFIT.test(row.kind) ? [] : eventOf(row, verb)))
  const [{ price } = eventOf(line, verb)] = events
  if (events.some((event) => event.price !== price))
    refuse('unclear-trade', 'Which of these sales earned which of these profits is not clear. Enter them by hand.')
  const quantity = plus(...events.map((event) => event.quantity))
  const amount = plus(...rows.map((row) => required(row.amount, 'amount')))
  const quoted = CURRENCIES.get(/\.([A-Z]+)$/.exec(line.symbol)?.[1] ?? '')
  const value = multiply(decimal(quantity), decimal(price))
  const isOff = absolute(subtract(absolute(decimal(amount)), value)) > multiply(value, MOST_COSTS)
  if (verb === 'close' && quoted !== undefined && quoted === book.options['currency'] && isOff)
    refuse(
      'unclear-trade',
      'The amount is not what quantity and price come to: the row with the profit is missing. Export all operations.',
    )
  book.trade({ quantity, price, ...(quoted && { quoted }), amount, also }, verb === 'open' ? 'BUY' : 'SELL')
}

/** What contracts for difference earned or cost: nothing is held of them. */
function margin(line: Row, book: Book): void {
  const type = line.amount?.startsWith('-') ? 'FEE' : 'INTEREST'
  book.cash(type, { asset: undefined, description: `${line.symbol}: ${line.description}`, tags: ['margin'] })
}

const closed = otherReport(
  'Closed positions',
  'It has no deposits, dividends and taxes, and not what is still held. Take the cash operations: Account history > Cash operations > Export, or the whole report as Excel.',
  ['Position', 'Symbol', 'Type', 'Volume', 'Close time', 'Close price', 'Gross P/L'],
  {
    optional: [
      ...['Open time', 'Open price', 'Open origin', 'Close origin', 'Purchase value', 'Sale value', 'SL', 'TP', 'Margin'],
      ...['Commission', 'Swap', 'Rollover', 'Comment'],
    ],
  },
)

export const xtb = tableImporter(
  {
    code: 'xtb',
    name: 'XTB',
    website: 'https://www.xtb.com',
    version: '3',
    extensions: ['csv', 'xlsx'],
    languages: ['en', 'pt', 'de', 'pl', 'cs'],
    description: 'Cash operations of an account at XTB, with its trades. The file does not say the currency of the account.',
    docs: 'xStation > Account history > Cash operations > Export (CSV or Excel), or Full report.',
    colour: '#e30613',
    options: [currencyOption('The currency of the account, which the file does not say.')],
  },
  [operations, operations2025, closed],
)
