/** Bittrex (closed in 2023): orders and transfers, in the formats of three generations. */
import { isZero, layout, made, moment, number, optional, refuse, tableImporter, text, unused } from '#plugins/kit/index.ts'
import { bookMove, bookPair, COINS, changeOf, differenceOf, negated, required, requiredCode, sizeOf, sumOf } from '../coins.ts'

const FORMAT = { ...COINS, zone: 'UTC' } as const

const orders = layout({
  ...FORMAT,
  name: 'Order history',
  dates: 'ymd',
  columns: {
    id: text('TXID'),
    ...moment('Time (UTC)'),
    kind: text('Transaction'),
    market: text('Market'),
    base: text('Base'),
    quote: text('Quote'),
    price: number('Price'),
    size: number('Quantity (Base)'),
    fee: number('Fees (Quote)'),
    total: number('Total (Quote)'),
    value: number('Approx Value (USD)'),
    ...unused('Order Type', 'Time In Force'),
    description: optional(text('Notes')),
  },
  rows: {
    // The total is after the fee: more than the price of a purchase, less than that of a sale.
    'Bought|Sold': (line, book) => {
      const isBuy = /^bought$/i.test(line.kind)
      const base = { code: requiredCode(line.base), quantity: required(line.size, 'quantity') }
      const total = required(line.total, 'total')
      const gross = isBuy ? differenceOf(total, line.fee) : sumOf(total, line.fee)
      const quote = { code: requiredCode(line.quote), quantity: gross, fee: line.fee }
      const worth = isZero(line.value) ? {} : { amount: line.value, unit: 'USD' }
      bookPair(book, isBuy, [base, quote], { price: line.price, ...worth })
    },
  },
})

const olderKind = text('Type', 'OrderType')
const olderOrders = layout({
  ...FORMAT,
  name: 'Order history (until 2019)',
  dates: 'mdy',
  columns: {
    id: text('OrderUuid', 'Uuid'),
    parts: made(text('Exchange'), (pair) => pair.split('-')),
    ...{ kind: olderKind, isBuy: made(olderKind, (kind) => /_BUY$/i.test(kind)) },
    quantity: number('Quantity'),
    left: optional(number('QuantityRemaining')),
    fee: number('CommissionPaid', 'Commission'),
    total: number('Price'),
    ...moment('Closed'),
    ...unused('Limit', 'PricePerUnit', 'IsConditional', 'Condition', 'ConditionTarget', 'ImmediateOrCancel', 'TimeInForceTypeId'),
    ...unused('TimeInForce', 'Opened', 'TimeStamp'),
  },
  rows: {
    // `Price` is the total of the order before the commission; `USDT-BTC` names what is paid with first.
    'LIMIT_BUY|MARKET_BUY|LIMIT_SELL|MARKET_SELL': (line, book) => {
      const [quote, base] = line.parts
      if (!quote || !base) refuse('unclear-pair', `"${line.parts.join('-')}" is no market like USDT-BTC.`)
      const size = differenceOf(required(line.quantity, 'quantity'), line.left)
      const paid = { code: quote, quantity: required(line.total, 'price'), fee: line.fee }
      bookPair(book, line.isBuy, [{ code: base, quantity: size }, paid])
    },
  },
})

const transfers = layout({
  ...FORMAT,
  name: 'Transaction history',
  dates: 'ymd',
  columns: {
    ...moment('Date'),
    coin: text('Currency'),
    kind: text('Type'),
    description: text('Address'),
    memo: text('Memo/Tag'),
    transaction: text('TxId'),
    quantity: number('Amount'),
  },
  rows: {
    'DEPOSIT|WITHDRAWAL': (line, book) => {
      const { code, quantity } = changeOf(line)
      bookMove(book, { code, quantity: /^deposit$/i.test(line.kind) ? sizeOf(quantity) : negated(sizeOf(quantity)) })
    },
  },
})

export const bittrex = tableImporter(
  {
    code: 'bittrex',
    name: 'Bittrex',
    website: 'https://bittrex.com',
    description: 'Order history and transaction history of Bittrex, which closed in 2023.',
    docs: 'The files that Bittrex offered under Account > Download history: order history, and transaction history for deposits and withdrawals.',
    colour: '#0084d4',
  },
  [orders, olderOrders, transfers],
)
