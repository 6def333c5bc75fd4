/** Fidelity: the history of brokerage accounts and of NetBenefits, whose actions are sentences. */
import {
  type AssetTerms,
  add,
  type Book,
  day,
  decimal,
  formatDecimal,
  isZero,
  type Line,
  layout,
  number,
  optional,
  optionOf,
  parseDay,
  parseNumber,
  tableImporter,
  text,
  unit,
  unused,
} from '#plugins/kit/index.ts'
import { tradeWithAccrued } from '../accrued.ts'
import { positionsDay } from '../report-day.ts'
import { positions, preparePositions, statement } from './positions.ts'

const benefits = {
  date: day('Transaction date'),
  first: text('Transaction date'),
  action: text('Transaction type'),
  security: text('Investment name'),
  quantity: number('Shares'),
  amount: number('Amount'),
  symbol: optional(text('Symbol')),
  commission: optional(number('Commission')),
  charges: optional(number('Fees')),
}

/** What the rows of both histories have. */
type Entry = Line<typeof benefits> & { readonly price?: string | undefined; readonly accrued?: string | undefined }

/** How the sentences begin. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^(you bought|reinvestment|purchase into core account)\b/i, 'buy'],
  [/^(you sold|redemption from core account|redemption payout)\b/i, 'sell'],
  [/^(dividend received|(long|short)-term cap gain|dividend adjustment)\b/i, 'dividend'],
  [/^return of capital\b/i, 'return of capital'],
  [/^margin interest\b/i, 'margin interest'],
  [/^(interest|bond interest)\b/i, 'interest'],
  [/^((adj )?non-resident tax|adjust non-resident tax|foreign tax paid|(federal |state )?tax withheld)\b/i, 'tax'],
  [/^(fee charged|advisory fee|service (fee|charge)|asset fee|foreign (custody|adr) fee)\b/i, 'fee'],
  [/^(transferred (from|to)|journaled (?!cash)|transfer of assets)/i, 'transfer'],
  [
    /^(direct (debit|deposit)|electronic funds transfer|check (received|paid)|wire transfer|journaled cash|debit card)\b/i,
    'move',
  ],
  [/^(bill payment|cash contribution|partic contr|co contr|rollover|atm withdrawal|cash advance|deposit|withdrawal)\b/i, 'move'],
  [/^(expired|assigned) /i, 'option that ends'],
  [/^in lieu of /i, 'fraction'],
]

const cash = (type: 'DIVIDEND' | 'RETURN_OF_CAPITAL' | 'INTEREST' | 'TAX' | 'FEE') => (line: Entry, book: Book) =>
  book.cash(type, { ...termsOf(line), asset: assetOf(line) })

const rows = {
  buy: bookPurchase,
  sell: (line: Entry, book: Book) => bookTrade(line, book, 'SELL'),
  dividend: cash('DIVIDEND'),
  'return of capital': cash('RETURN_OF_CAPITAL'),
  fraction: (line: Entry, book: Book) => {
    cash('DIVIDEND')(line, book)
    book.note('warning', 'cash-in-lieu', 'Money for a fraction of a share is booked as its income; its cost is not lowered.')
  },
  interest: cash('INTEREST'),
  'margin interest': (line: Entry, book: Book) =>
    book.cash('INTEREST', { ...termsOf(line), asset: assetOf(line), tags: ['margin'] }),
  tax: cash('TAX'),
  fee: cash('FEE'),
  transfer: bookTransfer,
  move: (line: Entry, book: Book) => book.cash('MOVE', termsOf(line)),
  'option that ends': (line: Entry, book: Book) =>
    book.trade({ ...termsOf(line), asset: assetOf(line), fees: undefined, price: '0', amount: '0' }),
}

const shared = {
  dates: 'mdy',
  zone: 'America/New_York',
  numbers: 'dot',
  currency: 'USD',
  order: 'newest-first',
  // Below the rows: sentences of the lawyers, and when the file was made.
  skip: (line: Entry) =>
    line.cells.slice(1).every((cell) => cell.trim() === '') && !/^[\d#]/.test(line.first) ? 'disclaimer' : undefined,
  kind: (line: Entry) => KINDS.find(([pattern]) => pattern.test(line.action))?.[1] ?? line.action,
  rows,
} as const

const history = layout({
  ...shared,
  name: 'Accounts History',
  columns: {
    date: day('Run Date'),
    first: text('Run Date'),
    account: optional(text('Account Number', 'Account')),
    accountName: optional(text('Account')),
    action: text('Action'),
    symbol: text('Symbol'),
    security: text('Description', 'Security Description'),
    type: optional(text('Type', 'Security Type')),
    quantity: number('Quantity'),
    price: number('Price ($)', 'Price'),
    commission: number('Commission ($)', 'Commission'),
    charges: number('Fees ($)', 'Fees'),
    accrued: optional(number('Accrued Interest ($)', 'Accrued Interest')),
    amount: number('Amount ($)', 'Amount'),
    unit: optional(unit('Currency')),
    balance: optional(text('Cash Balance ($)', 'Cash Balance')),
    ...unused('Settlement Date', 'Exchange Quantity', 'Exchange Currency', 'Exchange Rate'),
  },
})

const netBenefits = layout({ ...shared, name: 'NetBenefits history', columns: benefits })

/** "INTEREST EARNED as of Dec-30-2025 (Cash)" is of that day, whenever it was written. */
function termsOf({ action, date }: Entry) {
  const [, later] = /\bas of (\S+)/i.exec(action) ?? []
  const eventDay = later === undefined ? date : (parseDay(later, 'mdy') ?? date)
  return { date: eventDay, description: action.replace(/ \((Cash|Margin|Short)\)$/, '') }
}

function assetOf({ symbol, security }: Entry): AssetTerms | undefined {
  const name = /^(no description|-)$/i.test(security) ? '' : security
  const option = optionOf(symbol)
  if (option !== undefined) return { ...option, name }
  if (symbol !== '') return { symbol, name }
  return name === '' ? undefined : { name }
}

function costsOf({ commission = '0', charges = '0' }: Entry): string {
  return formatDecimal(add(decimal(commission), decimal(charges)))
}

/** Where no column has the price, the sentence may: "REINVEST @ $1.000". */
function priceOf({ price, action }: Entry): string | undefined {
  return price ?? parseNumber(/@ \$([\d.,]+)/.exec(action)?.[1], 'dot')
}

/** Shares that an employer gave are bought for 0.00: they come in at what they were worth. */
function bookPurchase(line: Entry, book: Book): void {
  if (line.amount === undefined || !isZero(line.amount)) bookTrade(line, book, 'BUY')
  else book.inKind('TRANSFER', { ...termsOf(line), asset: assetOf(line), cost: 'market' })
}

function bookTrade(line: Entry, book: Book, direction: 'BUY' | 'SELL'): void {
  const { quantity, amount, accrued } = line
  const [asset, costs, price] = [assetOf(line), costsOf(line), priceOf(line)]
  const terms = { ...termsOf(line), asset, fees: costs, price }
  tradeWithAccrued(book, terms, direction, asset ?? {}, { quantity, price, amount, accrued, costs })
}

function bookTransfer(line: Entry, book: Book): void {
  const hasShares = !isZero(line.quantity) && line.symbol !== ''
  if (hasShares) book.inKind('TRANSFER', { ...termsOf(line), asset: assetOf(line) })
  else book.cash('TRANSFER', { ...termsOf(line), asset: undefined })
  if (hasShares && line.quantity?.startsWith('-') !== true)
    book.note('warning', 'cost-unknown', 'These shares came from another account; the file does not say what they had cost.')
}

export const fidelity = tableImporter(
  {
    code: 'fidelity',
    name: 'Fidelity',
    broker: 'Fidelity',
    website: 'https://www.fidelity.com',
    version: '3',
    extensions: ['csv'],
    languages: ['en'],
    description:
      'The history of brokerage and cash management accounts, and of NetBenefits stock plans; positions open a portfolio.',
    docs: 'Activity & Orders > History > Download (CSV). NetBenefits: Account > Transaction history > Export.',
    colour: '#368727',
    options: [positionsDay],
    prepare: preparePositions,
  },
  [history, netBenefits, statement, positions],
)
