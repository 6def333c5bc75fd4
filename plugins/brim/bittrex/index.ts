/** Bittrex (closed in 2023): orders and transfers, in the formats of three generations. */
import {
  add,
  decimal,
  FIAT,
  isZero,
  layout,
  made,
  moment,
  negate,
  number,
  optional,
  present,
  refuse,
  subtract,
  tableImporter,
  text,
  unused,
} from '#plugins/kit/index.ts'
import { bookMove, bookTrade, negated, required, requiredCode, sizeOf } from '../coins.ts'

const COINS = { numbers: 'dot', zone: 'UTC', money: FIAT, assetType: 'CRYPTO' } as const

const orders = layout({
  ...COINS,
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
      const [size, total] = [decimal(required(line.size, 'quantity')), decimal(required(line.total, 'total'))]
      const fee = decimal(line.fee ?? '0')
      const gross = isBuy ? subtract(fee, total) : add(total, fee)
      bookTrade(
        book,
        [
          { code: requiredCode(line.base), quantity: isBuy ? size : negate(size) },
          { code: requiredCode(line.quote), quantity: gross, fee },
        ],
        { price: line.price, ...(isZero(line.value) ? {} : { amount: line.value, unit: 'USD' }) },
      )
    },
  },
})

const [market, type] = [text('Exchange'), text('Type', 'OrderType')]

const olderOrders = layout({
  ...COINS,
  name: 'Order history (until 2019)',
  dates: 'mdy',
  columns: {
    id: text('OrderUuid', 'Uuid'),
    market,
    parts: made(market, (pair) => pair.split('-')),
    kind: type,
    isBuy: made(type, (kind) => /_BUY$/i.test(kind)),
    quantity: number('Quantity'),
    left: optional(number('QuantityRemaining')),
    fee: number('CommissionPaid', 'Commission'),
    total: number('Price'),
    opened: optional(text('Opened', 'TimeStamp')),
    ...moment('Closed'),
    ...unused('Limit', 'PricePerUnit', 'IsConditional', 'Condition', 'ConditionTarget', 'ImmediateOrCancel', 'TimeInForceTypeId'),
    ...unused('TimeInForce'),
  },
  rows: {
    // `Price` is the total of the order before the commission; `USDT-BTC` names what is paid with first.
    'LIMIT_BUY|MARKET_BUY|LIMIT_SELL|MARKET_SELL': (line, book) => {
      const [quote, base] = line.parts
      if (!quote || !base) refuse('unclear-pair', `"${line.market}" is no market like USDT-BTC.`)
      const { isBuy } = line
      const ordered = decimal(required(line.quantity, 'quantity'))
      const size = line.left === undefined ? ordered : subtract(ordered, decimal(line.left))
      const total = decimal(required(line.total, 'price'))
      bookTrade(book, [
        { code: base, quantity: isBuy ? size : negate(size) },
        { code: quote, quantity: isBuy ? negate(total) : total, fee: line.fee },
      ])
    },
  },
})

const transfers = layout({
  ...COINS,
  name: 'Transaction history',
  dates: 'ymd',
  columns: {
    ...moment('Date'),
    coin: text('Currency'),
    kind: text('Type'),
    description: text('Address'),
    ...present('Memo/Tag', 'TxId'),
    quantity: number('Amount'),
  },
  rows: {
    'DEPOSIT|WITHDRAWAL': (line, book) => {
      const size = sizeOf(required(line.quantity, 'amount'))
      bookMove(book, { code: requiredCode(line.coin), quantity: /^deposit$/i.test(line.kind) ? size : negated(size) })
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
