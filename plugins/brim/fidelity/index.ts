/** Fidelity: the history of brokerage accounts and of NetBenefits, whose actions are sentences. */
import {
  type AssetTerms,
  type Book,
  day,
  isZero,
  type Line,
  layout,
  number,
  optional,
  optionOf,
  parseDay,
  parseNumber,
  plus,
  tableImporter,
  text,
  unit,
  unused,
} from '#plugins/kit/index.ts'
import { tradeWithAccrued } from '../accrued.ts'
import { bookFraction, bookMoved, endOption } from '../north-america.ts'
import { isText, positionsDay, withReportDay } from '../report-day.ts'
import { positions, statement } from './positions.ts'

const benefits = {
  date: day('Transaction date'),
  kind: text('Transaction type'),
  security: text('Investment name'),
  quantity: number('Shares'),
  amount: number('Amount'),
  symbol: optional(text('Symbol')),
  commission: optional(number('Commission')),
  charges: optional(number('Fees')),
}

/** What the rows of both histories have. */
type Entry = Line<typeof benefits> & { readonly price?: string | undefined; readonly accrued?: string | undefined }

const shared = {
  dates: 'mdy',
  zone: 'America/New_York',
  numbers: 'dot',
  currency: 'USD',
  order: 'newest-first',
  // Below the rows: sentences of the lawyers, and when the file was made.
  skip: (line: Entry) => (isText(line) && !/^[\d#]/.test(line.cells.join('').trim()) ? 'disclaimer' : undefined),
  defaults: { date: dayOf, asset: assetOf, description: ({ kind }: Entry) => kind.replace(/ \((Cash|Margin|Short)\)$/, '') },
  phrases: [
    [/^(you bought|reinvestment|purchase into core account)\b/i, bookPurchase],
    [/^(you sold|redemption from core account|redemption payout)\b/i, (line: Entry, book: Book) => trade(line, book, 'SELL')],
    [/^(dividend received|(long|short)-term cap gain|dividend adjustment)\b/i, 'DIVIDEND'],
    [/^return of capital\b/i, 'RETURN_OF_CAPITAL'],
    [/^(interest|bond interest|muni exempt int)\b/i, 'INTEREST'],
    [/^margin interest\b/i, (_: Entry, book: Book) => book.cash('INTEREST', { tags: ['margin'] })],
    [
      /^((adj )?non-resident tax|adjust non-resident tax|foreign tax paid|(federal |state )?tax withheld|adj foreign tax|fed tax w\/h)\b/i,
      'TAX',
    ],
    [/^(fee charged|adjust fee|advis(ory|or) fee|service (fee|charge)|asset fee|foreign (custody|adr) fee)\b/i, 'FEE'],
    [/^(transferred (from|to)|journaled (?!cash)|transfer of assets|rollover shares)/i, bookTransfer],
    [/^(direct (debit|deposit)|electronic funds transfer|check (received|paid)|wire transfer|journaled cash)\b/i, 'MOVE'],
    [/^(debit card|bill payment|cash (contribution|advance)|(partic|co) contr|atm withdrawal)\b/i, 'MOVE'],
    [/^(deposit|withdrawal|normal distr|early dist|rollover)\b/i, moveValue],
    [/^(expired|assigned) /i, ({ amount }: Entry, book: Book) => endOption(book, amount)],
    [/^in lieu of /i, (_: Entry, book: Book) => bookFraction(book, {})],
  ],
} as const

const history = layout({
  ...shared,
  name: 'Accounts History',
  columns: {
    date: day('Run Date'),
    account: optional(text('Account Number', 'Account')),
    kind: text('Action'),
    symbol: text('Symbol'),
    security: text('Description', 'Security Description'),
    quantity: number('Quantity'),
    price: number('Price ($)', 'Price'),
    commission: number('Commission ($)', 'Commission'),
    charges: number('Fees ($)', 'Fees'),
    accrued: optional(number('Accrued Interest ($)', 'Accrued Interest')),
    amount: number('Amount ($)', 'Amount'),
    unit: optional(unit('Currency')),
    ...unused('Account', 'Type', 'Security Type', 'Cash Balance ($)', 'Cash Balance'),
    ...unused('Settlement Date', 'Exchange Quantity', 'Exchange Currency', 'Exchange Rate'),
  },
})

const netBenefits = layout({ ...shared, name: 'NetBenefits history', columns: benefits })

/** "INTEREST EARNED as of Dec-30-2025 (Cash)" is of that day, whenever it was written. */
function dayOf({ kind, date }: Entry): string {
  const later = /\bas of (\S+)/i.exec(kind)?.[1]
  return parseDay(later, 'mdy') ?? parseDay(later, 'ymd') ?? date
}

function assetOf({ symbol, security }: Entry): AssetTerms | undefined {
  const name = /^(no description|-)$/i.test(security) ? '' : security
  return symbol === '' && name === '' ? undefined : { ...(optionOf(symbol) ?? { symbol }), name }
}

/** Where no column has the price, the sentence may: "REINVEST @ $1.000". */
function trade(line: Entry, book: Book, direction: 'BUY' | 'SELL'): void {
  const price = line.price ?? parseNumber(/@ \$([\d.,]+)/.exec(line.kind)?.[1], 'dot')
  tradeWithAccrued(book, line, direction, { asset: assetOf(line), fees: plus(line.commission, line.charges), price })
}

/** Shares that an employer gave are bought for 0.00: they come in at what they were worth. */
function bookPurchase(line: Entry, book: Book): void {
  if (line.amount !== undefined && isZero(line.amount)) book.inKind('TRANSFER', { cost: 'market' })
  else trade(line, book, 'BUY')
}

/** Money, or shares that are worth the amount. */
function moveValue(line: Entry, book: Book): void {
  if (line.symbol === '' || isZero(line.quantity)) book.cash('MOVE')
  else bookMoved(book, line.quantity)
}

function bookTransfer(line: Entry, book: Book): void {
  bookMoved(book, line.symbol === '' ? undefined : line.quantity)
}

export const fidelity = tableImporter(
  {
    code: 'fidelity',
    name: 'Fidelity',
    website: 'https://www.fidelity.com',
    version: '4',
    description:
      'The history of brokerage and cash management accounts, and of NetBenefits stock plans; positions open a portfolio.',
    docs: 'Activity & Orders > History > Download (CSV). NetBenefits: Account > Transaction history > Export.',
    colour: '#368727',
    options: [positionsDay],
    // It stands below the positions; statements do not name their day.
    prepare: withReportDay({ titles: ['Last Price', 'Ending Value'], day: /^date downloaded\s+(\S+)/i, dates: 'mdy' }),
  },
  [history, netBenefits, statement, positions],
)
