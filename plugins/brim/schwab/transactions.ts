/** Schwab: the history of a brokerage account. */
import { type Book, type Layout, layout, refuse, type Terms } from '#plugins/kit/index.ts'
import { bookForNothing, bookFraction, endOption } from '../north-america.ts'
import { bookExchange, bookJournal, bookRedemption, bookReverseSplit } from './events.ts'
import { assetOf, columns, type Entry, eventDay, shareTransfer } from './line.ts'

const move = ({ name }: Entry, book: Book) => book.cash('MOVE', { description: name })
const moveWithin = ({ name }: Entry, book: Book) => book.cash('TRANSFER', { asset: undefined, description: name })
const dividend = (line: Entry, book: Book) => book.cash('DIVIDEND', dividendOf(line))

/** One layout for all styles: with and without a line of titles above, columns in either order, a line of totals below. */
export const transactions = layout({
  name: 'Transactions',
  dates: 'mdy',
  zone: 'America/New_York',
  numbers: 'dot',
  currency: 'USD',
  order: 'newest-first',
  columns,
  skip: (line) => (/^transactions? total$/i.test(line.when) ? 'total' : undefined),
  defaults: { date: eventDay, asset: (line) => (line.symbol === '' ? undefined : assetOf(line)) },
  rows: {
    'Buy|Buy to Open|Buy to Close|Buy to Cover|Reinvest Shares': 'BUY',
    'Sell|Sell to Open|Sell to Close|Sell Short': 'SELL',
    'Expired|Assigned|Exchange or Exercise': closeOption,
    'Cash Dividend|Qualified Dividend|Non-Qualified Div|Special Dividend|Special Qual Div|Special Non Qual Div': dividend,
    'Pr Yr Cash Div|Pr Yr Special Div|Pr Yr Div Reinvest|Reinvest Dividend|Qual Div Reinvest|Dividend': dividend,
    'Qual Div Reinvest Adj|Div Adjustment|Pr Yr Non-Qual Div': dividend,
    'Long Term Cap Gain|Short Term Cap Gain|Long Term Cap Gain Reinvest|Short Term Cap Gain Reinvest': dividend,
    'Return Of Capital': (line, book) => book.cash('RETURN_OF_CAPITAL', dividendOf(line)),
    'Cash In Lieu': (line, book) => bookFraction(book, dividendOf(line)),
    'Margin Interest': (_, book) => book.cash('INTEREST', { tags: ['margin'] }),
    'Credit Interest|Bank Interest|CD Interest|Misc Credits|Interest Adj|Promotional Award': 'INTEREST',
    'Bond Interest': (line, book) => book.cash('INTEREST', { asset: { ...assetOf(line), type: 'BOND' }, description: line.name }),
    'Advisor Fee|ADR Mgmt Fee|Service Fee|Foreign Fee': (line, book) => cost(line, book, 'FEE'),
    'Foreign Tax Paid|Foreign Tax Reclaim|Foreign Tax Reclaim Adj|NRA Tax Adj|NRA Withholding|NRA Withhold|Pr Yr NRA Tax|Tax Withholding|IRS Withhold Adj':
      (line, book) => cost(line, book, 'TAX'),
    'MoneyLink Transfer|MoneyLink Deposit|MoneyLink Adj|Wire Sent|Wire Received|Wire Funds|Wire Funds Received|Wire Funds Adj':
      move,
    'Bank Transfer|Wire Transfer|Funds Received|Funds Paid|Visa Purchase|ATM Withdrawal|Check Received|Check Paid|Misc Cash Entry':
      move,
    'Cash Merger|Cash Merger Adj|Full Redemption|Full Redemption Adj': {
      key: (line) => `${line.symbol} ${eventDay(line)}`,
      book: bookRedemption,
    },
    'Reverse Split': { key: ({ name, date }) => `${name.slice(0, name.indexOf(' '))} ${date}`, book: bookReverseSplit },
    'Stock Merger|Name Change|Conversion': { key: ({ kind, date }) => `${kind} ${date}`, book: bookExchange },
    // Of shares, else of money.
    Journal: {
      key: ({ symbol, date }) => (symbol === '' ? undefined : `${symbol} ${date}`),
      book: bookJournal,
      alone: moveWithin,
    },
    'Internal Transfer|Futures MM Sweep': moveWithin,
    'Journaled Shares|Security Transfer': shareTransfer,
    'Stock Plan Activity': (line, book) => book.inKind('TRANSFER', { cost: 'market', description: line.kind }),
    'Stock Split': (line, book) => book.split({ date: line.date }),
    'Spin-off|Stock Div Dist': (line, book) => bookForNothing(book, { date: line.date, description: line.kind }),
  },
})

export const transactionRecords: Layout = { ...transactions, name: 'Transactions (JSON)', json: 'BrokerageTransactions' }

function closeOption(line: Entry, book: Book): void {
  const asset = assetOf(line)
  if (asset.contract === undefined) refuse('no-option', `"${line.symbol}" is no option that this importer can read.`)
  endOption(book, line.amount, { asset, description: line.kind })
}

/** After a move from TD Ameritrade the symbol stands behind the description only: "NON-TAXABLE DIVIDENDS (CMF)". */
function dividendOf(line: Entry): Terms {
  const [, inText] = /\(([A-Z.]{1,6})\)$/.exec(line.name) ?? []
  const asset = line.symbol === '' && inText !== undefined ? { symbol: inText } : assetOf(line)
  return { asset, description: line.kind }
}

function cost(line: Entry, book: Book, type: 'FEE' | 'TAX'): void {
  book.cash(type, { description: line.symbol === '' ? line.name : line.kind })
}
