/** Swaper: the account statement. The platform lends in euros only. */
import { type Book, clock, day, layout, loansOf, number, optional, tableImporter, text } from '#plugins/kit/index.ts'

type Entry = { readonly amount: string | undefined }

const loans = loansOf('Swaper')
const principal = ({ amount }: Entry, book: Book) => loans.principal(book, { amount, unit: 'EUR' })
const interest = ({ amount }: Entry, book: Book) => loans.cash(book, 'INTEREST', { amount, unit: 'EUR' })

const statement = layout({
  name: 'Account statement',
  dates: 'dmy',
  numbers: 'proven',
  currency: 'EUR',
  columns: {
    date: day('Booking date'),
    kind: text('Transaction type'),
    amount: number('Amount'),
    time: optional(clock('Processing time')),
    loan: text('Loan id'),
    description: text('Loan number'),
  },
  rows: {
    FUNDING: 'DEPOSIT',
    'WITHDRAWAL|Withdraw application': 'WITHDRAWAL',
    'INVESTMENT|REPAYMENT_PRINCIPAL|BUYBACK_PRINCIPAL': principal,
    'REPAYMENT_INTEREST|BUYBACK_INTEREST|EXTENSION_INTEREST': interest,
  },
})

export const swaper = tableImporter(
  {
    code: 'swaper',
    name: 'Swaper',
    website: 'https://swaper.com',
    version: '2',
    extensions: ['csv', 'xlsx'],
    description: 'Account statement of Swaper: investments, repayments, buybacks and interest.',
    docs: 'Overview > Account statement, choose the period, then the Excel button.',
    colour: '#e4572e',
  },
  [statement],
)
