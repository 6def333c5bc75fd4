/** Trine: the transactions of an investor. One repayment is principal, interest and a late fee of the borrower. */
import {
  type Book,
  day,
  decimal,
  isZero,
  layout,
  loansOf,
  number,
  optional,
  refuse,
  sum,
  tableImporter,
  text,
} from '#plugins/kit/index.ts'

type Entry = {
  readonly change: string | undefined
  readonly lent: string | undefined
  readonly capital: string | undefined
  readonly interest: string | undefined
  readonly lateFee: string | undefined
}

const loans = loansOf('Trine')

const transactions = layout({
  name: 'Transactions',
  dates: 'ymd',
  numbers: 'dot',
  currency: 'EUR',
  columns: {
    date: day('Date'),
    description: text('Loan'),
    investment: optional(text('InvestmentId')),
    kind: text('Type'),
    change: number('AvailableBalanceChange'),
    lent: number('OutstandingPortfolioChange'),
    capital: number('RepaidCapital'),
    interest: number('RepaidInterest'),
    lateFee: number('LateFee'),
    balance: optional(number('AvailableBalance')),
    portfolio: optional(number('OutstandingPortfolio')),
    total: optional(number('Total')),
  },
  kind: ({ kind }) => (/^activated friend voucher\b/i.test(kind) ? 'voucher' : kind),
  rows: {
    'Deposit|Withdrawal': (line, book) => move(line, book, /^deposit$/i.test(line.kind) ? 'DEPOSIT' : 'WITHDRAWAL'),
    voucher: ({ change, kind }, book) => book.cash('INTEREST', { amount: change, description: kind, tags: ['bonus'] }),
    Investment: invest,
    Repayment: repay,
  },
  stated: true,
})

function move({ change, lent }: Entry, book: Book, type: 'DEPOSIT' | 'WITHDRAWAL'): void {
  check([lent], [])
  book.cash(type, { amount: change })
}

function invest({ change, lent }: Entry, book: Book): void {
  check([change, lent], [])
  loans.principal(book, { amount: change, unit: 'EUR' }, { direction: 'BUY' })
}

function repay({ change, lent, capital, interest, lateFee }: Entry, book: Book): void {
  check([capital, lent], [])
  check([change], [capital, interest, lateFee])
  if ([capital, interest, lateFee].every(isZero)) book.skip('no money moved')
  if (!isZero(capital)) loans.principal(book, { amount: capital, unit: 'EUR' }, { direction: 'SELL' })
  if (!isZero(interest)) loans.cash(book, 'INTEREST', { amount: interest, unit: 'EUR' })
  if (!isZero(lateFee)) loans.cash(book, 'INTEREST', { amount: lateFee, unit: 'EUR' }, { description: 'Late fee' })
}

/** What goes into loans comes out of the balance, and the other way round. */
function check(one: readonly (string | undefined)[], other: readonly (string | undefined)[]): void {
  const [a, b] = [one, other].map((figures) => sum(figures.map((figure) => decimal(figure ?? '0'))))
  if (a !== b)
    refuse('figures-contradict', 'The changes of balance and portfolio do not belong together. Enter this row by hand.')
}

export const trine = tableImporter(
  {
    code: 'trine',
    name: 'Trine',
    website: 'https://trine.com',
    description: 'Transactions of an investor at Trine: investments, repayments of principal and interest, vouchers.',
    docs: 'Portfolio > Transactions, then export the transaction history as CSV.',
    colour: '#f2a900',
    maturity: 'beta',
  },
  [transactions],
)
