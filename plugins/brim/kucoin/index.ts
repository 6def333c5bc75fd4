/** KuCoin: filled spot orders, in three generations of titles. */
import { FIAT, isZero, layout, moment, number, optional, refuse, tableImporter, text, unused } from '#plugins/kit/index.ts'
import { bookTrade, negated, required, requiredCode } from '../coins.ts'

/** A title that ends in the time zone which the user chose. */
const inZones = (title: string): string[] => [
  ...[title, `${title}(UTC)`],
  ...['+', '-'].flatMap((sign) =>
    Array.from({ length: 29 }, (_, half) => {
      const hours = String(Math.floor(half / 2)).padStart(2, '0')
      return `${title}(UTC${sign}${hours}:${half % 2 === 0 ? '00' : '30'})`
    }),
  ),
]

const orders = layout({
  name: 'Spot orders, filled orders',
  dates: 'ymd',
  numbers: 'dot',
  money: FIAT,
  assetType: 'CRYPTO',
  columns: {
    pair: text('Symbol', 'Pair'),
    side: text('Side'),
    ...moment(...inZones('Filled Time'), 'tradeCreatedAt', 'Time'),
    price: number('Avg. Filled Price', 'price', 'FilledPrice'),
    size: number('Filled Amount', 'size', 'Amount'),
    total: number('Filled Volume', 'funds', 'Volume'),
    fee: number('Fee'),
    feeCoin: text('Fee Currency', 'feeCurrency', 'FeeCoin'),
    ...unused('FilledPriceCoin', 'AmountCoin', 'VolumeCoin'),
    user: optional(text('UID')),
    ...unused('Account Type', 'Order ID'),
    ordered: optional(text(...inZones('Order Time'))),
    ...unused('Order Type', 'Order Price', 'Order Amount', 'Filled Volume (USDT)'),
    tax: optional(number('Tax')),
    ...unused('Maker/Taker', 'Account Mode', 'Status'),
  },
  kind: (line) => line.side,
  rows: {
    'buy|sell': (line, book) => {
      const [base, quote] = line.pair.split(/[-/]/)
      if (!base || !quote) refuse('unclear-pair', `"${line.pair}" is no pair like BTC-USDT.`)
      if (!isZero(line.tax)) refuse('unclear-tax', 'The row has a tax, and does not say whether it is inside. Enter it by hand.')
      const isBuy = /^buy$/i.test(line.side)
      const [size, total] = [required(line.size, 'filled amount'), required(line.total, 'filled volume')]
      const changes = [
        { code: requiredCode(base), quantity: isBuy ? size : negated(size) },
        { code: requiredCode(quote), quantity: isBuy ? negated(total) : total },
      ]
      const fees = isZero(line.fee) ? [] : [{ code: requiredCode(line.feeCoin), quantity: '0', fee: line.fee }]
      bookTrade(book, [...changes, ...fees])
    },
  },
})

export const kucoin = tableImporter(
  {
    code: 'kucoin',
    name: 'KuCoin',
    website: 'https://www.kucoin.com',
    description: 'Filled spot orders at KuCoin. Deposits, withdrawals and earnings have files of their own, which are not read.',
    docs: 'Orders > Spot orders > Trade history > Export, or Download centre > Spot orders, filled orders.',
    colour: '#01896b',
    maturity: 'beta',
  },
  [orders],
)
