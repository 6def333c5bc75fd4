/** Swissquote: the transactions, whose quantities have no sign and whose net amounts have one. */
import {
  absolute,
  add,
  type Book,
  decimal,
  isin,
  type Line,
  layout,
  moment,
  negate,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  unit,
} from '#plugins/kit/index.ts'
import { tradeWithAccrued } from '../accrued.ts'
import { required } from '../coins.ts'

const columns = {
  ...moment('Date', 'Datum'),
  order: text('Order #', 'Auftrag #'),
  kind: text('Transaction', 'Transaktionen'),
  symbol: text('Symbol'),
  name: optional(text('Name')),
  isin: isin('ISIN'),
  quantity: number('Quantity', 'Anzahl'),
  price: number('Unit price', 'Stückpreis'),
  costs: number('Costs', 'Kosten'),
  accrued: number('Accrued Interest', 'Aufgelaufene Zinsen'),
  amount: number('Net Amount', 'Nettobetrag'),
  balance: optional(number('Balance', 'Saldo')),
  unit: unit('Currency', 'Währung'),
}

type Row = Line<typeof columns>

const NO_ORDER = /^0*$/
const FOREX = /^(forex (credit|debit)|forex-(gutschrift|belastung)|fx-(gutschrift|belastung) comp\.?)$/i

const transactions = layout({
  name: 'Transactions',
  dates: 'dmy',
  zone: 'Europe/Zurich',
  numbers: 'dot',
  columns,
  rows: {
    'Buy|Kauf': (line, book) => trade(line, book, 'BUY'),
    'Sell|Verkauf': (line, book) => trade(line, book, 'SELL'),
    // What a dividend costs is the tax that was withheld.
    'Dividend|Dividende|Capital Gain': (line, book) => book.cash('DIVIDEND', { taxes: line.costs }),
    Kapitalrückzahlung: (line, book) => book.cash('RETURN_OF_CAPITAL', { taxes: line.costs }),
    'Interests|Zins|Zinsen auf Einlagen|Zinsen auf Belastungen|Wertpapierleihe': 'INTEREST',
    'Credit|Debit|Einzahlung|Auszahlung|Vergütung|Belastung|Zahlung|Twint': move,
    'Custody Fees|Depotgebühren|Jahresgebühr|Spesen Steuerauszug|Kosten für titel|Berichtigung Börsengeb.': 'FEE',
    'Verrechnungssteuer|Quellensteuer': 'TAX',
  },
  cases: {
    key: (line) => (FOREX.test(line.kind) ? (NO_ORDER.test(line.order) ? `${line.date} ${line.time}` : line.order) : undefined),
    book: convert,
  },
  stated: true,
})

function trade(line: Row, book: Book, direction: 'BUY' | 'SELL'): void {
  const { isin, symbol, name, costs } = line
  tradeWithAccrued(book, line, direction, { asset: { isin, symbol, name }, fees: costs })
}

/** The costs of a payment are a line of their own. */
function move(line: Row, book: Book): void {
  const costs = absolute(decimal(line.costs ?? '0'))
  book.cash('MOVE', costs === 0n ? {} : { amount: add(decimal(required(line.amount, 'amount')), costs) })
  if (costs !== 0n) book.cash('FEE', { amount: negate(costs) })
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
    website: 'https://www.swissquote.com',
    version: '3',
    languages: ['en', 'de'],
    description: 'Transactions of a trading account at Swissquote, in all its currencies.',
    docs: 'My account > Transactions > choose the period > Export CSV.',
    colour: '#fa5b35',
  },
  [transactions],
)
