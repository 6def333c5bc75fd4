/** Robocash: the advanced statement. Amounts have no sign; each investor's portfolios have columns of their own. */
import { type Book, layout, loansOf, moment, number, optional, present, tableImporter, text, unused } from '#plugins/kit/index.ts'
import { currencyOption } from '../currency-option.ts'

type Entry = { readonly amount: string | undefined }

const loans = loansOf('Robocash')
const MOVED = { skip: 'moved within Robocash' }
const lend = (line: Entry, book: Book) => loans.principal(book, { amount: line.amount }, { direction: 'BUY' })
const back = (line: Entry, book: Book) => loans.principal(book, { amount: line.amount }, { direction: 'SELL' })
const interest = (line: Entry, book: Book) => loans.cash(book, 'INTEREST', { amount: line.amount })

const statement = layout({
  name: 'Advanced statement',
  dates: 'ymd',
  numbers: 'proven',
  signs: 'sizes',
  currency: { option: 'currency' },
  varying: /^(?:investor's balance|"?[^"]*"? (?:balance|loans)) \(\d+\)$|^portfolio's balance$/,
  unique: ['id'],
  columns: {
    id: text('Transaction ID'),
    ...moment('Date and time'),
    type: text('Operation type'),
    description: text('Operation'),
    ...present('Credit part ID'),
    amount: number('Amount'),
    ...unused('Sender ID', 'Receiver ID', 'Loan originator country'),
    originator: optional(text('Loan originator name')),
  },
  kind: (line) => line.description,
  rows: {
    'Adding funds': 'DEPOSIT',
    'Withdrawal of funds|Withdraw application': 'WITHDRAWAL',
    'Creating a portfolio|Creating the portfolio|Refilling a portfolio|Depositing to the portfolio': MOVED,
    'Withdrawing from a portfolio|Withdrawing from the portfolio|Portfolio was disabled': MOVED,
    'The maximum size of the portfolios was exceeded': MOVED,
    'Purchasing a loan|Investing to the loan': lend,
    'Returning a loan|Returning the loan': back,
    'Paying interest|Paying interests for loan|Loyalty interest payout for loan': interest,
    'Welcome bonus paid': (_, book) => book.cash('INTEREST', { tags: ['bonus'] }),
  },
})

export const robocash = tableImporter(
  {
    code: 'robocash',
    name: 'Robocash',
    website: 'https://robo.cash',
    version: '3',
    extensions: ['csv', 'xlsx'],
    description: 'Advanced statement of Robocash: loans bought and returned, interest, deposits and withdrawals.',
    docs: 'Statement > Advanced statement, choose the period, generate and download. The simple statement has no single loans.',
    colour: '#3a86ff',
    options: [currencyOption('The currency of the account: the statement does not say it.')],
  },
  [statement],
)
