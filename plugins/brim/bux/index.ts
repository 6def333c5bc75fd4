/** BUX: all transactions, where the fee of an order and its fraction of a share are rows of their own. */
import {
  type Book,
  isinOrSymbol,
  isZero,
  type Line,
  layout,
  moment,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  unit,
  unused,
} from '#plugins/kit/index.ts'
import { noteTaxLeftOut, taxAsPaid } from '../withheld.ts'

const columns = {
  ...moment('Transaction Time (CET)', 'Transaction Time'),
  kind: text('Transaction Type'),
  movement: optional(text('Transfer Type')),
  amount: number('Transaction Amount'),
  unit: unit('Transaction Currency'),
  balance: optional(number('Cash Balance Amount')),
  assetId: text('Asset Id'),
  name: optional(text('Asset Name')),
  quantity: number('Asset Quantity', 'Trade Quantity'),
  price: number('Asset Price', 'Trade Price'),
  quoted: unit('Asset Currency'),
  rate: number('Exchange Rate'),
  dividendUnit: optional(unit('Dividend Currency')),
  ...unused('Transaction Category', 'Currency Pair', 'Trade Amount', 'Profit And Loss Amount', 'Profit And Loss Currency'),
  ...unused('Dividend Gross Amount'),
  dividendNet: optional(number('Dividend Net Amount')),
  dividendTax: optional(number('Dividend Tax Amount')),
  description: optional(text('Transaction Description')),
}

type Row = Line<typeof columns>

const transactions = layout({
  name: 'Transactions',
  dates: 'ymd',
  zone: 'Europe/Amsterdam',
  numbers: 'dot',
  columns,
  defaults: { asset: ({ assetId, name }) => ({ ...isinOrSymbol(assetId), name }) },
  rows: {
    'Buy Trade': 'BUY',
    'Sell Trade': 'SELL',
    'Sepa Deposit|Deposit|Sepa Withdrawal|Withdrawal': (line, book) => book.cash('MOVE', { description: line.kind }),
    'Trading Fee': (line, book) => book.cash('FEE', { description: line.kind }),
    'Subscription Fee': (line, book) => book.cash('FEE', { asset: undefined, description: line.kind }),
    'Cash Dividend': (line, book) => book.cash('DIVIDEND', { taxes: taxOf(line, book) }),
    'Interest Payment': (line, book) => book.cash('INTEREST', { asset: undefined, description: line.kind }),
    Promotional: (line, book) => book.cash('INTEREST', { asset: undefined, description: line.kind, tags: ['bonus'] }),
    'To User Corrections': (line, book) =>
      book.cash('INTEREST', { asset: undefined, description: line.kind, tags: ['correction'] }),
  },
  // Shares redeemed and deposited on one day, minutes apart; the amounts beside them move no cash.
  cases: {
    key: (line) => (/corporate action/i.test(line.kind) ? `${line.date} ${line.assetId}` : undefined),
    book: (lines, book) => {
      const [from, to] = ['ASSET_REDEEM', 'ASSET_DEPOSIT'].map((name) => lines.find(({ movement }) => movement === name))
      if (lines.length !== 2 || from === undefined || to === undefined)
        return refuse('no-pair', 'Of this event there must be two rows: what is redeemed and what is deposited.')
      book.exchange(unitsOf(from), unitsOf(to))
    },
  },
  stated: true,
})

/** The row without its amount. */
function unitsOf({ row, cells, date, time, quantity, assetId, name }: Row) {
  return { row, cells, date, time, quantity, assetId, name }
}

/** The tax that was withheld, in the currency of the payment: stated in that of the share, at the rate that net amount and payment prove. */
function taxOf({ dividendTax: tax, dividendNet: net, dividendUnit, amount, unit: own }: Row, book: Book): string | undefined {
  if (isZero(tax) || dividendUnit?.currency === own?.currency) return tax
  const taxes = tax && net && amount ? taxAsPaid(tax, net, amount) : undefined
  if (taxes === undefined) noteTaxLeftOut(book, 'payment')
  return taxes
}

export const bux = tableImporter(
  {
    code: 'bux',
    name: 'BUX',
    website: 'https://getbux.com',
    version: '2',
    description: 'All transactions of an account at BUX.',
    docs: 'Profile > Documents > Transaction history > Export (CSV).',
    colour: '#0071f7',
  },
  [transactions],
)
