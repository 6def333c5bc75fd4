/** Bitstamp: the transactions, with currencies in columns of their own and, in older reports, behind the amounts. */
import {
  type Book,
  FIAT,
  isZero,
  layout,
  moment,
  number,
  present,
  refuse,
  tableImporter,
  text,
  unused,
} from '#plugins/kit/index.ts'
import { bookIncome, bookMove, bookTrade, type Change, negated, required, requiredCode } from '../coins.ts'

type Amount = Pick<Change, 'code' | 'quantity'>
type Transaction = { readonly side: string; readonly amount: Amount; readonly value: Amount; readonly fee: Amount }

const COINS = { numbers: 'dot', money: FIAT, assetType: 'CRYPTO' } as const
const KINDS = 'Deposit|Ripple deposit|Withdrawal|Ripple payment|Staking reward|Market'
const NONE: Amount = { code: '', quantity: '0' }

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
    size: text('Amount'),
    total: text('Value'),
    ...present('Rate'),
    charge: text('Fee'),
    side: text('Sub Type'),
  },
  rows: {
    [KINDS]: (line, book) =>
      bookOne(book, line.kind, {
        side: line.side,
        amount: amountOf(line.size),
        value: amountOf(line.total),
        fee: amountOf(line.charge),
      }),
  },
})

/** `2.00000000 ETH` */
function amountOf(cell: string): Amount {
  if (cell === '') return NONE
  const [, quantity, code] = /^(\d+(?:\.\d{1,12})?) ([\w.]+)$/.exec(cell) ?? []
  return quantity && code ? { code, quantity } : refuse('invalid-number', `"${cell}" is no amount with a currency.`)
}

/** Amounts are sizes. */
function bookOne(book: Book, kind: string, transaction: Transaction): void {
  const { amount } = transaction
  if (amount.code === '') refuse('no-quantity', 'The row has no amount.')
  if (/^staking/i.test(kind)) bookIncome(book, amount, 'staking')
  else if (/^market$/i.test(kind)) bookMarket(book, transaction)
  else bookTransfer(book, /^(withdrawal|ripple payment)$/i.test(kind), transaction)
}

/** The fee comes beside the value. */
function bookMarket(book: Book, { side, amount, value, fee }: Transaction): void {
  if (!/^(buy|sell)$/i.test(side)) refuse('unknown-type', `"${side}" is neither a purchase nor a sale.`)
  const isBuy = /^buy$/i.test(side)
  const fees = isZero(fee.quantity) ? [] : [{ code: requiredCode(fee.code), quantity: '0', fee: fee.quantity }]
  bookTrade(book, [
    { ...amount, quantity: isBuy ? amount.quantity : negated(amount.quantity) },
    { code: requiredCode(value.code), quantity: isBuy ? negated(value.quantity) : value.quantity },
    ...fees,
  ])
}

function bookTransfer(book: Book, isOut: boolean, { amount, fee }: Transaction): void {
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
