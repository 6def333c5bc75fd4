/** Bondora: the account statement of the portfolio of loans. */
import {
  type Book,
  layout,
  loansOf,
  made,
  moment,
  number,
  optional,
  present,
  tableImporter,
  text,
  type Unit,
  unit,
  unused,
} from '#plugins/kit/index.ts'

type Entry = { readonly amount: string | undefined; readonly unit: Unit | undefined }

const loans = loansOf('Bondora')
const interest = (line: Entry, book: Book) => loans.cash(book, 'INTEREST', line)
const principal = (line: Entry, book: Book) => loans.principal(book, line)

/** Go & Grow is an account of its own with its own statement, where the money arrives. */
function goAndGrow(_: Entry, book: Book): void {
  book.cash('TRANSFER')
  book.note('info', 'other-account', 'Moved between the portfolio and Go & Grow; import the statement of Go & Grow, too.')
}

const description = text('Description')

const statement = layout({
  name: 'Account statement',
  dates: 'dmy',
  numbers: 'proven',
  unique: ['id'],
  columns: {
    ...moment('TransferDate'),
    unit: unit('Currency'),
    amount: number('Amount'),
    id: text('Number'),
    description,
    // "TransferDeposit|DE11...": what follows the stroke names the other account.
    kind: made(description, (description) => description.replace(/\|.*$/, '')),
    ...present('LoanNumber'),
    ...unused('Counterparty'),
    balance: optional(number('BalanceAfterPayment')),
  },
  rows: {
    'TransferDeposit|TransferWithdraw|Withdraw': 'MOVE',
    'TransferGoGrow|TransferGoGrowMainRepaiment': goAndGrow,
    'TransferMainRepaiment|TransferPartialMainRepaiment': principal,
    'TransferInterestRepaiment|TransferExtraInterestRepaiment|TransferLatePenaltyRepaiment|TransferGoGrowInterest': interest,
    'FX commission': 'FEE',
  },
  stated: true,
})

export const bondora = tableImporter(
  {
    code: 'bondora',
    name: 'Bondora',
    website: 'https://www.bondora.com',
    version: '2',
    extensions: ['csv', 'xlsx'],
    description: 'Account statement of Bondora: deposits, interest, principal and what moves to Go & Grow.',
    docs: 'Reports > Account statement, choose the period, then Download CSV.',
    colour: '#0b5394',
  },
  [statement],
)
