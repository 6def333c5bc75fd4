/** Robinhood: the account activity report. */
import {
  type AssetTerms,
  day,
  type Line,
  layout,
  number,
  optional,
  optionOf,
  parseNumber,
  refuse,
  tableImporter,
  text,
} from '#plugins/kit/index.ts'
import { bookFraction, bookShares, unclearOption } from '../north-america.ts'

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
    'Buy|DRIP': (line, book) => book.trade({ asset: assetOf(line) }, 'BUY'),
    Sell: (line, book) => book.trade({ asset: assetOf(line) }, 'SELL'),
    'BTO|BTC': (line, book) => book.trade({ asset: contractOf(line) }, 'BUY'),
    'STO|STC': (line, book) => book.trade({ asset: contractOf(line) }, 'SELL'),
    'OEXP|OASGN|OEXCS': unclearOption,
    'CDIV|MDIV|QDIV': (line, book) => book.cash('DIVIDEND', { asset: assetOf(line), description: nameOf(line) }),
    CIL: (line, book) => bookFraction(book, { asset: assetOf(line), description: nameOf(line) }),
    INT: (line, book) => book.cash('INTEREST', { description: nameOf(line) }),
    // What is owed on margin.
    MINT: (line, book) => book.cash('INTEREST', { description: nameOf(line), tags: ['margin'] }),
    SLIP: (line, book) => book.cash('INTEREST', { description: nameOf(line), tags: ['lending'] }),
    'GDBP|REBT': (line, book) => book.cash('INTEREST', { description: nameOf(line), tags: ['bonus'] }),
    'GOLD|AFEE|DFEE|FEE': (line, book) => book.cash('FEE', { description: nameOf(line) }),
    'DTAX|FTAX': (line, book) => book.cash('TAX', { description: nameOf(line) }),
    'ACH|RTP|WIRE|DCF|XENT_CC|CHECK': (line, book) => book.cash('MOVE', { description: nameOf(line) }),
    'ITRF|FUTSWP|EFND': (line, book) => book.cash('TRANSFER', { asset: undefined, description: nameOf(line) }),
    SPL: (line, book) => {
      // "4.5S": the shares that the split added.
      const added =
        parseNumber(line.units.replace(/S$/i, ''), 'dot') ?? refuse('no-quantity', `Quantity: "${line.units}" is no number.`)
      book.split({ asset: assetOf(line), quantity: added, description: nameOf(line) })
    },
    'ACATI|REC': (line, book) => bookShares(book, line.quantity, { asset: assetOf(line), description: nameOf(line) }),
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

function contractOf(line: Entry): AssetTerms {
  const option = optionOf(line.text) ?? refuse('no-option', `"${line.text}" is no option that this importer can read.`)
  return { ...option, name: line.text }
}

export const robinhood = tableImporter(
  {
    code: 'robinhood',
    name: 'Robinhood',
    website: 'https://robinhood.com',
    version: '2',
    description: 'The account activity report: shares, options, dividends, interest and transfers.',
    docs: 'Account > Menu > Reports and statements > Reports > Generate new report (account activity, CSV).',
    colour: '#00c805',
  },
  [activity],
)
