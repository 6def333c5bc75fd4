/** eToro: the account activity in dollars. Amounts of positions have no sign; decimal commas and points may stand in one file. */
import { isZero, layout, moment, number, optional, present, refuse, tableImporter, text, unused } from '#plugins/kit/index.ts'
import { dividends, figureOf, withheldTax, withTaxes } from './withheld.ts'

const TYPES = new Map(Object.entries({ stocks: 'STOCK', etf: 'ETF', crypto: 'CRYPTO' } as const))

const activity = layout({
  name: 'Account Activity',
  dates: 'dmy',
  numbers: 'dot',
  currency: 'USD',
  columns: {
    ...moment('Date'),
    kind: text('Type'),
    details: text('Details'),
    size: text('Amount'),
    quantity: number('Units', 'Units / Contracts'),
    change: text('Realized Equity Change'),
    ...present('Realized Equity', 'Position ID'),
    ...unused('Balance'),
    className: optional(text('Asset type')),
    promotional: optional(text('NWA')),
    withheld: withheldTax,
  },
  rows: {
    'Open Position': (line, book) => book.trade({ asset: assetOf(line), amount: `-${figure(line.size)}` }, 'BUY'),
    'Position closed': (line, book) => book.trade({ asset: assetOf(line), amount: figure(line.size) }, 'SELL'),
    Deposit: (line, book) => book.cash('DEPOSIT', moved(line)),
    'Withdraw Request': (line, book) => book.cash('WITHDRAWAL', moved(line)),
    'Withdraw Fee|Withdrawal Conversion Fee|Deposit Conversion Fee': (line, book) => {
      if (isZero(line.change) && !isZero(line.size)) book.skip('inside the amount of the deposit or withdrawal')
      else book.cash('FEE', moved(line))
    },
    Dividend: (line, book) => book.cash('DIVIDEND', { asset: assetOf(line), amount: figure(line.size), taxes: line.withheld }),
    'Interest Payment': (line, book) => book.cash('INTEREST', moved(line)),
    'Overnight fee|Overnight refund|Weekend fee|Weekend refund': (line, book) =>
      book.cash('FEE', { ...moved(line), tags: ['margin'] }),
    Commission: (line, book) => book.cash('FEE', moved(line)),
    // Stamp duty of the United Kingdom.
    SDRT: (line, book) => book.cash('TAX', { asset: assetOf(line), amount: figure(line.size) }),
  },
})

type Texts<K extends string> = Readonly<Record<K, string>>

/** Money alone, under the name that eToro gives to it. */
const moved = ({ size, kind }: Texts<'size' | 'kind'>) => ({ amount: figure(size), description: kind })

/** `NKE/USD`. A contract for difference is an asset of its own beside the share that it follows. */
function assetOf({ details, className }: Texts<'details' | 'className'>) {
  const [, symbol, currency] = /^(.+)\/([A-Z]{3})$/.exec(details) ?? []
  if (symbol === undefined || currency === undefined)
    refuse('no-asset', `"${details}" does not name an instrument and its currency.`)
  const type = TYPES.get(className.toLowerCase())
  if (type !== undefined) return { symbol, type, currency }
  if (className === '' || className === '-') return { symbol, currency }
  return { ref: `${details} (CFD)`, name: `${details} (CFD)`, type: 'CFD' } as const
}

/** Amounts have two places, so that each shows its decimal sign. */
function figure(cell: string): string {
  return figureOf(cell) ?? refuse('invalid-number', `Amount: "${cell}" is no number with two places.`)
}

export const etoro = tableImporter(
  {
    code: 'etoro',
    name: 'eToro',
    website: 'https://www.etoro.com',
    version: '2',
    extensions: ['csv', 'xlsx'],
    description:
      'Account activity of an eToro account in dollars, with the tax that was withheld of dividends where the workbook has its sheet Dividends.',
    docs: 'Settings > Account > Account statement > choose the period > Excel, and import the whole workbook.',
    colour: '#13c636',
    prepare: withTaxes,
  },
  [activity, dividends],
)
