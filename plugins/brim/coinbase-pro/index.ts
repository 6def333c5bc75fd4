/** Coinbase Pro (GDAX): the account statement, and the fills alone. */
import { FIAT, isFiat, layout, moment, number, optional, refuse, tableImporter, text } from '#plugins/kit/index.ts'
import { bookFee, bookMove, bookTrade, negated, required, requiredCode, sizeOf } from '../coins.ts'

type Entry = {
  readonly row: number
  readonly cells: readonly string[]
  readonly coin: string
  readonly quantity: string | undefined
}

const account = layout({
  name: 'Account statement',
  dates: 'ymd',
  zone: 'UTC',
  numbers: 'dot',
  money: FIAT,
  assetType: 'CRYPTO',
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
      const [legs, fees] = [lines.filter(({ kind }) => !/^fee$/i.test(kind)), lines.filter(({ kind }) => /^fee$/i.test(kind))]
      const paid = fees.map((line) => ({ code: changeOf(line).code, quantity: '0', fee: negated(changeOf(line).quantity) }))
      bookTrade(book, [...legs.map(changeOf), ...paid])
    },
  },
})

function changeOf({ coin, quantity }: Entry) {
  return { code: requiredCode(coin), quantity: required(quantity, 'amount') }
}

const fills = layout({
  name: 'Fills',
  dates: 'ymd',
  zone: 'UTC',
  numbers: 'dot',
  money: FIAT,
  assetType: 'CRYPTO',
  unique: ['trade'],
  columns: {
    account: optional(text('Portfolio')),
    trade: text('Trade id'),
    product: text('Product'),
    side: text('Side'),
    ...moment('Created at'),
    quantity: number('Size'),
    coin: text('Size unit'),
    price: number('Price'),
    fees: number('Fee'),
    amount: number('Total'),
    unit: text('Price/fee/total unit'),
  },
  kind: (line) => line.side,
  rows: {
    'buy|sell': (line, book) => {
      const isBuy = line.side.toLowerCase() === 'buy'
      const [coin, size, total] = [
        requiredCode(line.coin),
        sizeOf(required(line.quantity, 'size')),
        required(line.amount, 'total'),
      ]
      if (isFiat(line.unit))
        book.trade({ asset: coin, quantity: isBuy ? size : negated(size), id: `${line.product} ${line.trade}` })
      else
        bookTrade(book, [
          { code: coin, quantity: isBuy ? size : negated(size) },
          { code: requiredCode(line.unit), quantity: total },
        ])
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
