/** Bitpanda: the trades history, of coins, shares, funds and metals. */
import {
  type AssetTerms,
  type Book,
  isZero,
  type Line,
  layout,
  moment,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  unit,
  unused,
} from '#plugins/kit/index.ts'
import { bookFee, negated, required, requiredCode, unfinished } from '../coins.ts'

const columns = {
  id: text('Transaction ID', 'ID'),
  ...moment('Timestamp', 'Created at'),
  kind: text('Transaction Type', 'Type'),
  direction: text('In/Out'),
  amount: number('Amount Fiat'),
  unit: unit('Fiat'),
  quantity: number('Amount Asset'),
  symbol: text('Asset'),
  charge: number('Fee'),
  price: optional(number('Asset market price')),
  quoted: optional(unit('Asset market price currency')),
  className: optional(text('Asset class')),
  ...unused('Product ID', 'Fee asset', 'Fee percent', 'Spread', 'Spread Currency', 'Address', 'Comment'),
  tax: optional(number('Tax Fiat')),
  status: optional(text('Status')),
}

type Entry = Line<typeof columns>

const TYPES = new Map<string, AssetTerms['type']>([
  ['cryptocurrency', 'CRYPTO'],
  ['stock', 'STOCK'],
  ['etf', 'ETF'],
  ['metal', 'COMMODITY'],
])

const TRANSFER = /^transfer(\((un)?stake\))?$/i
const STAKING = /stake\)$/i

const trades = layout({
  name: 'Trades history',
  dates: 'ymd',
  numbers: 'dot',
  signs: 'sizes',
  unique: ['id'],
  columns,
  skip: (line) => unfinished(line.status, /^(finished|)$/i),
  rows: {
    'buy|sell': (line, book) => {
      refuseCosts(line)
      const isBuy = /^buy$/i.test(line.kind)
      const size = required(line.quantity, 'amount of the asset')
      book.trade({ asset: assetOf(line), quantity: isBuy ? size : negated(size) }, isBuy ? 'BUY' : 'SELL')
    },
    'deposit|withdrawal': bookTransfer,
    reward: (line, book) => {
      refuseCosts(line)
      if (!/^incoming$/i.test(line.direction)) refuse('unclear-reward', 'A reward that does not come in. Enter it by hand.')
      const terms = { asset: assetOf(line), quantity: required(line.quantity, 'amount of the asset') }
      book.inKind('INTEREST', { ...terms, cost: isZero(line.amount) ? 'market' : line.amount, tags: ['reward'] })
    },
  },
  cases: {
    key: (line) => (TRANSFER.test(line.kind) ? `${line.date} ${line.time} ${line.symbol} ${line.quantity}` : undefined),
    book: (lines, book) => {
      const isStaking = lines.some(({ kind }) => STAKING.test(kind))
      const ways = new Set(lines.map(({ direction }) => direction.toLowerCase()))
      if (isStaking && lines.length <= 2 && ways.size === lines.length) return book.skip('moved within Bitpanda')
      refuse('unclear-transfer', 'The row does not say whether it is a reward or from another place of yours. Enter it by hand.')
    },
  },
})

function refuseCosts({ tax, charge }: Entry): void {
  if (!isZero(tax)) refuse('unclear-tax', 'The row has a tax, and does not say whether it is inside. Enter it by hand.')
  if (!isZero(charge)) refuse('unclear-fee', 'The row has a fee, and does not say whether it is inside. Enter it by hand.')
}

function assetOf({ symbol, className }: Entry): AssetTerms {
  return { symbol: requiredCode(symbol), type: TYPES.get(className.toLowerCase().replace(' (derivative)', '')) }
}

/** Coins where the row has an amount of them, else money; the fee comes beside the amount. */
function bookTransfer(line: Entry, book: Book): void {
  const isOut = /^withdrawal$/i.test(line.kind)
  const { charge = '0' } = line
  for (const figure of [charge, line.quantity])
    if (figure?.startsWith('-')) refuse('unexpected-sign', `${figure}: the sign is wrong. Enter the row by hand.`)
  if (isZero(line.quantity)) {
    if (line.symbol !== '' && line.symbol !== line.unit?.currency)
      refuse('no-quantity', `The row has no amount of ${line.symbol}.`)
    book.cash(isOut ? 'WITHDRAWAL' : 'DEPOSIT')
    if (!isZero(charge) && isOut) bookFee(book, { code: line.unit?.currency ?? '', quantity: charge })
    return
  }
  const size = required(line.quantity, 'amount of the asset')
  book.inKind('TRANSFER', { asset: assetOf(line), quantity: isOut ? negated(size) : size })
  if (!isZero(charge) && isOut) book.inKind('FEE', { asset: assetOf(line), quantity: negated(charge), id: undefined })
}

export const bitpanda = tableImporter(
  {
    code: 'bitpanda',
    name: 'Bitpanda',
    website: 'https://www.bitpanda.com',
    version: '3',
    description:
      'Trades history of an account at Bitpanda. Staking moves nothing; other transfers are reported as errors of their rows.',
    docs: 'Profile > History > Export, CSV.',
    colour: '#1f8a5b',
    maturity: 'beta',
  },
  [trades],
)
