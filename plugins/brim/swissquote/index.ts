/** Swissquote: the transactions, whose quantities have no sign and whose net amounts have one. */
import {
  isin,
  isZero,
  type Line,
  layout,
  moment,
  negated,
  number,
  optional,
  plus,
  refuse,
  sizeOf,
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

const NO_ORDER = /^0*$/
const FOREX = /^(forex (credit|debit)|forex-(gutschrift|belastung)|fx-(gutschrift|belastung) comp\.?)$/i

const transactions = layout({
  name: 'Transactions',
  dates: 'dmy',
  zone: 'Europe/Zurich',
  numbers: 'dot',
  columns,
  rows: {
    'Buy|Kauf': (line, book) => tradeWithAccrued(book, line, 'BUY', termsOf(line)),
    'Sell|Verkauf': (line, book) => tradeWithAccrued(book, line, 'SELL', termsOf(line)),
    // What a dividend costs is the tax that was withheld.
    'Dividend|Dividende|Capital Gain': (line, book) => book.cash('DIVIDEND', { taxes: line.costs }),
    Kapitalrückzahlung: (line, book) => book.cash('RETURN_OF_CAPITAL', { taxes: line.costs }),
    'Interests|Zins|Zinsen auf Einlagen|Zinsen auf Belastungen|Wertpapierleihe': 'INTEREST',
    'Credit|Debit|Einzahlung|Auszahlung|Vergütung|Belastung|Zahlung|Twint': ({ amount, costs }, book) => {
      if (isZero(costs)) return book.cash('MOVE')
      // The costs of a payment are a line of their own.
      book.cash('MOVE', { amount: plus(required(amount, 'amount'), sizeOf(costs)) })
      book.cash('FEE', { amount: negated(sizeOf(costs)) })
    },
    'Custody Fees|Depotgebühren|Jahresgebühr|Spesen Steuerauszug|Kosten für titel|Berichtigung Börsengeb.': 'FEE',
    'Verrechnungssteuer|Quellensteuer': 'TAX',
  },
  cases: {
    key: (line) => (FOREX.test(line.kind) ? (NO_ORDER.test(line.order) ? `${line.date} ${line.time}` : line.order) : undefined),
    // One currency for another: the rows of an order, or of one second.
    book: (lines, book) => {
      const legs = lines.map(({ amount, unit: one }) => ({
        asset: one?.currency ?? refuse('no-currency', 'A row of this conversion does not say its currency.'),
        quantity: amount ?? refuse('no-amount', 'A row of this conversion has no amount.'),
      }))
      const isOut = ({ quantity }: { readonly quantity: string }) => quantity.startsWith('-')
      const [outs, ins] = [legs.filter(isOut), legs.filter((leg) => !isOut(leg))]
      book.swap(outs, ins)
    },
  },
  stated: true,
})

function termsOf({ isin, symbol, name, costs }: Line<typeof columns>) {
  return { asset: { isin, symbol, name }, fees: costs }
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
