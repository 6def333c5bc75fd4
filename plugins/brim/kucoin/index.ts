/** KuCoin: filled spot orders, in three generations of titles; deposits, withdrawals and earnings, each a file of its own. */
import {
  type Book,
  isZero,
  layout,
  made,
  moment,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  unused,
} from '#plugins/kit/index.ts'
import { bookIncome, bookMove, bookPair, COINS, feesOf, negated, required, requiredCode, unfinished } from '../coins.ts'
import { otherReport } from '../other-report.ts'

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

const FORMAT = { ...COINS, dates: 'ymd' } as const
const [pair, side] = [text('Symbol', 'Pair'), text('Side')]

const orders = layout({
  ...FORMAT,
  name: 'Spot orders, filled orders',
  columns: {
    pair,
    parts: made(pair, (codes) => codes.split(/[-/]/)),
    kind: side,
    isBuy: made(side, (word) => /^buy$/i.test(word)),
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
  rows: {
    'buy|sell': (line, book) => {
      const [base, quote] = line.parts
      if (!base || !quote) refuse('unclear-pair', `"${line.pair}" is no pair like BTC-USDT.`)
      if (!isZero(line.tax)) refuse('unclear-tax', 'The row has a tax, and does not say whether it is inside. Enter it by hand.')
      const [size, total] = [required(line.size, 'filled amount'), required(line.total, 'filled volume')]
      const [got, paid] = [
        { code: requiredCode(base), quantity: size },
        { code: requiredCode(quote), quantity: total },
      ]
      bookPair(book, line.isBuy, [got, paid, ...feesOf(line.feeCoin, line.fee)])
    },
  },
})

const moved = {
  user: text('UID'),
  ...unused('Account Type', 'Remarks', 'Transfer Network', 'Hash', 'Deposit Address', 'Withdrawal Address/Account'),
  ...moment(...inZones('Time')),
  status: text('Status'),
  fee: number('Fee'),
  quantity: number('Amount'),
  coin: text('Coin'),
}

type Moved = { readonly coin: string; readonly quantity: string | undefined; readonly fee: string | undefined }

const skip = ({ status }: { readonly status: string }) => unfinished(status, /^success$/i)

function bookMoved({ coin, quantity, fee = '0' }: Moved, book: Book, isOut: boolean): void {
  const size = required(quantity, 'amount')
  if (size.startsWith('-'))
    refuse('unexpected-sign', `The amount ${size} is below zero; which way it went is unclear. Enter it by hand.`)
  bookMove(book, { code: requiredCode(coin), quantity: isOut ? negated(size) : size })
  if (isZero(fee)) return
  const detail = `The file does not say whether the fee of ${fee} ${coin} is inside the amount. It is not booked: enter it by hand if it is not.`
  book.note('warning', 'fee-not-booked', detail)
}

const deposits = layout({
  ...{ ...FORMAT, name: 'Deposit history', columns: moved, skip, kind: () => 'in' },
  when: (_, { rows }) => !rows.some(({ cells }) => cells.some((cell) => /^withdrawal address/i.test(cell.trim()))),
  rows: { in: (line, book) => bookMoved(line, book, false) },
})

const withdrawals = layout({
  ...{ ...FORMAT, name: 'Withdrawal record', skip, kind: () => 'out' },
  columns: { ...moved, address: text('Withdrawal Address/Account') },
  rows: { out: (line, book) => bookMoved(line, book, true) },
})

const earnings = layout({
  ...{ ...FORMAT, name: 'Earn orders, profit history', kind: () => 'earned' },
  columns: {
    user: text('UID'),
    ...unused('Account Type', 'Order ID', 'Staked Coin', 'Product Type', 'Remarks', 'Amount（USDT）'),
    ...moment(...inZones('Time')),
    description: text('Product Name'),
    coin: text('Earnings Coin'),
    kind: text('Earnings Type'),
    quantity: number('Amount'),
    fee: optional(number('Fee')),
  },
  rows: {
    earned: ({ kind, coin, quantity, fee }, book) => {
      if (/principal|redem/i.test(kind)) refuse('unclear-earning', `"${kind}" may be what was lent. Enter it by hand.`)
      if (!isZero(fee)) refuse('unclear-fee', 'The row has a fee, and does not say whether it is inside. Enter it by hand.')
      bookIncome(book, { code: requiredCode(coin), quantity: required(quantity, 'amount') }, 'lending')
    },
  },
})

const INSTEAD =
  'Take the filled spot orders, deposits, withdrawals and earnings of the download centre, which say what a change was.'
const changes = otherReport('Account history', INSTEAD, [
  'UID',
  'Account Type',
  'Currency',
  'Side',
  'Amount',
  'Fee',
  inZones('Time').join('|'),
  'Remark',
])

export const kucoin = tableImporter(
  {
    code: 'kucoin',
    name: 'KuCoin',
    website: 'https://www.kucoin.com',
    version: '2',
    description: 'Filled spot orders at KuCoin, deposits, withdrawals and earnings, each a file of its own.',
    docs: 'Orders > Spot orders > Trade history > Export, or Download centre > Spot orders (filled orders), Deposit and withdrawal history, Earn orders (profit history).',
    colour: '#01896b',
    maturity: 'beta',
  },
  [orders, deposits, withdrawals, earnings, changes],
)
