/** Bitpanda: the trades history, of coins, shares, funds and metals. */
import {
  type AssetTerms,
  type Book,
  clock,
  day,
  isZero,
  layout,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  type Unit,
  unit,
} from '#plugins/kit/index.ts'
import { bookFee, negated, required, requiredCode } from '../coins.ts'

type Entry = {
  readonly row: number
  readonly cells: readonly string[]
  readonly kind: string
  readonly symbol: string
  readonly group: string
  readonly quantity: string | undefined
  readonly amount: string | undefined
  readonly unit: Unit | undefined
  readonly charge: string | undefined
  readonly tax: string | undefined
}

const TYPES: Readonly<Record<string, AssetTerms['type']>> = {
  ...{
    cryptocurrency: 'CRYPTO',
    stock: 'STOCK',
    'stock (derivative)': 'STOCK',
    etf: 'ETF',
    'etf (derivative)': 'ETF',
    metal: 'COMMODITY',
  },
}

const trades = layout({
  name: 'Trades history',
  dates: 'ymd',
  numbers: 'dot',
  signs: 'sizes',
  unique: ['id'],
  columns: {
    id: text('Transaction ID', 'ID'),
    date: day('Timestamp', 'Created at'),
    time: clock('Timestamp', 'Created at'),
    kind: text('Transaction Type', 'Type'),
    direction: text('In/Out'),
    amount: number('Amount Fiat'),
    unit: unit('Fiat'),
    quantity: number('Amount Asset'),
    symbol: text('Asset'),
    charge: number('Fee'),
    price: optional(number('Asset market price')),
    quoted: optional(unit('Asset market price currency')),
    group: optional(text('Asset class')),
    product: optional(text('Product ID')),
    chargeCoin: optional(text('Fee asset')),
    spread: optional(text('Spread')),
    spreadUnit: optional(text('Spread Currency')),
    tax: optional(number('Tax Fiat')),
    status: optional(text('Status')),
  },
  skip: (line) => (/^(finished|)$/i.test(line.status) ? undefined : `status ${line.status}`),
  kind: (line) => line.kind,
  rows: {
    'buy|sell': (line, book) => {
      if (!isZero(line.tax)) refuse('unclear-tax', 'The row has a tax, and does not say whether it is inside. Enter it by hand.')
      if (!isZero(line.charge))
        refuse('unclear-fee', 'The row has a fee, and does not say whether it is inside. Enter it by hand.')
      const isBuy = /^buy$/i.test(line.kind)
      const size = required(line.quantity, 'amount of the asset')
      book.trade({ asset: assetOf(line), quantity: isBuy ? size : negated(size) }, isBuy ? 'BUY' : 'SELL')
    },
    'deposit|withdrawal': bookTransfer,
  },
})

function assetOf({ symbol, group }: Entry): AssetTerms {
  const type = TYPES[group.toLowerCase()]
  return { symbol: requiredCode(symbol), ...(type === undefined ? {} : { type }) }
}

/** Coins where the row has an amount of them, else money; the fee comes beside the amount. */
function bookTransfer(line: Entry, book: Book): void {
  const isOut = /^withdrawal$/i.test(line.kind)
  const { charge = '0' } = line
  if (isZero(line.quantity)) {
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
    broker: 'Bitpanda',
    website: 'https://www.bitpanda.com',
    version: '2',
    extensions: ['csv'],
    languages: ['en'],
    description:
      'Trades history of an account at Bitpanda. Transfers between its products and rewards are reported as errors of their rows.',
    docs: 'Profile > History > Export, CSV.',
    colour: '#1f8a5b',
    maturity: 'beta',
  },
  [trades],
)
