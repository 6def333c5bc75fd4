/** Viainvest: the transactions, with money in and money out in two columns. */
import { type Book, day, layout, loansOf, made, number, refuse, tableImporter, text, unused } from '#plugins/kit/index.ts'

type Entry = { readonly credit: string | undefined; readonly debit: string | undefined }

const loans = loansOf('Viainvest')
const money = (line: Entry) => ({ amount: amountOf(line), unit: 'EUR' })

function amountOf({ credit, debit }: Entry): string {
  const [into, out] = [credit ?? '0', debit ?? '0']
  if (into !== '0' && out !== '0') refuse('both-sides', 'The row has both a credit and a debit.')
  if (credit === undefined && debit === undefined) refuse('no-amount', 'The row has neither a credit nor a debit.')
  if (out.startsWith('-') || into.startsWith('-')) refuse('unexpected-sign', 'Credit and debit cannot be negative.')
  return out === '0' ? into : `-${out}`
}

const transactions = layout({
  name: 'Transactions',
  dates: 'mdy',
  numbers: 'proven',
  currency: 'EUR',
  columns: {
    date: day('Transaction date'),
    settledOn: day('Value date'),
    kind: made(text('Transaction type'), (kind) => kind.replace(/^.* (?=cashback bonus)/i, '')),
    description: text('Loan ID'),
    ...unused('Country', 'Loan Type'),
    credit: number('Credit (€)'),
    debit: number('Debit (€)'),
  },
  rows: {
    'Amount of funds deposited': (line, book) => book.cash('DEPOSIT', money(line)),
    'Amount of funds withdrawn': (line, book) => book.cash('WITHDRAWAL', money(line)),
    'Amount invested in loan|Amount of principal repayment received': (line: Entry, book: Book) =>
      loans.principal(book, money(line)),
    'Amount of interest payment received': (line, book) => loans.cash(book, 'INTEREST', money(line)),
    'Amount of Withholding Tax deducted|Correction of amount of Withholding Tax deducted': (line, book) =>
      loans.cash(book, 'TAX', money(line)),
    'Cashback bonus payment received': (line, book) => book.cash('INTEREST', { ...money(line), tags: ['cashback'] }),
  },
})

export const viainvest = tableImporter(
  {
    code: 'viainvest',
    name: 'Viainvest',
    website: 'https://viainvest.com',
    extensions: ['csv', 'xlsx'],
    description: 'Transactions of Viainvest: loans, repayments, interest and withheld tax.',
    docs: 'Transactions, choose the period, then Download report.',
    colour: '#f4a300',
  },
  [transactions],
)
