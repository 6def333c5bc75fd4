/** Schwab: the history of a brokerage account. */
import {
  type AssetTerms,
  add,
  type Book,
  day,
  decimal,
  formatDecimal,
  layout,
  number,
  optionOf,
  parseDay,
  ratioOf,
  refuse,
  subtract,
  text,
} from '#plugins/kit/index.ts'

type Line = {
  readonly row: number
  readonly cells: readonly string[]
  readonly when: string
  readonly date: string
  readonly action: string
  readonly symbol: string
  readonly name: string
  readonly quantity: string | undefined
  readonly amount: string | undefined
}
type Lines = readonly [Line, ...Line[]]

const CUSIP = /^(?=.*\d)[0-9A-Z]{8}\d$/

/** One layout for all styles: with and without a line of titles above, columns in either order, a line of totals below. */
export const transactions = layout({
  name: 'Transactions',
  dates: 'mdy',
  zone: 'America/New_York',
  numbers: 'dot',
  currency: 'USD',
  order: 'newest-first',
  columns: {
    date: day('Date'),
    when: text('Date'),
    action: text('Action'),
    symbol: text('Symbol'),
    name: text('Description'),
    quantity: number('Quantity'),
    price: number('Price'),
    fees: number('Fees & Comm'),
    amount: number('Amount'),
  },
  skip: (line) => (/^transactions? total$/i.test(line.when) ? 'total' : undefined),
  kind: (line) => line.action,
  rows: {
    'Buy|Buy to Open|Buy to Close|Buy to Cover|Reinvest Shares': (line, book) => trade(line, book, 'BUY'),
    'Sell|Sell to Open|Sell to Close|Sell Short': (line, book) => trade(line, book, 'SELL'),
    'Expired|Assigned|Exchange or Exercise': closeOption,
    'Cash Dividend|Qualified Dividend|Non-Qualified Div|Special Dividend|Special Qual Div|Special Non Qual Div': dividend,
    'Pr Yr Cash Div|Pr Yr Special Div|Pr Yr Div Reinvest|Reinvest Dividend|Qual Div Reinvest|Dividend': dividend,
    'Long Term Cap Gain|Short Term Cap Gain|Long Term Cap Gain Reinvest|Short Term Cap Gain Reinvest': dividend,
    'Cash In Lieu': (line, book) => {
      dividend(line, book)
      book.note('warning', 'cash-in-lieu', 'Money for a fraction of a share is booked as its income; its cost is not lowered.')
    },
    'Credit Interest|Bank Interest|Margin Interest|CD Interest|Misc Credits': (line, book) =>
      book.cash('INTEREST', { date: eventDay(line) }),
    'Bond Interest': (line, book) =>
      book.cash('INTEREST', { date: eventDay(line), asset: { ...assetOf(line), type: 'BOND' }, description: line.name }),
    'Advisor Fee|ADR Mgmt Fee|Service Fee|Foreign Fee': (line, book) => cost(line, book, 'FEE'),
    'Foreign Tax Paid|Foreign Tax Reclaim|NRA Tax Adj|NRA Withholding|Tax Withholding|IRS Withhold Adj': (line, book) =>
      cost(line, book, 'TAX'),
    'MoneyLink Transfer|MoneyLink Deposit|MoneyLink Adj|Wire Sent|Wire Received|Wire Funds|Wire Funds Received|Wire Funds Adj':
      move,
    'Funds Received|Funds Paid|Visa Purchase|ATM Withdrawal|Check Received|Check Paid|Misc Cash Entry': move,
    'Journal|Internal Transfer|Futures MM Sweep': (line, book) =>
      book.cash('TRANSFER', { date: eventDay(line), asset: undefined, description: line.name }),
    'Journaled Shares|Security Transfer': shareTransfer,
    'Stock Plan Activity': (line, book) =>
      book.inKind('TRANSFER', { date: eventDay(line), asset: assetOf(line), cost: 'market', description: line.action }),
    'Stock Split': (line, book) => {
      const asset = book.asset(assetOf(line))
      book.add({
        type: 'SPLIT',
        asset,
        quantity: line.quantity ?? refuse('no-quantity', 'A split needs the shares that it added.'),
      })
    },
    'Spin-off|Stock Div Dist': (line, book) => {
      book.inKind('ADJUSTMENT', { asset: assetOf(line), cost: '0', description: line.action })
      const detail =
        'Shares came for nothing and are booked without cost. Where cost moved from another holding, enter an exchange.'
      book.note('warning', 'cost-unknown', detail)
    },
  },
  cases: { key: caseOf, book: bookCase },
})

/** "04/17/2023 as of 04/15/2023": booked on the one, of the other, which is the day that counts for everything but splits. */
function eventDay({ when, date }: Line): string {
  const [, later] = /\bas of (.+)$/i.exec(when) ?? []
  return later === undefined ? date : (parseDay(later, 'mdy') ?? refuse('invalid-date', `Date: "${when}" is no day.`))
}

function assetOf({ symbol, name }: Line): AssetTerms {
  const option = optionOf(symbol)
  if (option) return { ...option, name }
  // Of securities that are no longer traded the column has the CUSIP, and the name the event.
  const plainName = name.replace(/\s*XXX.*$/, '')
  if (CUSIP.test(symbol)) return { ref: symbol, name: plainName, identifiers: [{ kind: 'CUSIP', value: symbol }] }
  return symbol === '' ? refuse('no-asset', 'The row names no security.') : { symbol, name }
}

function trade(line: Line, book: Book, direction: 'BUY' | 'SELL'): void {
  book.trade({ date: eventDay(line), asset: assetOf(line) }, direction)
}

/** An option that is gone: what was bought leaves, what was written comes back, both for nothing. */
function closeOption(line: Line, book: Book): void {
  const asset = assetOf(line)
  if (asset.contract === undefined) refuse('no-option', `"${line.symbol}" is no option that this importer can read.`)
  book.trade({ date: eventDay(line), asset, price: '0', amount: '0', description: line.action })
}

/** After a move from TD Ameritrade the symbol stands behind the description only: "NON-TAXABLE DIVIDENDS (CMF)". */
function dividend(line: Line, book: Book): void {
  const [, inText] = /\(([A-Z.]{1,6})\)$/.exec(line.name) ?? []
  const asset = line.symbol === '' && inText !== undefined ? { symbol: inText } : assetOf(line)
  book.cash('DIVIDEND', { date: eventDay(line), asset, description: line.action })
}

function cost(line: Line, book: Book, type: 'FEE' | 'TAX'): void {
  const asset = line.symbol === '' ? undefined : assetOf(line)
  book.cash(type, { date: eventDay(line), asset, description: line.symbol === '' ? line.name : line.action })
}

function move(line: Line, book: Book): void {
  book.cash('MOVE', { date: eventDay(line), description: line.name })
}

function shareTransfer(line: Line, book: Book): void {
  book.inKind('TRANSFER', { date: eventDay(line), asset: assetOf(line), description: line.action })
  if (line.quantity?.startsWith('-') === true) return
  book.note('warning', 'cost-unknown', 'These shares came from another account; the file does not say what they had cost.')
}

function caseOf(line: Line): string | undefined {
  const { action, symbol, name } = line
  if (/^(cash merger|full redemption)( adj)?$/i.test(action)) return `redeemed ${symbol} ${eventDay(line)}`
  if (/^reverse split$/i.test(action)) return `split ${name.slice(0, name.indexOf(' '))} ${line.date}`
  if (/^(stock merger|name change|conversion)$/i.test(action)) return `${action} ${line.date}`
  return /^journal$/i.test(action) && symbol !== '' ? `journal ${symbol} ${line.date}` : undefined
}

function bookCase(lines: Lines, book: Book): void {
  const [{ action }] = lines
  if (/^journal/i.test(action)) bookJournal(lines, book)
  else if (/^reverse/i.test(action)) bookReverseSplit(lines, book)
  else if (/merger( adj)?$|redemption/i.test(action) && !/^stock/i.test(action)) bookRedemption(lines, book)
  else bookExchange(lines, book)
}

/** Money in one row, the shares that it was paid for in the other. */
function bookRedemption(lines: Lines, book: Book): void {
  const paid = lines.find(({ amount }) => amount !== undefined)
  const gone = lines.find(({ quantity }) => quantity !== undefined)
  if (lines.length !== 2 || paid === undefined || gone === undefined || paid === gone)
    refuse('no-pair', 'Of this event there must be two rows: the money, and the shares that it was paid for.')
  const { quantity } = gone
  const also = lines.filter((line) => line.row !== paid.row)
  if (quantity?.startsWith('-') !== true) refuse('unexpected-sign', 'The shares that this event takes do not go out.')
  book.on(paid).trade({ date: eventDay(paid), asset: assetOf(paid), quantity, also, description: paid.action }, 'SELL')
}

/** The old shares go out under their CUSIP and the new ones come in under the symbol: one holding that became smaller. */
function bookReverseSplit(lines: Lines, book: Book): void {
  const [from, to] = book.pairOf(lines)
  const [before, after] = [decimal((from.quantity ?? '0').replace('-', '')), decimal(to.quantity ?? '0')]
  const change = subtract(after, before)
  if (change === 0n)
    refuse('no-change', 'As many shares come in as go out: look up the ratio at the broker and enter the split by hand.')
  const asset = book.asset(assetOf(to))
  const ratio = ratioOf(before, after)
  book
    .on(to)
    .add({ type: 'SPLIT', rows: [to.row, from.row], asset, quantity: formatDecimal(change), ratio, description: to.action })
}

function bookExchange(lines: Lines, book: Book): void {
  const pair = book.pairOf(lines)
  const group = `exchange ${pair[0].row}`
  for (const line of pair) {
    const asset = book.asset(assetOf(line))
    book.on(line).add({ type: 'EXCHANGE', asset, quantity: line.quantity, group, description: line.action })
  }
  if (CUSIP.test(pair[0].symbol))
    book.note(
      'warning',
      'old-symbol',
      `The shares that went out are named by the CUSIP ${pair[0].symbol}: choose the asset that they were.`,
    )
}

/** Between the cash and the margin side the same shares go out and come in; else they move to or from another account. */
function bookJournal(lines: Lines, book: Book): void {
  const sum = lines.map(({ quantity }) => decimal(quantity ?? '0')).reduce(add)
  if (lines.length > 1 && sum === 0n) book.skip('moved within the account')
  else for (const line of lines) shareTransfer(line, book.on(line))
}
