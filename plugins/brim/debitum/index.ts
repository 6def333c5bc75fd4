/** Debitum: the account statement, which does not say what part of a repayment is interest. */
import { type Book, day, layout, loansOf, number, refuse, tableImporter, text } from '#plugins/kit/index.ts'

type Entry = { readonly amount: string | undefined }

const loans = loansOf('Debitum')

function repay({ amount }: Entry, book: Book): void {
  const money = { amount, unit: 'EUR' }
  if (book.options['repayments'] === 'principal') loans.principal(book, money, { direction: 'SELL' })
  else if (book.options['repayments'] === 'interest') loans.cash(book, 'INTEREST', money)
  else
    refuse(
      'mixed-repayment',
      'The statement does not say how much of this is principal and how much interest. Enter it by hand, or say with the option "repayments" what all of them are.',
    )
}

const statement = layout({
  name: 'Account statement',
  dates: 'ymd',
  numbers: 'dot',
  signs: 'sizes',
  currency: 'EUR',
  unique: ['id'],
  columns: {
    date: day('Date'),
    id: text('Transaction ID'),
    description: text('Asset ID'),
    kind: text('Transaction Type'),
    amount: number('Turnover'),
  },
  rows: {
    DEPOSIT: 'DEPOSIT',
    'WITHDRAW|WITHDRAWAL': 'WITHDRAWAL',
    INVESTMENT: ({ amount }, book) => loans.principal(book, { amount, unit: 'EUR' }, { direction: 'BUY' }),
    REPAYMENT: repay,
    INVITED_REFERRAL_REWARD: (_, book) => book.cash('INTEREST', { tags: ['bonus'], description: undefined }),
  },
})

export const debitum = tableImporter(
  {
    code: 'debitum',
    name: 'Debitum',
    website: 'https://debitum.investments',
    version: '2',
    description: 'Account statement of Debitum: deposits, investments, repayments and rewards.',
    docs: 'Account statement, choose the period, then Export as CSV.',
    colour: '#6d28d9',
    options: [
      {
        name: 'repayments',
        description: 'What repayments are booked as: the statement does not part principal from interest.',
        type: 'choice',
        choices: ['interest', 'principal'],
      },
    ],
  },
  [statement],
)
