/** Coinbase Pro (GDAX): the account statement, and the fills alone. */
import { isFiat, layout, moment, number, optional, refuse, tableImporter, text } from '#plugins/kit/index.ts'
import { bookFee, bookMove, bookTrade, COINS, changeOf, negated, required, requiredCode, sizeOf } from '../coins.ts'

const account = layout({
  ...COINS,
  name: 'Account statement',
  dates: 'ymd',
  zone: 'UTC',
  unique: ['id', 'trade'],
  columns: {
    account: optional(text('Portfolio')),
    kind: text('Type'),
    ...moment('Timestamp', 'Time'),
    quantity: number('Amount'),
    balance: optional(number('Balance')),
    coin: text('Amount/balance unit'),
    id: text('Transfer id'),
    trade: text('Trade id'),
    order: text('Order id'),
  },
  rows: {
    'deposit|withdrawal': (line, book) => bookMove(book, changeOf(line)),
    rebate: (line, book) => bookFee(book, { ...changeOf(line), quantity: negated(changeOf(line).quantity) }),
  },
  // Numbers of trades are those of a market: another market may have the same.
  cases: {
    key: ({ kind, order, trade }) => {
      if (!/^(match|fee|conversion)$/i.test(kind)) return undefined
      const isOrder = /^conversion$/i.test(kind) ? /^[\w-]*$/ : /^[\w-]+$/
      if (!/^\d+$/.test(trade) || !isOrder.test(order)) refuse('no-reference', 'The row does not say which trade it is of.')
      return `${order} ${trade}`
    },
    book: (lines, book) => {
      const changes = lines.map((line) => {
        const { code, quantity } = changeOf(line)
        return /^fee$/i.test(line.kind) ? { code, quantity: '0', fee: negated(quantity) } : { code, quantity }
      })
      bookTrade(book, changes)
    },
  },
})

const fills = layout({
  ...COINS,
  name: 'Fills',
  dates: 'ymd',
  zone: 'UTC',
  unique: ['trade'],
  columns: {
    account: optional(text('Portfolio')),
    trade: text('Trade id'),
    product: text('Product'),
    kind: text('Side'),
    ...moment('Created at'),
    quantity: number('Size'),
    coin: text('Size unit'),
    price: number('Price'),
    fees: number('Fee'),
    amount: number('Total'),
    unit: text('Price/fee/total unit'),
  },
  rows: {
    'buy|sell': (line, book) => {
      const isBuy = line.kind.toLowerCase() === 'buy'
      const [coin, size] = [requiredCode(line.coin), sizeOf(required(line.quantity, 'size'))]
      const [total, quantity] = [required(line.amount, 'total'), isBuy ? size : negated(size)]
      if (isFiat(line.unit)) book.trade({ asset: coin, quantity, id: `${line.product} ${line.trade}` })
      else {
        const paid = { code: requiredCode(line.unit), quantity: total }
        bookTrade(book, [{ code: coin, quantity }, paid])
      }
    },
  },
})

export const coinbasePro = tableImporter(
  {
    code: 'coinbase-pro',
    name: 'Coinbase Pro',
    website: 'https://www.coinbase.com',
    version: '2',
    description: 'Account statement of Coinbase Pro (before: GDAX). The fills alone are read too; take one of the two.',
    docs: 'Coinbase > Profile > Reports (Statements) > Pro > Account statement, CSV.',
    colour: '#0a46e4',
  },
  [account, fills],
)
