/** Robinhood: the account activity report. */
import {
  type AssetTerms,
  type Book,
  day,
  decimal,
  formatDecimal,
  isZero,
  type Line,
  layout,
  number,
  optional,
  parseNumber,
  ratioOf,
  refuse,
  subtract,
  tableImporter,
  text,
} from '#plugins/kit/index.ts'
import { bookForNothing, bookFraction, bookMoved, unclearOption } from '../north-america.ts'
import { contractIn, prepareOptions, SIDE } from './options.ts'

const columns = {
  date: day('Activity Date'),
  first: text('Activity Date'),
  processed: optional(text('Process Date')),
  settledOn: optional(day('Settle Date')),
  symbol: text('Instrument'),
  text: text('Description'),
  kind: text('Trans Code'),
  quantity: number('Quantity'),
  units: text('Quantity'),
  price: number('Price'),
  amount: number('Amount'),
  side: optional(text(SIDE)),
}

type Entry = Line<typeof columns>

const activity = layout({
  name: 'Account activity',
  dates: 'mdy',
  zone: 'America/New_York',
  numbers: 'dot',
  currency: 'USD',
  columns,
  skip: (line) => (line.first === '' && line.kind === '' && line.symbol === '' ? 'disclaimer' : undefined),
  rows: {
    'Buy|DRIP|BC': (line, book) => book.trade({ asset: assetOf(line) }, 'BUY'),
    'Sell|SS': (line, book) => book.trade({ asset: assetOf(line) }, 'SELL'),
    'BTO|BTC': (line, book) => book.trade({ asset: contractOf(line) }, 'BUY'),
    'STO|STC': (line, book) => book.trade({ asset: contractOf(line) }, 'SELL'),
    'OEXP|OASGN|OEXCS': endOption,
    'CDIV|MDIV|QDIV|SCAP': (line, book) => book.cash('DIVIDEND', { asset: assetOf(line), description: nameOf(line) }),
    CIL: (line, book) => bookFraction(book, { asset: assetOf(line), description: nameOf(line) }),
    INT: (line, book) => book.cash('INTEREST', { description: nameOf(line) }),
    // What is owed on margin.
    MINT: (line, book) => book.cash('INTEREST', { description: nameOf(line), tags: ['margin'] }),
    SLIP: (line, book) => book.cash('INTEREST', { description: nameOf(line), tags: ['lending'] }),
    'GDBP|REBT|MTCH': (line, book) => book.cash('INTEREST', { description: nameOf(line), tags: ['bonus'] }),
    'GOLD|GMPC|AFEE|DFEE|FEE': (line, book) => book.cash('FEE', { description: nameOf(line) }),
    'DTAX|FTAX|NRAT': (line, book) => book.cash('TAX', { description: nameOf(line) }),
    'ACH|RTP|WIRE|DCF|XENT|XENT_CC|XENT_RWR|XENT_RWM|NOA|DRFRO|CFIR|CHECK': (line, book) =>
      book.cash('MOVE', { description: nameOf(line) }),
    'FUTSWP|EFND': (line, book) => book.cash('TRANSFER', { asset: undefined, description: nameOf(line) }),
    'ACATI|ACATO|ITRF|REC': move,
    'SDIV|SOFF': (line, book) =>
      bookForNothing(book, { asset: assetOf(line), quantity: sizeOf(line), description: nameOf(line) }),
  },
  cases: {
    key: ({ kind, symbol, date, text }) =>
      /^SPL$/i.test(kind) || (/^SPR$/i.test(kind) && /\bsplit\b/i.test(text)) ? `split ${symbol} ${date}` : undefined,
    book: bookSplit,
  },
})

/** The description has the name of a security, and its CUSIP in a second line. */
function nameOf({ text }: Entry): string {
  return text.replace(/\s*CUSIP: .*$/s, '')
}

function assetOf(line: Entry): AssetTerms {
  if (line.symbol === '') refuse('no-asset', 'The row names no security.')
  const [, cusip] = /CUSIP: ([0-9A-Z]{9})\b/.exec(line.text) ?? []
  const name = /^cash div/i.test(line.text) ? undefined : nameOf(line).replace(/ (forward|reverse) split$/i, '')
  return { symbol: line.symbol, name, ...(cusip === undefined ? {} : { identifiers: [{ kind: 'CUSIP', value: cusip }] }) }
}

/** "90S" goes out: the old shares of a reverse split, or what moves to another broker. */
const isOut = ({ units }: Entry) => /S$/i.test(units)

function sizeOf(line: Entry): string {
  const size = parseNumber(line.units.replace(/S$/i, ''), 'dot')
  return size ?? refuse('no-quantity', `Quantity: "${line.units}" is no number.`)
}

/** One row is what a split added ("4.5S" of a forward split, too); of a reverse split one row goes out and one comes in. */
function bookSplit(lines: readonly [Entry, ...Entry[]], book: Book): void {
  const [first, second] = lines
  const [isForward, asset, description] = [/\bforward\b/i.test(first.text), assetOf(first), nameOf(first)]
  if (second === undefined && (isForward || (!isOut(first) && !/\breverse\b/i.test(first.text)))) {
    book.split({ asset, quantity: sizeOf(first), description })
    return
  }
  const [gone, come] = [lines.find(isOut), lines.find((line) => !isOut(line))]
  if (lines.length !== 2 || isForward || gone === undefined || come === undefined)
    refuse('no-pair', 'Of a reverse split one row must go out and one come in. Enter it by hand.')
  const [before, after] = [decimal(sizeOf(gone)), decimal(sizeOf(come))]
  if (before <= 0n || after <= 0n || before === after)
    refuse('no-change', 'The rows do not say how many shares there were and are.')
  const figures = { quantity: formatDecimal(subtract(after, before)), ratio: ratioOf(before, after) }
  book.add({ type: 'SPLIT', rows: [come.row, gone.row], asset: book.asset(asset), ...figures, description })
}

/** Shares, or money, from or to another account; the broker also puts its charge for it among these. */
function move(line: Entry, book: Book): void {
  const description = nameOf(line)
  const isCharge = isZero(line.units) && line.amount?.startsWith('-') === true && /\bfees?\b/i.test(line.text)
  if (isCharge) book.cash('FEE', { asset: undefined, description })
  else if (isZero(line.units)) bookMoved(book, undefined, { description })
  else {
    const quantity = isOut(line) || /^ACATO$/i.test(line.kind) ? `-${sizeOf(line).replace('-', '')}` : sizeOf(line)
    bookMoved(book, quantity, { asset: assetOf(line), quantity, description })
  }
}

/** An option that is gone: what was bought leaves, what was written comes back, both for nothing. */
function endOption(line: Entry, book: Book): void {
  if (line.side === '') unclearOption()
  const terms = { asset: contractOf(line), quantity: sizeOf(line), price: '0', amount: '0' }
  book.trade(terms, line.side === 'bought' ? 'SELL' : 'BUY')
}

function contractOf(line: Entry): AssetTerms {
  const option = contractIn(line.text) ?? refuse('no-option', `"${line.text}" is no option that this importer can read.`)
  return { ...option, name: line.text.replace(/^Option \w+ for /i, '') }
}

export const robinhood = tableImporter(
  {
    code: 'robinhood',
    name: 'Robinhood',
    website: 'https://robinhood.com',
    version: '3',
    description: 'The account activity report: shares, options, dividends, interest and transfers.',
    docs: 'Account > Menu > Reports and statements > Reports > Generate new report (account activity, CSV).',
    colour: '#00c805',
    prepare: prepareOptions,
  },
  [activity],
)
