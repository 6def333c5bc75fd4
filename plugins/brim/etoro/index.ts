/** eToro: the account activity in dollars. Amounts of positions have no sign; decimal commas and points may stand in one file. */
import { isZero, layout, moment, number, optional, present, refuse, tableImporter, text, unused } from '#plugins/kit/index.ts'
import { otherReport } from '../other-report.ts'
import { dividends, figureOf, withheldTax, withTaxes } from './withheld.ts'

const TYPES = new Map(Object.entries({ stocks: 'STOCK', etf: 'ETF', crypto: 'CRYPTO' } as const))

const activity = layout({
  name: 'Account Activity',
  dates: 'dmy',
  numbers: 'dot',
  currency: 'USD',
  columns: {
    ...moment('Date'),
    ...{ kind: text('Type'), details: text('Details'), size: text('Amount'), quantity: number('Units', 'Units / Contracts') },
    ...{ change: text('Realized Equity Change'), className: optional(text('Asset type')), promotional: optional(text('NWA')) },
    ...present('Realized Equity', 'Position ID'),
    ...unused('Balance'),
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
    // Until 2021 dividends, too, which do not name what paid them.
    'Rollover Fee': (line, book) => {
      if (/^(?:over ?night|weekend) fee$/i.test(line.details)) book.cash('FEE', { ...moved(line), tags: ['margin'] })
      else refuse('no-asset', `"${line.details}" does not name an instrument. Enter it by hand.`)
    },
    // The positions that are copied have rows of their own.
    'Start Copy|Stop Copy|Account balance to mirror|Mirror balance to account': (line, book) => {
      if (!isZero(line.change))
        refuse('unknown-type', 'Copying moves money inside the account, but equity changed with this row.')
      book.skip('moved between the balance and what is copied')
    },
    Commission: (line, book) => book.cash('FEE', moved(line)),
    // Stamp duty of the United Kingdom.
    SDRT: (line, book) => book.cash('TAX', { asset: assetOf(line), amount: figure(line.size) }),
  },
  // A row for each position: the ratio counts for all of them, and once.
  cases: {
    key: (line) => (line.kind === 'corp action: Split' ? `${line.date} ${line.details} ${line.className}` : undefined),
    book: ([line], book) => {
      const [, details = '', ratio] = /^(\S+) (\d+:\d+)$/.exec(line.details) ?? []
      book.add({ type: 'SPLIT', asset: book.asset(assetOf({ details, className: line.className })), ratio })
    },
  },
})

const whole = (why: string) => `${why} Take the workbook of the account statement, or its sheet Account Activity.`
const OLDER = 'Date,Account Balance,Type,Details,Position ID,Amount,Realized Equity Change,Realized Equity,NWA'.split(',')
const older = otherReport('Transactions Report', whole('It does not say how many units were traded.'), OLDER)
const CLOSED = 'Position ID,Action,Amount,Units,Open Date,Close Date,Leverage,Open Rate,Close Rate'.split(',')
const MORE = /spread|profit|rate|fees|cop(?:y|ied)|^(?:is real|type|isin|notes|long \/ short)$/
const closed = otherReport('Closed Positions', whole('It has what was sold alone.'), CLOSED, { varying: MORE })

type Texts<K extends string> = Readonly<Record<K, string>>

/** Money alone, under the name that eToro gives to it. */
const moved = ({ size, kind }: Texts<'size' | 'kind'>) => ({ amount: figure(size), description: kind })

/** `NKE/USD`. A contract for difference is an asset of its own beside the share that it follows. */
function assetOf({ details, className }: Texts<'details' | 'className'>) {
  const refused = () => refuse('no-asset', `"${details}" does not name an instrument and its currency.`)
  const [, symbol = '', currency = ''] = /^(.+)\/([A-Z]{3})$/.exec(details) ?? refused()
  const type = TYPES.get(className.toLowerCase())
  if (type !== undefined || /^-?$/.test(className)) return { symbol, type, currency }
  return { ref: `${details} (CFD)`, name: `${details} (CFD)`, type: 'CFD' } as const
}

/** Amounts have two places, so that each shows its decimal sign. */
const figure = (cell: string) => figureOf(cell) ?? refuse('invalid-number', `Amount: "${cell}" is no number with two places.`)

export const etoro = tableImporter(
  {
    ...{ code: 'etoro', name: 'eToro', website: 'https://www.etoro.com', version: '3', extensions: ['csv', 'xlsx'] },
    description: 'Account activity in dollars, with the tax withheld of dividends where the workbook has its sheet Dividends.',
    docs: 'Settings > Account > Account statement > choose the period > Excel, and import the whole workbook.',
    colour: '#13c636',
    prepare: withTaxes,
  },
  [activity, dividends, older, closed],
)
