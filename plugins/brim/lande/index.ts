/** Lande: the account statement. Amounts have no sign; the running balance shows which way they went. */
import { type Book, day, layout, loansOf, number, optional, tableImporter, text } from '#plugins/kit/index.ts'

type Entry = { readonly amount: string | undefined }

const loans = loansOf('Lande')
const interest = ({ amount }: Entry, book: Book) => loans.cash(book, 'INTEREST', { amount, unit: 'EUR' })
const back = ({ amount }: Entry, book: Book) => loans.principal(book, { amount, unit: 'EUR' }, { direction: 'SELL' })

const statement = layout({
  name: 'Account statement',
  dates: 'dmy',
  numbers: 'proven',
  signs: 'sizes',
  currency: 'EUR',
  unique: ['id'],
  columns: {
    position: text('#'),
    id: text('Transaction ID'),
    description: text('Loan ID'),
    kind: text('Type'),
    amount: number('Amount'),
    date: optional(day('Date')),
    balance: number('Balance'),
  },
  skip: ({ kind }) => (/^(?:initial|final) amount on /i.test(kind) ? 'balance line' : undefined),
  rows: {
    'Bank transfer deposit': 'DEPOSIT',
    'Withdraw|Withdrawal': 'WITHDRAWAL',
    Investment: ({ amount }, book) => loans.principal(book, { amount, unit: 'EUR' }, { direction: 'BUY' }),
    'Principal|Principal repayment': back,
    'Interest|Late interest|Delayed interest|Penalty interest': interest,
    'Affiliate-Bonus|Affiliate bonus|Empfehlungsbonus|Referral bonus': (_, book) => book.cash('INTEREST', { tags: ['bonus'] }),
  },
  stated: true,
})

export const lande = tableImporter(
  {
    code: 'lande',
    name: 'Lande',
    website: 'https://lande.finance',
    version: '2',
    extensions: ['csv', 'xlsx'],
    languages: ['en', 'de'],
    description: 'Account statement of Lande: investments, interest, principal and bonuses.',
    docs: 'Account > Account statement, choose the period, then Export CSV.',
    colour: '#4d7c0f',
  },
  [statement],
)
