/** Vanguard (United States): holdings, and below them the transactions. */
import { type Book, day, isZero, layout, number, optional, tableImporter, text } from '#plugins/kit/index.ts'
import { tradeWithAccrued } from '../accrued.ts'
import { bookForNothing, bookFraction, bookMoved, unclearEvent } from '../north-america.ts'
import { bookHeld } from '../per-unit.ts'
import { dayOfPosition, givenDay, positionsDay } from '../report-day.ts'

type Held = Readonly<Record<'symbol' | 'name', string> & Record<'quantity' | 'price' | 'worth', string | undefined>>
const HOLDINGS = {
  account: text('Account Number'),
  name: text('Investment Name'),
  symbol: text('Symbol'),
  quantity: number('Shares'),
  price: number('Share Price'),
  worth: number('Total Value'),
}

const isWhole = (text: string) => /Transaction Type/i.test(text)

/** What trades read of a row. */
type Traded = Readonly<
  Record<'symbol' | 'name', string> & Record<'quantity' | 'price' | 'amount' | 'accrued' | 'fees', string | undefined>
>

const trade = (direction: 'BUY' | 'SELL') => (line: Traded, book: Book) =>
  tradeWithAccrued(book, line, direction, { asset: { symbol: line.symbol, name: line.name }, fees: line.fees })

const moved = (line: Traded, book: Book) => bookMoved(book, line.quantity)

/** Of the settlement fund each share is 1 dollar. */
const isSettlement = ({ price = '1' }: Pick<Traded, 'price'>) => /^1(\.0+)?$/.test(price)

const money = (line: Traded, book: Book) => (isZero(line.quantity) || isSettlement(line) ? book.cash('MOVE') : unclearEvent())

const format = { dates: 'mdy', zone: 'America/New_York', numbers: 'dot', currency: 'USD' } as const

const history = layout({
  ...format,
  name: 'Transactions',
  columns: {
    account: text('Account Number'),
    date: day('Trade Date'),
    settledOn: optional(day('Settlement Date')),
    kind: text('Transaction Type'),
    description: text('Transaction Description'),
    type: optional(text('Investment Type')),
    name: text('Investment Name'),
    symbol: text('Symbol'),
    quantity: number('Shares'),
    price: number('Share Price'),
    principal: number('Principal Amount'),
    fees: number('Commission Fees', 'Commissions and Fees'),
    amount: number('Net Amount'),
    accrued: optional(number('Accrued Interest')),
    accountType: optional(text('Account Type')),
  },
  skip: (line) =>
    /^reinvestment/i.test(line.kind) && isZero(line.quantity) && isSettlement(line)
      ? 'moved within the account: the settlement fund is its cash'
      : undefined,
  rows: {
    'Buy|Buy (exchange)|Buy to cover|Reinvestment|Reinvestment (LT gain)|Reinvestment (ST gain)': trade('BUY'),
    'Sell|Sell (exchange)|Sell short': trade('SELL'),
    'Corp Action (Redemption)': (line, book) => (isZero(line.amount) ? unclearEvent() : trade('SELL')(line, book)),
    'Dividend|Capital gain (LT)|Capital gain (ST)|Distribution (dividend)': 'DIVIDEND',
    Interest: 'INTEREST',
    'Interest charge': (_, book) => book.cash('INTEREST', { asset: undefined, tags: ['margin'] }),
    'Sweep in|Sweep out': { skip: 'moved within the account: the settlement fund is its cash' },
    'Funds Received|Withdrawal|Contribution|Distribution|Rollover (incoming)|Rollover (outgoing)|Funds withdrawn': money,
    'Contribution AIP|Wire in|Wire out': money,
    'Fee|Account service fee|Advisory fee': 'FEE',
    'Withholding|Tax withheld|Foreign tax': 'TAX',
    'Transfer (incoming)|Transfer (outgoing)|Transfer|Conversion (incoming)|Conversion (outgoing)': moved,
    'Recharacterization (incoming)|Recharacterization (outgoing)': moved,
    'Corp Action (Spinoff)': (line, book) => bookForNothing(book, { description: line.kind }),
    'Corp Action (Cash in Lieu)': (_, book) => bookFraction(book, {}),
  },
  cases: {
    key: ({ kind, account, name, symbol, date }) => {
      if (/^stock split$/i.test(kind)) return `split ${account} ${name || symbol} ${date}`
      return /^share conversion/i.test(kind) ? `conversion ${account} ${date}` : undefined
    },
    // A class of a fund becomes another; a reverse split takes the old shares and gives the new ones.
    book: (lines, book) => {
      const [first, second] = lines
      if (second !== undefined || !/^stock split$/i.test(first.kind) || first.quantity?.startsWith('-'))
        book.exchange(...book.pairOf(lines))
      else book.split()
    },
  },
})

/** The first section of a file that has both. */
const above = layout({
  ...format,
  name: 'Holdings',
  columns: HOLDINGS,
  when: ({ text }) => isWhole(text),
  rows: { '*': (line, book) => (givenDay(book.options) === undefined ? book.skip('position') : position(line, book)) },
})

const holdings = layout({
  ...format,
  name: 'Holdings alone',
  columns: HOLDINGS,
  holds: 'positions',
  instead:
    'Take the download that has the transactions too: My Accounts > Account activity > Download account information (CSV).',
  when: ({ text }) => !isWhole(text),
  rows: { '*': position },
})

/** What is held on the day of the download, which only the user can say. */
function position(line: Held, book: Book): void {
  const { symbol, name } = line
  bookHeld(book, { date: dayOfPosition({ date: undefined }, book.options), asset: { symbol, name } }, line)
}

export const vanguardUs = tableImporter(
  {
    code: 'vanguard-us',
    name: 'Vanguard US',
    broker: 'Vanguard',
    website: 'https://investor.vanguard.com',
    version: '4',
    description:
      'The download of account information: its transactions, and with the option positions_day the holdings above them with their closes.',
    docs: 'My Accounts > Account activity > Download account information > A spreadsheet-compatible CSV file.',
    colour: '#96151d',
    options: [positionsDay],
  },
  [history, above, holdings],
)
