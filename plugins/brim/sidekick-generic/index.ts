/** The generic tables of Ghostfolio Sidekick: activities and splits of any broker. */
import {
  type AssetTerms,
  type Book,
  day,
  isIsin,
  isinOrSymbol,
  type Line,
  layout,
  number,
  optional,
  product,
  refuse,
  tableImporter,
  text,
  unit,
} from '#plugins/kit/index.ts'
import { bookMoved } from '../moved-asset.ts'

const columns = {
  date: day('Date'),
  kind: text('ActivityType'),
  symbol: text('Symbol'),
  quantity: number('Quantity'),
  price: number('UnitPrice'),
  unit: unit('Currency'),
  fees: optional(number('Fee')),
  taxes: optional(number('Tax')),
  isin: optional(text('ISIN')),
  name: optional(text('Name')),
  classes: optional(text('AssetClass')),
  subclasses: optional(text('AssetSubClass')),
  description: optional(text('Description')),
  id: optional(text('Id')),
}

type Activity = Line<typeof columns>

const activities = layout({
  name: 'Generic activities',
  exact: true,
  dates: 'ymd',
  numbers: 'dot',
  amounts: 'gross',
  signs: 'sizes',
  columns,
  rows: {
    Buy: (line, book) => book.trade({ asset: assetOf(line), amount: undefined }, 'BUY'),
    Sell: (line, book) => book.trade({ asset: assetOf(line), amount: undefined }, 'SELL'),
    Valuable: (line, book) =>
      book.trade({ asset: { symbol: line.symbol, name: line.name, type: 'OTHER' }, amount: undefined }, 'BUY'),
    Dividend: (line, book) => book.cash('DIVIDEND', { asset: assetOf(line), amount: product(line.quantity, line.price) }),
    Interest: (line, book) => book.cash('INTEREST', { asset: undefined, amount: product(line.quantity, line.price) }),
    GiftFiat: (line, book) =>
      book.cash('INTEREST', { asset: undefined, amount: product(line.quantity, line.price), tags: ['bonus'] }),
    CashDeposit: (line, book) => moveCash('DEPOSIT', line, book),
    CashWithdrawal: (line, book) => moveCash('WITHDRAWAL', line, book),
    Fee: (line, book) => payCosts('FEE', line, book),
    Tax: (line, book) => payCosts('TAX', line, book),
    Receive: (line, book) => moveAsset(line, book, ''),
    Send: (line, book) => moveAsset(line, book, '-'),
    GiftAsset: (line, book) => moveAsset(line, book, ''),
    StakingReward: (line, book) => book.inKind('INTEREST', { asset: assetOf(line), cost: 'market', tags: ['staking'] }),
    Liability: { skip: 'a debt that no broker holds' },
    KnownBalance: { skip: 'a balance' },
  },
})

/** The symbol may be an ISIN. */
function assetOf({ isin, symbol, name, classes, subclasses }: Activity): AssetTerms {
  const code = [isin, symbol].find(isIsin)
  const ticker = isIsin(symbol) ? {} : { symbol }
  const types = `${classes},${subclasses}`
  const type = /crypto/i.test(types) ? 'CRYPTO' : /etf/i.test(types) ? 'ETF' : /stock/i.test(types) ? 'STOCK' : undefined
  return { ...(code === undefined ? {} : { isin: code }), ...ticker, name, ...(type === undefined ? {} : { type }) }
}

function moveCash(type: 'DEPOSIT' | 'WITHDRAWAL', line: Activity, book: Book): void {
  book.cash(type, { amount: product(line.quantity, line.price) })
  payBeside(line, book)
}

/** Quantity x price and the columns of costs are all of them costs. */
function payCosts(type: 'FEE' | 'TAX', line: Activity, book: Book): void {
  const [stated, fee, tax] = [product(line.quantity, line.price), line.fees ?? '0', line.taxes ?? '0']
  const figures = [
    [type, stated],
    ['FEE', fee],
    ['TAX', tax],
  ] as const
  const paid = figures.filter(([, amount]) => /[1-9]/.test(amount))
  for (const [kind, amount] of paid) book.cash(kind, { asset: undefined, amount })
  if (paid.length === 0) book.skip('no money moved')
}

/** Costs of a row that moves no money by itself, or as much as it says. */
function payBeside(line: Activity, book: Book): void {
  const figures = [
    ['FEE', line.fees],
    ['TAX', line.taxes],
  ] as const
  for (const [type, amount] of figures)
    if (amount !== undefined && /[1-9]/.test(amount)) book.cash(type, { asset: undefined, amount, id: undefined })
}

function moveAsset(line: Activity, book: Book, sign: '' | '-'): void {
  bookMoved(book, assetOf(line), line, sign, 'market')
  payBeside(line, book)
}

const splits = layout({
  name: 'Generic stock splits',
  exact: true,
  dates: 'ymd',
  numbers: 'dot',
  columns: { date: day('Date'), symbol: text('Symbol'), before: number('StockSplitFrom'), after: number('StockSplitTo') },
  rows: {
    '*': (line, book) => {
      if (![line.before, line.after].every((size) => size !== undefined && /^\d/.test(size) && /[1-9]/.test(size)))
        refuse('no-ratio', 'A split needs the shares before and after it.')
      book.split({ asset: isinOrSymbol(line.symbol) }, `${line.after}:${line.before}`)
    },
  },
})

export const sidekickGeneric = tableImporter(
  {
    code: 'sidekick-generic',
    name: 'Ghostfolio Sidekick',
    website: 'https://github.com/VibeNL/GhostfolioSidekick',
    description: 'The generic tables of activities and of splits of Ghostfolio Sidekick.',
    docs: 'The CSV files in the folder that Ghostfolio Sidekick reads as Generic and GenericStockSplit.',
    colour: '#6a4c93',
  },
  [activities, splits],
)
