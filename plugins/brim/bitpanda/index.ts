/** Bitpanda: the trades history, of coins, shares, funds and metals. */
import { isZero, layout, made, moment, number, optional, refuse, tableImporter, text, unit, unused } from '#plugins/kit/index.ts'
import { bookFee, negated, required, requiredCode, unfinished } from '../coins.ts'

const TRANSFER = /^transfer(\((un)?stake\))?$/i
const TYPES = new Map(Object.entries({ cryptocurrency: 'CRYPTO', stock: 'STOCK', etf: 'ETF', metal: 'COMMODITY' } as const))
const typeOf = (name: string) => TYPES.get(name.toLowerCase().replace(' (derivative)', ''))

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
  assetType: made(optional(text('Asset class')), typeOf),
  ...unused('Product ID', 'Fee asset', 'Fee percent', 'Spread', 'Spread Currency', 'Address', 'Comment'),
  tax: optional(number('Tax Fiat')),
  status: optional(text('Status')),
}

const trades = layout({
  name: 'Trades history',
  dates: 'ymd',
  numbers: 'dot',
  signs: 'sizes',
  unique: ['id'],
  columns,
  defaults: {
    asset: ({ symbol, assetType: type }) => (symbol === '' ? undefined : { symbol: requiredCode(symbol), type }),
  },
  skip: (line) => unfinished(line.status, /^(finished|)$/i),
  rows: {
    'buy|sell': (line, book) => {
      refuseCosts(line)
      const isBuy = /^buy$/i.test(line.kind)
      const size = required(line.quantity, 'amount of the asset')
      book.trade({ quantity: isBuy ? size : negated(size) }, isBuy ? 'BUY' : 'SELL')
    },
    // Coins where the row has an amount of them, else money; the fee comes beside the amount.
    'deposit|withdrawal': (line, book) => {
      const { quantity, charge = '0' } = line
      for (const figure of [charge, quantity])
        if (figure?.startsWith('-')) refuse('unexpected-sign', `${figure}: the sign is wrong. Enter the row by hand.`)
      const isOut = /^withdrawal$/i.test(line.kind)
      const hasFee = isOut && !isZero(charge)
      if (quantity !== undefined && !isZero(quantity)) {
        book.inKind('TRANSFER', { quantity: isOut ? negated(quantity) : quantity })
        if (hasFee) book.inKind('FEE', { quantity: negated(charge), id: undefined })
        return
      }
      if (line.symbol !== '' && line.symbol !== line.unit?.currency)
        refuse('no-quantity', `The row has no amount of ${line.symbol}.`)
      book.cash(isOut ? 'WITHDRAWAL' : 'DEPOSIT')
      if (hasFee) bookFee(book, { code: line.unit?.currency ?? '', quantity: charge })
    },
    reward: (line, book) => {
      refuseCosts(line)
      if (!/^incoming$/i.test(line.direction)) refuse('unclear-reward', 'A reward that does not come in. Enter it by hand.')
      const terms = { quantity: required(line.quantity, 'amount of the asset'), tags: ['reward'] } as const
      book.inKind('INTEREST', { ...terms, cost: isZero(line.amount) ? 'market' : line.amount })
    },
  },
  cases: {
    key: (line) => (TRANSFER.test(line.kind) ? `${line.date} ${line.time} ${line.symbol} ${line.quantity}` : undefined),
    book: (lines, book) => {
      const isStaking = lines.some(({ kind }) => /stake\)$/i.test(kind))
      const ways = new Set(lines.map(({ direction }) => direction.toLowerCase()))
      if (isStaking && lines.length <= 2 && ways.size === lines.length) return book.skip('moved within Bitpanda')
      refuse('unclear-transfer', 'The row does not say whether it is a reward or from another place of yours. Enter it by hand.')
    },
  },
})

function refuseCosts({ tax, charge }: Readonly<Record<'tax' | 'charge', string | undefined>>): void {
  if (!isZero(tax)) refuse('unclear-tax', 'The row has a tax, and does not say whether it is inside. Enter it by hand.')
  if (!isZero(charge)) refuse('unclear-fee', 'The row has a fee, and does not say whether it is inside. Enter it by hand.')
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
