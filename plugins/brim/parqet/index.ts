/** Parqet: the export of all activities of a portfolio. */
import {
  type AssetTerms,
  type Book,
  clock,
  day,
  decimal,
  formatDecimal,
  isinOrSymbol,
  type Line,
  layout,
  negate,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  unit,
  unused,
} from '#plugins/kit/index.ts'

const columns = {
  date: day('date'),
  time: clock('time'),
  price: number('price'),
  quantity: number('shares'),
  amount: number('amount'),
  taxes: number('tax'),
  fees: number('fee'),
  kind: text('type'),
  account: optional(text('broker')),
  assets: text('assettype'),
  identifier: text('identifier'),
  wkn: optional(text('wkn')),
  unit: unit('currency'),
  name: text('holdingname'),
  ...unused('datetime', 'realizedgains', 'originalcurrency', 'fxrate', 'holding', 'holdingnickname', 'exchange'),
  ...unused('avgholdingperiod'),
}

type Activity = Line<typeof columns>

const activities = layout({
  name: 'Activities',
  dates: 'dmy',
  zone: 'Europe/Berlin',
  numbers: 'proven',
  amounts: 'gross',
  columns,
  rows: {
    Buy: (line, book) => book.trade({ ...taxesOf(line), asset: assetOf(line), amount: negative(line.amount) }, 'BUY'),
    Sell: (line, book) => {
      book.trade({ ...taxesOf(line), asset: assetOf(line) }, 'SELL')
      bookRefund(line, book)
    },
    Dividend: (line, book) => {
      book.cash('DIVIDEND', { ...taxesOf(line), asset: assetOf(line) })
      bookRefund(line, book)
    },
    Interest: (line, book) => {
      book.cash('INTEREST', { ...taxesOf(line), asset: undefined, description: line.name })
      bookRefund(line, book)
    },
    'TransferIn|Deposit': (line, book) => {
      if (isCash(line)) book.cash('DEPOSIT')
      else if (line.quantity?.startsWith('-')) refuse('unexpected-sign', 'Fewer than no shares came in. Enter it by hand.')
      else book.inKind('TRANSFER', { asset: assetOf(line), cost: line.amount })
    },
    'TransferOut|Withdrawal': (line, book) => {
      if (isCash(line)) book.cash('WITHDRAWAL', { amount: negative(line.amount) })
      else if (line.quantity?.startsWith('-')) refuse('unexpected-sign', 'Fewer than no shares went out. Enter it by hand.')
      else book.inKind('TRANSFER', { asset: assetOf(line), quantity: negative(line.quantity) })
    },
  },
})

const isCash = ({ assets }: Activity) => /^cash$/i.test(assets)
const negative = (figure: string | undefined) => (figure === undefined ? undefined : formatDecimal(negate(decimal(figure))))

function assetOf({ identifier, wkn, name, assets }: Activity): AssetTerms {
  const more = wkn === '' ? {} : { identifiers: [{ kind: 'WKN', value: wkn } as const] }
  return { ...isinOrSymbol(identifier), name, ...more, ...(/^crypto/i.test(assets) ? { type: 'CRYPTO' } : {}) }
}

/** A tax below zero came back, with a sale at a loss for instance: it is a line of its own. */
function taxesOf({ taxes }: Activity): { taxes?: undefined } {
  return taxes?.startsWith('-') ? { taxes: undefined } : {}
}

function bookRefund(line: Activity, book: Book): void {
  if (line.taxes?.startsWith('-'))
    book.cash('TAX', { asset: isCash(line) ? undefined : assetOf(line), amount: line.taxes.slice(1) })
}

export const parqet = tableImporter(
  {
    code: 'parqet',
    name: 'Parqet',
    website: 'https://www.parqet.com',
    version: '2',
    description: 'All activities of a portfolio at Parqet.',
    docs: 'Portfolio > Activities > Export (CSV).',
    colour: '#009991',
  },
  [activities],
)
