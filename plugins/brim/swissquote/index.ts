/** Swissquote: the transactions, whose quantities have no sign and whose net amounts have one. */
import {
  absolute,
  add,
  type Book,
  clock,
  day,
  decimal,
  formatDecimal,
  isin,
  layout,
  negate,
  number,
  refuse,
  tableImporter,
  text,
  type Unit,
  unit,
} from '#plugins/kit/index.ts'
import { tradeWithAccrued } from '../accrued.ts'

type Row = {
  readonly row: number
  readonly cells: readonly string[]
  readonly unit: Unit | undefined
} & Readonly<
  Record<'kind' | 'symbol' | 'name', string> &
    Record<'isin' | 'quantity' | 'price' | 'costs' | 'accrued' | 'amount', string | undefined>
>

const NO_ORDER = /^0*$/
const FOREX = /^(forex (credit|debit)|forex-(gutschrift|belastung)|fx-(gutschrift|belastung) comp\.?)$/i

const transactions = layout({
  name: 'Transactions',
  dates: 'dmy',
  zone: 'Europe/Zurich',
  numbers: 'dot',
  amounts: 'net',
  columns: {
    date: day('Date', 'Datum'),
    time: clock('Date', 'Datum'),
    order: text('Order #', 'Auftrag #'),
    kind: text('Transaction', 'Transaktionen'),
    symbol: text('Symbol'),
    name: text('Name'),
    isin: isin('ISIN'),
    quantity: number('Quantity', 'Anzahl'),
    price: number('Unit price', 'Stückpreis'),
    costs: number('Costs', 'Kosten'),
    accrued: number('Accrued Interest', 'Aufgelaufene Zinsen'),
    amount: number('Net Amount', 'Nettobetrag'),
    balance: number('Balance', 'Saldo'),
    unit: unit('Currency', 'Währung'),
  },
  kind: (line) => line.kind,
  rows: {
    'Buy|Kauf': (line, book) => trade(line, book, 'BUY'),
    'Sell|Verkauf': (line, book) => trade(line, book, 'SELL'),
    // What a dividend costs is the tax that was withheld.
    'Dividend|Dividende|Capital Gain': (line, book) => book.cash('DIVIDEND', { taxes: line.costs }),
    'Interests|Zins|Zinsen auf Einlagen|Zinsen auf Belastungen|Wertpapierleihe': 'INTEREST',
    'Credit|Debit|Einzahlung|Auszahlung|Vergütung|Belastung|Zahlung|Twint': move,
    'Custody Fees|Depotgebühren|Jahresgebühr|Spesen Steuerauszug|Kosten für titel|Berichtigung Börsengeb.': 'FEE',
    'Verrechnungssteuer|Quellensteuer': 'TAX',
  },
  cases: {
    key: (line) => (FOREX.test(line.kind) ? (NO_ORDER.test(line.order) ? `${line.date} ${line.time}` : line.order) : undefined),
    book: (lines, book) => convert(lines, book),
  },
  stated: { balance: 'balance' },
})

function trade(line: Row, book: Book, direction: 'BUY' | 'SELL'): void {
  const { isin, symbol, name, costs } = line
  tradeWithAccrued(book, { fees: costs }, direction, { isin, symbol, name }, line)
}

/** The costs of a payment are a line of their own. */
function move(line: Row, book: Book): void {
  const [net, costs] = [line.amount, line.costs].map((part) => decimal(part ?? '0'))
  if (net === undefined || costs === undefined || costs === 0n) {
    book.cash('MOVE')
    return
  }
  book.cash('MOVE', { amount: formatDecimal(add(net, absolute(costs))) })
  book.cash('FEE', { amount: formatDecimal(negate(absolute(costs))) })
}

/** One currency for another: the rows of an order, or of one second. */
function convert(lines: readonly Row[], book: Book): void {
  const legs = lines.map(({ amount, unit: one }) => ({
    asset: one?.currency ?? refuse('no-currency', 'A row of this conversion does not say its currency.'),
    quantity: amount ?? refuse('no-amount', 'A row of this conversion has no amount.'),
  }))
  const isOut = ({ quantity }: { readonly quantity: string }) => quantity.startsWith('-')
  book.swap(
    legs.filter(isOut),
    legs.filter((leg) => !isOut(leg)),
  )
}

export const swissquote = tableImporter(
  {
    code: 'swissquote',
    name: 'Swissquote',
    broker: 'Swissquote',
    website: 'https://www.swissquote.com',
    version: '2',
    extensions: ['csv'],
    languages: ['en', 'de'],
    description: 'Transactions of a trading account at Swissquote, in all its currencies.',
    docs: 'My account > Transactions > choose the period > Export CSV.',
    colour: '#fa5b35',
  },
  [transactions],
)
