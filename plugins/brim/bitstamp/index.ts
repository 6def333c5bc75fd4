/** Bitstamp: the transactions, with currencies in columns of their own and, in older reports, behind the amounts. */
import { type Book, isZero, layout, made, moment, number, refuse, tableImporter, text, unused } from '#plugins/kit/index.ts'
import { bookIncome, bookMove, bookPair, type Change, COINS, feesOf, negated, required, requiredCode } from '../coins.ts'

type Amount = Pick<Change, 'code' | 'quantity'>
type Transaction = { readonly side: string; readonly amount: Amount; readonly value: Amount; readonly fee: Amount }

const KINDS = 'Deposit|Ripple deposit|Withdrawal|Ripple payment|Staking reward|Market'

const transactions = layout({
  ...COINS,
  name: 'Transactions',
  dates: 'ymd',
  zone: 'UTC',
  unique: ['id'],
  columns: {
    id: text('ID'),
    account: text('Account'),
    kind: text('Type'),
    side: text('Subtype'),
    ...moment('Datetime'),
    size: number('Amount'),
    coin: text('Amount currency'),
    total: number('Value'),
    totalCoin: text('Value currency'),
    fee: number('Fee'),
    feeCoin: text('Fee currency'),
    ...unused('Rate', 'Rate currency', 'Order ID'),
  },
  rows: {
    [KINDS]: (line, book) =>
      bookOne(book, line.kind, {
        side: line.side,
        amount: { code: requiredCode(line.coin), quantity: required(line.size, 'amount') },
        value: { code: line.totalCoin, quantity: line.total ?? '0' },
        fee: { code: line.feeCoin, quantity: line.fee ?? '0' },
      }),
  },
})

const older = layout({
  ...COINS,
  name: 'Transactions (older)',
  dates: 'mdy',
  columns: {
    kind: text('Type'),
    ...moment('Datetime'),
    account: text('Account'),
    size: made(text('Amount'), amountOf),
    total: made(text('Value'), amountOf),
    unitPrice: text('Rate'),
    charge: made(text('Fee'), amountOf),
    side: text('Sub Type'),
  },
  rows: {
    [KINDS]: (line, book) =>
      bookOne(book, line.kind, { side: line.side, amount: line.size, value: line.total, fee: line.charge }),
  },
})

/** `2.00000000 ETH` */
function amountOf(cell: string): Amount {
  if (cell === '') return { code: '', quantity: '0' }
  const [, quantity, code] = /^(\d+(?:\.\d{1,12})?) ([\w.]+)$/.exec(cell) ?? []
  return quantity && code ? { code, quantity } : refuse('invalid-number', `"${cell}" is no amount with a currency.`)
}

/** Amounts are sizes. The fee of a trade comes beside its value. */
function bookOne(book: Book, kind: string, { side, amount, value, fee }: Transaction): void {
  if (amount.code === '') refuse('no-quantity', 'The row has no amount.')
  if (/^staking/i.test(kind)) bookIncome(book, amount, 'staking')
  else if (!/^market$/i.test(kind)) bookTransfer(book, /^(withdrawal|ripple payment)$/i.test(kind), amount, fee)
  else if (!/^(buy|sell)$/i.test(side)) refuse('unknown-type', `"${side}" is neither a purchase nor a sale.`)
  else {
    const paid = { ...value, code: requiredCode(value.code) }
    bookPair(book, /^buy$/i.test(side), [amount, paid, ...feesOf(fee.code, fee.quantity)])
  }
}

function bookTransfer(book: Book, isOut: boolean, amount: Amount, fee: Amount): void {
  bookMove(book, isOut ? { ...amount, quantity: negated(amount.quantity) } : amount)
  if (isZero(fee.quantity)) return
  const detail = `The report does not say whether the fee of ${fee.quantity} ${fee.code} is inside the amount. It is not booked: enter it by hand if it is not.`
  book.note('warning', 'fee-not-booked', detail)
}

export const bitstamp = tableImporter(
  {
    code: 'bitstamp',
    name: 'Bitstamp',
    website: 'https://www.bitstamp.net',
    version: '2',
    description: 'Transactions of an account at Bitstamp.',
    docs: 'Transactions > Export > All, CSV.',
    colour: '#0a8f3c',
    maturity: 'beta',
  },
  [transactions, older],
)
