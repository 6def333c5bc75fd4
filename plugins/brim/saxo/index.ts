/** Saxo: the transactions, where quantity and price stand in the text of the event and costs inside the amount. */
import {
  absolute,
  type Book,
  day,
  decimal,
  isin,
  type Line,
  layout,
  multiply,
  number,
  tableImporter,
  text,
  type Unit,
  unit,
  unused,
} from '#plugins/kit/index.ts'
import { currencyOption } from '../currency-option.ts'
import { costsBetween } from '../net-trade.ts'
import { dutch, sumOf } from './dutch.ts'

const columns = {
  ...unused('Client ID', 'Exchange Description'),
  date: day('Trade Date'),
  settledOn: day('Value Date'),
  kind: text('Type'),
  name: text('Instrument'),
  isin: isin('Instrument ISIN'),
  quoted: unit('Instrument currency'),
  symbol: text('Instrument Symbol'),
  event: text('Event'),
  sum: text('Amount', 'Booked Amount'),
  id: text('Order ID'),
  rate: number('Conversion Rate'),
}

type Row = Line<typeof columns>

const TRADE = /^(buy|koop|kauf|sell|verkoop|verkauf) -?([\d.,]+) @ ([\d.,]+)(?: ([A-Za-z]{3}))?$/i

const transactions = layout({
  name: 'Transactions',
  dates: 'dmy',
  numbers: 'dot',
  currency: { option: 'currency' },
  columns,
  kind: (line) => (TRADE.test(line.event) ? 'trade' : line.event),
  rows: {
    trade,
    Dividend: (line, book) => cash(line, book, 'DIVIDEND'),
    'Deposit|Withdrawal|Storting|Opname|Einzahlung|Auszahlung': (line, book) => cash(line, book, 'MOVE'),
    'Custody Fee|Bewaarloon|Depotgebühr': (line, book) => cash(line, book, 'FEE'),
    'Withholding Tax|Dividendbelasting|Quellensteuer': (line, book) => cash(line, book, 'TAX'),
    'Interest|Client Interest|Rente|Zinsen': (line, book) => cash(line, book, 'INTEREST'),
  },
})

function cash(line: Row, book: Book, type: 'DIVIDEND' | 'MOVE' | 'FEE' | 'TAX' | 'INTEREST'): void {
  book.cash(type, { ...unitOf(line), amount: sumOf(line.sum) })
}

/** At a rate of 1 the amount is in the currency of the instrument, else in that of the account, which the file does not name. */
function unitOf({ rate, quoted }: Row): { readonly unit?: Unit } {
  return rate !== undefined && decimal(rate) === decimal('1') && quoted !== undefined ? { unit: quoted } : {}
}

/** What the amount is more than quantity x price are the costs, where both are in one currency. */
function trade(line: Row, book: Book): void {
  const [, verb = '', units = '', each = '', currency = line.quoted?.currency] = TRADE.exec(line.event) ?? []
  const [quantity, price, amount] = [sumOf(units), sumOf(each), sumOf(line.sum)]
  const direction = /^(buy|koop|kauf)$/i.test(verb) ? 'BUY' : 'SELL'
  const costs = costsBetween(direction, quantity, price, amount)
  const own = unitOf(line).unit
  const hasCosts = own !== undefined && own.currency === currency && own.divisor === 1 && costs > 0n
  const fees = hasCosts && costs < absolute(multiply(decimal(amount), decimal('0.1'))) ? costs : undefined
  book.trade({ ...unitOf(line), quantity, price, quoted: currency, amount, fees }, direction)
}

export const saxo = tableImporter(
  {
    code: 'saxo',
    name: 'Saxo',
    broker: 'Saxo Bank',
    website: 'https://www.home.saxo',
    version: '2',
    extensions: ['csv', 'xlsx'],
    languages: ['en', 'nl', 'de'],
    description:
      'Transactions of accounts at Saxo. Amounts that were converted are in the currency of the account, to be said where the file does not.',
    docs: 'Account > Historic reports > Transactions > choose the period > Export to Excel, or save as CSV.',
    colour: '#0d2a9b',
    options: [currencyOption('The currency of the account, for amounts that were converted.')],
  },
  [transactions, dutch],
)
