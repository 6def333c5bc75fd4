/** BitMEX: the wallet history, in satoshis. */
import {
  type Book,
  decimal,
  formatDecimal,
  type Line,
  layout,
  moment,
  multiply,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  unused,
} from '#plugins/kit/index.ts'
import { bookIncome, bookMove, bookMoveWithFeeInside, required } from '../coins.ts'

const columns = {
  ...moment('transactTime'),
  kind: text('transactType'),
  amount: number('amount'),
  fee: number('fee'),
  description: optional(text('address')),
  status: text('transactStatus'),
  currency: optional(text('currency')),
  id: optional(text('transactID')),
  ...unused('walletBalance', 'network', 'tx', 'text'),
}

type Entry = Line<typeof columns>

const SATOSHI = { code: 'BTC', share: '0.00000001' }
const MICRO_TETHER = { code: 'USDT', share: '0.000001' }

const wallet = layout({
  name: 'Wallet history',
  dates: 'mdy',
  numbers: 'dot',
  money: [],
  assetType: 'CRYPTO',
  order: 'newest-first',
  unique: ['id'],
  columns,
  skip: (line) => {
    if (/^unrealisedpnl$/i.test(line.kind)) return 'not realised yet'
    return /^completed$/i.test(line.status) ? undefined : `status ${line.status}`
  },
  rows: {
    // The fee of a withdrawal is inside its amount, as the balances show.
    'Deposit|Withdrawal': (line, book) => bookMoveWithFeeInside(book, changeOf(line)),
    Transfer: (line, book) => bookMove(book, changeOf(line)),
    RealisedPNL: (line, book) => earn(line, book, 'margin'),
    Funding: (line, book) => earn(line, book, 'funding'),
    AffiliatePayout: (line, book) => earn(line, book, 'bonus'),
  },
})

function changeOf({ currency, amount, fee }: Entry) {
  const { code, share } = /^usdt$/i.test(currency) ? MICRO_TETHER : /^(xbt)?$/i.test(currency) ? SATOSHI : unknown(currency)
  const whole = (units: string) => formatDecimal(multiply(decimal(units), decimal(share)))
  return { code, quantity: whole(required(amount, 'amount')), fee: fee === undefined ? undefined : whole(fee) }
}

function unknown(currency: string): never {
  return refuse('unknown-currency', `"${currency}" is no unit of BitMEX that this importer knows.`)
}

function earn(line: Entry, book: Book, tag: 'margin' | 'funding' | 'bonus'): void {
  const { code, quantity } = changeOf(line)
  bookIncome(book, { code, quantity }, tag)
}

export const bitmex = tableImporter(
  {
    code: 'bitmex',
    name: 'BitMEX',
    website: 'https://www.bitmex.com',
    version: '2',
    description: 'Wallet history of an account at BitMEX: deposits, withdrawals and the realised profit or loss of each day.',
    docs: 'Account > Wallet > Transaction history > Save as CSV.',
    colour: '#e0241d',
  },
  [wallet],
)
