/** Questrade: the account activity workbook. */
import {
  type AssetTerms,
  type Book,
  day,
  isZero,
  type Line,
  layout,
  number,
  optionOf,
  parseNumber,
  plus,
  refuse,
  tableImporter,
  text,
  unit,
  unused,
} from '#plugins/kit/index.ts'
import { bookForNothing, bookFraction, bookIncome, bookMoved, convertPairs, endOption, unclearEvent } from '../north-america.ts'
import { nameIn, prepareSymbols } from './symbols.ts'

const columns = {
  date: day('Transaction Date'),
  action: text('Action'),
  symbol: text('Symbol'),
  description: text('Description'),
  quantity: number('Quantity'),
  price: number('Price'),
  commission: number('Commission'),
  amount: number('Net Amount'),
  net: text('Net Amount'),
  unit: unit('Currency'),
  account: text('Account #'),
  activity: text('Activity Type'),
  ...unused('Settlement Date', 'Gross Amount', 'Account Type'),
}

type Entry = Line<typeof columns>

const activities = layout({
  name: 'Activities',
  dates: 'ymd',
  zone: 'America/Toronto',
  numbers: 'dot',
  columns,
  kind: ({ action, activity }) => (/^fees and rebates$/i.test(activity) ? 'FCH' : action),
  rows: {
    Buy: (line, book) => trade(line, book, 'BUY'),
    REI: reinvest,
    'Sell|LIQ': (line, book) => trade(line, book, 'SELL'),
    EXP: expire,
    'ASN|EX': exercise,
    DIV: (line, book) => bookIncome(book, line, { asset: assetOf(line) }),
    DIS: distribution,
    CIL: (line, book) => bookFraction(book, { asset: assetOf(line) }),
    LFJ: (_, book) => book.cash('INTEREST', { asset: undefined, tags: ['lending'] }),
    'DEP|CON|CTR|EFT|WDR|EWD': (line, book) => (isZero(line.quantity) ? book.cash('MOVE') : unclearEvent()),
    INT: (_, book) => book.cash('INTEREST', { asset: undefined }),
    FCH: (_, book) => book.cash('FEE', { asset: undefined }),
    'TFI|TFO|TF6': transfer,
  },
  cases: {
    key: caseOf,
    book: (lines, book) => {
      if (caseOf(lines[0])?.startsWith('FXT') === true) convertPairs(lines, book)
      else if (lines.some(({ amount }) => !isZero(amount)) || isUneven(lines)) unclearEvent()
      else book.exchange(...book.pairOf(lines))
    },
  },
})

/** Quantity and commission have whatever sign; what the row is tells it. */
function trade(line: Entry, book: Book, direction: 'BUY' | 'SELL'): void {
  const [quantity, fees] = [line.quantity?.replace('-', ''), line.commission?.replace('-', '')]
  const amount = parseNumber(line.net, 'dot')
  // Bought in US dollars, paid in Canadian ones.
  const [, rate] = line.unit?.currency === 'CAD' ? (/EXCHANGE RATE (\d+\.\d+)/i.exec(line.description) ?? []) : []
  const money = rate === undefined ? {} : { rate, quoted: 'USD' }
  book.trade({ quantity, fees, amount, ...money, asset: assetOf(line) }, direction)
  if (amount === undefined)
    book.note('warning', 'amount-computed', 'The row has no net amount: it is price x quantity and the commission.')
}

/** Shares for a dividend; with turned signs one that is taken back. */
function reinvest(line: Entry, book: Book): void {
  const [quantity, amount] = [line.quantity, parseNumber(line.net, 'dot')]
  if (quantity?.startsWith('-') !== true || amount?.startsWith('-') === true) trade(line, book, 'BUY')
  else if (isZero(amount)) refuse('no-amount', 'The row takes shares back and does not say for how much.')
  else
    book.add({ type: 'BUY', asset: book.asset(assetOf(line)), quantity, amount, currency: line.unit?.currency, reverses: 'same' })
}

/** The option is gone for nothing; the row with money is of the shares that it was for. */
function exercise(line: Entry, book: Book): void {
  const { amount } = line
  if (isZero(amount)) expire(line, book)
  else if (assetOf(line).contract !== undefined) unclearEvent()
  else trade(line, book, amount?.startsWith('-') === true ? 'BUY' : 'SELL')
}

function expire(line: Entry, book: Book): void {
  const asset = assetOf(line)
  if (asset.contract === undefined) refuse('no-option', `"${line.description}" is no option that this importer can read.`)
  endOption(book, line.amount, { asset })
}

/** Options have a number of Questrade's in place of the symbol, or their terms; the description has these always. */
function assetOf({ symbol, description }: Entry): AssetTerms {
  const name = nameIn(description)
  const option = optionOf(symbol) ?? optionOf(description)
  if (option !== undefined) return { ...option, name }
  if (/^(CALL|PUT)\s+\S+\s+\d/.test(description))
    refuse('no-option', `"${name}" is an option that this importer cannot read. Enter it by hand.`)
  return symbol === '' ? refuse('no-asset', 'The row names no security.') : { symbol, name }
}

/** Shares that a distribution brought: of a split, or for nothing. */
function distribution(line: Entry, book: Book): void {
  if (isZero(line.quantity)) bookIncome(book, line, { asset: assetOf(line) })
  else if (!isZero(parseNumber(line.net, 'dot'))) unclearEvent()
  else if (/\bsplit\b/i.test(line.description)) book.split({ asset: assetOf(line) })
  else bookForNothing(book, { asset: assetOf(line) })
}

function transfer(line: Entry, book: Book): void {
  const isMoney = isZero(line.quantity)
  if (/^TFO$/i.test(line.action) && !(isMoney ? line.amount : line.quantity)?.startsWith('-'))
    refuse('unexpected-sign', 'Nothing goes out by this transfer to another broker. Enter it by hand.')
  // "TRANSFER BOOK VALUE 1,234.56".
  const [, value] = /\bBOOK VALUE:?\s*\$?\s*([\d,]+(?:\.\d+)?)/i.exec(line.description) ?? []
  const asset = { asset: isMoney ? undefined : assetOf(line), cost: parseNumber(value, 'dot') }
  bookMoved(book, line.quantity, isMoney ? {} : asset)
}

/** As many units come in as go out where only their currency changes. */
function isUneven(lines: readonly [Entry, ...Entry[]]): boolean {
  return lines.length === 2 && lines[0].action === 'BRW' && plus(...lines.map(({ quantity }) => quantity)) !== '0'
}

/** A conversion is two rows of one day; BRW journals a security to another currency, MGR and NAC make another of it. */
function caseOf({ action, activity, account, date, description }: Entry): string | undefined {
  if (/^fx conversion$/i.test(activity)) return `FXT ${account} ${date}`
  const [, name = ''] = /^(.*?)\s+JOURNAL\b/i.exec(description) ?? []
  return /^(FXT|BRW|MGR|NAC)$/.test(action) ? `${action} ${account} ${date} ${action === 'BRW' ? name : ''}` : undefined
}

export const questrade = tableImporter(
  {
    code: 'questrade',
    name: 'Questrade',
    website: 'https://www.questrade.com',
    version: '3',
    extensions: ['xlsx', 'csv'],
    description: 'The account activity workbook: all accounts, in Canadian and US dollars, options included.',
    docs: 'Reports > Account activity > choose the period > Export to Excel.',
    colour: '#0d5c2f',
    prepare: prepareSymbols,
  },
  [activities],
)
